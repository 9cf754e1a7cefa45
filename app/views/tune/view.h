// Computes what the tuning panel shows, beside the frames: responses when the filter changes, times while the
// window is used.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/base/task.h"
#include "app/views/tune/point_sink.h"
#include "app/views/tune/poles.h"
#include "app/views/tune/response.h"
#include "app/views/tune/times.h"
#include "core/problem/problem.h"

namespace sweep::app {

// Times of one kind, with a description.
struct TimeSeries {
    TimePoints points;
    std::string label;
    std::string conditions;  // size and device: times are compared only where these are the same
};

struct TuneReport {
    bool recursive = false;  // false: the filter has no poles, and sigma, curves and measured do not apply
    std::optional<double> sigma;       // of the requested Gaussian; nothing: the filter is another one
    ResponseCurves curves;             // of the current filter
    std::optional<Measured> measured;  // of the current filter, or of an earlier one where measured_is_old
    bool measured_is_old = false;
    TimeSeries work;                               // against sigma, of the window's own frames
    TimeSeries convolution;                        // against sigma
    TimeSeries work_by_size, convolution_by_size;  // against the side of a square
    bool measuring = false;
    std::string note;  // why something could not be measured
    float zoom = 1;    // screen pixels for a picture pixel
};

class TuneView {
  public:
    ~TuneView();

    // To be called once a frame with the problem and the engine of the window, and the time in seconds.
    const TuneReport& update(const Problem& problem, EngineKind engine, float zoom, double now);
    // The handles of the filter's poles and zeros.
    PoleState& poles() { return poles_; }
    const PoleState& poles() const { return poles_; }
    // Whether the table of sigma in other words is open.
    bool& has_sigma_panel() { return has_sigma_panel_; }

    // The next update() starts the measurement, unless one is under way.
    void measure_convolution() { wanted_ = Wanted::convolution; }
    void measure_sizes() { wanted_ = Wanted::sizes; }
    void stop_measuring() { times_.request_stop(); }
    bool measuring() const { return times_.running(); }
    void clear_times();
    // Adds the times of one frame's stages.
    void worked(const Problem& problem, std::string_view device, const RunReport& run);

    // True when a result is under way, so that more frames have to be drawn to show it.
    bool busy() const { return response_.running() || times_.running() || due_; }

  private:
    enum class Wanted { nothing, convolution, sizes };
    void follow(const Problem& problem);
    void measure_response(const Problem& problem, EngineKind engine, double now);
    void measure_times(const Problem& problem, EngineKind engine);
    void start_convolution(const Problem& problem, EngineKind engine);
    void start_sizes(const Problem& problem, EngineKind engine);

    PoleState poles_;
    bool has_sigma_panel_ = false;
    TuneReport report_;
    Wanted wanted_ = Wanted::nothing;
    std::optional<FilterSpec> curves_of_;
    std::optional<double> gaussian_of_;
    std::optional<Problem> measured_problem_;  // the problem of the last request for a response
    EngineKind measured_engine_ = EngineKind::automatic;
    std::optional<double> due_;       // when the response is to be measured; nothing: it has been started
    std::shared_ptr<Engine> engine_;  // used by the worker
    EngineKind engine_choice_ = EngineKind::automatic;
    WorkTimes work_;
    int work_count_ = 0;

    std::shared_ptr<PointSink> convolution_ = std::make_shared<PointSink>(), work_by_size_ = convolution_,
                               convolution_by_size_ = convolution_;
    Task<Measured> response_;
    Task<std::string> times_;  // its result is why it ended early, or empty
};

// Times the convolution of an image with a Gaussian cut off at four sigma, against sigma, until a point takes
// seconds, on the engine that would filter it. Returns why it stopped early, or an empty text.
std::string time_convolution(std::stop_token stop, Shape shape, EngineKind engine, PointSink& points);
// Times `problem`'s filter, and the convolution with its Gaussian, against the side of a square of 256 to
// 4096 pixels.
std::string time_sizes(std::stop_token stop, Problem problem, EngineKind engine, PointSink& work,
                       PointSink& convolution);

}  // namespace sweep::app
