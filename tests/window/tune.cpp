// Tuning: measured widths, poles that are dragged, coefficients as text, times in bins, and the panel that
// shows them.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <sstream>

#include <gtest/gtest.h>

#include "app/command_line/options.h"
#include "app/command_line/picture_state.h"
#include "app/commands/commands.h"
#include "app/screen/gl/gl.h"
#include "app/ui/plots/plot.h"
#include "app/views/tune/actions.h"
#include "app/views/tune/coefficients.h"
#include "app/views/tune/filter_code.h"
#include "app/views/tune/poles.h"
#include "app/views/tune/response.h"
#include "app/views/tune/view.h"
#include "app/work/options/size_number.h"
#include "app/work/request/settings.h"
#include "core/design/design.h"
#include "core/design/transfer.h"
#include "cpu/engine.h"
#include "cpu/response/convolution.h"
#include "tests/support/eventually.h"
#include "tests/support/offscreen.h"

namespace sweep::app {
namespace {

using Complex = std::complex<double>;

FilterSpec gaussian(double sigma, int order) {
    FilterSpec filter;
    filter.sigma = sigma;
    filter.order = order;
    return filter;
}

double magnitude(const FilterSpec& filter, double omega) {
    return std::abs(transfer(design(filter).rows.causal, omega));
}

TEST(Response, GaussianHasTheSigmaAskedFor) {
    for (int order : {3, 4, 5})
        for (double sigma : {0.6, 1.0, 2.5, 10.0, 80.0}) {
            Problem problem;
            problem.filter = gaussian(sigma, order);
            cpu::Engine engine;
            const Measured m = measure(problem, sigma, engine);
            ASSERT_TRUE(m.design_sigma && m.engine_sigma && m.design_error) << sigma;
            // The variance of the design is exact; the engine's rounding errors are weighted by the square of
            // the distance.
            EXPECT_NEAR(*m.design_sigma / sigma, 1, 1e-6) << "order " << order << ", sigma " << sigma;
            EXPECT_NEAR(*m.engine_sigma / sigma, 1, 2e-4) << "order " << order << ", sigma " << sigma;
            EXPECT_LT(m.rounding.value(), 1e-5);
            EXPECT_EQ(m.engine, "cpu");
            EXPECT_NEAR(m.gain, 1, 1e-12);
        }
}

// The errors are those of the paper's poles (ARCHITECTURE.md, the Gaussian): a few per cent at order 3, and
// less at each higher order. Below sigma 1 the shape differs from a Gaussian.
TEST(Response, ErrorToTheTrueGaussianFallsWithTheOrder) {
    const auto error = [](double sigma, int order) {
        const ResponseCurves curves = response_curves(gaussian(sigma, order), sigma);
        return gaussian_error(curves.impulse, sigma);
    };
    double before = 1;
    for (int order : {3, 4, 5}) {
        const GaussianError e = error(10, order);
        EXPECT_GT(e.largest, 0);
        EXPECT_LT(e.largest, 0.6 * before) << order;
        EXPECT_LT(e.rms, 0.05);
        before = e.largest;
    }
    EXPECT_LT(error(10, 3).largest, 0.05);
    EXPECT_GT(error(0.5, 3).rms, 3 * error(5, 3).rms);
}

TEST(Response, DirectFeedbackRoundsMoreAtALargeSigma) {
    Problem problem;
    problem.filter = gaussian(200, 3);
    cpu::Engine engine;
    const double delta = measure(problem, 200.0, engine).rounding.value();
    problem.method.realisation = Realisation::direct;
    EXPECT_GT(measure(problem, 200.0, engine).rounding.value(), 10 * delta);
}

TEST(Response, WidthOfWhatHasNone) {
    EXPECT_FALSE(standard_deviation({1, -2, 1}));
    FilterSpec flat;
    flat.kind = FilterKind::butterworth;
    EXPECT_FALSE(standard_deviation(impulse_response(design(flat).rows, 200))) << "its moment is 0";
    EXPECT_DOUBLE_EQ(*standard_deviation({0, 1, 0}), 0);
    EXPECT_DOUBLE_EQ(*standard_deviation({0.5, 0, 0.5}), 1);
    const std::vector<double> samples = sampled_gaussian(3, 30);
    EXPECT_NEAR(*standard_deviation(samples), 3, 1e-9);
}

TEST(Response, CurvesAreThoseOfTheFilter) {
    const ResponseCurves curves = response_curves(gaussian(4, 4), 4.0);
    EXPECT_NEAR(curves.whole.front(), 1, 1e-12);
    for (std::size_t i = 0; i < curves.whole.size(); ++i)
        EXPECT_NEAR(curves.whole[i], curves.one_pass[i] * curves.one_pass[i], 1e-12);
    EXPECT_EQ(curves.impulse.size(), std::size_t(2 * curves.half + 1));
    EXPECT_EQ(curves.gaussian.size(), curves.impulse.size());
    // The curve of a long response leaves samples out, but no extreme.
    const ResponseCurves slow = response_curves(gaussian(300, 3), 300.0);
    EXPECT_LE(slow.shown.x.size(), 620u);
    EXPECT_EQ(*std::max_element(slow.shown.impulse.begin(), slow.shown.impulse.end()),
              *std::max_element(slow.impulse.begin(), slow.impulse.end()));
}

TEST(Poles, DraggedOneKeepsItsConjugateAndTheGain) {
    for (int order : {3, 4, 5}) {
        PoleZero all = pole_zero_of(gaussian(5, order));
        EXPECT_EQ(all.pole_count(), order);
        std::size_t pair = 0;
        while (!all.poles[pair].pair) ++pair;
        // Places below the axis belong to the other pole of the pair.
        for (const Complex to :
             {Complex(0.7, 0.4), Complex(0.2, -0.6), Complex(-0.8, 0.1), Complex(0.9, 0)}) {
            drag_pole(all.poles[pair], to);
            const FilterSpec filter = filter_of(all);
            const FilterDesign made = design(filter);
            ASSERT_EQ(made.order(), order);
            const Complex wanted(to.real(), std::abs(to.imag()));
            double nearest = 9, conjugate = 9;
            for (const Complex& p : made.rows.causal.poles) {
                nearest = std::min(nearest, std::abs(p - wanted));
                conjugate = std::min(conjugate, std::abs(p - std::conj(wanted)));
            }
            EXPECT_LT(nearest, 1e-6) << to;
            EXPECT_LT(conjugate, 1e-6) << to;
            const double there = unit_of(all) == Unit::alternation ? std::numbers::pi : 0;
            EXPECT_NEAR(magnitude(filter, there), 1, 1e-9) << to;
            EXPECT_EQ(made.rows.causal.d, made.rows.anticausal.d);
        }
    }
}

TEST(Poles, StayWithinTheirDisc) {
    Root pole{{0.5, 0.5}, true};
    drag_pole(pole, {3, 4});
    EXPECT_NEAR(std::abs(pole.place), safe_radius, 1e-12);
    EXPECT_NEAR(std::arg(pole.place), std::atan2(4, 3), 1e-12);
    drag_pole(pole, {3, 4}, largest_radius_of_poles);
    EXPECT_NEAR(std::abs(pole.place), largest_radius_of_poles, 1e-12);
    EXPECT_NO_THROW(design(filter_of({{pole}, {}, 0}))) << "the override must still be stable";
    Root real{{0.5, 0}, false};
    drag_pole(real, {-7, 2});
    EXPECT_EQ(real.place, Complex(-safe_radius, 0)) << "a single pole stays on the axis";
    const Root before = real;
    drag_pole(real, {std::nan(""), 0});
    EXPECT_EQ(real, before);
}

TEST(Poles, ZerosAndTheBandDecideTheGain) {
    FilterSpec filter;
    filter.kind = FilterKind::elliptic;
    filter.order = 5;
    filter.attenuation = 60;
    for (Band band : {Band::low, Band::high}) {
        filter.band = band;
        PoleZero all = pole_zero_of(filter);
        EXPECT_EQ(all.zero_count(), 5);
        EXPECT_EQ(unit_of(all), band == Band::low ? Unit::constant : Unit::alternation);
        drag_zero(all.zeros.front(), {0.1, 1.3});
        const double there = band == Band::low ? 0 : std::numbers::pi;
        EXPECT_NEAR(magnitude(filter_of(all), there), 1, 1e-9);
    }
    // Neither a constant nor stripes pass: the largest response is 1.
    const PoleZero middle{{{Complex(0, 0.9), true}}, {{1.0, false}, {-1.0, false}}, 0};
    EXPECT_EQ(unit_of(middle), Unit::peak);
    EXPECT_NEAR(magnitude(filter_of(middle), std::numbers::pi / 2), 1, 1e-3);
}

TEST(Poles, AZeroBeyondOneKeepsTheSignOfAConstant) {
    const FilterDesign made = design(filter_of({{{0.95, false}}, {{1.5, false}}, 0}));
    EXPECT_NEAR(made.gain_after(1) * made.response_after(1), 1, 1e-9);
}

// A picture of differences is shown around grey; the panel may turn any filter into one.
TEST(Poles, WhatKeepsNoConstantIsADifference) {
    FilterSpec filter;
    filter.kind = FilterKind::butterworth;
    for (Band band : {Band::low, Band::high}) {
        filter.band = band;
        EXPECT_EQ(is_signed(as_coefficients(filter)), band == Band::high);
        EXPECT_EQ(is_signed(filter_of(pole_zero_of(filter))), band == Band::high);
    }
    EXPECT_FALSE(is_signed(filter_of(pole_zero_of(gaussian(80, 5)))));
    EXPECT_TRUE(is_signed(filter_of({{{Complex(-0.9, 0.1), true}}, {}, 0})));
}

TEST(Poles, ComeAndGoInPairs) {
    PoleZero all = pole_zero_of(gaussian(5, 3));
    ASSERT_TRUE(add_pair(all));
    EXPECT_EQ(design(filter_of(all)).order(), 5);
    while (add_pair(all)) {
    }
    EXPECT_LE(all.pole_count(), most_poles);
    while (remove_pole(all, 0)) EXPECT_NO_THROW(design(filter_of(all)));
    EXPECT_EQ(all.poles.size(), 1u);
}

TEST(Poles, EditedFilterGoesBackToItsDesign) {
    PoleEditor editor;
    FilterSpec filter = gaussian(7, 4);
    filter.derivative_x = 1;
    const FilterSpec before = filter;
    PoleZero all = editor.handles(filter);
    EXPECT_EQ(editor.design_of(filter), nullptr);
    drag_pole(all.poles[0], {0.5, 0.3});
    editor.change(filter, all);
    EXPECT_EQ(filter.kind, FilterKind::iir);
    drag_pole(all.poles[0], {0.4, 0.3});
    editor.change(filter, all);
    EXPECT_EQ(editor.handles(filter).poles[0].place, Complex(0.4, 0.3))
        << "handles do not go through coefficients";
    ASSERT_NE(editor.design_of(filter), nullptr);
    editor.reset(filter);
    EXPECT_EQ(filter, before);
}

// Reads the options of a command line, split as the shell does it.
FilterSpec parsed(const std::string& options) {
    std::vector<std::string> arguments{"filter", "in.png", "out.png"};
    std::istringstream words(options);
    for (std::string word; words >> word;) arguments.push_back(word);
    return dynamic_cast<const RequestOptions&>(*read_command_line(arguments).options).request.filter;
}

TEST(Coefficients, CopiedOptionsAreTheSameFilter) {
    std::vector<FilterSpec> filters;
    for (int order : {3, 4, 5})
        for (double sigma : {0.7, 5.0, 1.0 / 3 + 100}) filters.push_back(gaussian(sigma, order));
    for (FilterKind kind : {FilterKind::bspline5, FilterKind::butterworth, FilterKind::chebyshev2,
                            FilterKind::elliptic, FilterKind::exponential})
        for (Band band : {Band::low, Band::high}) {
            FilterSpec filter;
            filter.kind = kind;
            filter.order = 4;
            filter.band = band;
            filters.push_back(filter);
        }
    PoleZero dragged = pole_zero_of(gaussian(5, 5));
    drag_pole(dragged.poles[0], {-0.9, 0.2});  // the gain is not 1 for a constant
    filters.push_back(filter_of(dragged));
    for (const FilterSpec& filter : filters) {
        const std::string text = coefficient_options(filter);
        FilterSpec back = parsed(text);
        back.order = as_coefficients(filter).order;  // the order belongs to other kinds of filters
        EXPECT_EQ(back, as_coefficients(filter)) << text;
        const PassDesign a = design(filter).rows.causal, b = design(back).rows.causal;
        for (const Complex& pole : a.poles) {
            double nearest = 9;
            for (const Complex& p : b.poles) nearest = std::min(nearest, std::abs(p - pole));
            EXPECT_LT(nearest, 1e-7) << text;
        }
        // The coefficients of powers of z^-1 lose digits of slow filters, even in double.
        const double tolerance = filter.kind == FilterKind::gaussian && filter.sigma > 50 ? 1e-5 : 1e-8;
        for (double omega : {0.0, 0.02, 0.3, 1.0, 3.0})
            EXPECT_NEAR(magnitude(filter, omega), magnitude(back, omega), tolerance) << text;
    }
}

TEST(Coefficients, FiltersThatDifferAlongTheAxesStayWhatTheyAre) {
    FilterSpec filter = gaussian(2.5, 4);
    filter.derivative_x = 1;
    const std::string text = coefficient_options(filter);
    EXPECT_EQ(text, "--filter gaussian --sigma 2.5 --order 4 --derivative 1,0");
    EXPECT_EQ(parsed(text), filter);
    Problem problem;
    problem.filter = filter;
    const std::string cpp = filter_code(problem, CodeLanguage::cpp);
    for (const char* name : {"void filter_row(", "void filter_column("})
        EXPECT_NE(cpp.find(name), std::string::npos) << cpp;
}

// The arrays, run as their comment says, are the filter. (tests/command/design_code.sh compiles the functions.)
TEST(Coefficients, ArraysAreTheRecurrence) {
    Problem problem;
    FilterSpec& filter = problem.filter;
    filter.kind = FilterKind::elliptic;
    filter.order = 3;
    const Json json = Json::parse(filter_code(problem, CodeLanguage::json))["both_axes"]["causal"];
    const std::vector<double> d = json["d"], b = json["b"];
    ASSERT_EQ(d.size(), 3u);
    ASSERT_EQ(b.size(), 4u);
    Complex over = 0, under = 1;
    const double omega = 0.4;
    for (std::size_t k = 0; k < b.size(); ++k) over += b[k] * std::polar(1.0, -omega * double(k));
    for (std::size_t k = 0; k < d.size(); ++k) under += d[k] * std::polar(1.0, -omega * double(k + 1));
    EXPECT_NEAR(std::abs(over / under), magnitude(filter, omega), 1e-12);
    filter.kind = FilterKind::box;
    EXPECT_THROW(filter_code(problem, CodeLanguage::json), Error);
}

// Runs the function on a line as a compute shader does.
std::vector<float> run_glsl(const std::string& code, const std::string& name,
                            const std::vector<float>& line) {
    const std::string source =
        "#version 430\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer X { float xs[]; };\n"
        "layout(std430, binding = 1) buffer Y { float ys[]; };\n" +
        code +
        "\nfloat read_x(int i) { return xs[i]; }\nfloat read_y(int i) { return ys[i]; }\n"
        "void write_y(int i, float value) { ys[i] = value; }\n"
        "void main() { " +
        name + "(xs.length()); }\n";
    const char* const text = source.c_str();
    const GLuint program = glCreateShaderProgramv(GL_COMPUTE_SHADER, 1, &text);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    std::array<char, 4096> log{};
    glGetProgramInfoLog(program, GLsizei(log.size()), nullptr, log.data());
    EXPECT_TRUE(linked) << log.data() << "\n" << source;
    std::array<GLuint, 2> buffers{};
    glCreateBuffers(2, buffers.data());
    for (GLuint i = 0; i < 2; ++i) {
        glNamedBufferData(buffers[i], GLsizeiptr(line.size() * sizeof(float)), i ? nullptr : line.data(),
                          GL_DYNAMIC_COPY);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffers[i]);
    }
    glUseProgram(program);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    std::vector<float> out(line.size());
    glGetNamedBufferSubData(buffers[1], 0, GLsizeiptr(out.size() * sizeof(float)), out.data());
    glDeleteBuffers(2, buffers.data());
    glDeleteProgram(program);
    return out;
}

// The functions compile, and give the three numbers of their own text.
TEST_F(Offscreen, FiltersInGlslGiveTheNumbersThatTheyName) {
    int functions = 0;
    for (const char* options :
         {"--sigma 2 --boundary none", "--sigma 2 --boundary constant:0.5", "--sigma 2 --boundary clamp",
          "--sigma 2 --boundary repeat", "--sigma 2 --boundary mirror", "--sigma 2 --boundary reflect101",
          "--sigma 4,1.5 --order 4", "--sigma 3 --accuracy 3e-4", "--sigma 2 --derivative 1,0 --order 5",
          "--filter bspline5 --boundary repeat", "--filter elliptic --order 3 --boundary constant:2"}) {
        const std::string code =
            filter_code(parse_options(shell_words(options)).request.problem(), CodeLanguage::glsl);
        for (const std::string name : {"filter_line", "filter_row", "filter_column"}) {
            const std::size_t test = code.find("Test: " + name + " ");
            if (test == std::string::npos) continue;
            std::vector<float> line;
            for (int i = 0; i < 12; ++i) line.push_back(float(i * i % 7));
            const std::vector<float> out = run_glsl(code, name, line);
            std::istringstream numbers(code.substr(code.find(" is ", test) + 4));
            for (const std::size_t place : {0u, 5u, 11u}) {
                double wanted = 0;
                char comma = 0;
                numbers >> wanted >> comma;
                EXPECT_NEAR(out[place], wanted, 1e-4) << options << ", " << name << ", at " << place;
            }
            ++functions;
        }
    }
    EXPECT_EQ(functions, 13);
}

TEST(Times, BinsTakeMedians) {
    TimeBins bins;
    for (double ms : {3.0, 1.0, 100.0, 2.0, 2.5}) bins.add(8, ms);
    bins.add(16, 5);
    bins.add(0, 1);
    bins.add(4, -1);
    bins.add(4, std::nan(""));
    const TimePoints points = bins.points();
    ASSERT_EQ(points.x.size(), 2u);
    EXPECT_DOUBLE_EQ(points.x[0], 8);
    EXPECT_DOUBLE_EQ(points.milliseconds[0], 2.5);
    // Old times are dropped.
    for (int i = 0; i < TimeBins::kept; ++i) bins.add(16, 7);
    EXPECT_DOUBLE_EQ(bins.points().milliseconds[1], 7);
    EXPECT_EQ(TimeBins::bin_of(8.1), TimeBins::bin_of(8));
    EXPECT_EQ(TimeBins::bin_of(16), TimeBins::bin_of(8) + 8);
}

TEST(Times, CountOnlyWhenSigmaRests) {
    WorkTimes times;
    for (int i = 0; i < 50; ++i) times.add("a", std::exp2(0.2 * i), 1);
    EXPECT_TRUE(times.points().x.empty()) << "sigma was moving";
    for (int i = 0; i < WorkTimes::settled + 3; ++i) times.add("a", 5, 2);
    ASSERT_EQ(times.points().x.size(), 1u);
    EXPECT_EQ(times.points().milliseconds[0], 2);
    times.add("b", 5, 3);
    EXPECT_TRUE(times.points().x.empty()) << "another size is another plot";
    times.add("a", 5, 2);
    EXPECT_EQ(times.points().x.size(), 1u) << "which comes back";
}

// Nobody who closes the window waits for a convolution.
TEST(Times, AConvolutionThatIsStoppedDoesNothing) {
    Image in({64, 64, 1}, Sample::f32), out({64, 64, 1}, Sample::f32);
    std::fill_n(in.data<float>(), 64 * 64, 1.0f);
    std::fill_n(out.data<float>(), 64 * 64, 7.0f);
    std::stop_source source;
    source.request_stop();
    const std::vector<float> taps{0.25f, 0.5f, 0.25f};
    cpu::Convolution convolution;
    convolution.run(std::as_const(in).view(), taps, out.view(), source.get_token());
    EXPECT_EQ(std::count(out.data<float>(), out.data<float>() + 64 * 64, 7.0f), 64 * 64);
    convolution.run(std::as_const(in).view(), taps, out.view());
    EXPECT_EQ(std::count(out.data<float>(), out.data<float>() + 64 * 64, 1.0f), 64 * 64);
}

TEST(Times, ConvolutionIsOne) {
    const Shape shape{67, 45, 3};
    Image in(shape, Sample::f32), out(shape, Sample::f32);
    for (std::size_t i = 0; i < shape.samples(); ++i)
        in.data<float>()[i] = float((i * 2654435761u >> 8) & 255) / 255;
    const std::vector<float> taps{0.1f, 0.2f, 0.4f, 0.25f, 0.05f};
    cpu::Convolution().run(std::as_const(in).view(), taps, out.view());
    const auto at = [&](int x, int y, int c) {
        return double(in.view().row<float>(std::clamp(y, 0, 44))[3 * std::clamp(x, 0, 66) + c]);
    };
    double largest = 0;
    for (int y = 0; y < 45; ++y)
        for (int x = 0; x < 67; ++x)
            for (int c = 0; c < 3; ++c) {
                double sum = 0;
                for (int i = 0; i < 5; ++i)
                    for (int k = 0; k < 5; ++k)
                        sum += double(taps[std::size_t(i)]) * double(taps[std::size_t(k)]) *
                               at(x + k - 2, y + i - 2, c);
                largest = std::max(largest, std::abs(sum - double(out.view().row<float>(y)[3 * x + c])));
            }
    EXPECT_LT(largest, 1e-6);
}

TEST(Times, MeasuresThatAreAskedForEndWhenStopped) {
    std::stop_source source;
    source.request_stop();
    PointSink points, more;
    EXPECT_EQ(time_convolution(source.get_token(), {64, 64, 4}, EngineKind::cpu, points), "stopped");
    Problem problem;
    EXPECT_EQ(time_sizes(source.get_token(), problem, EngineKind::cpu, points, more), "stopped");
    TimePoints seen;
    points.read(seen);
    EXPECT_TRUE(seen.x.empty());
    // On a small picture all sigmas are measured, each slower than that of a quarter of it.
    EXPECT_EQ(time_convolution({}, {48, 48, 4}, EngineKind::cpu, points), "");
    points.read(seen);
    ASSERT_EQ(seen.x.size(), 11u);
    EXPECT_EQ(seen.x.back(), 512);
    EXPECT_GT(seen.milliseconds.back(), 4 * seen.milliseconds[2]);
}

TEST(Tuning, MeasuresWhenTheFilterRests) {
    TuneView tuning;
    Problem problem;
    problem.shape = {64, 64, 4};
    double now = 10;
    tuning.update(problem, EngineKind::cpu, 1, now);
    EXPECT_TRUE(tuning.busy());
    EXPECT_TRUE(test::eventually(
        [&] { return tuning.update(problem, EngineKind::cpu, 1, now += 0.1).measured.has_value(); }));
    const TuneReport& report = tuning.update(problem, EngineKind::cpu, 1, now);
    ASSERT_TRUE(report.measured);
    EXPECT_FALSE(tuning.busy()) << "nothing changes, and it goes on";
    EXPECT_NEAR(*report.measured->design_sigma, 5, 1e-6);
    // Another picture with the same filter is not measured anew.
    problem.shape = {80, 64, 4};
    tuning.update(problem, EngineKind::cpu, 1, now);
    EXPECT_FALSE(tuning.busy());
    problem.filter.sigma = 6;
    tuning.update(problem, EngineKind::cpu, 1, now);
    EXPECT_TRUE(tuning.busy());
}

TEST(Sizes, WheelScalesAndBackspaceResets) {
    Settings settings;
    PoleEditor editor;
    scale_size(settings, 1);
    EXPECT_DOUBLE_EQ(settings.filter.sigma, 5.5);
    scale_size(settings, -1000);
    EXPECT_DOUBLE_EQ(settings.filter.sigma, size_number(Parameter::sigma).least);
    scale_size(settings, 1000);
    EXPECT_DOUBLE_EQ(settings.filter.sigma, size_number(Parameter::sigma).most);
    reset_size(settings, editor);
    EXPECT_DOUBLE_EQ(settings.filter.sigma, FilterSpec().sigma);
    settings.filter.kind = FilterKind::box;
    settings.filter.box_width = 3;
    scale_size(settings, 1);
    EXPECT_EQ(settings.filter.box_width, 5);
    settings.filter = gaussian(9, 3);
    PoleZero all = editor.handles(settings.filter);
    drag_pole(all.poles[0], {0.5, 0.2});
    editor.change(settings.filter, all);
    reset_size(settings, editor);
    EXPECT_EQ(settings.filter, gaussian(9, 3)) << "first the poles, then sigma";
    reset_size(settings, editor);
    EXPECT_DOUBLE_EQ(settings.filter.sigma, FilterSpec().sigma);
}

TEST(PlotTicks, AreRound) {
    const auto values = [](const PlotAxis& axis, int most) {
        std::vector<double> v;
        for (const PlotTick& tick : plot_ticks(axis, most)) v.push_back(tick.value);
        return v;
    };
    EXPECT_EQ(values({0, 10, false}, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    EXPECT_EQ(values({0.1, 1000, true}, 5), (std::vector<double>{0.1, 1, 10, 100, 1000}));
    EXPECT_EQ(values({256, 4096, true}, 5), (std::vector<double>{256, 512, 1024, 2048, 4096}));
    EXPECT_TRUE(values({1, 1, false}, 5).empty());
}

}  // namespace
}  // namespace sweep::app
