// The way of a picture through an engine, from the samples of a file to a result in another: that of `sweep filter`, of
// the frames of its films, and of the results that the window saves.
#pragma once

#include <filesystem>
#include <mutex>
#include <string>

#include "app/work/checks/result_check.h"
#include "app/work/engines/engine_room.h"
#include "app/work/results/reading.h"
#include "app/work/results/steps/alpha_weights.h"
#include "app/work/results/steps/derived_result.h"
#include "app/work/results/steps/filter_samples.h"
#include "app/work/results/steps/following_run.h"
#include "app/work/results/steps/missing_weights.h"
#include "app/work/results/steps/small_samples.h"

namespace sweep::app {

// One picture on its way, which has the engine for itself. Before the engine and after it are steps, a file each:
// samples that are missing, alpha, small samples, what is derived, and what follows the picture.
class FilterRun {
  public:
    // Converts the samples to those that the engine reads, refuses what cannot be filtered, and prepares the engine.
    // `name`: the file in what is said of it. `request` and `room` live longer. Throws Error as an engine does.
    FilterRun(FileImage file, const std::string& name, const FilterSettings& request, EngineRoom& room,
              Say say);

    const Image& input() const { return input_.image; }
    const Problem& problem() const { return input_.problem; }  // as it is asked for
    Engine& engine() { return *started_->engine; }
    const StartedEngine& started() const { return *started_; }

    // Says what the user has to know of the numbers: nothing of lost digits if the result will be compared with the
    // truth. Throws Error(usage) where that would take many minutes.
    void warn(bool is_checked = false);
    // What the engine makes of input(), and what is derived from that: of samples that are missing with those for 0,
    // and of colours with alpha times it. Alpha that stays is not yet back, unless something is derived.
    Image run();
    // run() of a result that is to be saved: where the engine can write the samples of the file within its last pass,
    // and nothing comes after it, these.
    Image run_for(const std::filesystem::path& out);
    // The stages of all problems of the last run().
    const RunReport& report() const { return report_; }
    // Says what run() has lost where it leaves little of the samples. It reads all of both pictures and may filter
    // once more, and so is not for each frame of a film.
    void warn_of(const Image& result);
    // Compares what run() has made with the truth.
    ResultCheck check(const Image& result);
    // run(), where no samples are missing, and then a picture as the input was, with straight alpha. The time is
    // added to `milliseconds`.
    Image run_and_restore(double& milliseconds);
    // The same in bytes or words: no data where there is more to do after the engine, or it writes floats alone.
    Image run_to_codes(const Codes& codes, double& milliseconds);
    // As SmallSamples has it.
    Image in_scale_of_file(const Image& passed) const { return small_.in_scale_of_file(passed); }
    // Gives the engine back, makes means of the result where samples were missing, and saves it as save_result() does.
    void save(Image result, const std::filesystem::path& out, Beside beside = {});

  private:
    // Makes of what run() has made a picture as the input was, with the alpha that is wanted.
    void restore(Image& result, Alpha wanted) const;
    // What the engine makes of input() in codes; no data as run_to_codes() has it.
    Image encoded(const Codes& codes, Alpha wanted);

    const FilterSettings& request_;
    const Say say_;
    const PageFacts page_;
    MissingWeights missing_;
    AlphaWeights alpha_;
    SmallSamples small_;
    DerivedResult derived_;
    FollowingRun following_;
    EngineInput input_;
    RunReport report_;
    WrittenCodes written_;              // in the last run to codes
    std::optional<Misfits> encoded_{};  // the result of run_for() is the file's
    std::unique_lock<std::mutex> turn_;
    StartedEngine* started_ = nullptr;
};

// Filters a page of a file into another, as `sweep filter IN OUT` does. `label` as save_image() has it. Throws as the
// command does.
void filter_to_file(const FilterFiles& files, const FilterSettings& request, const std::string& label,
                    const Say& say);

}  // namespace sweep::app
