// The program as a process: its arguments, its exit code and its output.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include "core/plan/usual_accuracy.h"
#include "files/image_file.h"
#include "tests/support/cases.h"
#include "tests/support/scratch.h"

namespace sweep::test {

struct Outcome {
    int code = -1;
    std::string out, error;
    int signal = 0;  // that ended it
};

// The Gaussian of `sweep filter` where neither order nor accuracy is said.
inline FilterSpec usual_gaussian(double sigma) {
    FilterSpec filter = gaussian(sigma);
    filter.accuracy = usual_accuracy;
    return filter;
}

class CommandLine : public ScratchTest {
  protected:
    using Arguments = std::vector<std::string>;

    Outcome run(const Arguments& arguments, const std::string& environment = "") {
        std::string command = environment + " '" SWEEP_PROGRAM "'";
        for (const std::string& argument : arguments) command += " '" + argument + "'";
        command += " > '" + path("stdout") + "' 2> '" + path("stderr") + "' < /dev/null";
        const int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("stdout"), read("stderr"),
                WIFSIGNALED(status) ? WTERMSIG(status) : 0};
    }

    // Runs it, expects the code and exactly one line on stderr that begins as every error does, and returns
    // the line.
    std::string refused(int code, const Arguments& arguments) {
        const Outcome outcome = run(arguments);
        const std::string what = fmt::format("sweep {}\n{}", fmt::join(arguments, " "), outcome.error);
        EXPECT_EQ(outcome.code, code) << what;
        EXPECT_TRUE(outcome.error.starts_with("sweep: error: ")) << what;
        EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1) << what;
        EXPECT_EQ(outcome.out, "") << what;
        return outcome.error;
    }

    // Runs sweep filter on the file, which writes `out`, and reads that.
    Image filtered(const std::string& in, Arguments options, const std::string& out = "out.npy") {
        Arguments arguments{"filter", path(in), path(out)};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        return load_image(path(out));
    }

    // Expects each stage of a result to have its time, in milliseconds by the key `time`, and its bytes, which add
    // up to those of the result.
    static void expect_stages(const nlohmann::json& result, const char* time) {
        std::uint64_t bytes = 0;
        for (const auto& stage : result["stages"]) {
            for (const char* key : {"name", "step", time, "bytes_read", "bytes_written"})
                EXPECT_TRUE(stage.contains(key)) << key;
            bytes += stage["bytes_read"].get<std::uint64_t>() + stage["bytes_written"].get<std::uint64_t>();
        }
        EXPECT_EQ(result["bytes"], bytes);
    }

    // Sample i of an image of floating point.
    static double number(const Image& image, std::size_t i) {
        return image.sample() == Sample::f64 ? image.data<double>()[i] : double(image.data<float>()[i]);
    }
    static double largest_difference(const Image& got, const Image& truth) {
        double error = got.shape() == truth.shape() ? 0 : 1e9;
        for (std::size_t i = 0; error < 1e9 && i < truth.shape().samples(); ++i)
            error = std::max(error, std::abs(number(got, i) - number(truth, i)));
        return error;
    }

    std::string save(const std::string& name, const Image& image) {
        save_image(path(name), image.view());
        return path(name);
    }
};

// There is no display (Wayland's is found unnamed in XDG_RUNTIME_DIR), and no leak checker, because the
// drivers of OpenGL leak.
inline constexpr const char* no_display =
    "env -u DISPLAY -u WAYLAND_DISPLAY -u WAYLAND_SOCKET -u XDG_RUNTIME_DIR ASAN_OPTIONS=detect_leaks=0";

inline double error_of(const Image& got, const Problem& p, const Image& in) {
    return largest_error(got.view(), reference(p, in.view()).view());
}

}  // namespace sweep::test
