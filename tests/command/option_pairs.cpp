// Each option of `sweep filter` beside each kind of input: it changes the result, or is refused, or a note says that
// it has no effect. The pairs in which nothing is there for it to change are named here, with the reason.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "app/commands/commands.h"
#include "core/base/error.h"
#include "files/image_file.h"
#include "files/output_file.h"
#include "films/film.h"
#include "films/writer.h"
#include "tests/support/full_metadata.h"
#include "tests/support/scratch.h"

namespace sweep::test {
namespace {

using Words = std::vector<std::string>;

struct Kind {
    std::string name;
    Words files;           // IN and OUT
    Words said = {};       // with it
    bool is_film = false;  // what is written has other bytes each time
};

const std::vector<Kind> kinds{{"picture", {"a.png", "out.png"}},
                              {"picture with alpha", {"alpha.png", "out.png"}},
                              {"numbers", {"n.npy", "out.npy"}},
                              {"pages", {"v.npy", "out.npy"}},
                              {"volume", {"v.npy", "out.npy"}, {"--axes=x,y,z"}},
                              {"many files", {"a.png", "b.png", "--out", "out-{name}.png"}},
                              {"film", {"f.mkv", "out.mkv"}, {}, true},
                              {"animation", {"f.gif", "out.gif"}, {}, true}};

struct Row {
    std::string option;
    Words filter;  // in which it is heard
    std::string value;
};

const Words gaussian{"--sigma=1.5"}, edge{"--filter=edge", "--sigma=3"},
    diffusion{"--filter=diffusion", "--time=3"}, iir{"--filter=iir", "--causal=-0.3"};
const std::vector<Row> rows{
    {"--filter", gaussian, "exponential"},
    {"--sigma", gaussian, "3"},
    {"--order", gaussian, "3"},
    {"--accuracy", gaussian, "1e-6"},
    {"--derivative", gaussian, "1,0"},
    {"--band", {"--filter=butterworth"}, "high"},
    {"--cutoff", {"--filter=butterworth"}, "0.3"},
    {"--ripple", {"--filter=chebyshev1"}, "3"},
    {"--attenuation", {"--filter=chebyshev2"}, "20"},
    {"--alpha", {"--filter=exponential"}, "0.5"},
    {"--radius", {"--filter=box"}, "1"},
    {"--box-size", {"--filter=box"}, "2"},
    {"--box-origin", {"--filter=box", "--radius=2"}, "1"},
    {"--causal", iir, "-0.5"},
    {"--anticausal", iir, "-0.5"},
    {"--feedforward", iir, "1,0.5"},
    {"--anticausal-feedforward", {"--filter=iir", "--causal=-0.3", "--feedforward=0.5,0.2"}, "0.1,0.3"},
    {"--axes", gaussian, "x"},
    {"--axes", gaussian, "z"},
    {"--gain", iir, "0.5"},
    {"--boundary", gaussian, "repeat"},
    {"--algorithm", gaussian, "rt64"},
    {"--taps", gaussian, "3"},
    {"--block", gaussian, "64"},
    {"--precision", {"--filter=box"}, "double"},
    {"--realisation", gaussian, "direct"},
    {"--engine", gaussian, "reference"},
    {"--passes", gaussian, "down,up"},
    {"--linear", gaussian, ""},
    {"--no-linear", gaussian, ""},
    {"--missing", gaussian, "fill"},
    {"--premultiply", gaussian, ""},
    {"--no-premultiply", gaussian, ""},
    {"--strip", gaussian, ""},
    {"--tuning", gaussian, "built-in"},
    {"--size", gaussian, "99x99"},
    {"--page", gaussian, "2"},
    {"--part", gaussian, "x"},
    {"--layer", gaussian, "x"},
    {"--channel", gaussian, "x"},
    {"--edge-range", edge, "0.5"},
    {"--iterations", edge, "1"},
    {"--tone-map", edge, "2"},
    {"--contrast", diffusion, "0.5"},
    {"--time", diffusion, "1"},
    {"--steps", diffusion, "1"},
    {"--noise-sigma", diffusion, "0"},
    {"--derive", gaussian, "unsharp"},
    {"--path", gaussian, "portable"},
    {"--codec", gaussian, "ffv1"},
    {"--quality", gaussian, "0"},
    {"--guide", edge, "b.png"},
    {"--check", gaussian, ""},
    {"--timings", gaussian, "times.json"},
    {"--trace", gaussian, "trace.json"},
    {"--dump-stages", gaussian, "stages"},
    {"--format", gaussian, "png"},
    {"--out", gaussian, "other.png"}};

// Why nothing changes, for all kinds or some.
struct Idle {
    std::string option;
    std::set<std::string> kinds;  // empty: all
    std::string why;
};
const std::vector<Idle> idle{
    {"--algorithm", {}, "it says how the result is computed"},
    {"--block", {}, "it says how the result is computed"},
    {"--precision", {}, "it says how the result is computed"},
    {"--realisation", {}, "it says how the result is computed"},
    {"--engine", {}, "it says who computes the result"},
    {"--path", {}, "it says how the result is computed"},
    {"--tuning", {}, "it says how the result is computed"},
    {"--linear", {}, "samples that are encoded are decoded anyway, and numbers are none"},
    {"--no-linear", {"numbers", "pages", "volume"}, "numbers are as they are"},
    {"--missing", {}, "no sample is missing"},
    {"--premultiply", {}, "it is so anyway"},
    {"--no-premultiply",
     {"picture", "numbers", "pages", "volume", "many files", "film", "animation"},
     "there is no alpha"},
    {"--strip", {"numbers", "pages", "volume", "film", "animation"}, "nothing is said beside the samples"}};

class OptionPairs : public ScratchTest {
  protected:
    void SetUp() override {
        here_ = std::filesystem::current_path();
        std::filesystem::current_path(std::filesystem::path(path("x")).parent_path());
        save_described("a.png", noise({16, 12, 3}, Sample::u8, 1));
        save_described("b.png", noise({16, 12, 3}, Sample::u8, 2));
        save_described("alpha.png", noise({16, 12, 4}, Sample::u8, 3));
        save_image("n.npy", noise({16, 12, 1}, Sample::f32, 4).view());
        const Image all = noise({16, 12 * 5, 1}, Sample::f32, 5);
        std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (5, 12, 16), }";
        header += std::string(128 - 11 - header.size(), ' ') + "\n";
        const std::string_view samples(reinterpret_cast<const char*>(all.data<float>()), all.bytes());
        write("v.npy", std::string("\x93NUMPY\x01\0v\0", 10) + header + std::string(samples));
        if (!has_films()) return;
        for (const char* name : {"f.mkv", "f.gif"}) {
            const auto writer = open_film_writer({name, false, 16, 12, 25});
            for (unsigned i = 0; i < 3; ++i) writer->add(noise({16, 12, 3}, Sample::u8, 6 + i).view());
            writer->finish();
        }
    }
    void TearDown() override { std::filesystem::current_path(here_); }

