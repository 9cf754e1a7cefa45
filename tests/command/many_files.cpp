// sweep filter with many files, as a process; and with pages of one.
#include "files/pixels.h"
#include "tests/support/command_line.h"
#include "tests/support/page_bytes.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

class ManyFiles : public CommandLine {
  protected:
    // 1.png, 2.png, .. of different sizes, as arguments of sweep filter.
    Arguments inputs(int count) {
        Arguments arguments{"filter"};
        for (int i = 1; i <= count; ++i)
            arguments.push_back(
                save(fmt::format("{}.png", i), noise({20 + i, 30 - i, 3}, Sample::u8, unsigned(i))));
        return arguments;
    }
    static Arguments with(Arguments arguments, const Arguments& more) {
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }
};

TEST_F(ManyFiles, EachBecomesWhatItBecomesAlone) {
    std::filesystem::create_directory(path("results"));
    const Outcome outcome =
        run(with(inputs(7), {"--out", path("results") + "/{name}-soft.npy", "--sigma", "3"}));
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(outcome.out.find("engine "), 0u);
    EXPECT_EQ(outcome.out.find("engine ", 1), std::string::npos) << "said once";
    for (int i = 1; i <= 7; ++i) {
        const std::string out = fmt::format("results/{}-soft.npy", i);
        expect_contains(outcome.out, fmt::format("{}: {} x {} x 3, gaussian", path(out), 20 + i, 30 - i));
        const Image many = load_image(path(out)),
                    alone = filtered(fmt::format("{}.png", i), {"--sigma", "3"}, "alone.npy");
        EXPECT_EQ(samples_of<float>(many), samples_of<float>(alone));
    }
}

TEST_F(ManyFiles, WhatFailsIsListedInTheEndAndTheOthersAreWritten) {
    Arguments arguments = inputs(3);
    arguments.push_back(write("broken.png", "no picture"));
    arguments.push_back(path("missing.png"));
    const Outcome outcome = run(with(arguments, {"--out", path("{index}.npy")}));
    EXPECT_EQ(outcome.code, 1);
    expect_contains(outcome.error, "sweep: failed: cannot read '" + path("broken.png") + "'");
    expect_contains(outcome.error,
                    "sweep: failed: cannot read '" + path("missing.png") + "': there is no such file\n");
    expect_contains(outcome.error, "sweep: error: 2 of 5 files failed, and 3 are written\n");
    for (int i = 1; i <= 3; ++i) EXPECT_EQ(load_image(path(fmt::format("{}.npy", i))).shape().width, 20 + i);
    EXPECT_FALSE(std::filesystem::exists(path("4.npy")));
}

TEST_F(ManyFiles, NumbersHaveAsManyDigitsAsTheLast) {
    const Outcome outcome = run(with(inputs(10), {"--out", path("{index}.npy"), "--engine", "cpu"}));
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(load_image(path("01.npy")).shape().width, 21);
    EXPECT_EQ(load_image(path("10.npy")).shape().width, 30);
}

TEST_F(ManyFiles, NamesThatReplaceOneAnotherAreRefusedBeforeAnythingIsDone) {
    const Arguments some = inputs(2);
    expect_contains(refused(2, with(some, {"--out", path("same.npy")})),
                    fmt::format("'{}' and '{}' would both be written to '{}': put {{name}} or {{index}}",
                                path("1.png"), path("2.png"), path("same.npy")));
    expect_contains(
        refused(2, with(some, {path("none/1.jpg"), "--out", path("{name}.npy")})),
        fmt::format("'{}' and '{}' would both be written to '{}': {{index}} in --out tells them apart",
                    path("1.png"), path("none/1.jpg"), path("1.npy")));
    expect_contains(refused(2, with(some, {"--out", path(".") + "/{name}.{ext}"})),
                    "would replace the input");
    expect_contains(refused(2, with(some, {"--out", path("{title}.npy")})), "'{title}' stands for nothing");
    expect_contains(refused(2, with(some, {"--out", path("{name.npy")})), "stands for nothing");
    expect_contains(refused(7, with(some, {"--out", path("none/{name}.npy")})), "make it first");
    for (const char* extension : {"gif", "mp4", "webm"})
        expect_contains(refused(7, with(some, {"--out", path("{name}.") + extension})),
                        "films are filtered one at a time");
    expect_contains(refused(2, {"filter", path("film.mp4"), path("2.png"), "--out", path("{name}.png")}),
                    "films are filtered one at a time");
    for (const char* option : {"--timings", "--trace", "--dump-stages"})
        expect_contains(refused(2, with(some, {"--out", path("{name}.npy"), option, path("x")})),
                        std::string(option) + " is about one file");
    expect_contains(refused(2, {"filter", "--out", "{name}.npy"}), "IN is required");
    expect_contains(refused(2, with(some, {path("3.npy")})), "is one argument too many");
    EXPECT_EQ(count_files(), 4u) << "two inputs and what run() writes";
}

