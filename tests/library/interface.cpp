// The C interface: its answers against the reference, and what it says to misuse, which may crash nothing.
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <malloc.h>

#include "core/base/largest.h"
#include "core/base/random_image.h"
#include "core/plan/usual_accuracy.h"
#include "core/problem/reference.h"
#include "lib/sweep.h"
#include "lib/sweep.hpp"
#include "tests/library/made.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

TEST(Library, AnswersAsTheReferenceDoes) {
    const Image in = random_image({67, 45, 3}, Sample::f32);
    struct Case {
        sweep_filter filter;
        FilterKind kind;
    };
    for (const Case& c : {Case{SWEEP_GAUSSIAN, FilterKind::gaussian},
                          {SWEEP_BSPLINE2, FilterKind::bspline2},
                          {SWEEP_BSPLINE3, FilterKind::bspline3},
                          {SWEEP_BSPLINE4, FilterKind::bspline4},
                          {SWEEP_BUTTERWORTH, FilterKind::butterworth},
                          {SWEEP_ELLIPTIC, FilterKind::elliptic},
                          {SWEEP_EXPONENTIAL, FilterKind::exponential},
                          {SWEEP_BOX, FilterKind::box},
                          {SWEEP_NONE, FilterKind::none}})
        for (const BoundaryInfo& b : boundary_table) {
            const int boundary = b.library;
            sweep_request request = request_of(67, 45, 3);
            request.filter = c.filter;
            request.boundary = sweep_boundary(boundary);
            request.boundary_value[0] = 0.25;
            Problem problem = test::problem({67, 45, 3}, of_kind(c.kind), b.kind);
            problem.linear = false;
            if (problem.boundary.kind == BoundaryKind::constant) problem.boundary.value = {0.25};
            if (c.kind == FilterKind::gaussian) problem.filter.accuracy = usual_accuracy;
            const Made made(request);
            ASSERT_EQ(made.status, SWEEP_OK) << sweep_last_error();
            std::vector<float> out(problem.shape.samples());
            ASSERT_EQ(sweep_run(made.plan, in.data<float>(), 0, out.data(), 0), SWEEP_OK)
                << sweep_last_error();
            EXPECT_LT(largest_difference(out, samples_of<double>(reference(problem, in.view()))), 1e-5)
                << c.filter << boundary;
        }
}

TEST(Library, ConstantsOutsideAreThoseOfTheirChannels) {
    const Image in = random_image({67, 45, 3}, Sample::f32);
    Problem problem = test::problem(in.shape(), gaussian(4), BoundaryKind::constant);
    problem.filter.accuracy = usual_accuracy;
    problem.linear = false;
    problem.boundary.value = {0.25, 4, -2};
    sweep_request request = request_of(67, 45, 3);
    request.sigma = 4;
    request.boundary = SWEEP_BOUNDARY_CONSTANT;
    request.boundary_values = 3;
    std::copy(problem.boundary.value.begin(), problem.boundary.value.end(), request.boundary_value);
    const Made made(request);
    ASSERT_EQ(made.status, SWEEP_OK) << sweep_last_error();
    std::vector<float> out(in.shape().samples());
    ASSERT_EQ(sweep_run(made.plan, in.data<float>(), 0, out.data(), 0), SWEEP_OK) << sweep_last_error();
    EXPECT_LT(largest_difference(out, samples_of<double>(reference(problem, in.view()))), 1e-5);
}

