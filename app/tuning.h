// What the tuning panel shows, found out beside the frames: responses when the filter changes, times while one works.
#pragma once

#include "app/tune_response.h"
#include "app/tune_settings.h"
#include "app/tune_task.h"
#include "app/tune_times.h"
#include "core/problem.h"

#include <memory>
#include <optional>
#include <string>

namespace sweep::app {

// Times of one kind, with what was measured where.
struct TimeSeries {
    TimePoints points;
    std::string label;
    std::string conditions;  // size and device: times are compared only where these are the same
};

struct TuneReport {
    bool recursive = false;            // otherwise the filter has no poles and none of the rest
    std::optional<double> sigma;       // of the Gaussian that is meant; nothing: none
    ResponseCurves curves;             // of the filter as it is now
    std::optional<Measured> measured;  // of the filter as it was a moment ago
    bool measured_is_old = false;
    TimeSeries work;                               // against sigma, of the window's own frames
    TimeSeries convolution;                        // against sigma
    TimeSeries work_by_size, convolution_by_size;  // against the side of a square
    bool measuring = false;
    std::string note;  // why something could not be measured
    float zoom = 1;    // screen pixels for a picture pixel
};

class Tuning {
  public:
    ~Tuning();

    // Once a frame: `problem` is what is filtered, `engine` with what; `now` in seconds. Takes what is asked
    // for in `settings`.
    const TuneReport& update(TuneSettings& settings, const Problem& problem, EngineChoice engine, float zoom,
                             double now);
    // One frame's stages, of a picture.
    void worked(const Problem& problem, std::string_view device, const RunReport& run);

    // Something is on its way: frames have to go on for it to be seen.
    bool busy() const { return response_.running() || times_.running() || due_; }

  private:
    void follow(TuneSettings& settings, const Problem& problem);
    void measure_response(const Problem& problem, EngineChoice engine, double now);
    void measure_times(TuneSettings& settings, const Problem& problem, EngineChoice engine);
    void start_convolution(const Problem& problem, EngineChoice engine);
    void start_sizes(const Problem& problem, EngineChoice engine);

    TuneReport report_;
    std::optional<FilterSpec> curves_of_;
    std::optional<double> gaussian_of_;
    std::optional<Problem> measured_problem_;  // what the response was asked for
    EngineChoice measured_engine_ = EngineChoice::automatic;
    std::optional<double> due_;            // when it is to be measured; nothing: it is
    std::shared_ptr<ImageFilter> engine_;  // of the worker
    EngineChoice engine_choice_ = EngineChoice::automatic;
    WorkTimes work_;
    int work_count_ = 0;

    std::shared_ptr<PointSink> convolution_ = std::make_shared<PointSink>(), work_by_size_ = convolution_,
                               convolution_by_size_ = convolution_;
    Task<Measured> response_;
    Task<std::string> times_;  // returns why it ended early, or nothing
};

// Milliseconds of convolving with a Gaussian cut off at four sigma, against sigma, as far as a point takes seconds;
// of an image of this size, on the engine that would filter it. Returns why it stopped early.
std::string time_convolution(std::stop_token stop, Shape shape, EngineChoice engine, PointSink& points);
// Of `problem`'s filter, and of the convolution with its Gaussian, against the side of a square of 256 to 4096 pixels.
std::string time_sizes(std::stop_token stop, Problem problem, EngineChoice engine, PointSink& work,
                       PointSink& convolution);

}  // namespace sweep::app
