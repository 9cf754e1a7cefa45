// What is derived from the filtered picture, in the window: of textures, by each engine, live, and compared.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "app/command_line/picture_state.h"
#include "app/command_line/window_request.h"
#include "app/views/derived/picture.h"
#include "core/base/error.h"
#include "core/problem/reference.h"
#include "files/image_file.h"
#include "tests/support/cases.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

class DerivedTextures : public Offscreen, public testing::WithParamInterface<EngineKind> {
  protected:
    static constexpr Shape shape{61, 43, 4};

    // Results of the reference, in double.
    struct Truths {
        Image soft, wide, first[2], second[2];
        Image squares{}, slopes{}, intercepts{};  // of the Gaussian; the last two of the guided filter
    };

    // The formula of each kind.
    static double formula(const Derived& derived, double x, const Truths& truths, std::size_t i) {
        const auto at = [i](const Image& image) { return image.data<double>()[i]; };
        const auto& [soft, wide, first, second, squares, slopes, intercepts] = truths;
        const double mean = at(soft), deviation = std::sqrt(at(squares) - mean * mean);
        const auto above = [x](double threshold) {
            // Float32 may be on either side of what is so near.
            return std::abs(x - threshold) < 1e-5 ? std::nan("") : x > threshold ? 1.0 : 0.0;
        };
        switch (derived.kind) {
            case DerivedKind::deviation:
                return deviation;
            case DerivedKind::normalize:
                return (x - mean) / std::max(deviation, derived.least);
            case DerivedKind::bradley:
                return above(mean * (1 - derived.t));
            case DerivedKind::niblack:
                return above(mean - derived.niblack_k * deviation);
            case DerivedKind::sauvola:
                return above(mean * (1 + derived.sauvola_k * (deviation / derived.sauvola_r - 1)));
            case DerivedKind::guided:
                return at(slopes) * x + at(intercepts);
            case DerivedKind::unsharp:
                return std::abs(x - at(soft)) > derived.threshold ? x + derived.amount * (x - at(soft)) : x;
            case DerivedKind::high_pass:
                return x - at(soft);
            case DerivedKind::dog:
                return at(soft) - at(wide);
            case DerivedKind::log:
                return std::pow(3, 2 * derived.gamma) * (at(second[0]) + at(second[1]));
            default:
                return std::hypot(at(first[0]), at(first[1]));
        }
    }
};

TEST_P(DerivedTextures, AreTheFormulasOfTheReference) {
    std::unique_ptr<TextureFilter> filter;
    try {
        filter = std::make_unique<TextureFilter>(GetParam());
    } catch (const Error& error) {
        SKIP_WITHOUT("gpu", error.what());
    }
    for (const Sample sample : {Sample::f32, Sample::u8}) {
        const Image in = test::noise(shape, sample);
        const bool is_bytes = sample == Sample::u8;
        const Texture source(shape.width, shape.height, is_bytes ? GL_RGBA8 : GL_RGBA32F);
        source.upload(GL_RGBA, is_bytes ? GL_UNSIGNED_BYTE : GL_FLOAT, in.data<void>());
        const auto solved = [&](double sigma, int x, int y) {
            Problem p = test::problem(shape, test::gaussian(sigma));
            p.input = sample;
            p.filter.derivative_x = x;
            p.filter.derivative_y = y;
            return reference(p, in.view());
        };
        const auto light = [&](std::size_t i) {
            const double byte = is_bytes ? in.data<std::uint8_t>()[i] / 255.0 : 0;
            return !is_bytes ? double(in.data<float>()[i]) : i % 4 == 3 ? byte : srgb_to_linear(byte);
        };
        constexpr double eps = 0.02;
        Truths truths{.soft = solved(3, 0, 0),
                      .wide = solved(6, 0, 0),
                      .first = {solved(3, 1, 0), solved(3, 0, 1)},
                      .second = {solved(3, 2, 0), solved(3, 0, 2)}};
        const auto blurred = [&](auto sample_at) {
            Image image(shape, Sample::f64);
            for (std::size_t i = 0; i < shape.samples(); ++i) image.data<double>()[i] = sample_at(i);
            Problem p = test::problem(shape, test::gaussian(3));
            p.input = Sample::f64;
            return reference(p, std::as_const(image).view());
        };
        truths.squares = blurred([&](std::size_t i) { return light(i) * light(i); });
        const auto slope = [&](std::size_t i) {
            const double mean = truths.soft.data<double>()[i],
                         variance = truths.squares.data<double>()[i] - mean * mean;
            return variance / (variance + eps);
        };
        truths.slopes = blurred(slope);
        truths.intercepts =
            blurred([&](std::size_t i) { return truths.soft.data<double>()[i] * (1 - slope(i)); });
        Problem problem = test::problem(shape, test::gaussian(3));
        problem.input = sample;
        DerivedPicture picture;
        for (const DerivedInfo& kind : derived_kinds()) {
            const Derived derived{.kind = kind.kind,
                                  .amount = 1.5,
                                  .threshold = 0.1,
                                  .ratio = 2,
                                  .gamma = 0.5,
                                  .least = 0.27,
                                  .t = 0.2,
                                  .niblack_k = 0.3,
                                  .sauvola_k = 0.4,
                                  .sauvola_r = 0.4,
                                  .eps = eps};
            if (derived.is_none()) continue;
            picture.run(*filter, GetParam(), source, {}, problem, derived, true);
            Image got(shape, Sample::f32);
            picture.result().read(GL_RGBA, GL_FLOAT, got.bytes(), got.data<void>());
            for (std::size_t i = 0; i < shape.samples(); ++i) {
                const bool is_alpha = i % 4 == 3;
                const double x = light(i), right = is_alpha ? x : formula(derived, x, truths, i);
                if (std::isnan(right)) continue;
                // Shaders compute the powers of sRGB to some digits less.
                ASSERT_NEAR(got.data<float>()[i], right, 2e-5)
                    << kind.word << ", bytes " << is_bytes << ", at " << i;
            }
        }
    }
}