TEST(Library, TakesEachAxisByItself) {
    const Image in = random_image({61, 47, 1}, Sample::f32);
    const auto run = [&](sweep_axes axes, double sigma, double sigma_y, const float* from) {
        sweep_request request = request_of(61, 47);
        request.axes = axes;
        request.sigma = sigma;
        request.sigma_y = sigma_y;
        request.boundary = axes == SWEEP_AXES_Y ? SWEEP_BOUNDARY_MIRROR : SWEEP_BOUNDARY_REPEAT;
        if (axes == SWEEP_AXES_BOTH) request.boundary_y = SWEEP_BOUNDARY_MIRROR;
        std::vector<float> out(in.shape().samples());
        EXPECT_EQ(sweep_run(Made(request).plan, from, 0, out.data(), 0), SWEEP_OK) << sweep_last_error();
        return out;
    };
    const std::vector<float> both = run(SWEEP_AXES_BOTH, 8, 2, in.data<float>()),
                             along_x = run(SWEEP_AXES_X, 8, 0, in.data<float>()),
                             then_y = run(SWEEP_AXES_Y, 2, 0, along_x.data());
    for (std::size_t i = 0; i < both.size(); ++i) ASSERT_NEAR(both[i], then_y[i], 2e-6) << i;
    // A constant along y stays one by the passes along x, whatever happens along x.
    Image rows({61, 47, 1}, Sample::f32);
    for (int y = 0; y < 47; ++y) std::memcpy(rows.view().row<float>(y), in.data<float>(), 61 * sizeof(float));
    const std::vector<float> out = run(SWEEP_AXES_X, 3, 0, rows.data<float>());
    for (int x = 0; x < 61; ++x) ASSERT_NEAR(out[x], out[46 * 61 + x], 1e-6);
}

TEST(Library, WorksInPlaceWithPitchesAndInBatches) {
    const Shape shape{50, 31, 1};
    const Image in = random_image(shape, Sample::f32);
    const Made made(request_of(50, 31));
    std::vector<float> plain(shape.samples());
    ASSERT_EQ(sweep_run(made.plan, in.data<float>(), 0, plain.data(), 0), SWEEP_OK);

    std::vector<float> there(in.data<float>(), in.data<float>() + shape.samples());
    ASSERT_EQ(sweep_run(made.plan, there.data(), 0, there.data(), 0), SWEEP_OK) << sweep_last_error();
    EXPECT_EQ(there, plain);

    constexpr int pitch = 64;
    std::vector<float> wide(pitch * 31, -7), wide_out(pitch * 31, -7);
    for (int y = 0; y < 31; ++y) std::copy_n(in.view().row<float>(y), 50, &wide[std::size_t(y) * pitch]);
    ASSERT_EQ(sweep_run(made.plan, wide.data(), pitch * 4, wide_out.data(), pitch * 4), SWEEP_OK);
    for (int y = 0; y < 31; ++y)
        for (int x = 0; x < pitch; ++x)
            ASSERT_EQ(wide_out[std::size_t(y * pitch + x)], x < 50 ? plain[std::size_t(y * 50 + x)] : -7);

    std::vector<float> three, out(3 * shape.samples());
    for (int i = 0; i < 3; ++i)
        three.insert(three.end(), in.data<float>(), in.data<float>() + shape.samples());
    const std::size_t step = shape.samples() * sizeof(float);
    ASSERT_EQ(sweep_run_batch(made.plan, 3, three.data(), 0, step, out.data(), 0, step), SWEEP_OK);
    for (std::size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], plain[i % plain.size()]);
}

TEST(Library, SaysWhatAPlanIs) {
    sweep_request request = request_of(20, 20);
    request.input = SWEEP_U8;
    request.filter = SWEEP_SAT;
    const Made table(request);
    sweep_plan_info info;
    ASSERT_EQ(sweep_plan_get_info(table.plan, &info), SWEEP_OK);
    EXPECT_EQ(info.engine, SWEEP_ENGINE_CPU);
    EXPECT_EQ(info.output, SWEEP_U32);
    EXPECT_STREQ(info.algorithm, "sat-1pass");
    request = request_of(20, 20);
    request.algorithm = "rt64";
    sweep_api::Plan plan(request);
    EXPECT_STREQ(plan.info().algorithm, "rt64");
    EXPECT_EQ(plan.info().output, SWEEP_F32);
    std::string version = std::to_string(SWEEP_VERSION_MAJOR);
    for (const int number : {SWEEP_VERSION_MINOR, SWEEP_VERSION_PATCH})
        version += "." + std::to_string(number);
    EXPECT_EQ(sweep_version(), version);
}

