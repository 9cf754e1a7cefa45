// The C interface's runs.
#include "lib/run.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/base/copy_rows.h"
#include "core/base/memory.h"
#include "core/engine/missing_samples.h"
#include "core/engine/small_samples.h"
#include "lib/guarded.h"

namespace sweep::library {
namespace {

// The distance of rows in bytes.
std::ptrdiff_t pitch_of(const Shape& shape, Sample sample, std::size_t given, const char* name) {
    const std::size_t row = shape.row_bytes(sample);
    if (given == 0) return std::ptrdiff_t(row);
    if (given < row)
        refuse(std::string(name) + " is " + std::to_string(given) + " bytes, and a row has " +
               std::to_string(row));
    if (given % size_of(sample) != 0) refuse(std::string(name) + " is no multiple of the size of a sample");
    if (std::uint64_t(given) > std::uint64_t(1) << 40)
        refuse(std::string(name) + " is beyond every memory: it may be negative");
    return std::ptrdiff_t(given);
}

std::uintptr_t first(const ConstImageView& view) {
    return reinterpret_cast<std::uintptr_t>(view.data);
}
std::uintptr_t end(const ConstImageView& view) {
    return first(view) + std::uintptr_t(view.stride) * std::uintptr_t(view.shape.height - 1) +
           view.shape.row_bytes(view.sample);
}

void require_aligned(const void* pointer, Sample sample, const char* name) {
    if (!pointer) refuse(std::string(name) + " is NULL");
    if (reinterpret_cast<std::uintptr_t>(pointer) % size_of(sample) != 0)
        refuse("an image does not begin at a multiple of the size of its samples");
}

bool overlap(const ConstImageView& a, const ConstImageView& b) {
    return first(a) < end(b) && first(b) < end(a);
}

}  // namespace

ConstImageView view_of(const Shape& shape, Sample sample, const void* pointer, std::size_t pitch,
                       const char* name) {
    require_aligned(pointer, sample, name);
    return {pointer, shape, sample, pitch_of(shape, sample, pitch, (std::string(name) + "_pitch").c_str())};
}

namespace {

// The guide that was given, or the image itself.
ConstImageView guide_of(const sweep_plan& plan, ConstImageView in, const void* guide, std::size_t pitch) {
    if (guide && !plan.guide)
        refuse(
            "this plan follows no guide: give NULL, or take SWEEP_EDGE without tone_map, or SWEEP_BILATERAL");
    if (guide) return view_of(*plan.guide, in.sample, guide, pitch, "guide");
    if (plan.guide && plan.guide->channels != in.shape.channels)
        refuse("guide is NULL, and the image cannot take its place: it has " +
               std::to_string(in.shape.channels) + " channels, and guide_channels is " +
               std::to_string(plan.guide->channels));
    return in;
}

}  // namespace

ConstImageView input_of(const sweep_plan& plan, const void* in, std::size_t in_pitch) {
    return view_of(plan.problem.shape, plan.problem.input, in, in_pitch, "in");
}

Images images_of(const sweep_plan& plan, const void* in, std::size_t in_pitch, void* out,
                 std::size_t out_pitch, const void* guide, std::size_t guide_pitch) {
    const Problem& p = plan.problem;
    const Sample result = output_sample(p);
    const ConstImageView from = input_of(plan, in, in_pitch);
    const ImageView to{out, p.shape, result, view_of(p.shape, result, out, out_pitch, "out").stride};
    if (overlap(from, to) &&
        (in != out || from.stride != to.stride || size_of(from.sample) != size_of(to.sample)))
        refuse("in and out overlap: give the same image twice, or two that are apart");
    return {from, to, guide_of(plan, from, guide, guide_pitch)};
}

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

void prepare_for(sweep_plan& plan, int exponent) {
    if (plan.exponent == exponent) return;
    plan.exponent.reset();
    const std::vector<DerivedRun> runs = runs_of(plan.derived, of_multiple(plan.problem, exponent));
    plan.engine->prepare(runs.front().problem);
    for (std::size_t i = 0; i < plan.more_engines.size(); ++i)
        plan.more_engines[i]->prepare(runs[i + 1].problem);
    plan.exponent = exponent;
}

namespace {

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

// Calls f() with a copy of an image, in memory of the plan.
template <class F>
void with_copy(sweep_plan& plan, ConstImageView image, const char* what, F&& f) {
    if (plan.beside.empty()) plan.beside = make_image(image.shape, image.sample, what);
    copy_rows(image, plan.beside.view());
    f(std::as_const(plan.beside).view());
    // Beyond that taking memory costs next to nothing.
    constexpr std::size_t most_kept = std::size_t(4) << 20;
    if (plan.beside.bytes() > most_kept) plan.beside = {};
}

void follow_on_host(sweep_plan& plan, const Images& images) {
    const auto run = [&](ConstImageView guide) { plan.smoothing->run(images.in, guide, images.out); };
    if (plan.guide && overlap(images.guide, images.out))
        with_copy(plan, images.guide, "a copy of the guide", run);
    else
        run(images.guide);
}

void follow_on_device(sweep_plan& plan, const Images& images, void* stream) {
    if (overlap(images.guide, images.out) && images.guide.data != images.out.data)
        refuse("guide and out overlap: give two that are apart");
    plan.smoothing->run_on_device(images.in, images.guide, images.out, stream);
}

}  // namespace

void run_on_host(sweep_plan& plan, const Images& images) {
    if (plan.smoothing) return follow_on_host(plan, images);
    if (plan.missing && (images.in.sample == Sample::f64   ? run_without_missing<double>(plan, images)
                         : images.in.sample == Sample::f32 ? run_without_missing<float>(plan, images)
                                                           : false))
        return;
    const auto run = [&](ConstImageView in) { run_engines(plan, in, images.out); };
    if (images.in.data == images.out.data)
        with_copy(plan, images.in, "a copy of the input", run);
    else
        run(images.in);
}

}  // namespace sweep::library

