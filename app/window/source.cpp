#include "app/window/source.h"

#include <utility>

namespace sweep::app {

Source::Source(const WindowOptions& options, Scene::Painting painting) : painting_(painting) {
    constexpr float black[] = {0, 0, 0, 1};
    nothing_.upload(GL_RGBA, GL_FLOAT, black);
    if (!options.image) {
        scene_.emplace(painting_);
        return;
    }
    gallery_.open(*options.image, options.depth, options.page);
    picture_.emplace(*gallery_.finished(true));
    watch_.watch(picture_->files());
}

std::string Source::name() const {
    std::string name = picture_ ? picture_->name() : "built-in scene";
    if (test_input_ != TestInput::none) name = test_name(test_input_);
    if (const std::string place = gallery_.place(); picture_ && !place.empty()) name += " (" + place + ")";
    if (const std::string progress = gallery_.progress(); !progress.empty()) name += "   " + progress;
    return name;
}

void Source::open(const std::filesystem::path& picture, const std::filesystem::path& depth, int page) {
    gallery_.open(picture, depth.empty() ? std::nullopt : std::optional(depth), page);
}

void Source::reload() {
    if (picture_) open(picture_->path(), picture_->depth_path(), picture_->page());
}

bool Source::show(PictureData data) {
    Picture fresh(std::move(data));
    const bool same = picture_ && picture_->path() == fresh.path() && picture_->page() == fresh.page();
    picture_.emplace(std::move(fresh));
    watch_.watch(picture_->files());
    changed_ = true;
    ++generation_;
    return same;
}

void Source::show_scene() {
    if (!scene_) scene_.emplace(painting_);
    picture_.reset();
    changed_ = true;
    ++generation_;
}

RecentPicture Source::as_recent() const {
    namespace fs = std::filesystem;
    // A depth map that lies beside the picture is found again without being named.
    const fs::path& depth = picture_->depth_path();
    const bool named = !depth.empty() && depth_beside(picture_->path()) != depth;
    std::error_code error;  // a relative name stays as it is if its folder is gone
    const auto full = [&](const fs::path& path) {
        const fs::path absolute = fs::absolute(path, error);
        return (error ? path : absolute).string();
    };
    return {full(picture_->path()), named ? full(depth) : std::string()};
}

Source::Extent Source::extent(const Settings& settings, const Area& area) const {
    if (settings.teach.input != TestInput::none)
        return {input_side(settings.teach), input_side(settings.teach)};
    if (picture_) return {picture_->width(), picture_->height()};
    return {area.width, area.height};
}

// Adds what the textures of an input mean.
Input Source::describe(Input input, const Settings& settings) const {
    const FocusSettings& focus = settings.focus;
    input.range = focus.near_is_white ? DepthRange{focus.farthest, focus.nearest}
                                      : DepthRange{focus.nearest, focus.farthest};
    if (!picture_) input.range = {Scene::near_plane, Scene::far_plane};
    if (!picture_ || test_input_ != TestInput::none) return input;
    input.decodes = picture_->decoding(settings.linear).to_light;
    input.is_encoded = picture_->is_encoded() && !input.decodes;
    input.light_has_mipmaps = true;
    input.sums_bytes = picture_->sample() == Sample::u8 && input.decodes;
    return input;
}

Input Source::draw(const Settings& settings, const Area& area, Timings& timings) {
    const bool redrawn = settings.teach.input != TestInput::none && test_picture_.draw(settings.teach);
    if (redrawn || settings.teach.input != test_input_) {
        test_input_ = settings.teach.input;
        changed_ = true;
        ++generation_;
    }
    if (test_input_ != TestInput::none)
        return describe({&test_picture_.texture(), &test_picture_.texture(), nullptr, Sample::f32, true},
                        settings);
    if (picture_) {
        if (picture_->decode(settings.linear)) changed_ = true;
        return describe({&picture_->source(), &picture_->light(), picture_->depth(settings.focus.tilt_shift),
                         picture_->sample(), picture_->is_grey()},
                        settings);
    }
    if (!scene_->colour().is(area.width, area.height)) ++generation_;
    const SceneMoment moment{area.width, area.height, settings.scene_seconds, orbit_.yaw, orbit_.pitch};
    if (moment != scene_moment_) changed_ = true;
    scene_moment_ = moment;
    scene_timer_.begin();
    scene_->draw(area.width, area.height, settings.scene_seconds, orbit_);
    scene_timer_.end();
    add_time(timings, "scene", scene_timer_);
    return describe({&scene_->colour(), &scene_->colour(), &scene_->depth()}, settings);
}

Input Source::without_drawing(const Settings& settings) const {
    const auto some = [this](const Texture& texture) {
        return texture.name() && texture.width() > 0 ? &texture : &nothing_;
    };
    if (test_input_ != TestInput::none) {
        const Texture* input = some(test_picture_.texture());
        return describe({input, input, nullptr, Sample::f32, true}, settings);
    }
    if (picture_)
        return describe(
            {&picture_->source(), &picture_->light(), nullptr, picture_->sample(), picture_->is_grey()},
            settings);
    const Texture* input = scene_ ? some(scene_->colour()) : &nothing_;
    return describe({input, input}, settings);
}

}  // namespace sweep::app
