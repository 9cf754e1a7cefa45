// The way of a picture through an engine, from the samples of a file to a result in another: that of `sweep filter`, of
// the frames of its films, and of the results that the window saves.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/engines/engine_room.h"
#include "app/results/filter_samples.h"
#include "engines/smoothing.h"
#include "files/pixels.h"

namespace sweep::app {

// Is asked before a picture is decoded, with the bytes that filtering takes; throws where there are too few.
using TakeMemory = std::function<void(std::uint64_t bytes, const std::string& what)>;

// Throws Error(usage) where a table is asked for and a file of this name cannot hold one.
void require_holds(const std::filesystem::path& out, const FilterSettings& request);

// Whether samples that are missing have no weight, and are not 0.
bool gives_weights(const FilterSettings& request);
// Makes a picture without alpha of one with it, of which pixels are missing that are not opaque:
// strokes on a layer of their own.
void take_transparent_for_missing(FileImage& file);
// Whether colours are multiplied by alpha where a picture has some, before it is filtered.
bool is_weighted_by_alpha(const FilterSettings& request);

// Reads a page of a file that is to be filtered into `out`, or what is chosen of it. Colours of other primaries
// become those of sRGB, unless `out` keeps what the file says of them or samples are taken as they are. The notes of
// the first of several pages say so, unless all are filtered.
FileImage read_to_filter(const std::filesystem::path& in, int page, const std::filesystem::path& out,
                         const FilterSettings& request, const TakeMemory& take,
                         const PictureChoice& choice = {}, bool is_one_of_all = false);

// What that page says beside its picture, and is to be kept.
Metadata metadata_to_keep(const std::filesystem::path& in, int page, const FilterSettings& request,
                          const Say& say);

// One picture on its way, which has the engine for itself.
class FilterRun {
  public:
    // Converts the samples to those that the engine reads, refuses what cannot be filtered, and prepares the engine.
    // `name`: the file in what is said of it. `request` and `room` live longer. Throws Error as an engine does.
    FilterRun(FileImage file, const std::string& name, const FilterSettings& request, EngineRoom& room,
              Say say);

    const Image& input() const { return input_; }
    const Problem& problem() const { return problem_; }  // as it is asked for
    // Those that run() solves: several where something is derived from more than one (core/problem/derived.h).
    const std::vector<DerivedRun>& runs() const { return runs_; }
    const Derived& derived() const { return derived_; }
    // What was taken off each channel of input() where something is derived of moments; otherwise empty.
    const std::vector<double>& datum() const { return datum_; }
    // What the definition of a filter that follows the picture makes of input(), in f64, and what is derived from that.
    Image truth() const;
    // Throws Error(usage) where that would take many minutes.
    void require_time_for_truth() const;
    // Whether the result has the alpha of the input.
    bool keeps_alpha() const { return request_.keeps_alpha() && has_alpha(); }
    Engine& engine() { return *started_->engine; }
    const StartedEngine& started() const { return *started_; }

    // Says what the user has to know of the numbers: nothing of lost digits if the result will be compared with the
    // truth.
    void warn(bool is_checked = false);
    // What the engine makes of input(), and what is derived from that: of samples that are missing with those for 0,
    // and of colours with alpha times it. Alpha that stays is not yet back, unless something is derived.
    Image run();
    // The stages of all problems of the last run().
    const RunReport& report() const { return report_; }
    // Says what run() has lost where it leaves little of the samples. It reads all of both pictures and may filter
    // once more, and so is not for each frame of a film.
    void warn_of(const Image& result);
    // run(), where no samples are missing, and then a picture as the input was, with straight alpha. The time is
    // added to `milliseconds`.
    Image run_and_restore(double& milliseconds);
    // A picture after some of the passes, or all, in the scale of the samples of the file; empty: it is so.
    Image in_scale_of_file(const Image& passed) const;
    // Gives the engine back, makes means of the result where samples were missing, and saves it as save_result() does.
    void save(Image result, const std::filesystem::path& out, Beside beside = {});

  private:
    // Sets a filter that follows the picture up, and its guide.
    void prepare_smoothing();
    ConstImageView guide() const { return guide_.empty() ? input_.view() : guide_.view(); }
    // Puts what a filter that follows the picture makes of input() into `out`.
    void follow(ImageView out);
    void derive_from(const std::vector<Image>& results, ImageView out) const;
    // What a run filters, by input() and the results before; `made` holds what is made for it.
    ConstImageView input_of(const DerivedRun& run, const std::vector<Image>& results, Image& made) const;
    // Makes means of the result where samples were missing; returns how many of it have next to nothing around them.
    std::size_t make_means(Image& result);
    bool has_alpha() const { return alpha_ != Alpha::none && input_.shape().channels % 2 == 0; }
    void restore_scale(Image& result) const;
    void restore_kept_alpha(Image& result) const;
    void restore_alpha(Image& result, Alpha wanted) const;

    const FilterSettings& request_;
    const Say say_;
    const Sample file_sample_;
    const Encoding encoding_;
    const std::shared_ptr<const KeptFacts> kept_;  // of the file
    Alpha alpha_;                                  // of the input, and of the result
    ColourRange colours_{};                        // where alpha_ is associated: of the colours as they are
    // The number of the file for missing samples, where they have weights.
    const std::optional<double> no_data_;
    const Image missing_;  // of the file, where its samples have weights; otherwise empty
    const bool has_mask_;  // and a mask said so, which the result's file gets, too
    const int bits_;       // as FileImage has these
    const std::vector<std::uint16_t> bands_;
    int exponent_ = 0;  // the input is the picture times 2 to its power
    // Where samples are missing: filtered, of each run; and, where something is derived, the results of the runs.
    std::vector<Image> weights_, results_;
    Image input_;
    Problem problem_;
    Image guide_;                           // where there is one, and it is not input_ as it is
    std::unique_ptr<Smoothing> smoothing_;  // null: a filter that does not follow the picture
    Derived derived_;                       // of the input as it is
    std::vector<double> datum_;
    std::vector<DerivedRun> runs_;
    RunReport report_;
    std::unique_lock<std::mutex> turn_;
    StartedEngine* started_ = nullptr;
};

// Filters a page of a file into another, as `sweep filter IN OUT` does. `label` as save_image() has it. Throws as the
// command does.
void filter_to_file(const std::filesystem::path& in, int page, const std::filesystem::path& out,
                    const FilterSettings& request, const std::string& label, const Say& say,
                    const PictureChoice& choice = {});

}  // namespace sweep::app
