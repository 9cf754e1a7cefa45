// Images in textures without OpenGL (Memory::texture), and results in float16:
// the numbers that linear memory and float32 give.
#include "core/base/error.h"
#include "gpu/device/half.h"
#include "gpu/engine.h"
#include "tests/support/cases.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

// Below a block and around blocks of 32 and 64, odd and even, one pixel, more than a block each way.
const Shape shapes[] = {{1, 1, 4},   {2, 3, 4},    {31, 33, 4},  {64, 64, 4},  {65, 63, 4},
                        {97, 65, 4}, {96, 130, 4}, {130, 96, 4}, {191, 129, 4}};

// Filtered by each number of passes.
std::vector<Problem> pictures() {
    std::vector<Problem> all;
    for (Shape shape : shapes)
        for (Sample sample : {Sample::u8, Sample::f32})
            for (int passes : {1, 2, 3, 4})
                for (bool linear : {false, true}) {
                    if (sample == Sample::f32 && !linear) continue;
                    all.push_back(problem(shape, gaussian(5)));
                    all.back().input = sample;
                    all.back().passes = passes;
                    all.back().linear = linear;
                }
    return all;
}

class GpuTextures : public testing::Test {
  protected:
    std::unique_ptr<gpu::Engine> engine;

    void SetUp() override {
        const gpu::Device device = gpu::probe();
        if (!device.usable) SKIP_WITHOUT("gpu", device.reason);
        engine = std::make_unique<gpu::Engine>();
    }
    Image filtered(const Problem& p, const Image& in) {
        Image out(p.shape, output_sample(p));
        engine->prepare(p);
        engine->run(in.view(), out.view());
        return out;
    }
    static Problem in_texture(Problem p) {
        p.method.memory = Memory::texture;
        return p;
    }
    static Problem as_halves(Problem p) {
        p.method.half_result = true;
        return p;
    }
    void expect_same_in_texture(const Problem& p) {
        SCOPED_TRACE(text(p));
        const Image in = random_image(p.shape, p.input, 7), linear = filtered(p, in),
                    texture = filtered(in_texture(p), in);
        EXPECT_EQ(std::memcmp(linear.data<void>(), texture.data<void>(), linear.bytes()), 0)
            << largest_error(texture.view(), linear.view());
    }
    // Every sample is the float32 answer's nearest float16.
    void expect_rounded(const Problem& p) {
        SCOPED_TRACE(text(p));
        const Image in = random_image(p.shape, p.input, 8), exact = filtered(p, in);
        for (const Problem& asked : {as_halves(p), in_texture(as_halves(p))}) {
            const Image halves = filtered(asked, in);
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < p.shape.samples(); ++i)
                wrong += halves.data<std::uint16_t>()[i] != gpu::half_bits(exact.data<float>()[i]);
            EXPECT_EQ(wrong, 0u) << (asked.method.memory == Memory::texture ? "in a texture"
                                                                            : "in linear memory");
        }
    }
};

TEST_F(GpuTextures, FilterAsLinearMemoryDoes) {
    for (const Problem& p : pictures()) expect_same_in_texture(p);
}

TEST_F(GpuTextures, HoldTablesAndWhatIsMadeOfThem) {
    for (Shape shape : shapes)
        for (Sample sample : {Sample::u8, Sample::f32})
            for (const FilterSpec& filter : {of_kind(FilterKind::none), of_kind(FilterKind::sat), box(9)}) {
                Problem p = problem(shape, filter);
                p.input = sample;
                p.method.precision = sample == Sample::u8 || filter.kind == FilterKind::none
                                         ? Precision::automatic
                                         : Precision::fixed_point;
                expect_same_in_texture(p);
                if (filter.kind != FilterKind::sat) continue;
                p.method.algorithm = Algorithm::sat;
                expect_same_in_texture(p);
                p.method.algorithm = Algorithm::sat_one_pass;
                p.method.block = 64;  // otherwise of larger images
                expect_same_in_texture(p);
            }
}

TEST_F(GpuTextures, HaveFourChannelsAndNoDoubles) {
    EXPECT_THROW(engine->prepare(in_texture(problem({8, 8, 3}, gaussian(5)))), Error);
    Problem table = in_texture(problem({8, 8, 4}, of_kind(FilterKind::sat)));
    table.method.precision = Precision::f64;
    EXPECT_THROW(engine->prepare(table), Error);
}

TEST_F(GpuTextures, HalfResultsAreRoundedOnce) {
    for (const Problem& p : pictures()) expect_rounded(p);
}

// Also where the kernels write floats that are rounded afterwards: other algorithms, long filters, small blocks.
TEST_F(GpuTextures, EveryAlgorithmGivesHalfResults) {
    const Shape shape{97, 65, 4};
    for (const AlgorithmInfo& algorithm : algorithms()) {
        Problem p = problem(shape, gaussian(5));
        p.method.algorithm = algorithm.algorithm;
        if (algorithm.makes_tables || !why_not(p, EngineKind::cuda).empty()) continue;
        try {
            expect_rounded(p);
        } catch (const Error& error) {  // cuFFT is not here, or the image does not stay on the chip
            EXPECT_NE(error.code(), ExitCode::failed) << error.what();
        }
    }
    for (int order : {1, 2, 4, 5, 6}) expect_rounded(problem(shape, unsymmetric(order)));
    Problem blocks_of_32 = problem(shape, gaussian(5));
    blocks_of_32.method.block = 32;
    expect_rounded(blocks_of_32);
}

TEST_F(GpuTextures, HalfResultsAreOfFilteredPicturesAlone) {
    EXPECT_THROW(engine->prepare(as_halves(problem({8, 8, 1}, gaussian(5)))), Error);
    EXPECT_THROW(engine->prepare(as_halves(problem({8, 8, 4}, of_kind(FilterKind::sat)))), Error);
    EXPECT_FALSE(why_not(as_halves(problem({8, 8, 4}, gaussian(5))), EngineKind::cpu).empty());
    EXPECT_FALSE(why_not(in_texture(problem({8, 8, 4}, gaussian(5))), EngineKind::cpu).empty());
}

}  // namespace
}  // namespace sweep::test
