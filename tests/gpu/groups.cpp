// The table of cases by every way that the CUDA engine has to solve them: a test for each way and group.
#include <algorithm>
#include <tuple>
#include <utility>

#include "tests/support/gpu_cases.h"

namespace sweep::test {
namespace {

struct GroupOf {
    const char* name;
    int least = 1;  // cases, by each algorithm
    int step = 5;   // every so many of them are run where they are emulated
};

struct Way {
    std::string name;
    std::vector<Algorithm> algorithms;  // automatic: what the case says
    std::vector<GroupOf> groups;
    bool (*takes)(Case&, bool emulated);  // may change the case; `emulated`: slow
    int engine_block = 0, block = 0;      // what gpu::Engine and Method::block are told
    KernelPath path = KernelPath::automatic;
};

// ---- what the ways take ------------------------------------------------------------------------------

// Blocks of this engine do not turn on a sample, which `auto` leaves to whole lines.
bool in_blocks(Case& c, bool) {
    return c.problem.method.algorithm == Algorithm::automatic || !turns_on_sample(c.problem.boundary.kind);
}

// Widths are rounded up to whole 16-byte words, without which threads step in.
bool whole_words_of_one_channel(Case& c, bool) {
    Shape& shape = c.problem.shape;
    shape.width = (shape.width + 3) / 4 * 4;
    return c.problem.input == Sample::f32 && shape.channels == 1;
}

bool delta_form(Case& c, bool) {
    return c.problem.method.realisation == Realisation::delta && is_recursive(c.problem.filter.kind);
}

bool recursive_filters(Case& c, bool) {
    return is_recursive(c.problem.filter.kind);
}

// A line is run over from end to end: rounding a (which is |pole|^2) by half a unit moves a pole by about
// 3e-8 / (1 - a) of its distance to 1, in each of four passes, and 1 - a is about 2.4 / sigma.
bool whole_lines(Case& c, bool) {
    if (c.problem.filter.kind == FilterKind::gaussian) c.tolerance += 1e-8 * c.problem.filter.sigma;
    return is_recursive(c.problem.filter.kind);
}

bool small_where_emulated(Case& c, bool emulated) {
    return is_recursive(c.problem.filter.kind) && (!emulated || c.problem.shape.pixels() < 10000);
}

// Thousands of taps on all but small images are for devices.
bool few_taps_where_emulated(Case& c, bool emulated) {
    const FilterSpec& filter = c.problem.filter;
    return filter.kind != FilterKind::none && !(emulated && filter.kind == FilterKind::gaussian &&
                                                filter.sigma * double(c.problem.shape.samples()) > 2e5);
}

bool filters(Case& c, bool) {
    return c.problem.filter.kind != FilterKind::none;
}

bool tiny_where_emulated(Case& c, bool emulated) {
    return !emulated || c.problem.shape.samples() <= 2200;
}

// ---- the ways ----------------------------------------------------------------------------------------

std::string of(int block) {
    return block == 0 ? "OfAny" : "Of" + std::to_string(block);
}

std::vector<Way> ways() {
    std::vector<Way> all;
    for (int block : {32, 64})
        all.push_back({"Blocks" + of(block),
                       {Algorithm::automatic},
                       {{"sizes"},
                        {"orders"},
                        {"high orders"},
                        {"parallel"},
                        {"feedforward"},
                        {"sigmas"},
                        {"channels"},
                        {"passes"},
                        {"periodic"},
                        {"two boundaries"},
                        {"direct"},
                        {"bytes"},
                        {"tables"},
                        {"boxes"}},
                       in_blocks,
                       block});
    for (auto [name, block, path] : {std::tuple{"Hopper64", 64, KernelPath::hopper},
                                     {"Hopper128", 128, KernelPath::hopper},
                                     {"Portable128", 128, KernelPath::portable}})
        all.push_back({name,
                       {Algorithm::automatic},
                       {{"sizes"},
                        {"orders"},
                        {"feedforward"},
                        {"sigmas"},
                        {"passes"},
                        {"periodic"},
                        {"two boundaries"}},
                       whole_words_of_one_channel,
                       block,
                       0,
                       path});
    all.push_back({"Published",
                   {std::begin(published_algorithms), std::end(published_algorithms)},
                   {{"sizes", 21},
                    {"orders", 21},
                    {"sigmas", 21},
                    {"channels", 21},
                    {"passes", 21},
                    {"periodic", 21},
                    {"bytes", 21}},
                   delta_form});
    all.push_back({"Tiles",
                   {Algorithm::alg8},
                   {{"sizes", 1, 7},
                    {"orders", 1, 7},
                    {"sigmas", 1, 7},
                    {"channels", 1, 5},
                    {"passes", 1, 5},
                    {"periodic", 1, 13},
                    {"bytes", 1, 5},
                    {"feedforward", 1, 5}},
                   filters});
    all.push_back({"Convolution",
                   {Algorithm::convolution},
                   {{"sizes", 90},
                    {"orders", 100},
                    {"sigmas", 20, 1},
                    {"channels", 50},
                    {"passes", 40},
                    {"periodic", 150},
                    {"two boundaries", 30},
                    {"bytes", 60}},
                   few_taps_where_emulated});
    all.push_back({"Fourier", {Algorithm::fft}, {{"periodic", 150}}, few_taps_where_emulated});
    all.push_back({"WholeLines",
                   {Algorithm::rt},
                   {{"sizes", 150},
                    {"orders", 250},
                    {"sigmas", 100},
                    {"channels", 50},
                    {"passes", 60},
                    {"two boundaries", 8},
                    {"bytes", 60}},
                   whole_lines});
    all.push_back({"WholeLinesInDouble",
                   {Algorithm::rt64},
                   {{"orders", 8},
                    {"high orders", 8},
                    {"feedforward", 8},
                    {"periodic", 8},
                    {"two boundaries", 8},
                    {"channels", 8},
                    {"passes", 8},
                    {"bytes", 8}},
                   small_where_emulated});
    all.push_back({"Signals",  // the table's images of one row or one column
                   {Algorithm::alg1, Algorithm::alg3},
                   {{"sizes", 30}, {"orders", 90}, {"channels", 20}, {"periodic", 50}, {"bytes", 15}},
                   recursive_filters});
    const std::vector<int> any_block{0}, every_block{0, 32, 64, 128}, blocks{32, 64, 128};
    for (const auto& [algorithm, sides] : {std::pair{Algorithm::sat, any_block},
                                           {Algorithm::sat_one_pass, every_block},
                                           {Algorithm::sat_doubling, any_block},
                                           {Algorithm::sat_multiwave, any_block},
                                           {Algorithm::sat_multiwave_fused, any_block},
                                           {Algorithm::sat_transpose, any_block},
                                           {Algorithm::sat_ha, blocks}})
        for (int block : sides) {
            std::string name(info(algorithm).name);
            std::replace(name.begin(), name.end(), '-', '_');
            if (block > 0) name += "_" + std::to_string(block);
            all.push_back(
                {name, {algorithm}, {{"tables"}, {"boxes"}, {"precisions"}}, tiny_where_emulated, 0, block});
        }
    return all;
}

struct WayAndGroup {
    Way way;
    GroupOf group;

