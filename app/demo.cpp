#include "app/demo.h"

#include "app/picture_state.h"
#include "app/tune_actions.h"
#include "gpu/engine.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sweep::app {
namespace {

constexpr double focus_seconds = 0.3;  // how long a change of focus takes

}  // namespace

Demo::Demo(const WindowOptions& options, Commands commands, Scene::Painting painting)
    : settings_(options),
      painting_(painting),
      depth_of_field_(painting == Scene::Painting::compute),
      surface_(painting == Scene::Painting::compute ||
               (painting == Scene::Painting::automatic && !gl_is_software())) {
    commands.pin = [this] { look_.pin_at_pointer(settings_.look); };
    commands.go_to_pixel = [this] { look_.ask_where(); };
    commands.show_scene = [this] { show_scene(); };
    commands.next_picture = [this] { gallery_.step(1); };
    commands.previous_picture = [this] { gallery_.step(-1); };
    commands.reload_shaders = [this] { reload_shaders(); };
    commands.copy_state = [this] {
        ImGui::SetClipboardText(state_line().c_str());
        say("copied: " + state_line(), 6, false);
    };
    commands.copy_times = [this] { copy_times(times_markdown); };
    commands.copy_times_csv = [this] { copy_times(times_csv); };
    commands.screenshot = [this](bool panels) {
        save_frame(free_name(std::filesystem::current_path(), panels ? "sweep" : "sweep-picture", ".png"),
                   panels);
    };
    commands.save_comparison = [this] { save_comparison(); };
    commands.record = [this] {
        record(recording_.running() ? "" : free_name(std::filesystem::current_path(), "sweep-recording", ""));
    };
    commands.discard_recording = [this] { discard_recording(); };
    commands.restore_state = [this] { restore_state(picture_->label()); };
    commands.has_picture = [this] { return picture_.has_value(); };
    commands.reload_picture = [this] { reload_picture(); };
    commands.paste = [this] { paste(); };
    commands.has_state = [this] { return picture_ && is_state(picture_->label()); };
    commands.measure_gpu = [this] { measure_gpu(); };
    commands.is_measuring = [this] { return measuring_.is_running(); };
    commands.is_recording = [this] { return recording_.running(); };
    actions_ = make_actions(settings_, viewer_, std::move(commands));
    constexpr float black[] = {0, 0, 0, 1};
    nothing_.upload(GL_RGBA, GL_FLOAT, black);
    settings_.cuda_is_here = gpu::probe().usable;
    filter_ = std::make_unique<TextureFilter>(settings_.engine);
    filter_choice_ = settings_.engine;
    if (options.image) {
        gallery_.open(*options.image, options.depth);
        picture_.emplace(*gallery_.finished(true));
    } else
        scene_.emplace(painting_);
    // A file's values end at the white of the screen; only light itself goes on beyond it.
    if (picture_ && picture_->is_integer() && !settings_.highlights_chosen) settings_.soft_highlights = false;
    if (picture_) remember_picture();
    if (options.record) record(*options.record);
    look_as_told();
    for (const char key : options.keys) press({key});
}

Demo::~Demo() = default;

void Demo::say(std::string message, double for_seconds, bool trouble) {
    messages_.add(std::move(message), trouble, for_seconds, now_, time_of_day());
}

bool Demo::press(Chord chord) {
    try {
        return dispatch(actions_, chord);
    } catch (const std::exception& error) {
        say(error.what(), 12);
        return true;
    }
}

void Demo::open(const std::string& path) {
    open_all({path});
}

// The same picture keeps its place on the screen: only its depth map is new.
void Demo::show(PictureData data) {
    Picture fresh(std::move(data));
    const bool same = picture_ && picture_->path() == fresh.path();
    forget_input();
    picture_.emplace(std::move(fresh));
    if (!settings_.highlights_chosen) settings_.soft_highlights = !picture_->is_integer();
    remember_picture();
    input_changed_ = true;
    if (std::exchange(looks_when_opened_, false)) {
        look_as_told();  // and what restore_state() has said stays to be read
    } else {
        if (!same) viewer_.fit();
        messages_.dismiss();
    }
    announce_picture();
    if (same && settings_.watch && !messages_.shown(now_)) say("read again: " + picture_->name(), 3, false);
}

void Demo::announce_picture() {
    if (!picture_) return;
    if (!picture_->note().empty())
        say(picture_->note(), 8);
    else if (is_state(picture_->label()))
        say("A picture of Sweep's window: " + keys_of(*find_action(actions_, "restore-state")) +
                " shows again what it shows",
            8, false);
}

void Demo::remember_picture() {
    namespace fs = std::filesystem;
    image_ = picture_->path().string();
    // A map that lies beside the picture is found again without being named.
    const fs::path& depth = picture_->depth_path();
    const bool named = !depth.empty() && depth_beside(picture_->path()) != depth;
    std::error_code error;  // a name stays as it is where the folder that it is in is gone
    const auto full = [&](const fs::path& path) {
        const fs::path absolute = fs::absolute(path, error);
        return (error ? path : absolute).string();
    };
    remember(settings_.recent, {full(image_), named ? full(depth) : std::string()});
    watch_.watch(picture_->files());
}

