// The part of the Python module that is compiled, in Python's stable ABI (PEP 384), so that one file serves CPython
// 3.9 and all that came after it: a plan, and runs on pointers. What users see is python/sweep/__init__.py.
#define PY_SSIZE_T_CLEAN
#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <Python.h>

#include "lib/sweep.h"

namespace {

// A plan of the C interface. Threads take turns.
struct PlanObject {
    PyObject object;
    sweep_plan* plan;
    sweep_plan_info info;
    std::mutex* turns;
};

PlanObject& plan_of(PyObject* self) {
    return *reinterpret_cast<PlanObject*>(self);
}

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

// Sets Python's exception where a call has failed, and returns whether it has not: ValueError for what makes no sense,
// MemoryError or RuntimeError for what fails.
bool is_ok(sweep_status status) {
    if (status == SWEEP_OK) return true;
    const std::string what = in_python(sweep_last_error());
    PyErr_SetString(status == SWEEP_USAGE                      ? PyExc_ValueError
                    : what.find("memory") != std::string::npos ? PyExc_MemoryError
                                                               : PyExc_RuntimeError,
                    what.c_str());
    return false;
}

// Calls f() while other threads of Python go on. The lock is taken back without a destructor: where Python has ended
// meanwhile it ends the thread there, which a destructor would not let it.
template <class F>
sweep_status among_others(F&& f) {
    PyThreadState* const state = PyEval_SaveThread();
    const sweep_status status = f();
    PyEval_RestoreThread(state);
    return status;
}

// What lists and words of a request point to until its plan is made.
struct Kept {
    std::deque<std::vector<double>> lists;
    std::string algorithm;
};

template <class T>
using member_type = std::remove_reference_t<decltype(std::declval<sweep_request&>().*std::declval<T>())>;

// Each sets a member of the request from a number, a list or a word; false: Python's exception says why not.
template <auto Member>
bool set_number(sweep_request& request, PyObject* value, Kept&) {
    using Number = member_type<decltype(Member)>;
    if constexpr (std::is_same_v<Number, double>) {
        request.*Member = PyFloat_AsDouble(value);
    } else {
        const long number = PyLong_AsLong(value);
        if (number < INT_MIN || number > INT_MAX) PyErr_SetString(PyExc_ValueError, "a number is too large");
        request.*Member = Number(number);
    }
    return !PyErr_Occurred();
}

template <auto First, auto Count>
bool set_list(sweep_request& request, PyObject* value, Kept& kept) {
    std::vector<double>& list = kept.lists.emplace_back();
    const Py_ssize_t count = PySequence_Size(value);
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* const number = PySequence_GetItem(value, i);
        if (!number) return false;
        list.push_back(PyFloat_AsDouble(number));
        Py_DECREF(number);
    }
    request.*First = list.data();
    request.*Count = list.size();
    return !PyErr_Occurred();
}

bool set_boundary_value(sweep_request& request, PyObject* value, Kept&) {
    request.boundary_value[0] = PyFloat_AsDouble(value);
    return !PyErr_Occurred();
}

bool set_word(PyObject* value, std::string& word) {
    PyObject* const bytes = PyUnicode_AsUTF8String(value);
    if (!bytes) return false;
    word = PyBytes_AsString(bytes);
    Py_DECREF(bytes);
    return true;
}

bool set_algorithm(sweep_request& request, PyObject* value, Kept& kept) {
    if (!set_word(value, kept.algorithm)) return false;
    request.algorithm = kept.algorithm.c_str();
    return true;
}

