// What each function of the C interface does around its work: nothing is thrown out of it.
#pragma once

#include <string>

#include "lib/sweep.h"

namespace sweep::library {

// Throws Error(usage).
[[noreturn]] void refuse(const std::string& what);

// The status of the exception that is being handled, which becomes the last error of this thread.
sweep_status status_of_exception();

// Runs the work of a function of the interface.
template <class F>
sweep_status guarded(F&& f) {
    try {
        f();
        return SWEEP_OK;
    } catch (...) {
        return status_of_exception();
    }
}

}  // namespace sweep::library