using namespace sweep;
using namespace sweep::library;

namespace {

// Image number i of a batch.
Images image_of_batch(const sweep_plan& plan, std::size_t i, const void* in, std::size_t in_pitch,
                      std::size_t in_step, void* out, std::size_t out_pitch, std::size_t out_step) {
    if (plan.part) refuse("this plan is of a part of a larger image: use sweep_part_run()");
    return images_of(plan, in ? static_cast<const std::byte*>(in) + i * in_step : nullptr, in_pitch,
                     out ? static_cast<std::byte*>(out) + i * out_step : nullptr, out_pitch);
}

}  // namespace

sweep_status sweep_run(sweep_plan* plan, const void* in, size_t in_pitch, void* out, size_t out_pitch) {
    return sweep_run_batch(plan, 1, in, in_pitch, 0, out, out_pitch, 0);
}

sweep_status sweep_run_cuda(sweep_plan* plan, const void* in, size_t in_pitch, void* out, size_t out_pitch,
                            void* stream) {
    return sweep_run_batch_cuda(plan, 1, in, in_pitch, 0, out, out_pitch, 0, stream);
}

sweep_status sweep_run_guided(sweep_plan* plan, const void* in, size_t in_pitch, const void* guide,
                              size_t guide_pitch, void* out, size_t out_pitch) {
    if (!guide) return sweep_run(plan, in, in_pitch, out, out_pitch);
    return guarded([&] {
        const Running running(plan);
        run_on_host(*plan, images_of(*plan, in, in_pitch, out, out_pitch, guide, guide_pitch));
    });
}

sweep_status sweep_run_guided_cuda(sweep_plan* plan, const void* in, size_t in_pitch, const void* guide,
                                   size_t guide_pitch, void* out, size_t out_pitch, void* stream) {
    if (!guide) return sweep_run_cuda(plan, in, in_pitch, out, out_pitch, stream);
    return guarded([&] {
        const Running running(plan);
        follow_on_device(*plan, images_of(*plan, in, in_pitch, out, out_pitch, guide, guide_pitch), stream);
    });
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
        const auto image = [&](std::size_t i) {
            return image_of_batch(*plan, i, in, in_pitch, in_step, out, out_pitch, out_step);
        };
        if (plan->smoothing) {
            for (std::size_t i = 0; i < count; ++i) follow_on_device(*plan, image(i), stream);
            return;
        }
        if (!plan->on_device)
            refuse("this plan is not of the CUDA engine: use sweep_run(), or SWEEP_ENGINE_CUDA");
        if (plan->missing)
            refuse(
                "missing: samples are looked for in host memory alone: use sweep_run(), or SWEEP_MISSING_SPREAD");
        prepare_for(*plan, 0);
        if (plan->derived.is_none()) {
            if (count == 0) return;
            const Images first = image(0);
            for (std::size_t i = 1; i < count; ++i) image(i);  // refuses what overlaps before anything runs
            return plan->on_device->run_batch_on_device(count, first.in, in_step, first.out, out_step,
                                                        stream);
        }
        const DerivedNumbers numbers = numbers_of(plan->derived, plan->problem.filter);
        std::vector<DeviceEngine*> others;
        for (const auto& engine : plan->more_engines) others.push_back(engine->on_device());
        for (std::size_t i = 0; i < count; ++i) {
            const Images one = image(i);
            plan->on_device->derive_on_device(plan->derived.kind, numbers, others, one.in, one.out, stream);
        }
    });
}
