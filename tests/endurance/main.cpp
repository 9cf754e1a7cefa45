// The program under random use, off screen:
//
//   endurance [--seed S] [--frames N] [--seconds T] [--size WxH] [--look-every N] [--verbose]
//
// The same seed makes the same moves; a failure prints its seed and the last moves. Every 500 frames, or as
// --look-every says, the test puts everything back and counts memory, files, threads and OpenGL's objects:
// they must not grow after the first third of the run.
//
// Exit codes: 0 passed, 1 failed, 2 usage, 77 there is no OpenGL here, and SWEEP_REQUIRE does not name the
// window.
#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <thread>

#include <execinfo.h>
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include "app/screen/gl/headless_egl.h"
#include "app/work/options/option_values.h"
#include "core/base/error.h"
#include "gpu/interop/interop.h"
#include "gpu/interop/registrations.h"
#include "tests/endurance/moves.h"
#include "tests/support/required.h"

namespace sweep::app {
namespace {

struct Arguments {
    int seed = 1, frames = 2000, seconds = 0, width = 480, height = 300, look_every = 500;
    bool verbose = false;
};

// The moves are kept for the report of a crash, and nothing here allocates. The offsets in that report are
// those of a stripped program, for addr2line with the unstripped one.
std::array<std::array<char, 160>, 24> last_moves{};
std::size_t moves_made = 0;
char where[80] = "before the first frame";

void remember_move(const std::string& words) {
    auto& line = last_moves[moves_made++ % last_moves.size()];
    line[words.copy(line.data(), line.size() - 1)] = 0;
}

void say(const char* text) {
    if (write(STDERR_FILENO, text, std::char_traits<char>::length(text)) < 0) _exit(1);
}

void say_where() {
    say(where);
    say("; the last moves:\n");
    for (std::size_t i = 0; i < last_moves.size(); ++i) {
        say("  ");
        say(last_moves[(moves_made + i) % last_moves.size()].data());
        say("\n");
    }
}

void on_signal(int number) {
    say(number == SIGALRM ? "endurance: a frame takes minutes: " : "endurance: the program has crashed: ");
    say_where();
    std::array<void*, 64> frames;
    backtrace_symbols_fd(frames.data(), backtrace(frames.data(), int(frames.size())), STDERR_FILENO);
    std::signal(number, SIG_DFL);
    raise(number);
}

[[noreturn]] void fail(const std::string& what) {
    throw std::runtime_error(what);
}

// ---- what is counted ---------------------------------------------------------------------------------

struct Counts {
    double heap = 0, resident = 0;  // in MiB
    int files = 0, threads = 0, gl = 0;
};

int entries(const char* folder) {
    return int(std::distance(std::filesystem::directory_iterator(folder), {}));
}

// Every known driver gives small numbers as names, and reuses them.
int gl_objects() {
    constexpr GLuint most = 20000;
    int count = 0;
    for (GLuint name = 1; name < most; ++name)
        for (const auto is : {glIsTexture, glIsBuffer, glIsFramebuffer, glIsVertexArray, glIsQuery,
                              glIsProgram, glIsShader, glIsSampler, glIsRenderbuffer})
            count += is(name) == GL_TRUE;
    return count;
}

Counts count() {
    malloc_trim(0);
    std::ifstream statm("/proc/self/statm");
    double pages = 0, resident = 0;
    statm >> pages >> resident;
    const auto heap = mallinfo2();
    return {double(heap.uordblks + heap.hblkhd) / (1 << 20),
            resident * double(sysconf(_SC_PAGESIZE)) / (1 << 20), entries("/proc/self/fd"),
            entries("/proc/self/task"), gl_objects()};
}

// The largest count of the first third includes what caches and drivers keep.
void check_growth(const std::vector<Counts>& counts) {
    const std::size_t warm = std::max<std::size_t>(counts.size() / 3, 2);
    if (counts.size() <= warm) return;
    const auto largest = [&](auto begin, auto end, auto member) {
        auto most = (*begin).*member;
        for (auto i = begin; i != end; ++i) most = std::max(most, (*i).*member);
        return most;
    };
    const auto check = [&](const char* what, auto member, double allowed) {
        const auto before = largest(counts.begin(), counts.begin() + std::ptrdiff_t(warm), member),
                   after = largest(counts.begin() + std::ptrdiff_t(warm), counts.end(), member);
        if (double(after) > double(before) + allowed)
            fail(fmt::format("{} grew from {} to {}", what, before, after));
    };
    check("the heap in MiB", &Counts::heap, 64);
    check("resident memory in MiB, with what drivers compile", &Counts::resident, 512);
    check("open files", &Counts::files, 4);
    check("threads", &Counts::threads, 4 + std::thread::hardware_concurrency());  // TBB starts late
    check("objects of OpenGL", &Counts::gl, 48);  // programs are made at their first use
}

// ---- frames ------------------------------------------------------------------------------------------

// The frame is drawn into floats, in which a NaN stays a NaN.
struct Screen {
    Texture colour;
    std::optional<Framebuffer> framebuffer;
    void fit(int width, int height) {
        if (colour.is(width, height)) return;
        framebuffer.reset();
        colour = Texture(width, height, GL_RGBA32F);
        framebuffer.emplace(Framebuffer({&colour}, nullptr));
    }
    void check_numbers() const {
        std::vector<float> samples(std::size_t(colour.width()) * std::size_t(colour.height()) * 4);
        colour.read(GL_RGBA, GL_FLOAT, samples.size() * sizeof(float), samples.data());
        const auto bad = std::count_if(samples.begin(), samples.end(), [](float x) { return std::isnan(x); });
        if (bad) fail(fmt::format("{} samples of the screen are NaN", bad));
    }
};

class Run {
  public:
    Run(const Arguments& arguments, const std::filesystem::path& folder)
        : arguments_(arguments),
          moves_(unsigned(arguments.seed), folder, arguments.width, arguments.height),
          gui_(nullptr, 1) {
        gui_.point(&moves_.mouse());
        demo_.emplace(WindowOptions());
    }

