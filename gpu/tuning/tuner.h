// Measures which choices are fastest on the GPU at hand, one size of image and class of problems at a time, so that whoever waits
// sees how far it is.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/image.h"
#include "gpu/engine.h"
#include "gpu/tuning/tuning.h"

namespace sweep::gpu {

// What was found for one class at one size.
struct TuningStep {
    Problem problem;          // with what was chosen
    double ms = 0;            // of a run by that
    double built_in_ms = 0;   // by what the built-in row chooses
    bool is_another = false;  // than the built-in row's
};

class Tuner {
  public:
    // On the device of probe(); throws as Engine does. Images of at most so many bytes, those that do not fit into the device's
    // memory left out.
    explicit Tuner(std::size_t most_bytes = std::size_t(1) << 28);
    ~Tuner();

    std::size_t count() const { return steps_.size(); }
    std::size_t done() const { return done_; }
    bool is_done() const { return done_ == count(); }
    // What step() does next: "order 3, float32, 2048x2048".
    std::string next() const;
    // Takes some milliseconds, up to half a second where another image is needed. Throws as Engine does.
    TuningStep step();

    // When it is done: a row for this GPU. Where nothing gained enough to be told from noise, it is the built-in row's.
    Tuning result() const;

  private:
    struct Step {
        Problem problem;  // one that `of` and the size stand for
        std::size_t of;   // index into classes_
        bool is_wide;     // which blocks rows have that are too wide for those of 64
    };
    struct Found {
        std::size_t pixels;
        Choice choice;
        bool is_another;
    };
    struct Class {
        ClassChoices built_in;
        std::vector<Found> found;       // of ascending sizes
        std::optional<int> wide_block;  // measured
    };

    void add_steps(int channels, Sample samples);
    std::vector<Choice> candidates(const Step& step) const;
    std::optional<double> measure(Problem problem, const Choice& choice);

    Device device_;
    Engine engine_;
    std::size_t most_bytes_;
    std::vector<Class> classes_;
    std::vector<Step> steps_;
    std::size_t done_ = 0;
    Image in_, out_;
    Problem held_;  // what the engine has an image of
};

}  // namespace sweep::gpu
