// The part of the Python module that is compiled, in Python's stable ABI (PEP 384), so that one file serves CPython
// 3.9 and all that came after it: a plan, and runs on pointers. What users see is python/sweep/__init__.py.
#define PY_SSIZE_T_CLEAN
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

#include "python/parts.h"
#include "python/plan_object.h"

using namespace sweep::python;

namespace {

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
