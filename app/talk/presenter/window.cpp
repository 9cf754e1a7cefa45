#include "app/talk/presenter/window.h"

#include <algorithm>
#include <ctime>
#include <iterator>
#include <string>
#include <utility>

#include "app/talk/lecture/player.h"
#include "app/talk/presenter/screens.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

constexpr double seconds_a_frame = 0.1, longest_frame = 0.5, share_of_time = 1.0 / 20;

// Says how long something took, at its end.
class Stopwatch {
  public:
    explicit Stopwatch(double& seconds) : seconds_(seconds), began_(glfwGetTime()) {}
    ~Stopwatch() { seconds_ = glfwGetTime() - began_; }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

  private:
    double& seconds_;
    double began_;
};
constexpr int usual_width = 1100, usual_height = 720;

std::string glfw_error() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text ? text : "unknown reason";
}

std::string clock_text() {
    const std::time_t now = std::time(nullptr);
    char text[16] = "";
    if (const std::tm* local = std::localtime(&now))  // NOLINT(concurrency-mt-unsafe): of this thread alone
        std::strftime(text, sizeof text, "%H:%M", local);
    return text;
}

// Into the middle of the screen, as large as it allows.
void place_on(GLFWwindow* window, int screen) {
    int count = 0;
    GLFWmonitor** const all = glfwGetMonitors(&count);
    if (screen < 1 || screen > count) return;
    int x = 0, y = 0, width = 0, height = 0;
    glfwGetMonitorWorkarea(all[screen - 1], &x, &y, &width, &height);
    const int w = std::min(usual_width, width * 9 / 10), h = std::min(usual_height, height * 9 / 10);
    if (w < 1 || h < 1) return;
    glfwSetWindowSize(window, w, h);
    glfwSetWindowPos(window, x + (width - w) / 2, y + (height - h) / 2);
}

// On the screen of the stage: where the stage leaves room for a window that can be read, otherwise in the lower right
// corner. Returns whether it covers the stage there.
bool place_beside(GLFWwindow* window, GLFWwindow* stage, int screen) {
    constexpr int least_width = 480, least_height = 360;
    int count = 0;
    GLFWmonitor** const all = glfwGetMonitors(&count);
    if (screen < 1 || screen > count) return false;
    WindowPlace on;
    glfwGetMonitorWorkarea(all[screen - 1], &on.x, &on.y, &on.width, &on.height);
    const int right = on.x + on.width, low = on.y + on.height;
    const WindowPlace at = place_of(stage, on),
                      rooms[] = {{at.x + at.width, on.y, right - at.x - at.width, on.height},
                                 {on.x, on.y, at.x - on.x, on.height},
                                 {on.x, at.y + at.height, on.width, low - at.y - at.height},
                                 {on.x, on.y, on.width, at.y - on.y}};
    WindowPlace best{right - on.width * 2 / 5, low - on.height / 2, on.width * 2 / 5, on.height / 2};
    const auto widest = std::max_element(
        std::begin(rooms), std::end(rooms),
        [](const auto& a, const auto& b) { return long(a.width) * a.height < long(b.width) * b.height; });
    const bool is_free = widest->width >= least_width && widest->height >= least_height;
    if (is_free) best = *widest;
    constexpr int frame = 32;  // pixels that the window manager may put around it
    const int w = std::min(usual_width, best.width - frame),
              h = std::min(usual_height, best.height - 2 * frame);
    if (w < 1 || h < 1) return true;
    glfwSetWindowSize(window, w, h);
    glfwSetWindowPos(window, best.x + best.width - w - frame / 2, best.y + best.height - h - frame / 2);
    return !is_free;
}

}  // namespace

class Presenter::Here {
  public:
    explicit Here(const Presenter& presenter)
        : stage_(glfwGetCurrentContext()), gui_(ImGui::GetCurrentContext()) {
        glfwMakeContextCurrent(presenter.window_.get());
        ImGui::SetCurrentContext(presenter.gui_context_);
    }
    ~Here() {
        ImGui::SetCurrentContext(gui_);
        glfwMakeContextCurrent(stage_);
    }
    Here(const Here&) = delete;
    Here& operator=(const Here&) = delete;

  private:
    GLFWwindow* stage_;
    ImGuiContext* gui_;
};

