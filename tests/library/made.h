// Requests and plans of the C interface, for its tests.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "lib/sweep.h"

namespace sweep::test {

inline sweep_request request_of(int width, int height, int channels = 1) {
    sweep_request request;
    EXPECT_EQ(sweep_request_init(&request), SWEEP_OK);
    request.width = width;
    request.height = height;
    request.channels = channels;
    request.engine = SWEEP_ENGINE_CPU;
    return request;
}

struct Made {
    explicit Made(const sweep_request& request) : status(sweep_plan_create(&request, &plan)) {}
    ~Made() { sweep_plan_destroy(plan); }
    sweep_plan* plan = nullptr;
    sweep_status status;
};

// What a request that cannot be met is told.
inline std::string refusal(const sweep_request& request, sweep_status expected = SWEEP_USAGE) {
    const Made made(request);
    EXPECT_EQ(made.status, expected);
    EXPECT_EQ(made.plan, nullptr);
    return made.status == SWEEP_OK ? "" : sweep_last_error();
}

}  // namespace sweep::test