// The members of sweep_request that a keyword sets.
constexpr struct {
    std::string_view name;
    bool (*set)(sweep_request&, PyObject*, Kept&);
} parameters[] = {
    {"filter", set_number<&sweep_request::filter>},
    {"sigma", set_number<&sweep_request::sigma>},
    {"sigma_y", set_number<&sweep_request::sigma_y>},
    {"order", set_number<&sweep_request::order>},
    {"accuracy", set_number<&sweep_request::accuracy>},
    {"derivative_x", set_number<&sweep_request::derivative_x>},
    {"derivative_y", set_number<&sweep_request::derivative_y>},
    {"box_width", set_number<&sweep_request::box_width>},
    {"box_height", set_number<&sweep_request::box_height>},
    {"box_origin_x", set_number<&sweep_request::box_origin_x>},
    {"box_origin_y", set_number<&sweep_request::box_origin_y>},
    {"cutoff", set_number<&sweep_request::cutoff>},
    {"ripple", set_number<&sweep_request::ripple>},
    {"attenuation", set_number<&sweep_request::attenuation>},
    {"cutoff_high", set_number<&sweep_request::cutoff_high>},
    {"band", set_number<&sweep_request::band>},
    {"alpha", set_number<&sweep_request::alpha>},
    {"causal", set_list<&sweep_request::causal, &sweep_request::causal_count>},
    {"anticausal", set_list<&sweep_request::anticausal, &sweep_request::anticausal_count>},
    {"feedforward", set_list<&sweep_request::feedforward, &sweep_request::feedforward_count>},
    {"anticausal_feedforward",
     set_list<&sweep_request::anticausal_feedforward, &sweep_request::anticausal_feedforward_count>},
    {"range", set_number<&sweep_request::range>},
    {"iterations", set_number<&sweep_request::iterations>},
    {"guide_channels", set_number<&sweep_request::guide_channels>},
    {"axes", set_number<&sweep_request::axes>},
    {"boundary", set_number<&sweep_request::boundary>},
    {"boundary_y", set_number<&sweep_request::boundary_y>},
    {"boundary_value", set_boundary_value},
    {"algorithm", set_algorithm},
    {"part", set_number<&sweep_request::part>},
};

bool set_parameter(sweep_request& request, PyObject* key, PyObject* value, Kept& kept) {
    std::string name;
    if (!set_word(key, name)) return false;
    for (const auto& parameter : parameters)
        if (parameter.name == name) return parameter.set(request, value, kept);
    PyErr_Format(PyExc_TypeError, "unknown parameter '%s'", name.c_str());
    return false;
}

// Plan(width, height, channels, input, engine, more): every key of `more` is a member of sweep_request, with a list
// for one of its arrays.
bool make(PlanObject& made, PyObject* arguments) {
    sweep_request request;
    int input = 0, engine = 0;
    PyObject* more = nullptr;
    if (!is_ok(sweep_request_init(&request)) ||
        !PyArg_ParseTuple(arguments, "iiiiiO!:Plan", &request.width, &request.height, &request.channels,
                          &input, &engine, &PyDict_Type, &more))
        return false;
    request.input = sweep_sample(input);
    request.engine = sweep_engine(engine);
    Kept kept;
    PyObject *key = nullptr, *value = nullptr;
    for (Py_ssize_t at = 0; PyDict_Next(more, &at, &key, &value);)
        if (!set_parameter(request, key, value, kept)) return false;
    made.turns = new std::mutex;
    return is_ok(among_others([&] { return sweep_plan_create(&request, &made.plan); })) &&
           is_ok(sweep_plan_get_info(made.plan, &made.info));
}

PyObject* plan_new(PyTypeObject* type, PyObject* arguments, PyObject*) {
    PyObject* const self = PyType_GenericAlloc(type, 0);  // which are zeros
    if (!self) return nullptr;
    bool is_made = false;
    try {
        is_made = make(plan_of(self), arguments);
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    }
    if (is_made) return self;
    Py_DECREF(self);
    return nullptr;
}