    struct Made {
        bool is_refused = false;
        std::set<std::string> notes;
        std::map<std::string, std::string> files;  // what each has
        bool is_checked = false;
        friend bool operator==(const Made&, const Made&) = default;
    };

    static void save_described(const std::string& name, const Image& image) {
        save_image(name, image.view(), {}, std::nullopt, nullptr, [&](std::vector<std::uint8_t>& file) {
            EXPECT_EQ(attach(full_metadata("a picture"), {image.shape()}, file), "");
        });
    }

    static std::string frames_of(const std::string& file) {
        std::string all;
        const auto film = open_film({FilmKind::file, file});
        for (Image frame; film->advance();) {
            film->convert(frame);
            all.append(frame.data<char>(), frame.bytes());
        }
        return all;
    }

    Made made(const Kind& kind, const Words& options) const {
        std::set<std::string> before;
        for (const auto& entry : std::filesystem::directory_iterator("."))
            before.insert(entry.path().filename().string());
        Words words{"filter"};
        words.insert(words.end(), kind.files.begin(), kind.files.end());
        words.insert(words.end(), options.begin(), options.end());
        Made made;
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        std::string note;
        try {
            const app::CommandLine line = app::read_command_line(words);
            note = line.options->note;
            line.run();
        } catch (const Error& error) {
            made.is_refused = error.code() == ExitCode::usage || error.code() == ExitCode::unreadable_input ||
                              kind.name == "many files";  // whose errors are those of their files
            if (!made.is_refused) ADD_FAILURE() << fmt::format("{}: {}", words, error.what());
        }
        made.is_checked = testing::internal::GetCapturedStdout().find("check: ") != std::string::npos;
        std::istringstream said(testing::internal::GetCapturedStderr());
        for (std::string line; std::getline(said, line);)
            if (line.starts_with("sweep: note: ")) made.notes.insert(line);
        if (!note.empty()) made.notes.insert(note);
        for (const auto& entry : std::filesystem::directory_iterator(".")) {
            const std::string name = entry.path().filename().string();
            if (before.count(name)) continue;
            const bool is_result = name.starts_with("out");
            made.files[name] = !is_result ? "" : kind.is_film ? frames_of(name) : read(name);
            std::filesystem::remove_all(name);
        }
        return made;
    }

