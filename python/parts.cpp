// The methods of a plan that is of a part of a larger image.
#include "python/parts.h"

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "python/plan_object.h"

namespace sweep::python {
namespace {

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

}  // namespace

PyObject* part_perimeters(PyObject* self, PyObject* arguments) {
    Py_ssize_t in = 0, to = 0;
    if (!PyArg_ParseTuple(arguments, "nn:part_perimeters", &in, &to)) return nullptr;
    return in_turn(
        self, [&](sweep_plan* plan) { return sweep_part_perimeters(plan, pointer(in), 0, numbers_at(to)); });
}

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

PyObject* part_run(PyObject* self, PyObject* arguments) {
    Py_ssize_t in = 0, states = 0, out = 0;
    if (!PyArg_ParseTuple(arguments, "nnn:part_run", &in, &states, &out)) return nullptr;
    return in_turn(self, [&](sweep_plan* plan) {
        return sweep_part_run(plan, pointer(in), 0, numbers_at(states), pointer(out), 0);
    });
}

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

}  // namespace sweep::python
