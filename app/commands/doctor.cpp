// sweep doctor: versions, and the ladder of ways to run, best first, with a verdict on each rung.
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/base/build_revision.h"
#include "app/base/files/fonts.h"
#include "app/commands/commands.h"
#include "app/screen/gl/gl.h"
#include "app/screen/gl/glfw.h"
#include "app/screen/gl/headless_egl.h"
#include "app/talk/remote/server.h"
#include "app/ui/vector/page.h"
#include "app/work/engines/tuning_choice.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "cpu/engine.h"
#include "engines/start.h"
#include "files/format.h"
#include "files/image_file.h"
#include "films/film.h"
#include "gpu/engine.h"

namespace sweep::app {
namespace {

// Whether something works, with its description or the reason why not.
struct Verdict {
    bool works = false;
    std::string text;
};

void line(std::string_view name, const std::string& text) {
    fmt::print("  {:<20} {}\n", name, text);
}

void rung(int number, const Verdict& verdict, std::string_view what) {
    fmt::print("  {}. {:<4} {}: {}\n", number, verdict.works ? "yes" : "no", what, verdict.text);
}

Verdict find_display() {
    if (!start_glfw()) {
        const char* reason = nullptr;
        glfwGetError(&reason);
        return {false, fmt::format("{}: use sweep shot and sweep filter", reason ? reason : "none found")};
    }
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    std::string text = fmt::format("{} monitor{}", count, count == 1 ? "" : "s");
    for (int i = 0; i < count; ++i) {
        float scale = 1, ignored = 1;
        glfwGetMonitorContentScale(monitors[i], &scale, &ignored);
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
        text += fmt::format("; {}", glfwGetMonitorName(monitors[i]));
        if (mode) text += fmt::format(" {}x{} at {} Hz", mode->width, mode->height, mode->refreshRate);
        text += fmt::format(", scale {:.2f}", scale);
    }
    glfwTerminate();
    return {true, text};
}

struct OffScreen {
    Verdict verdict;
    bool is_software = false;
};

OffScreen find_off_screen_gl() {
    try {
        const HeadlessContext context;
        return {{true, gl_description()}, gl_is_software()};
    } catch (const Error& error) {
        return {{false, error.what()}, false};
    }
}

std::string build_text() {
#if defined(__clang__)
    const char* compiler = "clang++ " __clang_version__;
#elif defined(__GNUC__)
    const char* compiler = "g++ " __VERSION__;
#else
    const char* compiler = "another compiler";
#endif
    return fmt::format("{}, {}, CUDA engine {}", SWEEP_BUILD_TYPE, compiler,
                       *build_cuda_compiler() ? "built in" : "left out");
}

std::string font_text(FontFace face) {
    const auto path = find_font(face);
    return path ? path->string()
                : "none found: the built-in font of Dear ImGui is used, and sweep shot refuses";
}

void run(CommandOptions&) {
    const gpu::Device device = gpu::probe();
    const Verdict display = find_display();
    const OffScreen off_screen = find_off_screen_gl();

    fmt::print("Sweep {}\n", SWEEP_VERSION);
    line("build", build_text());
    line("processor", cpu::description());
    line("memory", memory_text(available_memory()) + " available");
    if (device.usable) {
        line("GPU", fmt::format("{}, compute capability {}, {} multiprocessors, {}, L2 {}", device.name,
                                device.compute_capability, device.multiprocessors,
                                memory_text(device.memory_bytes), memory_text(device.l2_bytes)));
        line("CUDA", fmt::format("driver supports {}, this program was built with {}", device.driver,
                                 device.runtime));
        line("choices on it", tuning_in_use().text);
    } else {
        line("GPU", device.name.empty() ? "none that CUDA can use" : device.name);
        line("CUDA", device.reason + ": " + device.advice);
    }
    line("OpenGL through EGL", off_screen.verdict.text);
    line("films", films_text());
    const std::string no_remote = why_no_remote();
    line("remote", no_remote.empty() ? "built in: --remote" : "left out: " + no_remote);
    const std::string no_pages = why_no_pages();
    line("figures", no_pages.empty() ? "built in: sweep figure" : "left out: " + no_pages);
    line("display", display.text);
    line("GLFW", glfwGetVersionString());
    line("font", font_text(FontFace::sans));
    line("font of numbers", font_text(FontFace::mono));

    fmt::print("\nImage files\n");
    for (const ImageLibrary& library : image_libraries())
        line(library.formats, library.version.empty() ? "left out: this build has no " + library.name
                                                      : library.name + " " + library.version);
    std::vector<std::string_view> built_in;
    for (const Format* format : formats())
        if (format->is_read() && format->library.empty()) built_in.push_back(format->name);
    line(fmt::format("{}", fmt::join(built_in, ", ")), "built in");

    const bool shares = device.usable && off_screen.verdict.works && !off_screen.is_software;
    fmt::print("\nThe ladder, best first\n");
    rung(1,
         {shares, shares          ? off_screen.verdict.text
                  : device.usable ? "OpenGL is not on the NVIDIA GPU; plug the monitor into it, or set "
                                    "__NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia"
                                  : "no CUDA: " + device.reason},
         "CUDA filters the textures of OpenGL in place");
    rung(2, {device.usable, device.usable ? device.name : device.reason},
         "CUDA, with copies through host memory");
    rung(3, {true, cpu::description()}, "the CPU engine, the same window; OpenGL on a GPU comes before it");
    rung(4, display, "a window on a display");
    rung(5, off_screen.verdict, "the window off screen (sweep shot)");
    rung(6,
         {off_screen.verdict.works && !off_screen.is_software,
          !off_screen.verdict.works ? "no OpenGL 4.5"
          : off_screen.is_software  ? "OpenGL is computed by the processor: it works, slowly"
                                    : "OpenGL 4.5 by a GPU"},
         "OpenGL by hardware");

    fmt::print("\nSweep would use\n");
    const EnginePick pick = pick_engine(EngineKind::automatic);
    line("engine", std::string(name_of(pick.kind).word) + ", " +
                       (device.usable                     ? device.name
                        : pick.kind == EngineKind::opengl ? pick.reason
                                                          : cpu::description()));
    line("pixels", pick.kind == EngineKind::opengl ? "in the textures of OpenGL"
                   : !device.usable                ? "in host memory"
                   : shares ? "in the textures of OpenGL, if the driver lets CUDA have them"
                            : "copied between CUDA and OpenGL");
    line("sweep", display.works ? "opens a window" : "ends with code 3: there is no display");
    line("sweep shot",
         off_screen.verdict.works ? "draws off screen" : "ends with code 1: there is no OpenGL");
}

}  // namespace

Command doctor_command() {
    return command<CommandOptions>(
        {"doctor", [](OptionAdder&, CommandOptions&) {}, [](CommandOptions&, const Given&) {}},
        "Says what this machine offers, and what Sweep would use.\n", run);
}

}  // namespace sweep::app
