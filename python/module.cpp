// The part of the Python module that is compiled: a plan, and runs on pointers. What users see is python/sweep/__init__.py.
#include <complex>
#include <cstdint>
#include <iterator>
#include <mutex>
#include <string>
#include <vector>

#include <pybind11/complex.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "lib/sweep.hpp"

namespace py = pybind11;

namespace {

// Python's exceptions: ValueError for what makes no sense, MemoryError or RuntimeError for what fails.
void check(sweep_status status) {
    if (status == SWEEP_OK) return;
    const std::string what = sweep_last_error();
    if (status == SWEEP_USAGE) throw py::value_error(what);
    PyErr_SetString(what.find("memory") != std::string::npos ? PyExc_MemoryError : PyExc_RuntimeError,
                    what.c_str());
    throw py::error_already_set();
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

// A plan of the C interface. Threads take turns.
class Plan {
  public:
    // Every keyword is a member of sweep_request, or a list for one of its arrays.
    Plan(int width, int height, int channels, int input, int engine, const py::dict& more) {
        sweep_request r;
        check(sweep_request_init(&r));
        r.width = width;
        r.height = height;
        r.channels = channels;
        r.input = sweep_sample(input);
        r.engine = sweep_engine(engine);
        std::string algorithm;
        std::vector<double> causal, anticausal, feedforward, anticausal_feedforward;
        const auto numbers = [](const py::handle& value, std::vector<double>& kept, const double*& first,
                                std::size_t& count) {
            kept = value.cast<std::vector<double>>();
            first = kept.data();
            count = kept.size();
        };
        for (const auto& [key, value] : more) {
            const auto name = key.cast<std::string>();
            if (name == "filter")
                r.filter = sweep_filter(value.cast<int>());
            else if (name == "sigma")
                r.sigma = value.cast<double>();
            else if (name == "sigma_y")
                r.sigma_y = value.cast<double>();
            else if (name == "order")
                r.order = value.cast<int>();
            else if (name == "accuracy")
                r.accuracy = value.cast<double>();
            else if (name == "derivative_x")
                r.derivative_x = value.cast<int>();
            else if (name == "derivative_y")
                r.derivative_y = value.cast<int>();
            else if (name == "box_width")
                r.box_width = value.cast<int>();
            else if (name == "box_height")
                r.box_height = value.cast<int>();
            else if (name == "box_origin_x")
                r.box_origin_x = value.cast<int>();
            else if (name == "box_origin_y")
                r.box_origin_y = value.cast<int>();
            else if (name == "cutoff")
                r.cutoff = value.cast<double>();
            else if (name == "ripple")
                r.ripple = value.cast<double>();
            else if (name == "attenuation")
                r.attenuation = value.cast<double>();
            else if (name == "cutoff_high")
                r.cutoff_high = value.cast<double>();
            else if (name == "band")
                r.band = sweep_band(value.cast<int>());
            else if (name == "alpha")
                r.alpha = value.cast<double>();
            else if (name == "causal")
                numbers(value, causal, r.causal, r.causal_count);
            else if (name == "anticausal")
                numbers(value, anticausal, r.anticausal, r.anticausal_count);
            else if (name == "feedforward")
                numbers(value, feedforward, r.feedforward, r.feedforward_count);
            else if (name == "anticausal_feedforward")
                numbers(value, anticausal_feedforward, r.anticausal_feedforward,
                        r.anticausal_feedforward_count);
            else if (name == "axes")
                r.axes = sweep_axes(value.cast<int>());
            else if (name == "boundary")
                r.boundary = sweep_boundary(value.cast<int>());
            else if (name == "boundary_y")
                r.boundary_y = sweep_boundary(value.cast<int>());
            else if (name == "boundary_value")
                r.boundary_value[0] = value.cast<double>();
            else if (name == "algorithm")
                r.algorithm = (algorithm = value.cast<std::string>()).c_str();
            else
                throw py::type_error("unknown parameter '" + name + "'");
        }
        check(among_others([&] { return sweep_plan_create(&r, &plan_); }));
        check(sweep_plan_get_info(plan_, &info_));
    }
    ~Plan() { sweep_plan_destroy(plan_); }
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;

    void run(std::size_t count, std::uintptr_t in, std::size_t in_pitch, std::size_t in_step,
             std::uintptr_t out, std::size_t out_pitch, std::size_t out_step) {
        check(among_others([&] {
            const std::scoped_lock turn(mutex_);
            return sweep_run_batch(plan_, count, reinterpret_cast<const void*>(in), in_pitch, in_step,
                                   reinterpret_cast<void*>(out), out_pitch, out_step);
        }));
    }
    void run_cuda(std::size_t count, std::uintptr_t in, std::size_t in_pitch, std::size_t in_step,
                  std::uintptr_t out, std::size_t out_pitch, std::size_t out_step, std::uintptr_t stream) {
        const std::scoped_lock turn(mutex_);  // it waits for nothing, so neither does who waits for it
        check(sweep_run_batch_cuda(plan_, count, reinterpret_cast<const void*>(in), in_pitch, in_step,
                                   reinterpret_cast<void*>(out), out_pitch, out_step,
                                   reinterpret_cast<void*>(stream)));
    }
    // Pairs (pole, weight); `axis`: 1 along x, 2 along y.
    std::vector<std::pair<std::complex<double>, std::complex<double>>> exponentials(int axis,
                                                                                    bool before) const {
        sweep_exponential all[16];
        std::size_t count = 0;
        check(sweep_plan_get_exponentials(plan_, sweep_axes(axis), before, std::size(all), all, &count));
        std::vector<std::pair<std::complex<double>, std::complex<double>>> pairs;
        for (std::size_t i = 0; i < count; ++i)
            pairs.push_back({{all[i].pole_re, all[i].pole_im}, {all[i].weight_re, all[i].weight_im}});
        return pairs;
    }
    int engine() const { return int(info_.engine); }
    std::string algorithm() const { return info_.algorithm; }
    std::size_t working_bytes() const { return info_.working_bytes; }
    int output() const { return int(info_.output); }

  private:
    sweep_plan* plan_ = nullptr;
    sweep_plan_info info_{};
    std::mutex mutex_;
};

}  // namespace

PYBIND11_MODULE(_sweep, m) {
    m.doc() = "The compiled part of sweep";
    m.attr("__version__") = sweep_version();
    py::class_<Plan>(m, "Plan")
        .def(py::init<int, int, int, int, int, const py::dict&>())
        .def("run", &Plan::run)
        .def("run_cuda", &Plan::run_cuda)
        .def("exponentials", &Plan::exponentials)
        .def_property_readonly("engine", &Plan::engine)
        .def_property_readonly("algorithm", &Plan::algorithm)
        .def_property_readonly("working_bytes", &Plan::working_bytes)
        .def_property_readonly("output", &Plan::output);
}
