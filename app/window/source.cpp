#include "app/window/source.h"

#include <algorithm>
#include <utility>

#include "app/views/film/panel.h"
#include "core/base/error.h"
#include "files/stack/webp_frames.h"

namespace sweep::app {
namespace {

// The view of the passes has a player of its own.
bool film_plays(const Settings& settings) {
    return settings.animate && settings.view != View::passes;
}

}  // namespace

bool is_for_film(const PictureData& data) {
    return data.frames > 1 && data.depth.empty() && (has_films() || is_animated_webp(data.path));
}

Source::Source(const WindowOptions& options, Scene::Painting painting) : painting_(painting) {
    constexpr float black[] = {0, 0, 0, 1};
    nothing_.upload(GL_RGBA, GL_FLOAT, black);
    if (options.film) {
        opening_ = std::make_unique<FilmPicture>(*options.film, Picture::largest_side(),
                                                 options.Settings::film.time);
        opening_->player().wait_until_open();
        show_film();
        return;
    }
    if (!options.image) {
        scene_.emplace(painting_);
        return;
    }
    gallery_.open(*options.image, options.depth, options.page, options.choice);
    PictureData data = *gallery_.finished(true);
    if (is_for_film(data)) {
        open_film({FilmKind::file, data.path.string()}, options.Settings::film.time);
        opening_->player().wait_until_open();
        show_film();
        return;
    }
    picture_.emplace(std::move(data));
    watch_.watch(picture_->files());
}

std::string Source::name() const {
    if (test_input_ != TestInput::none) return test_name(test_input_);
    return picture_ ? picture_->name() : film_ ? film_->player().source().name() : "built-in scene";
}

std::string Source::facts() const {
    std::string facts;
    if (film_ && !picture_ && test_input_ == TestInput::none)
        facts = "   " + film_text(film_->player().status());
    if (const std::string place = gallery_.place(); picture_ && !place.empty()) facts = " (" + place + ")";
    if (const std::string progress = gallery_.progress(); !progress.empty()) facts += "   " + progress;
    return facts;
}

void Source::open(const std::filesystem::path& picture, const std::filesystem::path& depth, int page,
                  const PictureChoice& choice) {
    if (const auto film = film_source(picture.string()); film && film->kind == FilmKind::file)
        return open_film(*film, 0);
    gallery_.open(picture, depth.empty() ? std::nullopt : std::optional(depth), page, choice);
}

void Source::reload() {
    if (film_) return film_->player().again();
    if (picture_) open(picture_->path(), picture_->depth_path(), picture_->page(), picture_->choice());
}

void Source::open_film(FilmSource source, double begin) {
    opening_ = std::make_unique<FilmPicture>(std::move(source), Picture::largest_side(), begin);
}

bool Source::show_film() {
    if (!opening_ || !opening_->player().status().is_open) return false;
    film_ = std::move(opening_);
    picture_.reset();
    changed_ = true;
    film_sizes_ = 0;
    return true;
}

std::optional<std::string> Source::film_trouble() {
    if (opening_ && opening_->player().status().has_failed) {
        auto trouble = opening_->player().take_trouble();
        opening_.reset();
        return trouble;
    }
    return film_ ? film_->player().take_trouble() : std::nullopt;
}

bool Source::film_moves(const Settings& settings) const {
    if (opening_) return true;
    if (!film_) return false;
    const FilmStatus status = film_->player().status();
    return status.is_seeking || (film_plays(settings) && !status.has_ended && !status.has_failed);
}

void Source::play_film(double passed, const Settings& settings, bool waits) {
    if (!film_) return;
    constexpr double longest_step = 1;  // seconds: so nothing jumps after a pause
    const FilmPlay how{film_plays(settings), settings.film.loops, settings.film.speed, waits};
    if (film_->step(std::min(passed, longest_step), how)) changed_ = true;
    if (film_->decode(settings.linear.value_or(true), settings.premultiply)) changed_ = true;
    if (std::exchange(film_sizes_, film_->sizes()) != film_->sizes()) ++generation_;
}

bool Source::show(PictureData data) {
    Picture fresh(std::move(data));
    const bool same = picture_ && picture_->path() == fresh.path() && picture_->page() == fresh.page() &&
                      picture_->choice() == fresh.choice();
    picture_.emplace(std::move(fresh));
    film_.reset();
    opening_.reset();
    watch_.watch(picture_->files());
    changed_ = true;
    ++generation_;
    return same;
}

void Source::show_scene() {
    if (!scene_) scene_.emplace(painting_);
    picture_.reset();
    film_.reset();
    opening_.reset();
    changed_ = true;
    ++generation_;
}

std::optional<RecentPicture> Source::as_recent() const {
    namespace fs = std::filesystem;
    std::error_code error;  // a relative name stays as it is if its folder is gone
    const auto full = [&](const fs::path& path) {
        const fs::path absolute = fs::absolute(path, error);
        return (error ? path : absolute).string();
    };
    if (film_ && film_->player().source().kind == FilmKind::file)
        return RecentPicture{full(film_->player().source().address), {}};
    if (!picture_) return std::nullopt;
    // A depth map that lies beside the picture is found again without being named.
    const fs::path& depth = picture_->depth_path();
    const bool named = !depth.empty() && depth_beside(picture_->path()) != depth;
    return RecentPicture{full(picture_->path()), named ? full(depth) : std::string()};
}

Source::Extent Source::extent(const Settings& settings, const Area& area) const {
    if (settings.teach.input != TestInput::none)
        return {input_side(settings.teach), input_side(settings.teach)};
    if (picture_) return {picture_->width(), picture_->height()};
    if (film_ && !film_->empty()) return {film_->width(), film_->height()};
    return scene_extent(settings, area);
}

Source::Extent Source::scene_extent(const Settings& settings, const Area& area) {
    Extent extent{area.width, area.height};
    // On the largest screens a broken filter would have nothing to show.
    const bool breaks = settings.view == View::passes && shows_fault(settings.teach);
    while (breaks && std::size_t(extent.width) * std::size_t(extent.height) > most_broken_pixels)
        extent = {extent.width / 2, extent.height / 2};
    return extent;
}

// Adds what the textures of an input mean.
Input Source::describe(Input input, const Settings& settings) const {
    const FocusSettings& focus = settings.focus;
    input.range = focus.near_is_white ? DepthRange{focus.farthest, focus.nearest}
                                      : DepthRange{focus.nearest, focus.farthest};
    // Of a picture without a depth map: its middle is in focus until another distance is asked for,
    // evenly in 1 / distance.
    constexpr float usual_focus = FocusSettings{}.distance, nearest = 8.5f;
    constexpr DepthRange slope{1 / (2 / usual_focus - 1 / nearest), nearest};
    if (picture_ && !picture_->has_depth_map()) input.range = slope;
    if (shows_scene()) input.range = {Scene::near_plane, Scene::far_plane};
    if (film_ && test_input_ == TestInput::none) {
        input.decodes = settings.linear.value_or(true);
        input.is_encoded = !input.decodes;
        input.is_associated = film_->is_associated();
        input.sums_bytes = input.decodes && !input.is_associated;
    }
    if (picture_ && picture_->metres() && test_input_ == TestInput::none)
        input.range = {picture_->metres()->farthest, picture_->metres()->nearest};
    input.unit.one_channel = input.is_grey;
    if (!picture_ || test_input_ != TestInput::none) return input;
    input.decodes = picture_->decoding(settings.linear).to_light;
    input.is_encoded = picture_->is_encoded() && !input.decodes;
    input.is_associated = picture_->is_associated();
    if (picture_->weights()) input.seen = &picture_->seen(), input.weights = picture_->weights();
    input.light_has_mipmaps = !input.seen;
    input.unit = picture_->unit(settings.linear);
    input.sums_bytes = picture_->sample() == Sample::u8 && input.decodes;
    return input;
}

const Texture* Source::depth_of_picture(const Settings& settings, bool holds, bool is_decoded) {
    const FocusSettings& focus = settings.focus;
    if (picture_->has_depth_map()) return picture_->depth();
    const bool is_other = std::exchange(stroke_generation_, generation_) != generation_ || is_decoded;
    const Texture* of_strokes = stroke_depth_.update(picture_->light(), focus.strokes, holds, is_other);
    changed_ = changed_ || stroke_depth_.take_changed();
    if (of_strokes) return of_strokes;
    // The texture of a ramp is the same one when its values are others.
    if (std::exchange(ramp_, focus.ramp) != focus.ramp) changed_ = true;
    return picture_->depth(focus.tilt_shift, focus.ramp);
}

Input Source::draw(const Settings& settings, const Area& area, Timings& timings, bool holds) {
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
        const bool is_decoded = picture_->decode(settings.linear, settings.premultiply);
        changed_ = changed_ || is_decoded;
        return describe(
            {&picture_->source(), &picture_->light(), depth_of_picture(settings, holds, is_decoded),
             picture_->sample(), picture_->is_grey()},
            settings);
    }
    if (film_) {
        if (film_->empty()) throw Error(ExitCode::failed, "no frame of the film has come yet");
        film_->add_times(timings);
        return describe({&film_->source(), &film_->light(), nullptr, film_->sample()}, settings);
    }
    const auto [width, height] = scene_extent(settings, area);
    if (!scene_->colour().is(width, height)) ++generation_;
    const SceneMoment moment{width, height, settings.scene_seconds, orbit_.yaw, orbit_.pitch};
    if (moment != scene_moment_) changed_ = true;
    scene_moment_ = moment;
    scene_timer_.begin();
    scene_->draw(width, height, settings.scene_seconds, orbit_);
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
    if (film_)
        return describe({some(film_->source()), some(film_->light()), nullptr,
                         film_->empty() ? Sample::f32 : film_->sample()},
                        settings);
    const Texture* input = scene_ ? some(scene_->colour()) : &nothing_;
    return describe({input, input}, settings);
}

}  // namespace sweep::app
