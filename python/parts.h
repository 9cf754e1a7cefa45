// Methods of a plan that is of a part of a larger image. They take packed parts by their addresses: in host memory, or
// where there is a stream in device memory.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

namespace sweep::python {

// part_perimeters(in, perimeters)
PyObject* part_perimeters(PyObject* self, PyObject* arguments);
// part_perimeters_cuda(width, height, in, perimeters, stream)
PyObject* part_perimeters_cuda(PyObject* self, PyObject* arguments);
// part_scan(lengths, numbers)
PyObject* part_scan(PyObject* self, PyObject* arguments);
// part_scan_cuda(lines, lengths, perimeters, part, states, stream)
PyObject* part_scan_cuda(PyObject* self, PyObject* arguments);
// part_run(in, states, out)
PyObject* part_run(PyObject* self, PyObject* arguments);
// part_enter_cuda(width, height, states, image, stream)
PyObject* part_enter_cuda(PyObject* self, PyObject* arguments);

}  // namespace sweep::python
