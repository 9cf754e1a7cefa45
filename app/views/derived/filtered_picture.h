// What a filter makes of a picture in the window: by the run of an engine, by a filter that follows the picture, and
// what is derived from either. Where slots are compared there are two.
#pragma once

#include <memory>
#include <optional>

#include "app/views/derived/picture.h"
#include "app/views/derived/smooth_picture.h"
#include "app/views/derived/weighed.h"
#include "app/work/engines/texture_filter.h"
#include "app/work/request/filter_settings.h"

namespace sweep::app {

// What is made of a picture; without a problem, nothing.
struct Recipe {
    std::optional<Problem> problem;
    Derived derived{};
    std::optional<FilterSpec> smoothing{};  // following_part() of the filter
    std::optional<Missing> missing{};  // what becomes of missing samples; none: all are there, or count as 0

    bool smooths() const { return smoothing.has_value(); }
    // Whether it goes by in steps beside the frames of the window.
    bool is_in_steps() const { return smooths() && info(smoothing->kind).steps != SmoothingSteps::none; }
    friend bool operator==(const Recipe&, const Recipe&) = default;
};

class FilteredPicture {
  public:
    bool has_filter() const { return filter_ != nullptr; }
    TextureFilter& filter() { return *filter_; }
    const TextureFilter& filter() const { return *filter_; }
    void take(std::unique_ptr<TextureFilter> filter);
    // Frees everything.
    void forget();

    // Makes this of a texture, as TextureFilter::run() and SmoothPicture::run() do, and throws as they do; recipe()
    // is then what it was. `choice`: the engine that is asked for. `weights`: as Presence has them, where
    // recipe.missing says what becomes of samples.
    void make(const Recipe& recipe, const Texture& in, const Texture* weights, EngineKind choice,
              bool changed, bool waits);
    void make_table(const TableSource& in, const Problem& problem, bool changed);
    // The next steps of a filter that goes by in steps. Returns whether result() is another picture now.
    bool go_on(const Texture& in, const Texture* weights, bool waits);
    bool has_steps_left() const { return recipe_.is_in_steps() && !smooth_.is_done(); }

    // What was done last, or what is taken for that.
    const Recipe& recipe() const { return recipe_; }
    void set_recipe(Recipe recipe) { recipe_ = std::move(recipe); }

    const Texture& result() const;
    EngineKind engine() const { return recipe_.smooths() ? smooth_.engine() : filter_->engine(); }
    const SmoothPicture& smooth() const { return smooth_; }
    const DerivedPicture& derived() const { return derived_; }
    // Adds the times of the last run.
    void report(Timings& timings);
    std::string reload() { return derived_.reload() + weighed_.reload(); }

  private:
    // The result with what stands where samples are missing.
    const Texture& unmasked() const;
    std::unique_ptr<TextureFilter> filter_;
    SmoothPicture smooth_;
    DerivedPicture derived_;
    WeighedPicture weighed_;
    Recipe recipe_;
};

}  // namespace sweep::app