TEST_P(DerivedTextures, FollowAPictureThatChangesWhileTheyAreLeftOut) {
    std::unique_ptr<TextureFilter> filter;
    try {
        filter = std::make_unique<TextureFilter>(GetParam());
    } catch (const Error& error) {
        SKIP_WITHOUT("gpu", error.what());
    }
    const Texture source(shape.width, shape.height, GL_RGBA32F);
    const Problem problem = test::problem(shape, test::gaussian(3));
    const auto dog = [&](DerivedPicture& picture, bool changed) {
        picture.run(*filter, GetParam(), source, {}, problem, {.kind = DerivedKind::dog}, changed);
        Image got(shape, Sample::f32);
        picture.result().read(GL_RGBA, GL_FLOAT, got.bytes(), got.data<void>());
        return test::samples_of<float>(got);
    };
    const auto show = [&](unsigned seed) {
        source.upload(GL_RGBA, GL_FLOAT, test::noise(shape, Sample::f32, seed).data<void>());
    };
    DerivedPicture kept, fresh;
    show(1);
    dog(kept, true);
    show(2);
    kept.run(*filter, GetParam(), source, {}, problem, {.kind = DerivedKind::unsharp}, true);
    EXPECT_EQ(dog(kept, false), dog(fresh, true));
}

INSTANTIATE_TEST_SUITE_P(Engines, DerivedTextures,
                         testing::Values(EngineKind::cpu, EngineKind::cuda, EngineKind::reference),
                         [](const auto& engine) { return std::string(name_of(engine.param).word); });

// Whole frames over a picture of 64 x 48 pixels, without panels: the window is the picture.
class DerivedFrames : public DemoFrames {
  protected:
    DerivedFrames() : DemoFrames(256, 192) {}

