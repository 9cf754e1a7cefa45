// A plan of the C interface as an object of Python's stable ABI, and how its methods call that interface.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <mutex>

#include <Python.h>

#include "lib/sweep.h"

namespace sweep::python {

// Threads take turns.
struct PlanObject {
    PyObject object;
    sweep_plan* plan;
    sweep_plan_info info;
    std::mutex* turns;
};

inline PlanObject& plan_of(PyObject* self) {
    return *reinterpret_cast<PlanObject*>(self);
}

// Sets Python's exception where a call has failed, and returns whether it has not: ValueError for what makes no sense,
// MemoryError or RuntimeError for what fails.
bool is_ok(sweep_status status);

// Calls f() while other threads of Python go on. The lock is taken back without a destructor: where Python has ended
// meanwhile it ends the thread there, which a destructor would not let it.
template <class F>
sweep_status among_others(F&& f) {
    PyThreadState* const state = PyEval_SaveThread();
    const sweep_status status = f();
    PyEval_RestoreThread(state);
    return status;
}

inline void* pointer(Py_ssize_t address) {
    return reinterpret_cast<void*>(address);
}

// None, after f(plan) among other threads of Python, in turn.
template <class F>
PyObject* in_turn(PyObject* self, F&& f) {
    PlanObject& it = plan_of(self);
    if (!is_ok(among_others([&] {
            const std::scoped_lock turn(*it.turns);
            return f(it.plan);
        })))
        return nullptr;
    Py_RETURN_NONE;
}

}  // namespace sweep::python