TEST_F(ManyFiles, OneWithAPatternIsFilteredAsAnyOther) {
    save("a.png", noise({9, 7, 1}, Sample::u8));
    const Outcome outcome =
        run({"filter", path("a.png"), "--out", path("{index}-{name}.npy"), "--timings", path("times.json")});
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_TRUE(std::filesystem::exists(path("1-a.npy")));
    EXPECT_TRUE(std::filesystem::exists(path("times.json")));
}

TEST_F(ManyFiles, NotesThatSayTheSameAreSaidOnce) {
    Arguments arguments{"filter"};
    for (const char* name : {"a.png", "b.png", "c.png"})
        arguments.push_back(save(name, noise({9, 7, 1}, Sample::u16)));
    const Outcome outcome = run(with(arguments, {"--out", path("{name}.npy"), "--check"}));
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    expect_contains(outcome.error, ": 16 bits, as numbers (and so for 2 more)\n");
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    std::size_t checks = 0;
    for (std::size_t at = 0; (at = outcome.out.find("check: largest error", at)) != std::string::npos; ++at)
        ++checks;
    EXPECT_EQ(checks, 3u) << outcome.out;
}

TEST_F(ManyFiles, NamesInTheIndexSortAsTheInputsDo) {
    EXPECT_EQ(run(with(inputs(11), {"--out", path("n{index}.npy"), "--filter", "none"})).code, 0);
    for (int i = 1; i <= 11; ++i)
        EXPECT_EQ(load_image(path(fmt::format("n{:02}.npy", i))).shape().width, 20 + i);
}

TEST_F(ManyFiles, APageOfATiffIsFilteredAlone) {
    if (image_libraries()[2].version.empty()) SKIP_WITHOUT("formats", "this build has no libtiff");
    write("a.tif", tiff_of_pages({{10, 20}, {30, 40, 50}}));
    const Image second = filtered("a.tif", {"--page", "2", "--filter", "none", "--no-linear"});
    EXPECT_EQ(second.shape(), (Shape{3, 1, 1}));
    EXPECT_NEAR(to_float(second.view(), Sample::f32, false).data<float>()[0], 30 / 255.0, 1e-6);
    expect_contains(run({"filter", path("a.tif"), path("b.png")}).error, "page 1 of 2 is filtered: --page");
    EXPECT_EQ(run({"filter", path("a.tif"), path("b.npy"), "--page", "2", "--no-linear"}).error, "");
    expect_contains(refused(6, {"filter", path("a.tif"), path("b.npy"), "--page", "3"}),
                    "it has 2 pages, and no page 3");
    refused(2, {"filter", path("a.tif"), path("b.npy"), "--page", "0"});
}

TEST_F(ManyFiles, CountsOf32BitsAndFloatsKeepTheirValues) {
    Image counts({4, 1, 1}, Sample::u32);
    const std::vector<std::uint32_t> values{1, 70000, 4000000000u, 3};
    std::copy(values.begin(), values.end(), counts.data<std::uint32_t>());
    save("counts.npy", counts);
    const Image same = filtered("counts.npy", {"--filter", "none", "--engine", "cpu"}, "same.npy");
    ASSERT_EQ(same.sample(), Sample::f64);
    EXPECT_EQ(samples_of<double>(same), (std::vector<double>{1, 70000, 4e9, 3}));
    Image floats({2, 1, 1}, Sample::f32);
    floats.data<float>()[0] = -5;
    floats.data<float>()[1] = 700;
    save("floats.npy", floats);
    for (const char* out : {"out.tif", "out.exr", "out.pfm"}) {
        if (out == "out.tif"s && image_libraries()[2].version.empty()) continue;
        if (out == "out.exr"s && image_libraries()[3].version.empty()) continue;
        EXPECT_EQ(samples_of<float>(filtered("floats.npy", {"--filter", "none"}, out)),
                  (std::vector<float>{-5, 700}))
            << out;
        EXPECT_EQ(read("stderr"), "") << out;
    }
}

}  // namespace
}  // namespace sweep::test