    static std::vector<WayAndGroup> all() {
        std::vector<WayAndGroup> pairs;
        for (const Way& way : ways())
            for (const GroupOf& group : way.groups) pairs.push_back({way, group});
        return pairs;
    }
    std::string name() const { return way.name + "_" + in_one_word(group.name); }
    friend void PrintTo(const WayAndGroup& of, std::ostream* out) { *out << of.name(); }
};

class GpuGroups : public GpuCases, public testing::WithParamInterface<WayAndGroup> {
  protected:
    // Not every device has bulk copies, not every machine cuFFT.
    void SetUp() override {
        GpuCases::SetUp();
        const Way& way = GetParam().way;
        if (!engine_ || (way.path != KernelPath::hopper && way.algorithms[0] != Algorithm::fft)) return;
        Problem p = problem({64, 64, 1}, gaussian(5), BoundaryKind::repeat);
        p.method.algorithm = way.algorithms[0];
        p.method.path = way.path;
        try {
            engine_->prepare(p);
        } catch (const Error& error) {
            if (way.path != KernelPath::hopper && error.code() != ExitCode::no_engine) throw;
            GTEST_SKIP() << error.what();
        }
    }
};

TEST_P(GpuGroups, MatchTheReference) {
    const Way& way = GetParam().way;
    const GroupOf& group = GetParam().group;
    std::vector<std::unique_ptr<gpu::Engine>> engines;
    std::vector<Solver> solvers;
    for (Algorithm algorithm : way.algorithms) {
        engines.push_back(std::make_unique<gpu::Engine>(way.engine_block));
        Solver solver{on(*engines.back())};
        if (algorithm != Algorithm::automatic) solver = by_algorithm(algorithm, solver.run);
        solver.takes = [this, &way, has = solver.takes, engine = engines.back().get()](Case& c) {
            c.problem.method.path = way.path;
            c.problem.method.block = way.block;
            return c.problem.input != Sample::f64 && way.takes(c, emulated_) && has(c) &&
                   (c.problem.method.algorithm != Algorithm::alg8 || fits(*engine, c.problem));
        };
        solvers.push_back(std::move(solver));
    }
    const int step = emulated_ ? group.step : 1;
    expect_group_matches(group.name, solvers, step);
    for (std::size_t i = 0; i < solvers.size(); ++i)
        EXPECT_GE(solvers[i].done, std::max(group.least / step, 1))
            << "too few cases by " << info(way.algorithms[i]).name;
}

INSTANTIATE_TEST_SUITE_P(, GpuGroups, testing::ValuesIn(WayAndGroup::all()),
                         [](const testing::TestParamInfo<WayAndGroup>& of) { return of.param.name(); });

}  // namespace
}  // namespace sweep::test
