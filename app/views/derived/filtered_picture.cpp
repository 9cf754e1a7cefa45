#include "app/views/derived/filtered_picture.h"

#include <utility>

namespace sweep::app {

void FilteredPicture::take(std::unique_ptr<TextureFilter> filter) {
    filter_ = std::move(filter);
    derived_.forget();
}

void FilteredPicture::forget() {
    filter_.reset();
    derived_.forget();
    smooth_.forget();
    recipe_ = {};
}

void FilteredPicture::make(const Recipe& recipe, const Texture& in, EngineKind choice, bool changed,
                           bool waits) {
    const Problem& problem = *recipe.problem;
    const bool derives = !recipe.derived.is_none();
    if (!derives) derived_.forget();
    if (recipe.smooths()) {
        filter_->run(in, problem, changed);  // none: the picture in linear light
        smooth_.run(filter_->result(), problem.shape.channels, *recipe.smoothing, problem.boundary.kind,
                    choice, waits);
        if (derives) derived_.derive_from(smooth_.result(), in, problem, recipe.derived);
    } else if (derives) {
        derived_.run(*filter_, choice, in, problem, recipe.derived, changed);
    } else {
        filter_->run(in, problem, changed);
    }
    if (!recipe.smooths()) smooth_.forget();
    recipe_ = recipe;
}

void FilteredPicture::make_table(const TableSource& in, const Problem& problem, bool changed) {
    derived_.forget();
    filter_->make_table(in, problem, changed);
    smooth_.forget();
    recipe_ = {problem};
}

bool FilteredPicture::go_on(const Texture& in, bool waits) {
    if (!smooth_.go_on(waits)) return false;
    if (!recipe_.derived.is_none())
        derived_.derive_from(smooth_.result(), in, *recipe_.problem, recipe_.derived);
    return true;
}

const Texture& FilteredPicture::result() const {
    return !recipe_.derived.is_none() ? derived_.result()
           : recipe_.smooths()        ? smooth_.result()
                                      : filter_->result();
}

void FilteredPicture::report(Timings& timings) {
    filter_->report(timings);
    if (recipe_.smooths()) smooth_.report(timings);
    if (!recipe_.derived.is_none()) derived_.report(timings);
}

}  // namespace sweep::app