TEST(Library, RefusesRequestsThatMakeNoSense) {
    const auto with = [](auto change) {
        sweep_request request = request_of(32, 32);
        change(request);
        return refusal(request);
    };
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    for (double sigma : {nan, infinity, 0.0, -1.0, 1e9})
        EXPECT_NE(with([&](auto& r) { r.sigma = sigma; }), "");
    for (double sigma : {nan, infinity, -1.0}) EXPECT_NE(with([&](auto& r) { r.sigma_y = sigma; }), "");
    for (int size : {0, -1, 1 << 30}) {
        EXPECT_NE(with([&](auto& r) { r.width = size; }), "");
        EXPECT_NE(with([&](auto& r) { r.height = size; }), "");
    }
    for (int channels : {0, 5, -3}) EXPECT_NE(with([&](auto& r) { r.channels = channels; }), "");
    EXPECT_NE(with([](auto& r) { r.filter = sweep_filter(99); }), "");
    EXPECT_NE(with([](auto& r) { r.boundary = sweep_boundary(-1); }), "");
    EXPECT_NE(with([](auto& r) { r.axes = sweep_axes(7); }), "");
    EXPECT_NE(with([](auto& r) { r.engine = sweep_engine(7); }), "");
    EXPECT_NE(with([](auto& r) { r.input = sweep_sample(9); }), "");
    EXPECT_NE(with([](auto& r) { r.order = 9; }), "");
    EXPECT_NE(with([](auto& r) { r.order = 3, r.accuracy = 1e-2; }).find("accuracy chooses the order"),
              std::string::npos);
    EXPECT_NE(with([](auto& r) { r.struct_size = 3; }).find("sweep_request_init"), std::string::npos);
    EXPECT_NE(with([](auto& r) { r.algorithm = "nine"; }).find("no algorithm 'nine'"), std::string::npos);
    EXPECT_NE(with([](auto& r) { r.filter = SWEEP_IIR; }), "") << "without coefficients";
    EXPECT_NE(with([](auto& r) { r.filter = SWEEP_IIR, r.causal_count = 3; }).find("causal is NULL"),
              std::string::npos);
    EXPECT_NE(with([](auto& r) { r.boundary = SWEEP_BOUNDARY_CONSTANT, r.boundary_values = 9; }), "");
    EXPECT_NE(with([](auto& r) { r.boundary = SWEEP_BOUNDARY_AS_ROWS; }), "");
    EXPECT_NE(with([](auto& r) { r.filter = SWEEP_BUTTERWORTH, r.band = sweep_band(4); }), "");
    EXPECT_NE(with([](auto& r) { r.filter = SWEEP_BUTTERWORTH, r.band = SWEEP_BAND_PASS; }), "");
    EXPECT_NE(with([](auto& r) {
                  r.filter = SWEEP_BUTTERWORTH, r.band = SWEEP_BAND_PASS, r.cutoff_high = 0.2,
                  r.high_pass = 1;
              }),
              "");
    EXPECT_NE(with([](auto& r) { r.boundary_y = sweep_boundary(8); }), "");
    EXPECT_NE(with([](auto& r) {
                  r.boundary = SWEEP_BOUNDARY_CONSTANT, r.boundary_value[0] = 1;
                  r.boundary_y = SWEEP_BOUNDARY_ZERO;
              }),
              "");
    EXPECT_NE(with([&](auto& r) { r.boundary = SWEEP_BOUNDARY_CONSTANT, r.boundary_value[0] = nan; }), "");
    const double unstable[] = {-2.5};
    EXPECT_NE(with([&](auto& r) {
                  r.filter = SWEEP_IIR, r.causal = unstable, r.causal_count = 1;
              }).find("not stable"),
              std::string::npos);
    EXPECT_EQ(sweep_request_init(nullptr), SWEEP_USAGE);
    const sweep_request good = request_of(4, 4);
    EXPECT_EQ(sweep_plan_create(&good, nullptr), SWEEP_USAGE);
    sweep_plan* plan = nullptr;
    EXPECT_EQ(sweep_plan_create(nullptr, &plan), SWEEP_USAGE);
}

