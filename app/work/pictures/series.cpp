#include "app/work/pictures/series.h"

#include <utility>

#include <fmt/format.h>

namespace sweep::app {

void PictureSeries::start(Settings& settings, const std::filesystem::path& stem, double now) {
    if (running()) return;
    const bool blurs = settings.view == View::depth_of_field;
    pictures_ = {{View::original, "-original.png"},
                 {blurs ? View::depth_of_field : View::filtered, "-result.png"}};
    if (!blurs && settings.filter.kind != FilterKind::sat)  // no difference is shown of tables
        pictures_.push_back({View::difference, "-difference.png"});
    next_ = 0;
    stem_ = stem;
    shown_ = false;
    constexpr double longest_comparison = 20;  // seconds
    patience_ = now + longest_comparison;
    view_ = settings.view;
    animate_ = std::exchange(settings.animate, false);
    sweeps_ = std::exchange(settings.sweep_sigma, false);
}

std::filesystem::path PictureSeries::step(Settings& settings, bool settled, double now) {
    if (std::exchange(ends_, false)) {
        settings.view = view_;
        settings.animate = animate_;
        settings.sweep_sigma = sweeps_;
    }
    if (!running()) return {};
    const Picture& picture = pictures_[next_];
    settings.view = picture.view;
    const bool ready = picture.view != View::difference || (shown_ && (settled || now > patience_));
    shown_ = true;
    if (!ready) return {};
    shown_ = false;
    ends_ = ++next_ == pictures_.size();
    return stem_.string() + picture.name;
}

std::string PictureSeries::summary() const {
    std::string text = "saved as " + stem_.string();
    for (const Picture& picture : pictures_)
        text += fmt::format("{}{}", &picture == pictures_.data() ? "" : ", ", picture.name);
    return text;
}

}  // namespace sweep::app
