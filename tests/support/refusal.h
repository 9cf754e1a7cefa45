// The message with which something is refused.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace sweep::test {

// Runs f(), which must throw Error with this code; returns what it says.
template <class F>
std::string refusal(F&& f, ExitCode code = ExitCode::usage) {
    try {
        f();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), code) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "it was not refused";
    return {};
}

}  // namespace sweep::test