// It would sum along both axes, within the image, whatever these members say.
TEST(Library, RefusesWhatTheResultWouldNotHave) {
    for (sweep_engine engine : {SWEEP_ENGINE_AUTO, SWEEP_ENGINE_CPU, SWEEP_ENGINE_REFERENCE}) {
        sweep_request usual = request_of(32, 24);
        usual.filter = SWEEP_SAT;
        usual.engine = engine;
        EXPECT_EQ(Made(usual).status, SWEEP_OK) << sweep_last_error();
        for (sweep_axes axes : {SWEEP_AXES_X, SWEEP_AXES_Y}) {
            sweep_request request = usual;
            request.axes = axes;
            EXPECT_NE(refusal(request).find("axes: a"), std::string::npos) << axes;
        }
        for (sweep_boundary boundary :
             {SWEEP_BOUNDARY_ZERO, SWEEP_BOUNDARY_CONSTANT, SWEEP_BOUNDARY_REPEAT, SWEEP_BOUNDARY_MIRROR}) {
            sweep_request request = usual;
            request.boundary = boundary;
            EXPECT_EQ(refusal(request).find("boundary: a"), 0u) << boundary;
            request = usual;
            request.boundary_y = boundary;
            EXPECT_EQ(refusal(request).find("boundary_y: a"), 0u) << boundary;
        }
    }
    sweep_request request = request_of(32, 24);
    request.axes = SWEEP_AXES_X;
    request.derivative_x = 1;
    EXPECT_EQ(Made(request).status, SWEEP_OK);
    request.axes = SWEEP_AXES_Y;
    EXPECT_EQ(refusal(request).find("derivative_x: no pass runs along x"), 0u);
    request.derivative_x = 0;
    request.derivative_y = 2;
    EXPECT_EQ(Made(request).status, SWEEP_OK);
    request.axes = SWEEP_AXES_X;
    EXPECT_EQ(refusal(request).find("derivative_y: no pass runs along y"), 0u);
}

