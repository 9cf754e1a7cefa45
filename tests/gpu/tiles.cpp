// The kernels that move whole blocks: by bulk tensor copies (path hopper), and in blocks of 128 on either path,
// against the reference, beyond the table of cases (groups.cpp).
#include <utility>

#include "core/base/error.h"
#include "gpu/engine.h"
#include "tests/support/cases.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

struct Kernels {
    std::string name;
    int block;
    KernelPath path;
};

class GpuTiles : public testing::TestWithParam<Kernels> {
  protected:
    std::unique_ptr<gpu::Engine> engine;

    void SetUp() override {
        const gpu::Device device = gpu::probe();
        if (!device.usable) SKIP_WITHOUT("gpu", device.reason);
        engine = std::make_unique<gpu::Engine>(GetParam().block);
        if (GetParam().path != KernelPath::hopper) return;
        try {
            engine->prepare(of(problem({64, 64, 1}, gaussian(5))));
        } catch (const Error& no_copies) {
            GTEST_SKIP() << no_copies.what();
        }
    }
    static Problem of(Problem p) {
        p.method.path = GetParam().path;
        return p;
    }
    void expect(const Problem& asked, double tolerance) {
        const Problem p = of(asked);
        expect_matches({text(p) + " by " + GetParam().name, p, tolerance},
                       [&](const Problem& problem, ConstImageView in, ImageView out) {
                           engine->prepare(problem);
                           engine->run(in, out);
                       });
    }
};

// Rows that are no whole words: threads move them sample by sample, whatever the path.
TEST_P(GpuTiles, RowsOfAnyLength) {
    for (int w : {1, 2, 3, 31, 33, 63, 65, 127, 129, 191, 259})
        for (int h : {1, 33, 64, 130})
            for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror})
                for (int order : {1, 3}) {
                    if (order == 1)
                        expect(problem({w, h, 1}, of_kind(FilterKind::bspline3), boundary), float_tolerance);
                    else
                        expect(problem({w, h, 1}, gaussian(5), boundary), float_tolerance);
                }
}

// Around the sides of blocks of 128, and widths that are no whole words: these take the other path.
TEST_P(GpuTiles, SidesOfBlocks) {
    for (int w : {4, 32, 60, 127, 128, 130, 132, 256, 260})
        for (int h : {1, 7, 127, 128, 129, 300})
            for (BoundaryKind boundary : {BoundaryKind::zero, BoundaryKind::clamp})
                for (int order : {3, 5})
                    expect(problem({w, h, 1}, gaussian(9, order), boundary), float_tolerance);
}

// Whole blocks, as many as the threads of a scan take: none is asked whether it is there.
TEST_P(GpuTiles, FullLines) {
    for (int order : {1, 3, 4})
        for (BoundaryKind boundary :
             {BoundaryKind::none, BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::mirror})
            expect(problem({512, 512, 1}, order == 1 ? of_kind(FilterKind::bspline3) : gaussian(90, order),
                           boundary),
                   float_tolerance);
    for (Shape shape : {Shape{3072, 128, 1}, Shape{128, 5120, 1}})  // eight a thread
        for (BoundaryKind boundary : boundaries_where(keeps_constants))
            for (int order : {3, 5}) expect(problem(shape, gaussian(90, order), boundary), float_tolerance);
}

// More blocks in a line than a thread block scans at a time, both ways.
// An emulated GPU takes a boundary for each order.
TEST_P(GpuTiles, LongLines) {
    const bool is_emulated = gpu::probe().name == "emulated";
    const int across = is_emulated ? 64 : 130;
    for (int order : {1, 3})
        for (Shape shape : {Shape{30012, across, 1}, Shape{across + 2, 30011, 1}})
            for (BoundaryKind boundary :
                 {BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::reflect101}) {
                if (is_emulated && boundary != (order == 1 ? BoundaryKind::clamp : BoundaryKind::repeat))
                    continue;
                expect(problem(shape,
                               order > 1             ? gaussian(90, order)
                               : runs_back(boundary) ? of_kind(FilterKind::bspline3)
                                                     : unsymmetric(1),
                               boundary),
                       float_tolerance);
            }
}