Presenter::Presenter(GLFWwindow* stage, int screen) {
    // The hints are those of the first window, whose kind of context this one shares; but the keyboard stays there.
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_FALSE);
    window_.reset(glfwCreateWindow(usual_width, usual_height, "Presenter (Sweep)", nullptr, stage));
    glfwWindowHint(GLFW_VISIBLE, GLFW_TRUE);
    glfwWindowHint(GLFW_FOCUS_ON_SHOW, GLFW_TRUE);
    if (!window_) throw Error(ExitCode::failed, "no window for the presenter (" + glfw_error() + ")");
    const int of_stage = screen_of(stage);
    const bool is_there = screen >= 1 && screen <= count_of_screens();
    const int on = is_there ? screen : next_screen(of_stage);
    if (on == of_stage)
        covers_stage_ = place_beside(window_.get(), stage, on);
    else
        place_on(window_.get(), on);
    glfwShowWindow(window_.get());
    if (on != of_stage) glfwMaximizeWindow(window_.get());

    float scale = 1;
    glfwGetWindowContentScale(window_.get(), &scale, nullptr);
    const Here here(*this);
    glfwSwapInterval(0);
    gui_.emplace(window_.get(), scale);
    gui_context_ = ImGui::GetCurrentContext();
}

Presenter::~Presenter() {
    if (copy_.is_ready) glDeleteSync(copy_.is_ready);
    copy_ = {};
    next_texture_ = {};
    if (!window_) return;
    const Here here(*this);
    gui_.reset();
}

double Presenter::seconds_left(double now) const {
    // Who clicks there waits for the next frame.
    const double pause =
        input_.empty() ? std::clamp((copying_ + drawing_) / share_of_time, seconds_a_frame, longest_frame)
                       : seconds_a_frame;
    return std::clamp(drawn_at_ + pause - now, 0.0, pause);
}

void Presenter::take_stage(int width, int height) {
    const Stopwatch copying(copying_);
    // A large stage is copied at half its size, each pixel the mean of four; its mipmaps are smaller ones.
    constexpr int large = 1400;
    const int divisor = width > large ? 2 : 1, w = width / divisor, h = std::max(height / divisor, 1);
    if (!copy_.texture.is(w, h)) {
        copy_.texture = Texture(w, h, GL_RGBA8, mip_levels(w, h));
        copy_.texture.filter(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
        copy_.framebuffer = Framebuffer({&copy_.texture}, nullptr);
    }
    glBlitNamedFramebuffer(0, copy_.framebuffer.name(), 0, 0, width, height, 0, 0, w, h, GL_COLOR_BUFFER_BIT,
                           GL_LINEAR);
    copy_.texture.make_mipmaps();
    if (copy_.is_ready) glDeleteSync(copy_.is_ready);
    copy_.is_ready = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();  // without it the other context might wait for what was never sent
}

// Once for each step.
void Presenter::take_next(std::shared_ptr<const Image> next) {
    if (next == next_) return;
    next_ = std::move(next);
    if (!next_) return;
    const Shape shape = next_->shape();
    const int levels = mip_levels(shape.width, shape.height);
    if (!next_texture_.is(shape.width, shape.height)) {
        next_texture_ = Texture(shape.width, shape.height, GL_RGB8, levels);
        next_texture_.filter(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
    }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    next_texture_.upload(GL_RGB, GL_UNSIGNED_BYTE, next_->data<std::uint8_t>());
    next_texture_.make_mipmaps();
}

std::optional<int> Presenter::draw(PresenterReport report, std::shared_ptr<const Image> next, Theme theme,
                                   double now) {
    const double since = drawn_at_ < 0 ? seconds_a_frame : now - drawn_at_;
    drawn_at_ = now;
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_.get(), &width, &height);
    if (width == 0 || height == 0) return {};  // minimised
    const Stopwatch drawing(drawing_);
    const Here here(*this);
    if (copy_.is_ready) {
        glWaitSync(copy_.is_ready, 0, GL_TIMEOUT_IGNORED);
        report.stage = &copy_.texture;
    }
    take_next(std::move(next));
    if (next_) report.next = &next_texture_;
    report.clock = clock_text();
    // In steps, since new letters take a moment that the stage would miss while the window is resized.
    constexpr float steps = 8;
    gui_->set_scale(std::max(float(int(lecture_scale(1, width, height) * steps)), 3.0f) / steps);
    gui_->set_theme(theme);
    input_.begin_frame();
    while (const auto event = input_.next()) gui_->feed(*event);
    gui_->begin(width, height, since);
    const std::optional<int> clicked = presenter_panel(report, width, height);
    gui_->end();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    glClearColor(colours::panel.x, colours::panel.y, colours::panel.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    gui_->draw();
    glfwSwapBuffers(window_.get());
    return clicked;
}

}  // namespace sweep::app