    static bool is_idle(const std::string& option, const std::string& kind) {
        return std::any_of(idle.begin(), idle.end(), [&](const Idle& one) {
            return one.option == option && (one.kinds.empty() || one.kinds.count(kind));
        });
    }

  private:
    std::filesystem::path here_;
};

TEST_F(OptionPairs, AreDoneOrRefusedOrSaidToBeIdle) {
    for (const Kind& kind : kinds) {
        if (kind.is_film && !has_films()) continue;
        std::map<Words, Made> without;
        for (const Row& row : rows) {
            // A film is filtered as an animation is, which is written in a tenth of the time.
            if (kind.name == "film" && row.filter != gaussian) continue;
            const std::string said = row.option + (row.value.empty() ? "" : "=" + row.value);
            Words options = row.filter;
            options.emplace_back("--engine=cpu");
            if (row.option != "--axes") options.insert(options.end(), kind.said.begin(), kind.said.end());
            if (!without.count(options)) without[options] = made(kind, options);
            const Made& plain = without[options];
            if (plain.is_refused) continue;  // the filter is not for this kind
            options.push_back(said);
            EXPECT_TRUE(made(kind, options) != plain || is_idle(row.option, kind.name))
                << fmt::format("{} of a {} does nothing, and nothing is said", said, kind.name);
        }
    }
}

// A film in the window has one picture at a time, and nothing to choose in its file.
TEST_F(OptionPairs, AFilmInTheWindowHasNoPagesAndLayers) {
    for (const char* option : {"--page=2", "--part=x", "--layer=x", "--channel=x", "--depth=a.png"}) try {
            app::read_command_line({"shot", "out.png", "f.mkv", option}).run();
            ADD_FAILURE() << option;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::usage) << option << error.what();
        }
}

TEST_F(OptionPairs, KnowEveryOption) {
    testing::internal::CaptureStdout();
    app::read_command_line({"filter", "--help"}).run();
    std::istringstream help(testing::internal::GetCapturedStdout());
    std::set<std::string> known{"--help"};
    for (const Row& row : rows) known.insert(row.option);
    int options = 0;
    for (std::string line; std::getline(help, line);) {
        const std::size_t at = line.find_first_not_of(' ');
        if (at == std::string::npos || at > 6 || !line.substr(at).starts_with("--")) continue;
        const std::string name = line.substr(at, line.find_first_of(" ,=", at) - at);
        ++options;
        EXPECT_TRUE(known.count(name)) << name << ": say here what it does to each kind of input";
    }
    EXPECT_GT(options, 50);
}

}  // namespace
}  // namespace sweep::test