TEST_P(GpuTiles, LargeImage) {
    for (double sigma : {5.0, 340.0}) expect(problem({2112, 1801, 1}, gaussian(sigma)), float_tolerance);
}

TEST_P(GpuTiles, ConstantImagesStayConstantToTheLastBit) {
    for (double sigma : {0.8, 50.0, 1000.0})
        for (int order : {3, 5}) {
            const Problem p = of(problem({516, 389, 1}, gaussian(sigma, order)));
            Image in(p.shape, Sample::f32), out(p.shape, Sample::f32);
            std::fill_n(in.data<float>(), p.shape.samples(), 0.7654321f);
            engine->prepare(p);
            engine->run(in.view(), out.view());
            EXPECT_EQ(std::memcmp(in.data<float>(), out.data<float>(), in.bytes()), 0) << text(p);
        }
}

// One engine, one path after the other: the plans are not mixed up, and a run can be repeated to the last bit,
// whichever thread block has taken which block.
TEST_P(GpuTiles, PathsTakeTurns) {
    // More blocks than multiprocessors: the emulated GPU has four.
    const Shape large = gpu::probe().name == "emulated" ? Shape{780, 700, 1} : Shape{2900, 2700, 1};
    for (const auto& [shape, order] :
         {std::pair(Shape{776, 555, 1}, 3), std::pair(large, 3), std::pair(large, 5)}) {
        const Problem here = of(problem(shape, gaussian(12, order)));
        Problem there = here;
        there.method.path = KernelPath::portable;
        const Image in = random_image(here.shape, here.input);
        Image first(here.shape, Sample::f32), other(here.shape, Sample::f32), again(here.shape, Sample::f32);
        engine->prepare(here);
        engine->run(in.view(), first.view());
        engine->prepare(there);
        engine->run(in.view(), other.view());
        engine->prepare(here);
        engine->time_runs(3);
        engine->run(in.view(), again.view());
        EXPECT_EQ(std::memcmp(first.data<float>(), again.data<float>(), first.bytes()), 0);
        EXPECT_EQ(std::memcmp(first.data<float>(), other.data<float>(), first.bytes()), 0)
            << "the paths differ in how blocks are moved alone";
    }
}

// Block rows whose dots do not fit into one thread block's shared memory, full and not: clusters share them,
// or they go in parts.
TEST_P(GpuTiles, LongRows) {
    for (Shape shape : {Shape{6144, 128, 1}, Shape{5632, 128, 1}, Shape{5700, 70, 1}})
        for (BoundaryKind boundary :
             {BoundaryKind::none, BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::mirror})
            expect(problem(shape, gaussian(6, 5), boundary), float_tolerance);
}

// More blocks than find room at once: the first thread blocks of 7.4 filter their columns beside 7.3, others come
// later; those of a stream take several.
TEST_P(GpuTiles, MoreBlocksThanFindRoom) {
    const bool is_emulated = gpu::probe().name == "emulated";  // it has four multiprocessors
    const Shape large = is_emulated ? Shape{1124, 1050, 1} : Shape{2900, 2700, 1};
    for (int order : {3, 5}) expect(problem(large, gaussian(5, order), BoundaryKind::clamp), float_tolerance);
    expect(problem(is_emulated ? Shape{531, 520, 4} : Shape{1403, 1300, 4}, gaussian(5), BoundaryKind::clamp),
           float_tolerance);
}

TEST_P(GpuTiles, Bytes) {
    for (Shape shape : {Shape{132, 300, 1}, Shape{257, 129, 1}, Shape{3, 5, 1}}) {
        Problem p = problem(shape, gaussian(4), BoundaryKind::clamp);
        p.input = Sample::u8;
        expect(p, float_tolerance);
    }
}

