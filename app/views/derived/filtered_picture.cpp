#include "app/views/derived/filtered_picture.h"

#include <utility>

namespace sweep::app {
namespace {

// What a filter that cannot weigh has made of missing samples, and what is derived there, is left out.
bool is_masked(const Recipe& recipe) {
    return recipe.missing && (recipe.smooths() || !recipe.derived.is_none());
}

}  // namespace

void FilteredPicture::take(std::unique_ptr<TextureFilter> filter) {
    filter_ = std::move(filter);
    derived_.forget();
    weighed_ = {};
}

void FilteredPicture::forget() {
    filter_.reset();
    derived_.forget();
    smooth_.forget();
    weighed_ = {};
    recipe_ = {};
}

void FilteredPicture::make(const Recipe& recipe, const Texture& in, const Texture* weights, EngineKind choice,
                           bool changed, bool waits) {
    const Problem& problem = *recipe.problem;
    const Presence there{recipe.missing ? weights : nullptr, recipe.missing.value_or(Missing::keep)};
    const bool derives = !recipe.derived.is_none();
    if (!derives) derived_.forget();
    if (recipe.smooths()) {
        filter_->run(in, problem, changed);  // none: the picture in linear light
        smooth_.run(filter_->result(), problem.shape.channels, *recipe.smoothing, problem.boundary.kind,
                    choice, waits);
        if (derives) derived_.derive_from(smooth_.result(), in, problem, recipe.derived);
    } else if (derives) {
        derived_.run(*filter_, choice, in, there, problem, recipe.derived, changed);
    } else {
        filter_->run(in, problem, changed);
        if (there.weights) weighed_.divide(filter_->result(), problem, there, choice, changed);
    }
    if (!recipe.smooths()) smooth_.forget();
    recipe_ = recipe;
    if (is_masked(recipe_)) weighed_.mask(unmasked(), there);
    if (!there.weights && weighed_.result()) weighed_ = {};
}

void FilteredPicture::make_table(const TableSource& in, const Problem& problem, bool changed) {
    derived_.forget();
    filter_->make_table(in, problem, changed);
    smooth_.forget();
    weighed_ = {};
    recipe_ = {problem};
}

bool FilteredPicture::go_on(const Texture& in, const Texture* weights, bool waits) {
    if (!smooth_.go_on(waits)) return false;
    if (!recipe_.derived.is_none())
        derived_.derive_from(smooth_.result(), in, *recipe_.problem, recipe_.derived);
    if (is_masked(recipe_)) weighed_.mask(unmasked(), {weights, *recipe_.missing});
    return true;
}

const Texture& FilteredPicture::result() const {
    return recipe_.missing ? weighed_.result() : unmasked();
}

const Texture& FilteredPicture::unmasked() const {
    return !recipe_.derived.is_none() ? derived_.result()
           : recipe_.smooths()        ? smooth_.result()
                                      : filter_->result();
}

void FilteredPicture::report(Timings& timings) {
    filter_->report(timings);
    if (recipe_.smooths()) smooth_.report(timings);
    if (!recipe_.derived.is_none()) derived_.report(timings);
    if (recipe_.missing) weighed_.report(timings);
}

}  // namespace sweep::app
