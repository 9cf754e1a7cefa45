// The rows of choices, and the files that keep measured ones.
#include "gpu/tuning/tuning.h"

#include <algorithm>

#include "app/work/user/tuning_file.h"
#include "core/base/printable.h"
#include "core/families/algorithms.h"
#include "tests/support/cases.h"
#include "tests/support/scratch.h"

namespace sweep::test {
namespace {

using gpu::Choice;
using gpu::ClassChoices;
using gpu::Tuning;

gpu::Device some_gpu() {
    gpu::Device device;
    device.usable = true;
    device.name = "NVIDIA H200";
    device.driver = "13.0";
    return device;
}

Choice chosen(std::string_view gpu, const Problem& problem, bool in_bulk) {
    const Job job = plan(Planner(problem), EngineKind::cuda);
    const ClassChoices* choices = choices_of(gpu::built_in_tuning(gpu), gpu::class_of(job, in_bulk));
    EXPECT_NE(choices, nullptr);
    return choices ? choice_for(*choices, problem.shape) : Choice{};
}

Problem of_order(int order, Shape shape) {
    FilterSpec filter =
        order > 2 ? gaussian(5, order) : of_kind(order == 1 ? FilterKind::bspline3 : FilterKind::bspline5);
    return problem(shape, filter);
}

TEST(Tuning, EveryRowSpeaksOfEveryClassAndAscends) {
    for (const char* gpu : {"NVIDIA H100 80GB HBM3", "NVIDIA H200", "", "a GPU that nobody knows"}) {
        const Tuning& row = gpu::built_in_tuning(gpu);
        EXPECT_FALSE(row.origin.empty());
        for (const Sample samples : {Sample::f32, Sample::u8})
            for (int channels = 1; channels <= 4; ++channels)
                for (int order = 0; order <= gpu::most_tuned_order; ++order)
                    for (int bulk = 0; bulk <= int(channels == 1 && samples == Sample::f32); ++bulk)
                        EXPECT_EQ(
                            std::count_if(
                                row.classes.begin(), row.classes.end(),
                                [&](const ClassChoices& c) {
                                    return c.of == gpu::ProblemClass{order, channels, samples, bulk != 0};
                                }),
                            1)
                            << gpu << " order " << order << ", channels " << channels;
        for (const ClassChoices& c : row.classes) {
            ASSERT_FALSE(c.choices.empty());
            EXPECT_EQ(c.choices.front().from, 0u);
            EXPECT_TRUE(std::is_sorted(c.choices.begin(), c.choices.end(),
                                       [](const Choice& a, const Choice& b) { return a.from <= b.from; }));
            for (const Choice& choice : c.choices) {
                EXPECT_EQ(info(choice.algorithm).makes_tables, c.of.order == 0);
                EXPECT_TRUE(choice.block == 32 || choice.block == 64 || choice.block == 128);
            }
        }
    }
}

TEST(Tuning, BlocksGrowWithTheImage) {
    const char* nobody = "a GPU that nobody has measured";
    EXPECT_EQ(chosen(nobody, of_order(3, {512, 512, 1}), true).block, 32);
    EXPECT_EQ(chosen(nobody, of_order(3, {1024, 1024, 1}), true).block, 64);
    EXPECT_EQ(chosen(nobody, of_order(3, {8192, 8192, 1}), true).block, 128);
    EXPECT_EQ(chosen(nobody, of_order(1, {8191, 8191, 1}), false).block, 64);
    EXPECT_EQ(chosen(nobody, of_order(1, {512, 512, 4}), false).block, 64);
    Problem table = problem({6000, 6000, 1}, of_kind(FilterKind::sat));
    EXPECT_EQ(chosen(nobody, table, true).block, 64);
    table.input = Sample::u8;
    EXPECT_EQ(chosen(nobody, table, false).block, 128);
}

TEST(Tuning, RowsThatAreTooWideForOneThreadBlockHaveLargerBlocks) {
    for (const char* gpu : {"NVIDIA H200", "another"}) {
        EXPECT_EQ(chosen(gpu, of_order(3, {6144, 2048, 1}), true).block, 64);
        EXPECT_EQ(chosen(gpu, of_order(3, {6145, 2048, 1}), true).block, 128);
        EXPECT_EQ(chosen(gpu, of_order(2, {9000, 2048, 1}), true).block, 64);
        EXPECT_EQ(chosen(gpu, of_order(3, {9000, 32, 1}), true).block, 128)
            << "one thread block would scan 282 small blocks in chunks";
        EXPECT_EQ(chosen(gpu, of_order(3, {6000, 32, 1}), true).block, 32)
            << "small images have small blocks";
    }
    EXPECT_EQ(chosen("NVIDIA H200", of_order(5, {4097, 2048, 1}), true).block, 128);
    EXPECT_EQ(chosen("a GPU without clusters", of_order(5, {4097, 2048, 1}), true).block, 64);
}

TEST(Tuning, AChoiceHoldsFromItsSizeToTheNextOnes) {
    const ClassChoices c{{1, 1, Sample::f32, true},
                         {{0, Algorithm::alg7, 32, KernelPath::portable},
                          {100, Algorithm::alg8, 64, KernelPath::hopper},
                          {200, Algorithm::alg7, 128, KernelPath::hopper}},
                         20,
                         128};
    EXPECT_EQ(choice_for(c, {9, 11, 1}), c.choices[0]);
    EXPECT_EQ(choice_for(c, {10, 10, 1}), c.choices[1]);
    EXPECT_EQ(choice_for(c, {199, 1, 1}).algorithm, Algorithm::alg8);
    EXPECT_EQ(choice_for(c, {199, 1, 1}).block, 128) << "too wide";
    EXPECT_EQ(choice_for(c, {200, 1, 1}), c.choices[2]);
    EXPECT_EQ(choice_for(c, {1 << 15, 1 << 15, 1}), c.choices[2]);
}

// An image stays on the chip only where somebody has measured: what just fits on one GPU does not fit on
// another.
TEST(Tuning, NoGpuThatNobodyHasMeasuredKeepsImagesOnItsChip) {
    for (const ClassChoices& c : gpu::built_in_tuning("another GPU").classes)
        for (const Choice& choice : c.choices) EXPECT_NE(choice.algorithm, Algorithm::alg8);
    EXPECT_FALSE(gpu::has_built_in_tuning("another GPU"));
    EXPECT_TRUE(gpu::has_built_in_tuning("NVIDIA H200"));
}

TEST(Tuning, HasNothingToChooseOfFiltersWithOneBlock) {
    EXPECT_TRUE(gpu::is_tuned(plan(Planner(of_order(5, {64, 64, 1})), EngineKind::cuda)));
    Problem direct = of_order(3, {64, 64, 1});
    direct.method.realisation = Realisation::direct;
    EXPECT_FALSE(gpu::is_tuned(plan(Planner(direct), EngineKind::cuda)));
    Problem published = of_order(3, {64, 64, 1});
    published.method.algorithm = Algorithm::alg5;
    EXPECT_FALSE(gpu::is_tuned(plan(Planner(published), EngineKind::cuda)));
}

class TuningFile : public ScratchTest {
  protected:
    // Returns what reading the text reports against it; empty: nothing.
    std::string refusal(const std::string& said) {
        try {
            app::read_tuning(write("row.json", said), some_gpu());
            return {};
        } catch (const std::runtime_error& error) {
            return error.what();
        }
    }
    const Tuning row = [] {
        Tuning tuning = gpu::built_in_tuning("NVIDIA H200");
        tuning.origin = "measured on 2026-11-23";
        return tuning;
    }();
    const std::string text = app::text_of(row, some_gpu());
    std::string with(std::string_view what, std::string_view other) {
        std::string changed = text;
        const std::size_t at = changed.find(what);
        EXPECT_NE(at, std::string::npos) << what;
        return changed.replace(at, what.size(), other);
    }
};

TEST_F(TuningFile, HoldsARow) {
    const Tuning read = app::read_tuning(write("row.json", text), some_gpu());
    EXPECT_EQ(read.gpu, "NVIDIA H200");
    EXPECT_EQ(read.origin, row.origin);
    EXPECT_EQ(read.classes, row.classes);
}

TEST_F(TuningFile, SaysWhereItIsFromInAShortLine) {
    const std::string other(500000, 'a');
    const std::string file = write("row.json", with(row.origin, other + "\\n"));
    EXPECT_EQ(app::read_tuning(file, some_gpu()).origin, printable(other + ' '));
}

TEST_F(TuningFile, IsRefusedWhenItIsOfAnotherMachine) {
    const auto of = [&](auto change) {
        gpu::Device device = some_gpu();
        change(device);
        return app::text_of(row, device);
    };
    EXPECT_EQ(refusal(of([](gpu::Device& d) { d.name = "NVIDIA L4"; })),
              "it is of the GPU NVIDIA L4, and this is NVIDIA H200");
    EXPECT_EQ(refusal(of([](gpu::Device& d) { d.driver = "12.4"; })),
              "it is of a driver for CUDA 12.4, and this is 13.0");
    EXPECT_NE(refusal(with("\"sweep\": \"", "\"sweep\": \"9")).find("it is of Sweep 9"), std::string::npos);
}

TEST_F(TuningFile, IsRefusedWhenItIsDamaged) {
    EXPECT_EQ(refusal(""), "it is no JSON");
    EXPECT_EQ(refusal(text.substr(0, text.size() / 2)), "it is no JSON");
    EXPECT_EQ(refusal("[]"), "it is no object");
    EXPECT_EQ(refusal(with("\"classes\"", "\"glasses\"")), "it has no list 'classes'");
    EXPECT_EQ(refusal(with("\"block\": 32", "\"block\": 48")), "it has blocks of 48");
    EXPECT_EQ(refusal(with("\"algorithm\": \"7\"", "\"algorithm\": \"5\"")), "it chooses algorithm '5'");
    EXPECT_EQ(refusal(with("\"algorithm\": \"sat-1pass\"", "\"algorithm\": \"7\"")),
              "it chooses algorithm '7'");
    EXPECT_EQ(refusal(with("\"from\": 0", "\"from\": 7")), "its sizes do not ascend from 0");
    EXPECT_EQ(refusal(with("\"from\": 0", "\"from\": -1")),
              "its 'from' is no number from 0 to 18446744073709551615");
    EXPECT_EQ(refusal(with("\"path\": \"hopper\"", "\"path\": \"blackwell\"")),
              "its 'path' says 'blackwell'");
    EXPECT_EQ(refusal(with("\"order\": 1", "\"order\": 9")), "its 'order' is no number from 0 to 5");
}

// A file with any byte changed is read or refused, and one that is read chooses only what there is.
TEST_F(TuningFile, NeverChoosesWhatThereIsNot) {
    for (std::size_t i = 0; i < text.size(); i += 397)
        for (const char c : {'\0', '"', '9', '{', ']', 'x'}) {
            std::string changed = text;
            changed[i] = c;
            try {
                for (const ClassChoices& k : app::read_tuning(write("row.json", changed), some_gpu()).classes)
                    for (const Choice& choice : k.choices)
                        ASSERT_TRUE(choice.block == 32 || choice.block == 64 || choice.block == 128) << i;
            } catch (const std::runtime_error&) {
            }
        }
}

}  // namespace
}  // namespace sweep::test