// Tables in one pass; blocks of 128 go along antidiagonals, growing, of one length, and shrinking.
TEST_P(GpuTiles, TablesInOnePass) {
    std::vector<Shape> shapes{{3004, 3001, 1}, {12000, 801, 1}, {804, 12001, 1}};
    if (gpu::probe().name == "emulated") shapes = {{1004, 1001, 1}, {3000, 401, 1}, {404, 3001, 1}};
    for (int w : {4, 64, 128, 132, 1000})
        for (int h : {1, 64, 127, 300}) shapes.push_back({w, h, 1});
    for (Shape shape : shapes) {
        Problem p = problem(shape, of_kind(FilterKind::sat));
        p.method.algorithm = Algorithm::sat_one_pass;
        expect(p, float_tolerance);
        p.input = Sample::u8;
        expect(p, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Of, GpuTiles,
                         testing::Values(Kernels{"Hopper64", 64, KernelPath::hopper},
                                         Kernels{"Hopper128", 128, KernelPath::hopper},
                                         Kernels{"Portable128", 128, KernelPath::portable}),
                         [](const testing::TestParamInfo<Kernels>& kernels) { return kernels.param.name; });

// Pictures, four channels of bytes, have kernels of their own in blocks of 64: sides that blocks divide, and do not,
// lines shorter than a block, a datum far from the samples, and pictures that are one colour.
TEST(GpuPictures, MatchTheReference) {
    if (const gpu::Device device = gpu::probe(); !device.usable) SKIP_WITHOUT("gpu", device.reason);
    const bool is_emulated = gpu::probe().name == "emulated";
    gpu::Engine engine;
    auto run = [&](const Problem& p, ConstImageView in, ImageView out) {
        engine.prepare(p);
        engine.run(in, out);
    };
    const std::vector<Boundary> boundaries{
        {BoundaryKind::none, {}},  {BoundaryKind::zero, {}},   {BoundaryKind::constant, {0.25, 1, 0, -40}},
        {BoundaryKind::clamp, {}}, {BoundaryKind::repeat, {}}, {BoundaryKind::mirror, {}}};
    for (Shape shape : {Shape{64, 128, 4}, Shape{193, 130, 4}, Shape{65, 3, 4}, Shape{7, 200, 4}})
        for (const FilterSpec& filter : {of_kind(FilterKind::bspline3), of_kind(FilterKind::bspline5),
                                         gaussian(9, 3), gaussian(2, 4), gaussian(40, 5)})
            for (const Boundary& boundary : boundaries)
                for (int passes : {all_passes, 2})
                    for (bool linear : {false, true}) {
                        if (is_emulated && linear == (passes == 2)) continue;
                        Problem p = problem(shape, filter);
                        p.boundary = boundary;
                        p.input = Sample::u8;
                        p.method.algorithm = Algorithm::alg7;
                        p.method.block = 64;
                        p.passes = passes;
                        p.linear = linear;
                        expect_matches({text(p), p, float_tolerance}, run);
                        EXPECT_EQ(engine.block(), 64);
                    }
}

TEST(GpuPictures, OfOneColourStay) {
    if (const gpu::Device device = gpu::probe(); !device.usable) SKIP_WITHOUT("gpu", device.reason);
    Problem p = problem({200, 131, 4}, gaussian(30, 3));
    p.input = Sample::u8;
    p.method.algorithm = Algorithm::alg7;
    p.method.block = 64;
    Image in(p.shape, p.input), out(p.shape, Sample::f32);
    const std::uint8_t colour[4] = {3, 200, 77, 129};
    for (std::size_t i = 0; i < p.shape.samples(); ++i) in.data<std::uint8_t>()[i] = colour[i % 4];
    gpu::Engine engine;
    for (bool linear : {false, true}) {
        p.linear = linear;
        engine.prepare(p);
        engine.run(in.view(), out.view());
        const auto of_colour = byte_to_float(linear), of_alpha = byte_to_float(false);
        for (std::size_t i = 0; i < p.shape.samples(); ++i)
            ASSERT_EQ(out.data<float>()[i], (i % 4 == 3 ? of_alpha : of_colour)[colour[i % 4]])
                << i << (linear ? ", linear light" : "");
    }
}

}  // namespace
}  // namespace sweep::test
