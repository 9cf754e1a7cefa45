// Measures which choices are fastest on the GPU at hand. A step measures one size of image for one class of
// problems, so that a program can show how far it is.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/image.h"
#include "gpu/engine.h"
#include "gpu/tuning/tuning.h"

namespace sweep::gpu {

// The result of a step: the fastest choice for one class at one size.
struct TuningStep {
    Problem problem;          // with the choice
    double ms = 0;            // a run takes with that choice: the mean over two images
    double base_ms = 0;       // a run takes with the base's choice
    bool is_another = false;  // whether the choice differs from the base's
};

class Tuner {
  public:
    // Starts on the device of probe(); throws as Engine does. `base` holds what is chosen without the tuner,
    // for instance the built-in row. Images take at most `most_bytes` bytes and a sixteenth of the device's
    // memory.
    explicit Tuner(Tuning base, std::size_t most_bytes = std::size_t(1) << 28);
    ~Tuner();

    std::size_t count() const { return steps_.size(); }
    std::size_t done() const { return done_; }
    bool is_done() const { return done_ == count(); }
    // Describes what step() does next, for instance "order 3, float32, 2048x2048".
    std::string next() const;
    // Measures the next step. It takes some milliseconds, up to half a second where it needs another image.
    // Throws as Engine does.
    TuningStep step();

    // Returns a row for this GPU after the last step. The base's choice stays where no other gained enough to
    // be told from noise.
    Tuning result() const;

  private:
    struct Step {
        std::array<Shape, 2> shapes;  // the two that stand for a size
        std::size_t of;               // index into classes_
        bool is_wide;                 // measures ClassChoices::wide_block
    };
    struct Found {
        std::size_t pixels;
        Choice choice;
        bool is_another;
    };
    struct Class {
        ClassChoices base;
        std::vector<Found> found;       // of ascending sizes
        std::optional<int> wide_block;  // the measured wide_block
    };

    // An engine with one of the two images of a size, which stays on the device for all classes.
    struct Place {
        Engine engine;
        Image in, out;
        Problem held;  // the problem whose image the engine holds
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
