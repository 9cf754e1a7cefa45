#include "python/plan_object.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace sweep::python {
namespace {

// Returns an error with what it advises as Python has it: the options of the command line that are arguments here,
// in their spelling, and without the advice that names others.
std::string in_python(std::string what) {
    for (std::size_t at = 0; (at = what.find("--", at)) != std::string::npos;) {
        const std::size_t end = std::min(what.find_first_of(" ,;)", at), what.size());
        const std::string name = what.substr(at + 2, end - at - 2);
        if (end == what.size() || what[end] != ' ' || (name != "engine" && name != "accuracy")) {
            const std::size_t advice = what.rfind(": ", at);
            return advice == std::string::npos ? what : what.substr(0, advice);
        }
        const std::size_t last = std::min(what.find_first_of(" ,;)", end + 1), what.size());
        const std::string value = what.substr(end + 1, last - end - 1), quote = name == "engine" ? "\"" : "",
                          argument = name + "=" + quote + value + quote;
        what.replace(at, last - at, argument);
        at += argument.size();
    }
    return what;
}

}  // namespace

bool is_ok(sweep_status status) {
    if (status == SWEEP_OK) return true;
    const std::string what = in_python(sweep_last_error());
    PyErr_SetString(status == SWEEP_USAGE                      ? PyExc_ValueError
                    : what.find("memory") != std::string::npos ? PyExc_MemoryError
                                                               : PyExc_RuntimeError,
                    what.c_str());
    return false;
}

}  // namespace sweep::python
