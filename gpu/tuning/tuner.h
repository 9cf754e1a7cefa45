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
    double ms = 0;            // of a run by that; the mean of two images
    double base_ms = 0;       // by what the base chooses
    bool is_another = false;  // than the base's
};

class Tuner {
  public:
    // On the device of probe(); throws as Engine does. `base`: what would hold otherwise, the built-in row for instance. Images of
    // at most so many bytes, and of a sixteenth of the device's memory.
    explicit Tuner(Tuning base, std::size_t most_bytes = std::size_t(1) << 28);
    ~Tuner();

    std::size_t count() const { return steps_.size(); }
    std::size_t done() const { return done_; }
    bool is_done() const { return done_ == count(); }
    // What step() does next: "order 3, float32, 2048x2048".
    std::string next() const;
    // Takes some milliseconds, up to half a second where another image is needed. Throws as Engine does.
    TuningStep step();

    // When it is done: a row for this GPU. Where nothing gained enough to be told from noise, it is the base's.
    Tuning result() const;

  private:
    struct Step {
        std::array<Shape, 2> shapes;  // that stand for a size
        std::size_t of;               // index into classes_
        bool is_wide;                 // which blocks rows have that are too wide for those of 64
    };
    struct Found {
        std::size_t pixels;
        Choice choice;
        bool is_another;
    };
    struct Class {
        ClassChoices base;
        std::vector<Found> found;       // of ascending sizes
        std::optional<int> wide_block;  // measured
    };

    // One for each of the two images of a size, which stay on the device for all classes.
    struct Place {
        Engine engine;
        Image in, out;
        Problem held;  // what the engine has an image of
    };

    void add_steps(int channels, Sample samples);
    std::vector<Choice> candidates(const Step& step) const;
    Problem problem(const Step& step, const Shape& shape) const;
    static std::optional<double> measure(Place& at, Problem problem, const Choice& choice);
    static std::vector<double> times(Place& at, const Problem& problem, const std::vector<Choice>& choices);

    Tuning base_;
    std::size_t most_bytes_;
    std::array<Place, 2> places_;
    std::vector<Class> classes_;
    std::vector<Step> steps_;
    std::size_t done_ = 0;
};

}  // namespace sweep::gpu