void plan_free(PyObject* self) {
    PyTypeObject* const type = Py_TYPE(self);
    sweep_plan_destroy(plan_of(self).plan);
    delete plan_of(self).turns;
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

void* pointer(Py_ssize_t address) {
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

// run(count, in, in_pitch, in_step, out, out_pitch, out_step), of addresses in host memory.
PyObject* plan_run(PyObject* self, PyObject* arguments) {
    Py_ssize_t count = 0, in = 0, in_pitch = 0, in_step = 0, out = 0, out_pitch = 0, out_step = 0;
    if (!PyArg_ParseTuple(arguments, "nnnnnnn:run", &count, &in, &in_pitch, &in_step, &out, &out_pitch,
                          &out_step))
        return nullptr;
    return in_turn(self, [&](sweep_plan* plan) {
        return sweep_run_batch(plan, std::size_t(count), pointer(in), std::size_t(in_pitch),
                               std::size_t(in_step), pointer(out), std::size_t(out_pitch),
                               std::size_t(out_step));
    });
}

// run_cuda(count, in, in_pitch, in_step, out, out_pitch, out_step, stream), of addresses in device memory.
PyObject* plan_run_cuda(PyObject* self, PyObject* arguments) {
    Py_ssize_t count = 0, in = 0, in_pitch = 0, in_step = 0, out = 0, out_pitch = 0, out_step = 0, stream = 0;
    if (!PyArg_ParseTuple(arguments, "nnnnnnnn:run_cuda", &count, &in, &in_pitch, &in_step, &out, &out_pitch,
                          &out_step, &stream))
        return nullptr;
    PlanObject& it = plan_of(self);
    const std::scoped_lock turn(*it.turns);  // it waits for nothing, so neither does who waits for it
    if (!is_ok(sweep_run_batch_cuda(it.plan, std::size_t(count), pointer(in), std::size_t(in_pitch),
                                    std::size_t(in_step), pointer(out), std::size_t(out_pitch),
                                    std::size_t(out_step), pointer(stream))))
        return nullptr;
    Py_RETURN_NONE;
}

// run_guided(in, guide, out, stream), of packed images; guide 0: the image itself. stream: None, for images in host
// memory, or a stream of CUDA.
PyObject* plan_run_guided(PyObject* self, PyObject* arguments) {
    Py_ssize_t in = 0, guide = 0, out = 0;
    PyObject* stream = nullptr;
    if (!PyArg_ParseTuple(arguments, "nnnO:run_guided", &in, &guide, &out, &stream)) return nullptr;
    const bool is_on_host = stream == Py_None;
    void* const on = is_on_host ? nullptr : PyLong_AsVoidPtr(stream);
    if (PyErr_Occurred()) return nullptr;
    return in_turn(self, [&](sweep_plan* plan) {
        return is_on_host
                   ? sweep_run_guided(plan, pointer(in), 0, pointer(guide), 0, pointer(out), 0)
                   : sweep_run_guided_cuda(plan, pointer(in), 0, pointer(guide), 0, pointer(out), 0, on);
    });
}

// The numbers of a sequence; empty: Python's exception says why not.
template <class T>
std::vector<T> numbers_of(PyObject* sequence) {
    std::vector<T> numbers;
    const Py_ssize_t count = PySequence_Size(sequence);
    for (Py_ssize_t i = 0; i < count && !PyErr_Occurred(); ++i) {
        PyObject* const number = PySequence_GetItem(sequence, i);
        const Py_ssize_t value = number ? PyLong_AsSsize_t(number) : 0;
        if constexpr (std::is_pointer_v<T>)
            numbers.push_back(static_cast<T>(pointer(value)));
        else
            numbers.push_back(T(value));
        Py_XDECREF(number);
    }
    if (PyErr_Occurred()) numbers.clear();
    return numbers;
}

double* numbers_at(Py_ssize_t address) {
    return static_cast<double*>(pointer(address));
}

// What follows is of packed parts, by their addresses: in host memory, or where there is a stream in device memory.
// part_perimeters(in, perimeters)
PyObject* part_perimeters(PyObject* self, PyObject* arguments) {
    Py_ssize_t in = 0, to = 0;
    if (!PyArg_ParseTuple(arguments, "nn:part_perimeters", &in, &to)) return nullptr;
    return in_turn(
        self, [&](sweep_plan* plan) { return sweep_part_perimeters(plan, pointer(in), 0, numbers_at(to)); });
}

// part_perimeters_cuda(width, height, in, perimeters, stream)
PyObject* part_perimeters_cuda(PyObject* self, PyObject* arguments) {
    int width = 0, height = 0;
    Py_ssize_t in = 0, to = 0, stream = 0;
    if (!PyArg_ParseTuple(arguments, "iinnn:part_perimeters_cuda", &width, &height, &in, &to, &stream))
        return nullptr;
    return in_turn(self, [&](sweep_plan* plan) {
        return sweep_part_perimeters_cuda(plan, width, height, pointer(in), 0, numbers_at(to),
                                          pointer(stream));
    });
}

// part_scan(lengths, numbers)
PyObject* part_scan(PyObject* self, PyObject* arguments) {
    PyObject *of_lengths = nullptr, *of_numbers = nullptr;
    if (!PyArg_ParseTuple(arguments, "OO:part_scan", &of_lengths, &of_numbers)) return nullptr;
    const auto lengths = numbers_of<int>(of_lengths);
    const auto numbers = numbers_of<double*>(of_numbers);
    if (PyErr_Occurred()) return nullptr;
    return in_turn(self, [&](sweep_plan* plan) {
        return sweep_part_scan(plan, std::min(lengths.size(), numbers.size()), lengths.data(),
                               numbers.data());
    });
}

// part_scan_cuda(lines, lengths, perimeters, part, states, stream)
PyObject* part_scan_cuda(PyObject* self, PyObject* arguments) {
    PyObject *of_lengths = nullptr, *of_perimeters = nullptr;
    Py_ssize_t lines = 0, part = 0, states = 0, stream = 0;
    if (!PyArg_ParseTuple(arguments, "nOOnnn:part_scan_cuda", &lines, &of_lengths, &of_perimeters, &part,
                          &states, &stream))
        return nullptr;
    const auto lengths = numbers_of<int>(of_lengths);
    const auto perimeters = numbers_of<const double*>(of_perimeters);
    if (PyErr_Occurred()) return nullptr;
    return in_turn(self, [&](sweep_plan* plan) {
        return sweep_part_scan_cuda(plan, std::size_t(lines), std::min(lengths.size(), perimeters.size()),
                                    lengths.data(), perimeters.data(), std::size_t(part), numbers_at(states),
                                    pointer(stream));
    });
}

// part_run(in, states, out)
PyObject* part_run(PyObject* self, PyObject* arguments) {
    Py_ssize_t in = 0, states = 0, out = 0;
    if (!PyArg_ParseTuple(arguments, "nnn:part_run", &in, &states, &out)) return nullptr;
    return in_turn(self, [&](sweep_plan* plan) {
        return sweep_part_run(plan, pointer(in), 0, numbers_at(states), pointer(out), 0);
    });
}

// part_enter_cuda(width, height, states, image, stream)
PyObject* part_enter_cuda(PyObject* self, PyObject* arguments) {
    int width = 0, height = 0;
    Py_ssize_t states = 0, image = 0, stream = 0;
    if (!PyArg_ParseTuple(arguments, "iinnn:part_enter_cuda", &width, &height, &states, &image, &stream))
        return nullptr;
    return in_turn(self, [&](sweep_plan* plan) {
        return sweep_part_enter_cuda(plan, width, height, numbers_at(states), pointer(image), 0,
                                     pointer(stream));
    });
}

// exponentials(axis, before): a list of pairs (pole, weight); `axis`: 1 along x, 2 along y.
PyObject* plan_exponentials(PyObject* self, PyObject* arguments) {
    int axis = 0, before = 0;
    if (!PyArg_ParseTuple(arguments, "ip:exponentials", &axis, &before)) return nullptr;
    sweep_exponential all[16];
    std::size_t count = 0;
    if (!is_ok(sweep_plan_get_exponentials(plan_of(self).plan, sweep_axes(axis), before, std::size(all), all,
                                           &count)))
        return nullptr;
    PyObject* const pairs = PyList_New(Py_ssize_t(count));
    for (std::size_t i = 0; pairs && i < count; ++i) {
        PyObject* const pair = Py_BuildValue("(NN)", PyComplex_FromDoubles(all[i].pole_re, all[i].pole_im),
                                             PyComplex_FromDoubles(all[i].weight_re, all[i].weight_im));
        if (!pair) {
            Py_DECREF(pairs);
            return nullptr;
        }
        PyList_SetItem(pairs, Py_ssize_t(i), pair);
    }
    return pairs;
}

PyObject* plan_engine(PyObject* self, void*) {
    return PyLong_FromLong(plan_of(self).info.engine);
}
PyObject* plan_algorithm(PyObject* self, void*) {
    return PyUnicode_FromString(plan_of(self).info.algorithm);
}
PyObject* plan_working_bytes(PyObject* self, void*) {
    return PyLong_FromSize_t(plan_of(self).info.working_bytes);
}
PyObject* plan_output(PyObject* self, void*) {
    return PyLong_FromLong(plan_of(self).info.output);
}

// solve_tridiagonal(before, length, after, sample, out, lower, diagonal, upper, rhs, stream): each a tuple of an
// address and three steps. stream: None, for arrays in host memory, or a stream of CUDA.
PyObject* solve_tridiagonal(PyObject*, PyObject* arguments) {
    sweep_tridiagonal it{};
    Py_ssize_t before = 0, length = 0, after = 0, out = 0, data[4] = {};
    int sample = 0;
    PyObject* stream = nullptr;
    sweep_numbers* const arrays[] = {&it.lower, &it.diagonal, &it.upper, &it.rhs};
    sweep_numbers &a = it.lower, &b = it.diagonal, &c = it.upper, &d = it.rhs;
    if (!PyArg_ParseTuple(arguments, "nnnin(nnnn)(nnnn)(nnnn)(nnnn)O:solve_tridiagonal", &before, &length,
                          &after, &sample, &out, &data[0], &a.before, &a.along, &a.after, &data[1], &b.before,
                          &b.along, &b.after, &data[2], &c.before, &c.along, &c.after, &data[3], &d.before,
                          &d.along, &d.after, &stream))
        return nullptr;
    for (std::size_t i = 0; i < std::size(arrays); ++i) arrays[i]->data = pointer(data[i]);
    it.before = std::size_t(before), it.length = std::size_t(length), it.after = std::size_t(after);
    it.sample = sweep_sample(sample);
    const bool is_on_host = stream == Py_None;
    void* const on = is_on_host ? nullptr : PyLong_AsVoidPtr(stream);
    if (PyErr_Occurred()) return nullptr;
    if (!is_ok(among_others([&] {
            return is_on_host ? sweep_solve_tridiagonal(&it, pointer(out))
                              : sweep_solve_tridiagonal_cuda(&it, pointer(out), on);
        })))
        return nullptr;
    Py_RETURN_NONE;
}

PyMethodDef functions[] = {{"solve_tridiagonal", solve_tridiagonal, METH_VARARGS, nullptr},
                           {nullptr, nullptr, 0, nullptr}};

PyMethodDef methods[] = {{"run", plan_run, METH_VARARGS, nullptr},
                         {"run_cuda", plan_run_cuda, METH_VARARGS, nullptr},
                         {"run_guided", plan_run_guided, METH_VARARGS, nullptr},
                         {"exponentials", plan_exponentials, METH_VARARGS, nullptr},
                         {"part_perimeters", part_perimeters, METH_VARARGS, nullptr},
                         {"part_perimeters_cuda", part_perimeters_cuda, METH_VARARGS, nullptr},
                         {"part_scan", part_scan, METH_VARARGS, nullptr},
                         {"part_scan_cuda", part_scan_cuda, METH_VARARGS, nullptr},
                         {"part_run", part_run, METH_VARARGS, nullptr},
                         {"part_enter_cuda", part_enter_cuda, METH_VARARGS, nullptr},
                         {nullptr, nullptr, 0, nullptr}};

PyGetSetDef properties[] = {{"engine", plan_engine, nullptr, nullptr, nullptr},
                            {"algorithm", plan_algorithm, nullptr, nullptr, nullptr},
                            {"working_bytes", plan_working_bytes, nullptr, nullptr, nullptr},
                            {"output", plan_output, nullptr, nullptr, nullptr},
                            {nullptr, nullptr, nullptr, nullptr, nullptr}};

PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void*>(plan_new)},
                       {Py_tp_dealloc, reinterpret_cast<void*>(plan_free)},
                       {Py_tp_methods, methods},
                       {Py_tp_getset, properties},
                       {0, nullptr}};

PyType_Spec plan_spec = {"sweep._sweep.Plan", int(sizeof(PlanObject)), 0, Py_TPFLAGS_DEFAULT, slots};

PyModuleDef module_definition = {PyModuleDef_HEAD_INIT,
                                 "_sweep",
                                 "The compiled part of sweep",
                                 -1,
                                 functions,
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__sweep() {
    PyObject* const module = PyModule_Create(&module_definition);
    if (!module) return nullptr;
    PyObject* const type = PyType_FromSpec(&plan_spec);
    if (!type || PyModule_AddObject(module, "Plan", type) < 0 ||
        PyModule_AddStringConstant(module, "__version__", sweep_version()) < 0) {
        Py_DECREF(module);
        return nullptr;
    }
    return module;
}
