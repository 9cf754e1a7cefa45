#include "lib/guarded.h"

#include <exception>
#include <new>

#include "core/base/error.h"

namespace sweep::library {
namespace {

std::string& last_error() {
    thread_local std::string text;
    return text;
}

sweep_status failed(sweep_status status, const char* what) {
    try {
        last_error() = what;
    } catch (const std::bad_alloc&) {
        last_error().clear();
    }
    return status;
}

}  // namespace

void refuse(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

sweep_status status_of_exception() {
    try {
        throw;
    } catch (const Error& error) {
        switch (error.code()) {
            case ExitCode::usage:
                return failed(SWEEP_USAGE, error.what());
            case ExitCode::no_engine:
                return failed(SWEEP_NO_ENGINE, error.what());
            case ExitCode::old_driver:
                return failed(SWEEP_OLD_DRIVER, error.what());
            default:
                return failed(SWEEP_FAILED, error.what());
        }
    } catch (const std::bad_alloc&) {
        return failed(SWEEP_FAILED, "out of memory: use a smaller image");
    } catch (const std::exception& error) {
        return failed(SWEEP_FAILED, error.what());
    } catch (...) {
        return failed(SWEEP_FAILED, "an unknown error");
    }
}

}  // namespace sweep::library

const char* sweep_last_error(void) {
    return sweep::library::last_error().c_str();
}