    void all() {
        const double end = arguments_.seconds > 0 ? wall_seconds() + arguments_.seconds : 0;
        for (step_ = 1; step_ <= arguments_.frames && (end == 0 || wall_seconds() < end); ++step_) {
            std::snprintf(where, sizeof where, "seed %d, frame %d of %d", arguments_.seed, step_,
                          arguments_.frames);
            const std::string words = moves_.next(*demo_);
            remember_move(words);
            if (arguments_.verbose) fmt::print(stderr, "{}: {}\n", step_, words);
            frame();
            if (step_ % 8 == 0) screen_.check_numbers();
            if (step_ % arguments_.look_every == 0) look_after();
        }
        check_growth(counts_);
        fmt::print("endurance: {} frames of seed {}, {} looks at memory and handles: all is well\n",
                   step_ - 1, arguments_.seed, counts_.size());
    }

  private:
    void frame() {
        alarm(180);
        screen_.fit(moves_.width(), moves_.height());
        gui_.set_theme(demo_->settings().theme);
        gui_.set_scale(demo_->settings().scale);
        demo_->frame(gui_, moves_.width(), moves_.height(), seconds_ += 1.0 / 60,
                     {screen_.framebuffer->name()});
        glFinish();
        if (const GLenum error = glGetError()) fail(fmt::format("OpenGL says {:#x}", error));
        if (gpu::gl_registrations().deleted_too_early)
            fail("OpenGL deleted a texture or buffer that CUDA still had");
        alarm(0);
    }

    // Ends what is under way, every fourth time in the middle of it, and counts what is left.
    void look_after() {
        if (step_ / arguments_.look_every % 4 == 0) {
            demo_.reset();
            demo_.emplace(WindowOptions());
        }
        moves_.calm(*demo_);
        try {
            demo_->finish_files();
        } catch (const Error&) {
            // A recording whose folder was deleted cannot be written.
        }
        moves_.restore_files();
        // Comparisons and measurements that are under way need memory, too: the count waits for them.
        const double patience = wall_seconds() + 60;
        for (int i = 0; i < 10 || (demo_->seconds_of_rest() < 0.5 && wall_seconds() < patience); ++i) frame();
        screen_.check_numbers();
        const Counts now = counts_.emplace_back(count());
        fmt::print(
            "{:7} frames: {:.0f} MiB of heap, {:.0f} MiB in all, {} files, {} threads, {} objects of "
            "OpenGL\n",
            step_, now.heap, now.resident, now.files, now.threads, now.gl);
        std::fflush(stdout);
    }

    Arguments arguments_;
    Moves moves_;
    Screen screen_;
    Gui gui_;
    std::optional<Demo> demo_;
    std::vector<Counts> counts_;
    int step_ = 0;
    double seconds_ = 0;
};

Arguments parse(const std::vector<std::string>& words) {
    Arguments arguments;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& name = words[i];
        if (name == "--verbose") {
            arguments.verbose = true;
            continue;
        }
        if (i + 1 == words.size()) throw Error(ExitCode::usage, name + " needs a value, or is unknown");
        const std::string& value = words[++i];
        if (name == "--size") {
            const Size size = parse_size(name, value);
            arguments.width = size.width, arguments.height = size.height;
            continue;
        }
        int* number = name == "--seed"         ? &arguments.seed
                      : name == "--frames"     ? &arguments.frames
                      : name == "--seconds"    ? &arguments.seconds
                      : name == "--look-every" ? &arguments.look_every
                                               : nullptr;
        if (!number)
            throw Error(ExitCode::usage,
                        name + " is unknown: --seed, --frames, --seconds, --size, --look-every, --verbose");
        *number = parse_integer(name, value, name == "--look-every" ? 1 : 0, 1000000000);
    }
    return arguments;
}

int endurance(const std::vector<std::string>& words) {
    std::optional<HeadlessContext> context;
    const Arguments arguments = parse(words);
    try {
        context.emplace();
    } catch (const Error& error) {
        fmt::print(stderr, "endurance: {}\n", error.what());
        return test::is_required("window") ? 1 : 77;
    }
    for (const int number : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGBUS, SIGALRM})
        std::signal(number, on_signal);
    const auto folder = std::filesystem::temp_directory_path() / fmt::format("sweep-endurance-{}", getpid());
    std::filesystem::create_directory(folder);
    std::filesystem::current_path(folder);
    int code = 0;
    try {
        Run(arguments, folder).all();
    } catch (const std::exception& error) {
        fmt::print(stderr, "endurance: {}\n", error.what());
        say_where();
        code = 1;
    }
    std::error_code nothing;
    std::filesystem::current_path("/", nothing);
    std::filesystem::remove_all(folder, nothing);
    return code;
}

}  // namespace
}  // namespace sweep::app

int main(int argc, char** argv) {
    try {
        return sweep::app::endurance({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "endurance: %s\n", error.what());
        return 2;
    }
}