TEST(Library, NamesWhatHasNoEffect) {
    const auto notes = [](auto change) {
        sweep_request request = request_of(32, 24);
        change(request);
        return sweep_api::Plan(request).notes();
    };
    // What a filter reads is no news, and neither is what nobody has set.
    for (int filter = 0; filter <= SWEEP_BILATERAL; ++filter) {
        if (filter == SWEEP_IIR) continue;  // it needs coefficients
        EXPECT_EQ(notes([&](auto& r) { r.filter = sweep_filter(filter); }), "") << filter;
    }
    EXPECT_EQ(notes([](auto& r) {
                  r.sigma = 2, r.sigma_y = 3, r.order = 4, r.derivative_x = 1;
                  r.boundary = SWEEP_BOUNDARY_CONSTANT, r.boundary_value[0] = 1;
                  r.boundary_y = SWEEP_BOUNDARY_MIRROR;
              }),
              "");
    EXPECT_EQ(notes([](auto& r) {
                  r.filter = SWEEP_ELLIPTIC, r.order = 2, r.cutoff = 0.2, r.ripple = 2, r.attenuation = 30,
                  r.high_pass = 1, r.boundary = SWEEP_BOUNDARY_REPEAT, r.axes = SWEEP_AXES_X;
              }),
              "");

    EXPECT_EQ(notes([](auto& r) {
                  r.filter = SWEEP_BUTTERWORTH, r.band = SWEEP_BAND_STOP, r.cutoff = 0.1, r.cutoff_high = 0.2;
              }),
              "");
    EXPECT_EQ(notes([](auto& r) { r.band = SWEEP_BAND_PASS, r.cutoff_high = 0.2; }),
              "band, cutoff_high have no effect on gaussian");

    EXPECT_EQ(notes([](auto& r) { r.filter = SWEEP_BOX, r.radius = 2, r.sigma = 2; }),
              "sigma has no effect on box");
    EXPECT_EQ(notes([](auto& r) {
                  r.filter = SWEEP_SAT, r.input = SWEEP_U8, r.decode_srgb = 1;
                  r.derivative_x = 1, r.radius = 9, r.boundary = SWEEP_BOUNDARY_NONE;
              }),
              "decode_srgb, derivative_x, radius, boundary have no effect on sat");
    EXPECT_EQ(notes([](auto& r) { r.decode_srgb = 1; }), "decode_srgb has no effect on gaussian");
    EXPECT_EQ(notes([](auto& r) { r.boundary_value[3] = 1; }), "boundary_value has no effect on gaussian");
    EXPECT_EQ(notes([](auto& r) { r.filter = SWEEP_BSPLINE3, r.order = 5, r.high_pass = 1; }),
              "order, high_pass have no effect on bspline3");
    EXPECT_EQ(
        notes([](auto& r) { r.axes = SWEEP_AXES_X, r.sigma_y = 3, r.boundary_y = SWEEP_BOUNDARY_MIRROR; }),
        "sigma_y, boundary_y have no effect on gaussian along x");
    EXPECT_EQ(notes([](auto& r) {
                  r.axes = SWEEP_AXES_Y, r.sigma = 9, r.sigma_y = 3, r.boundary = SWEEP_BOUNDARY_MIRROR,
                  r.boundary_y = SWEEP_BOUNDARY_REPEAT;
              }),
              "sigma, boundary have no effect on gaussian along y");
    const double feedback[] = {-0.5};
    EXPECT_EQ(notes([&](auto& r) {
                  r.causal = feedback, r.causal_count = 1, r.axes = SWEEP_AXES_X, r.filter = SWEEP_NONE;
              }),
              "causal, axes have no effect on none");
    EXPECT_EQ(notes([&](auto& r) { r.filter = SWEEP_IIR, r.causal = feedback, r.causal_count = 1; }), "");

    const Made made(request_of(8, 8));
    EXPECT_EQ(sweep_plan_get_notes(made.plan, nullptr), SWEEP_USAGE);
    const char* none = nullptr;
    EXPECT_EQ(sweep_plan_get_notes(nullptr, &none), SWEEP_USAGE);
}

TEST(Library, RefusesMisuseOfPlans) {
    const sweep_request request = request_of(16, 16);
    std::vector<float> in(256), out(256);
    sweep_plan* plan = nullptr;
    EXPECT_EQ(sweep_run(plan, in.data(), 0, out.data(), 0), SWEEP_USAGE) << "NULL";
    ASSERT_EQ(sweep_plan_create(&request, &plan), SWEEP_OK);
    EXPECT_EQ(sweep_run(plan, nullptr, 0, out.data(), 0), SWEEP_USAGE);
    EXPECT_EQ(sweep_run(plan, in.data(), 0, nullptr, 0), SWEEP_USAGE);
    EXPECT_EQ(sweep_run(plan, in.data(), 60, out.data(), 0), SWEEP_USAGE) << "a row has 64 bytes";
    EXPECT_EQ(sweep_run(plan, in.data(), 65, out.data(), 0), SWEEP_USAGE) << "no multiple of 4";
    EXPECT_EQ(sweep_run(plan, in.data(), std::size_t(-64), out.data(), 0), SWEEP_USAGE) << "negative";
    EXPECT_EQ(sweep_run(plan, in.data(), 0, in.data() + 1, 0), SWEEP_USAGE) << "they overlap";
    EXPECT_EQ(sweep_run(plan, reinterpret_cast<char*>(in.data()) + 1, 0, out.data(), 0), SWEEP_USAGE);
    EXPECT_EQ(sweep_run_cuda(plan, in.data(), 0, out.data(), 0, nullptr), SWEEP_USAGE);
    EXPECT_NE(std::string(sweep_last_error()).find("not of the CUDA engine"), std::string::npos);
    EXPECT_EQ(sweep_plan_get_info(plan, nullptr), SWEEP_USAGE);
    EXPECT_EQ(sweep_run(plan, in.data(), 0, out.data(), 0), SWEEP_OK);
    ASSERT_EQ(sweep_plan_destroy(plan), SWEEP_OK);
    EXPECT_EQ(sweep_run(plan, in.data(), 0, out.data(), 0), SWEEP_USAGE);
    EXPECT_NE(std::string(sweep_last_error()).find("destroyed"), std::string::npos);
    EXPECT_EQ(sweep_plan_destroy(plan), SWEEP_USAGE);
    EXPECT_EQ(sweep_plan_destroy(nullptr), SWEEP_OK);
}