    void start(const std::vector<std::string>& arguments) {
        save_image(path("noise.npy"), test::noise({64, 48, 3}, Sample::f32).view());
        std::vector<std::string> all{"--engine=cpu", "--panels=off", "--captions=off", "--dither=off",
                                     "--sigma=2"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        WindowOptions options;
        static_cast<Settings&>(options) = settings_of(parse_options(all));
        options.image = path("noise.npy");
        DemoFrames::start(options, {}, 3);
    }
};

TEST_F(DerivedFrames, EveryKindHasAnActionAndLooksDifferent) {
    start({});
    std::vector<Screen> seen{frame()};
    for (const char* action :
         {"unsharp-mask", "high-pass", "difference-of-gaussians", "laplacian-of-gaussian",
          "gradient-magnitude", "local-deviation", "local-normalisation", "bradley-threshold",
          "niblack-threshold", "sauvola-threshold", "guided-filter", "derive-nothing"}) {
        demo_->run_action(action);
        const Screen now = frame();
        const bool is_last = std::string(action) == "derive-nothing";
        for (std::size_t i = 0; i < seen.size(); ++i)
            EXPECT_EQ(now == seen[i], is_last && i == 0) << action << " and " << i;
        seen.push_back(now);
    }
    // The key goes through the same ones.
    for (std::size_t i = 1; i < seen.size(); ++i) {
        demo_->press({'U'});
        EXPECT_TRUE(frame() == seen[i]) << i;
    }
    demo_->run_action("original");
    demo_->run_action("unsharp-mask");
    EXPECT_TRUE(frame() == seen[1]) << "the original stays";
}

TEST_F(DerivedFrames, ValuesChangeThePictureAndComeBackFromItsState) {
    start({"--derive=unsharp:2,0.05"});
    const Screen sharp = frame();
    const std::vector<std::string> state = state_arguments(demo_->settings());
    EXPECT_NE(std::find(state.begin(), state.end(), "--derive=unsharp:2,0.05"), state.end());
    demo_->set("derive", "unsharp:2,0.3");
    EXPECT_GT(differing(frame(), sharp), 1000);
    demo_->set("derive", "none");
    EXPECT_GT(differing(frame(), sharp), 1000);
    start(state);
    EXPECT_TRUE(frame() == sharp);
}

TEST_F(DerivedFrames, WhatCannotBeDerivedGivesWay) {
    start({"--derive=log"});
    demo_->run_action("box");
    const Screen box = frame();
    EXPECT_TRUE(demo_->settings().derived.is_none());
    start({"--filter=box"});
    EXPECT_TRUE(frame() == box);
}

TEST_F(DerivedFrames, MeansThatEndAtTheEdgesAreThoseOfBoxes) {
    start({"--derive=niblack", "--filter=box"});
    demo_->set("boundary", "none");
    frame();
    EXPECT_EQ(demo_->settings().derived.kind, DerivedKind::niblack);
    demo_->run_action("gaussian-3");
    frame();
    EXPECT_TRUE(demo_->settings().derived.is_none()) << "a Gaussian has none there";
}

TEST_F(DerivedFrames, TheResultIsSavedByTheCommandUnderItsName) {
    start({"--derive=dog:2"});
    demo_->run_action("save-result");
    const std::string out = path("noise-dog-sigma2.npy");
    ASSERT_TRUE(draw_until([&] { return std::filesystem::exists(out); }));
    const Image in = load_image(path("noise.npy")), saved = load_image(out);
    const Image soft = reference(test::problem(in.shape(), test::gaussian(2)), in.view()),
                wide = reference(test::problem(in.shape(), test::gaussian(4)), in.view());
    ASSERT_EQ(saved.shape(), in.shape());
    for (std::size_t i = 0; i < in.shape().samples(); ++i)
        ASSERT_NEAR(saved.data<float>()[i], soft.data<double>()[i] - wide.data<double>()[i], 1e-5) << i;
}

// The original lies on one side, what is derived on the other; and two of these beside each other.
TEST_F(DerivedFrames, AreComparedAsFilteredPicturesAre) {
    start({"--derive=high-pass"});
    const Screen high = frame();
    demo_->set("derive", "none");
    const Screen soft = frame();
    demo_->set("slot1", "sigma=2 derive=high-pass");
    demo_->set("slot2", "sigma=2");
    demo_->set("wipe-sides", "slots");
    demo_->set("view", "wipe");
    frame();
    const Screen wiped = frame();
    EXPECT_EQ(differing(wiped, high, 0, width_ / 2 - 14), 0);
    EXPECT_EQ(differing(wiped, soft, width_ / 2 + 14, width_), 0);

    demo_->set("view", "difference");
    for (const char* against : {"reference", "gaussian"})
        for (const char* derive : {"unsharp:2", "dog", "log", "gradient", "deviation", "guided:0.02"}) {
            demo_->set("derive", derive);
            demo_->set("difference", against);
            frame();
            ASSERT_TRUE(
                draw_until([&] { return demo_->compare().settled() && demo_->compare().statistics(); }));
            const double largest = demo_->compare().statistics()->largest;
            SCOPED_TRACE(std::string(derive) + " " + against);
            const bool is_reference = std::string(against) == "reference";
            EXPECT_LT(largest, is_reference ? 2e-5 : 0.5);
            EXPECT_GT(largest, is_reference ? 0 : 1e-4);
        }
}

}  // namespace
}  // namespace sweep::app