// A picture that has been read, if there is one.
void Demo::take_opened(bool wait) {
    if (const auto next = std::exchange(settings_.open_next, std::nullopt)) {
        std::optional<std::filesystem::path> depth;
        if (!next->depth.empty()) depth = next->depth;
        gallery_.open(next->picture, depth);
    }
    try {
        if (std::optional<PictureData> data = gallery_.finished(wait)) show(*std::move(data));
    } catch (const std::exception& error) {
        looks_when_opened_ = false;
        say(error.what(), 12);
    }
}

void Demo::show_scene() {
    if (!scene_) scene_.emplace(painting_);
    forget_input();
    settings_.teach.input = TestInput::none;
    picture_.reset();
    input_changed_ = true;
    image_.clear();
    if (!settings_.highlights_chosen) settings_.soft_highlights = true;
    viewer_.fit();
}

void Demo::add_time(std::string_view row, GpuTimer& timer, Part part) {
    if (const double ms = timer.newest_ms(); ms >= 0) timings_.add(row, "GL", 0, ms, part);
}

void Demo::reload_shaders() {
    std::string message = display_.reload() + look_.reload() + depth_of_field_.reload() + teach_.reload();
    if (scene_) message += scene_->reload();
    input_changed_ = true;
    if (message.empty()) return;
    message.pop_back();  // the end of the last line
    say(message, 12);
}

// Draws what is filtered. The scene has the size of the part of the window that shows it.
Demo::Input Demo::draw_input() {
    const bool redrawn = settings_.teach.input != TestInput::none && test_picture_.draw(settings_.teach);
    if (redrawn || settings_.teach.input != test_input_) {
        test_input_ = settings_.teach.input;
        forget_input();
        input_changed_ = true;
    }
    if (test_input_ != TestInput::none)
        return {&test_picture_.texture(), &test_picture_.texture(), nullptr, Sample::f32, true};
    settings_.is_encoded = !picture_ || picture_->is_encoded();
    if (picture_) {
        if (picture_->decode(settings_.linear)) input_changed_ = true;
        return {&picture_->source(), &picture_->light(), picture_->depth(settings_.focus.tilt_shift),
                picture_->sample(), picture_->is_grey()};
    }
    const Area& area = viewer_.area();
    if (!scene_->colour().is(area.width, area.height)) forget_input();
    const SceneMoment moment{area.width, area.height, settings_.scene_seconds, orbit_.yaw, orbit_.pitch};
    if (moment != scene_moment_) input_changed_ = true;
    scene_moment_ = moment;
    scene_timer_.begin();
    scene_->draw(area.width, area.height, settings_.scene_seconds, orbit_);
    scene_timer_.end();
    add_time("scene", scene_timer_);
    return {&scene_->colour(), &scene_->colour(), &scene_->depth(), Sample::f32};
}

void Demo::forget_input() {
    kept_ = {};
    teach_.forget_input();
}

// Zoom, pan and focus. ImGui has the pointer's state in both worlds, with a window and without.
void Demo::pointer(const Input& input, double seconds_since_last) {
    const ImGuiIO& io = ImGui::GetIO();
    const bool taken = look_.pointer(settings_, viewer_);
    const auto [x, y] = pointer_over(settings_.view, viewer_);
    if (!taken && !io.WantCaptureMouse && viewer_.area().contains(x, y)) {
        if (io.KeyCtrl && io.MouseWheel != 0)
            scale_size(settings_, io.MouseWheel);
        else if (io.MouseWheel != 0)
            viewer_.zoom_at(x, y, std::pow(1.2f, io.MouseWheel));
        if (io.KeyShift && ImGui::IsMouseClicked(0) && input.depth) {
            const Point at = viewer_.picture_at(x, y);
            probe_.ask(*input.depth, int(at.x), int(at.y));
        } else if (!picture_ &&
                   (ImGui::IsMouseDragging(1, 2) || (io.KeyAlt && ImGui::IsMouseDragging(0, 2)))) {
            orbit_.drag(io.MouseDelta.x, io.MouseDelta.y, float(viewer_.area().height));
        } else if (!io.KeyShift && ImGui::IsMouseDragging(0, 2)) {
            viewer_.pan(io.MouseDelta.x, io.MouseDelta.y);
        }
    }
    orbit_.rest(seconds_since_last);
    // Once it has been dragged until the button is let go, and on the way to where it was told to go.
    if (focus_target_ || !ImGui::IsMouseDown(0)) settings_.focus.shows_plane = focus_target_.has_value();
    if (const auto depth = probe_.answer(); depth && std::isfinite(*depth)) {
        const DepthRange range = depth_range();
        const float inverse = std::lerp(1 / range.at_zero, 1 / range.at_one, *depth);
        focus_target_ = std::clamp(1 / inverse, nearest_focus, farthest_focus);
        settings_.view = View::depth_of_field;
        settings_.focus.constant = false;
    }
    if (focus_target_) {
        // Evenly in 1 / distance, which is what the eye sees as even.
        const double blend = 1 - std::exp(-3 * seconds_since_last / focus_seconds);
        const float inverse = std::lerp(1 / settings_.focus.distance, 1 / *focus_target_, float(blend));
        settings_.focus.distance = 1 / inverse;
        if (std::abs(settings_.focus.distance / *focus_target_ - 1) < 1e-3f) focus_target_.reset();
    }
}

// Whose copies are the yardstick. The reference works in the memory of the CPU.
EngineKind Demo::memory_of_engine() const {
    return filter_->engine().value_or(EngineKind::cpu);
}

}  // namespace sweep::app