TEST(Library, APlanThatRunsIsNotDestroyed) {
    sweep_request request = request_of(1500, 1000);
    request.sigma = 30;
    sweep_plan* plan = nullptr;
    ASSERT_EQ(sweep_plan_create(&request, &plan), SWEEP_OK);
    std::vector<float> in(1500 * 1000, 1), out(in.size());
    std::atomic<bool> stops{false}, runs{false};
    std::thread runner([&] {
        while (!stops) {
            if (sweep_run(plan, in.data(), 0, out.data(), 0) == SWEEP_OK) runs = true;
        }
    });
    while (!runs) std::this_thread::yield();
    // Between two runs it may be destroyed; the runner is then told that it is no plan.
    int refused = 0;
    sweep_status status;
    while ((status = sweep_plan_destroy(plan)) != SWEEP_OK) {
        EXPECT_EQ(status, SWEEP_USAGE);
        EXPECT_NE(std::string(sweep_last_error()).find("a thread runs this plan"), std::string::npos);
        ++refused;
    }
    stops = true;
    runner.join();
    EXPECT_EQ(sweep_run(plan, in.data(), 0, out.data(), 0), SWEEP_USAGE);
    EXPECT_GT(refused, 0);
}

TEST(Library, SaysThatThereIsNoCuda) {
    sweep_request request = request_of(16, 16);
    request.engine = SWEEP_ENGINE_CUDA;
    const Made made(request);
    if (made.status == SWEEP_OK) GTEST_SKIP() << "there is";
    EXPECT_EQ(made.status, SWEEP_NO_ENGINE);
    EXPECT_NE(std::string(sweep_last_error()), "");
    request.engine = SWEEP_ENGINE_AUTO;
    EXPECT_EQ(Made(request).status, SWEEP_OK);
}

TEST(Library, HasAPlanForEachThread) {
    const Image in = random_image({90, 70, 1}, Sample::f32);
    const auto run = [&](std::vector<float>& out) {
        const Made made(request_of(90, 70));
        out.resize(in.shape().samples());
        for (int i = 0; i < 20; ++i)
            EXPECT_EQ(sweep_run(made.plan, in.data<float>(), 0, out.data(), 0), SWEEP_OK);
    };
    std::vector<float> alone, results[3];
    run(alone);
    std::vector<std::thread> threads;
    for (std::vector<float>& result : results) threads.emplace_back([&] { run(result); });
    for (std::thread& thread : threads) thread.join();
    for (const std::vector<float>& result : results) EXPECT_EQ(result, alone);
}

TEST(Library, DoesNotGrow) {
    const sweep_request request = request_of(24, 16);
    std::vector<float> image(24 * 16);
    sweep_plan* plan = nullptr;
    ASSERT_EQ(sweep_plan_create(&request, &plan), SWEEP_OK);
    const auto taken = [&](int calls) {
        for (int i = 0; i < calls; ++i) sweep_run(plan, image.data(), 0, image.data(), 0);
        return mallinfo2().uordblks;
    };
    const std::size_t before = taken(1000), after = taken(100000);
    EXPECT_LT(after, before + 4096);
    sweep_plan_destroy(plan);
}

}  // namespace
}  // namespace sweep::test
