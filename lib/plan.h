// A plan of the C interface: what it holds, and who may use it.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/derived/derived.h"
#include "core/engine/engine.h"
#include "core/engine/gpu_images.h"
#include "core/problem/missing.h"
#include "engines/smoothing.h"
#include "lib/moments.h"
#include "lib/part.h"

struct sweep_plan {
    sweep::Problem problem;
    sweep::Derived derived;
    // The engines are prepared for the image times 2 to this power; nothing: after a run that failed,
    // for something else.
    std::optional<int> exponent;
    std::unique_ptr<sweep::Engine> engine;
    // Of the other runs that what is derived needs, and their results; float_input: the image, where it is of bytes.
    std::vector<std::unique_ptr<sweep::Engine>> more_engines;
    std::vector<sweep::Image> more_results;
    sweep::Image float_input;
    // In place of these two, of what is derived of means and deviations.
    std::optional<sweep::library::Moments> moments;
    std::optional<sweep::library::Part> part;  // of a larger image
    // In place of the engines, of a filter that follows the picture: `problem` is no more than its images then.
    std::unique_ptr<sweep::Smoothing> smoothing;
    std::optional<sweep::Shape> guide;  // what a guide has to be; nothing: the filter follows none
    sweep::Image beside;                // a copy of the input or guide, where the output takes its place
    sweep::DeviceEngine* on_device = nullptr;  // the engine, where it filters device memory
    std::string algorithm, notes;
    std::optional<sweep::Missing> missing;
    std::atomic_flag is_running;
};

namespace sweep::library {

// A handle that is none, because its plan was destroyed or never made, is an error and no crash: throws Error(usage).
void require_plan(const sweep_plan* plan);
// The handle of a plan that was made.
sweep_plan* handle_of(std::unique_ptr<sweep_plan> plan);

// One thread at a time uses a plan, and nobody destroys it meanwhile.
class Running {
  public:
    // Throws Error(usage) as `refusal` where another one does.
    explicit Running(
        sweep_plan* plan,
        const char* refusal = "another thread runs this plan: give each thread a plan of its own");
    ~Running();
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    // The plan, which is none from now on.
    std::unique_ptr<sweep_plan> take();

  private:
    sweep_plan* plan_;
};

}  // namespace sweep::library
