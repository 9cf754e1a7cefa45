// The C interface over the engines: checks what callers give, and turns exceptions into statuses.
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/engine/missing_samples.h"
#include "core/engine/small_samples.h"
#include "core/families/algorithms.h"
#include "core/filter/parallel_form.h"
#include "core/filter/taps.h"
#include "engines/start.h"
#include "lib/moments.h"
#include "lib/request.h"
#include "lib/sweep.h"

using namespace sweep;
using namespace sweep::library;

struct sweep_plan {
    Problem problem;
    Derived derived;
    // The engines are prepared for the image times 2 to this power; nothing: after a run that failed, for something else.
    std::optional<int> exponent;
    std::unique_ptr<Engine> engine;
    // Of the other runs that what is derived needs, and their results; float_input: the image, where it is of bytes.
    std::vector<std::unique_ptr<Engine>> more_engines;
    std::vector<Image> more_results;
    Image float_input;
    std::optional<Moments> moments;     // in place of these two, of what is derived of means and deviations
    DeviceEngine* on_device = nullptr;  // the engine, where it filters device memory
    std::string algorithm, notes;
    std::optional<Missing> missing;
    std::atomic_flag is_running;
};

namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

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

// Runs a function of the interface: nothing is thrown out of it.
template <class F>
sweep_status guarded(F&& f) {
    try {
        f();
        return SWEEP_OK;
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

// The plans that live, so that a handle that is none is an error and no crash.
class Plans {
  public:
    void add(const sweep_plan* plan) {
        const std::scoped_lock lock(mutex_);
        all_.insert(plan);
    }
    void require(const sweep_plan* plan) {
        const std::scoped_lock lock(mutex_);
        require_known(plan);
    }
    // Marks the plan as one that runs, which nobody destroys; refuses it as `what` where it runs already.
    void start(sweep_plan* plan, const char* what) {
        const std::scoped_lock lock(mutex_);
        require_known(plan);
        if (plan->is_running.test_and_set()) refuse(what);
    }
    // Forgets a plan, which whoever has started it may then delete.
    void remove(const sweep_plan* plan) {
        const std::scoped_lock lock(mutex_);
        all_.erase(plan);
    }

  private:
    void require_known(const sweep_plan* plan) {
        if (!all_.count(plan)) refuse("this is no plan: it was destroyed, or never made");
    }

    std::mutex mutex_;
    std::set<const sweep_plan*> all_;
};

Plans& plans() {
    static auto* all = new Plans;  // outlives the destructors of the caller's statics
    return *all;
}

// The distance of rows in bytes.
std::ptrdiff_t pitch_of(const Problem& problem, Sample sample, std::size_t given, const char* name) {
    const std::size_t row = problem.shape.row_bytes(sample);
    if (given == 0) return std::ptrdiff_t(row);
    if (given < row)
        refuse(std::string(name) + " is " + std::to_string(given) + " bytes, and a row has " +
               std::to_string(row));
    if (given % size_of(sample) != 0) refuse(std::string(name) + " is no multiple of the size of a sample");
    if (given > std::size_t(1) << 40)
        refuse(std::string(name) + " is beyond every memory: it may be negative");
    return std::ptrdiff_t(given);
}

// One thread at a time runs a plan.
class Running {
  public:
    explicit Running(sweep_plan* plan) : plan_(plan) {
        plans().start(plan, "another thread runs this plan: give each thread a plan of its own");
    }
    ~Running() { plan_->is_running.clear(); }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

  private:
    sweep_plan* plan_;
};

struct Images {
    ConstImageView in;
    ImageView out;
};

Images images_of(const sweep_plan& plan, const void* in, std::size_t in_pitch, void* out,
                 std::size_t out_pitch) {
    if (!in) refuse("in is NULL");
    if (!out) refuse("out is NULL");
    const Problem& p = plan.problem;
    const Sample sample = output_sample(p);
    const auto is_aligned = [](const void* pointer, Sample of) {
        return reinterpret_cast<std::uintptr_t>(pointer) % size_of(of) == 0;
    };
    if (!is_aligned(in, p.input) || !is_aligned(out, sample))
        refuse("an image does not begin at a multiple of the size of its samples");
    Images images{{in, p.shape, p.input, pitch_of(p, p.input, in_pitch, "in_pitch")},
                  {out, p.shape, sample, pitch_of(p, sample, out_pitch, "out_pitch")}};
    const auto first = [](const ConstImageView& view) { return reinterpret_cast<std::uintptr_t>(view.data); };
    const auto end = [&](const ConstImageView& view) {
        return first(view) + std::uintptr_t(view.stride) * std::uintptr_t(p.shape.height - 1) +
               p.shape.row_bytes(view.sample);
    };
    const bool overlap = first(images.in) < end(images.out) && first(images.out) < end(images.in);
    if (overlap &&
        (in != out || images.in.stride != images.out.stride || size_of(p.input) != size_of(sample)))
        refuse("in and out overlap: give the same image twice, or two that are apart");
    return images;
}

// The image as it is filtered, in floating point: bytes are decoded.
ConstImageView as_filtered(sweep_plan& plan, ConstImageView in) {
    if (in.sample != Sample::u8) return in;
    const std::array<float, 256> colour = byte_to_float(plan.problem.linear), alpha = byte_to_float(false);
    const int channels = in.shape.channels;
    for (int y = 0; y < in.shape.height; ++y)
        for (int i = 0; i < in.shape.width * channels; ++i) {
            const bool is_alpha = channels % 2 == 0 && i % channels == channels - 1;
            plan.float_input.view().row<float>(y)[i] =
                (is_alpha ? alpha : colour)[in.row<std::uint8_t>(y)[i]];
        }
    return std::as_const(plan.float_input).view();
}

// Starts and prepares what the plan's problem and what is derived from it need.
void start_engines(sweep_plan& plan, EngineKind kind) {
    if (info(plan.derived.kind).of_moments) {
        if (kind == EngineKind::cuda)
            refuse("derived: the " + std::string(info(plan.derived.kind).title) +
                   " is computed in float64, which CUDA does not have: take SWEEP_ENGINE_AUTO or "
                   "SWEEP_ENGINE_CPU");
        plan.engine = start_engine(kind, Sample::f64, nullptr).engine;
        plan.moments.emplace(plan.derived, plan.problem, *plan.engine);
        return;
    }
    const std::vector<DerivedRun> runs = runs_of(plan.derived, plan.problem);
    for (const DerivedRun& run : runs) validate(run.problem);
    const auto start = [&](const Problem& problem) {
        auto engine = start_engine(kind, problem.input, nullptr).engine;
        engine->prepare(problem);
        return engine;
    };
    plan.engine = start(runs.front().problem);
    for (std::size_t i = 1; i < runs.size(); ++i) {
        const Problem& problem = runs[i].problem;
        plan.more_engines.push_back(start(problem));
        plan.more_results.push_back(
            make_image(problem.shape, output_sample(problem), "the result of a second run"));
    }
    if (!plan.derived.is_none() && plan.problem.input == Sample::u8)
        plan.float_input = make_image(plan.problem.shape, Sample::f32, "the image in floating point");
    plan.exponent = 0;
}

// Prepares the engines for images times 2 to this power.
void prepare_for(sweep_plan& plan, int exponent) {
    if (plan.exponent == exponent) return;
    plan.exponent.reset();
    const std::vector<DerivedRun> runs = runs_of(plan.derived, of_multiple(plan.problem, exponent));
    plan.engine->prepare(runs.front().problem);
    for (std::size_t i = 0; i < plan.more_engines.size(); ++i)
        plan.more_engines[i]->prepare(runs[i + 1].problem);
    plan.exponent = exponent;
}

// Runs the engine, or all of them where something is derived from their results, on the image times 2 to this power.
void run_multiple(sweep_plan& plan, int exponent, ConstImageView in, ImageView out) {
    prepare_for(plan, exponent);
    plan.engine->run(in, out);
    if (plan.derived.is_none()) return;
    std::vector<ConstImageView> results{out};
    for (std::size_t i = 0; i < plan.more_engines.size(); ++i) {
        plan.more_engines[i]->run(in, plan.more_results[i].view());
        results.push_back(std::as_const(plan.more_results[i]).view());
    }
    Derived derived = plan.derived;
    derived.threshold = std::ldexp(derived.threshold, exponent);
    derive(derived, plan.problem.filter, as_filtered(plan, in), results, out, false);
}

void run_engines(sweep_plan& plan, ConstImageView in, ImageView out) {
    if (plan.moments) return plan.moments->run(in, out);
    const int exponent = exponent_of_small(plan.problem, in);
    if (exponent == 0) return run_multiple(plan, 0, in, out);
    Image multiple = make_image(in.shape, in.sample, "a multiple of small samples");
    multiply_by_power_of_two(in, exponent, multiple.view());
    run_multiple(plan, exponent, std::as_const(multiple).view(), out);
    multiply_by_power_of_two(out, -exponent, out);
}

// Which samples are NaN, a byte each; empty: none is.
template <class T>
Image missing_in(ConstImageView image) {
    const int row = image.shape.width * image.shape.channels;
    Image missing;
    for (int y = 0; y < image.shape.height; ++y)
        for (int i = 0; i < row; ++i) {
            if (!std::isnan(image.row<T>(y)[i])) continue;
            if (missing.empty()) {
                missing = make_image(image.shape, Sample::u8, "which samples are missing");
                std::memset(missing.data<std::uint8_t>(), 0, missing.bytes());
            }
            missing.view().row<std::uint8_t>(y)[i] = 1;
        }
    return missing;
}

// Filters an image with these samples missing; false: none is, and nothing is done.
template <class T>
bool run_without_missing(sweep_plan& plan, const Images& images) {
    const Image missing = missing_in<T>(images.in);
    if (missing.empty()) return false;
    const int row = images.in.shape.width * images.in.shape.channels;
    Image there = make_image(images.in.shape, images.in.sample, "a copy of the input");
    for (int y = 0; y < images.in.shape.height; ++y)
        for (int i = 0; i < row; ++i)
            there.view().row<T>(y)[i] =
                missing.view().row<std::uint8_t>(y)[i] ? T(0) : images.in.row<T>(y)[i];
    if (*plan.missing == Missing::zero) {
        run_engines(plan, std::as_const(there).view(), images.out);
        return true;
    }
    plan.exponent.reset();
    const Image weights = filtered_weights(*plan.engine, plan.problem, missing.view());
    run_engines(plan, std::as_const(there).view(), images.out);
    divide_by_weights(images.out, weights.view(), missing.view(), *plan.missing);
    return true;
}

void run_on_host(sweep_plan& plan, Images images) {
    if (plan.missing && (images.in.sample == Sample::f64   ? run_without_missing<double>(plan, images)
                         : images.in.sample == Sample::f32 ? run_without_missing<float>(plan, images)
                                                           : false))
        return;
    if (images.in.data == images.out.data) {
        Image beside = make_image(plan.problem.shape, plan.problem.input, "a copy of the input");
        const std::size_t row = plan.problem.shape.row_bytes(plan.problem.input);
        for (int y = 0; y < plan.problem.shape.height; ++y)
            std::memcpy(beside.view().row<std::byte>(y), images.in.row<std::byte>(y), row);
        run_engines(plan, std::as_const(beside).view(), images.out);
    } else {
        run_engines(plan, images.in, images.out);
    }
}

// Image number i of a batch.
Images image_of_batch(const sweep_plan& plan, std::size_t i, const void* in, std::size_t in_pitch,
                      std::size_t in_step, void* out, std::size_t out_pitch, std::size_t out_step) {
    return images_of(plan, in ? static_cast<const std::byte*>(in) + i * in_step : nullptr, in_pitch,
                     out ? static_cast<std::byte*>(out) + i * out_step : nullptr, out_pitch);
}

}  // namespace

sweep_status sweep_request_init(sweep_request* request) {
    return guarded([&] {
        if (!request) refuse("request is NULL");
        *request = usual_request();
    });
}

sweep_status sweep_plan_create(const sweep_request* request, sweep_plan** plan) {
    if (plan) *plan = nullptr;
    return guarded([&] {
        if (!request || !plan) refuse("request or plan is NULL");
        if (request->struct_size != sizeof *request)
            refuse("the request was not set by sweep_request_init() of this version");
        auto made = std::make_unique<sweep_plan>();
        made->problem = problem_of(*request);
        validate(made->problem);
        made->missing = missing_of(*request, made->problem);
        made->notes = without_effect(*request);
        made->derived = derived_of(*request);
        start_engines(*made, engine_of(*request));
        made->algorithm = algorithm_name(made->engine->resolved());
        made->on_device = made->engine->on_device();
        if (made->on_device) made->on_device->wait();
        plans().add(made.get());
        *plan = made.release();
    });
}

sweep_status sweep_plan_destroy(sweep_plan* plan) {
    return guarded([&] {
        if (!plan) return;
        plans().start(plan, "a thread runs this plan: wait for it, then destroy the plan");
        plans().remove(plan);
        delete plan;
    });
}

sweep_status sweep_run(sweep_plan* plan, const void* in, size_t in_pitch, void* out, size_t out_pitch) {
    return sweep_run_batch(plan, 1, in, in_pitch, 0, out, out_pitch, 0);
}

sweep_status sweep_run_cuda(sweep_plan* plan, const void* in, size_t in_pitch, void* out, size_t out_pitch,
                            void* stream) {
    return sweep_run_batch_cuda(plan, 1, in, in_pitch, 0, out, out_pitch, 0, stream);
}

sweep_status sweep_run_batch(sweep_plan* plan, size_t count, const void* in, size_t in_pitch, size_t in_step,
                             void* out, size_t out_pitch, size_t out_step) {
    return guarded([&] {
        const Running running(plan);
        for (std::size_t i = 0; i < count; ++i)
            run_on_host(*plan, image_of_batch(*plan, i, in, in_pitch, in_step, out, out_pitch, out_step));
    });
}

sweep_status sweep_run_batch_cuda(sweep_plan* plan, size_t count, const void* in, size_t in_pitch,
                                  size_t in_step, void* out, size_t out_pitch, size_t out_step,
                                  void* stream) {
    return guarded([&] {
        const Running running(plan);
        if (!plan->on_device)
            refuse("this plan is not of the CUDA engine: use sweep_run(), or SWEEP_ENGINE_CUDA");
        if (plan->missing)
            refuse(
                "missing: samples are looked for in host memory alone: use sweep_run(), or SWEEP_MISSING_SPREAD");
        prepare_for(*plan, 0);
        const auto image = [&](std::size_t i) {
            return image_of_batch(*plan, i, in, in_pitch, in_step, out, out_pitch, out_step);
        };
        if (plan->derived.is_none()) {
            for (std::size_t i = 1; i < count; ++i) image(i);  // refuses what overlaps before anything runs
            if (count > 0)
                plan->on_device->run_batch_on_device(count, image(0).in, in_step, image(0).out, out_step,
                                                     stream);
            return;
        }
        const DerivedNumbers numbers = numbers_of(plan->derived, plan->problem.filter);
        std::vector<DeviceEngine*> others;
        for (const auto& engine : plan->more_engines) others.push_back(engine->on_device());
        for (std::size_t i = 0; i < count; ++i)
            plan->on_device->derive_on_device(plan->derived.kind, numbers, others, image(i).in, image(i).out,
                                              stream);
    });
}

sweep_status sweep_plan_get_info(const sweep_plan* plan, sweep_plan_info* info) {
    return guarded([&] {
        plans().require(plan);
        if (!info) refuse("info is NULL");
        info->engine = sweep_engine(int(plan->engine->kind()));
        info->algorithm = plan->algorithm.c_str();
        info->output = sample_of(output_sample(plan->problem));
        info->working_bytes = plan->engine->working_bytes() + plan->float_input.bytes() +
                              (plan->moments ? plan->moments->bytes() : 0);
        for (const auto& engine : plan->more_engines) info->working_bytes += engine->working_bytes();
        for (const Image& result : plan->more_results) info->working_bytes += result.bytes();
    });
}

sweep_status sweep_plan_get_notes(const sweep_plan* plan, const char** notes) {
    return guarded([&] {
        plans().require(plan);
        if (!notes) refuse("notes is NULL");
        *notes = plan->notes.c_str();
    });
}

sweep_status sweep_plan_get_exponentials(const sweep_plan* plan, sweep_axes axis, int before, size_t capacity,
                                         sweep_exponential* all, size_t* count) {
    return guarded([&] {
        plans().require(plan);
        if (!count || (!all && capacity > 0)) refuse("all or count is NULL");
        if (axis != SWEEP_AXES_X && axis != SWEEP_AXES_Y) refuse("axis is SWEEP_AXES_X or SWEEP_AXES_Y");
        if (!is_recursive(plan->problem.filter.kind))
            refuse("exponentials: the filter is not recursive, and has none");
        const FilterDesign& filter = plan->engine->job().design;
        const AxisDesign& of_axis = axis == SWEEP_AXES_X ? filter.rows : filter.columns;
        if (const std::string reason = parallel_refusal(of_axis); !reason.empty())
            refuse("exponentials: their sum " + reason);
        const double gain = of_axis.causal.gain * of_axis.anticausal.gain;
        *count = 0;
        for (const Exponential& e : before ? exponentials_of(of_axis.anticausal, of_axis.causal)
                                           : exponentials_of(of_axis.causal, of_axis.anticausal)) {
            if (e.pole == 0.0) continue;
            const std::complex<double> weight = e.weight * gain;
            if (*count < capacity) all[*count] = {e.pole.real(), e.pole.imag(), weight.real(), weight.imag()};
            ++*count;
        }
    });
}

const char* sweep_last_error(void) {
    return last_error().c_str();
}

const char* sweep_version(void) {
    return SWEEP_VERSION;
}
