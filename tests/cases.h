// The table of named cases that drives every engine, and what a test needs beside it: random images, a
// guarded output, the largest error against the reference.
//
// A test walks groups(): one TEST per group, one SCOPED_TRACE per case, so that a failure says its name.
#pragma once

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/algorithms.h"
#include "core/filter_design.h"
#include "core/random_image.h"
#include "core/reference.h"

namespace sweep::test {

struct Case {
    std::string name;
    Problem problem;
    double tolerance;  // largest error, relative to the largest output; 0: to the last bit
};

struct Group {
    std::string name;
    std::vector<Case> cases;
};

// What float32 engines are held to, for Gaussians of sigma 0.8 to 340 in delta form and for B-splines: four
// passes of a few roundings each (eps = 6e-8), with room for the carries.
inline constexpr double float_tolerance = 3e-6;
// The same for double: the condition of slow filters (1 / (1 - pole)^2 at worst) on top of eps = 1e-16.
inline constexpr double double_tolerance = 1e-11;

// ---- problems ----------------------------------------------------------------------------------------

inline Problem problem(Shape shape, FilterSpec filter, BoundaryKind boundary = BoundaryKind::clamp) {
    Problem p;
    p.shape = shape;
    p.filter = std::move(filter);
    p.boundary.kind = boundary;
    if (boundary == BoundaryKind::constant) p.boundary.value = {0.75};
    return p;
}

inline FilterSpec gaussian(double sigma, int order = 3) {
    FilterSpec f;
    f.kind = FilterKind::gaussian;
    f.sigma = sigma;
    f.order = order;
    return f;
}

inline FilterSpec of_kind(FilterKind kind) {
    FilterSpec f;
    f.kind = kind;
    return f;
}

inline FilterSpec box(int radius) {
    FilterSpec f = of_kind(FilterKind::box);
    f.radius = radius;
    return f;
}

// d_1..d_r of real poles and of conjugate pairs (given by the one above the axis).
inline std::vector<double> feedback(const std::vector<std::complex<double>>& poles) {
    std::vector<std::complex<double>> c{1};
    auto times = [&](std::complex<double> pole) {
        c.push_back(0);
        for (std::size_t k = c.size() - 1; k > 0; --k) c[k] -= pole * c[k - 1];
    };
    for (auto pole : poles) {
        times(pole);
        if (pole.imag() != 0) times(std::conj(pole));
    }
    std::vector<double> d;
    for (std::size_t k = 1; k < c.size(); ++k) d.push_back(c[k].real());
    return d;
}

// A causal and another anticausal filter of the same order: nothing may rely on symmetric pairs. Poles are
// slow enough for blocks of 64 to leave something for the next block, and one pair rings.
inline FilterSpec unsymmetric(int order) {
    FilterSpec f = of_kind(FilterKind::iir);
    const std::complex<double> ringing = std::polar(0.9, 0.8), slow = std::polar(0.95, 0.05);
    switch (order) {
        case 1:
            f.causal = feedback({0.95});
            f.anticausal = feedback({-0.6});
            break;
        case 2:
            f.causal = feedback({ringing});
            f.anticausal = feedback({0.95, -0.3});
            break;
        case 3:
            f.causal = feedback({ringing, 0.8});
            f.anticausal = feedback({0.95, 0.7, -0.3});
            break;
        case 4:
            f.causal = feedback({ringing, slow});
            f.anticausal = feedback({0.9, 0.8, std::polar(0.5, 2.0)});
            break;
        case 5:
            f.causal = feedback({ringing, slow, 0.9});
            f.anticausal = feedback({std::polar(0.7, 1.0), std::polar(0.9, 0.1), -0.5});
            break;
        case 6:
            f.causal = feedback({ringing, slow, std::polar(0.8, 2.5)});
            f.anticausal = feedback({std::polar(0.7, 1.0), std::polar(0.9, 0.1), 0.6, -0.5});
            break;
        case 7:
            f.causal = feedback({ringing, slow, std::polar(0.8, 2.5), 0.7});
            f.anticausal = feedback({std::polar(0.7, 1.0), std::polar(0.9, 0.1), 0.6, -0.5, 0.3});
            break;
        default:
            f.causal = feedback({ringing, slow, std::polar(0.8, 2.5), std::polar(0.6, 1.5)});
            f.anticausal =
                feedback({std::polar(0.7, 1.0), std::polar(0.9, 0.1), std::polar(0.8, 2.2), 0.6, -0.5});
    }
    return f;
}

inline std::string text(const Problem& p) {
    static const char* const kinds[] = {"gaussian",   "bspline3",   "bspline5", "butterworth",
                                        "chebyshev1", "chebyshev2", "elliptic", "exponential",
                                        "box",        "sat",        "iir",      "none"};
    static const char* const boundaries[] = {"none", "zero", "constant", "clamp", "repeat", "mirror"};
    static const char* const samples[] = {"u8", "u16", "u32", "f32", "f64"};
    std::string s = std::string(kinds[int(p.filter.kind)]) + " " + std::to_string(p.shape.width) + "x" +
                    std::to_string(p.shape.height) + "x" + std::to_string(p.shape.channels) + " " +
                    samples[int(p.input)] + " " + boundaries[int(p.boundary.kind)];
    if (p.filter.kind == FilterKind::gaussian)
        s += " sigma " + std::to_string(p.filter.sigma) + " order " + std::to_string(p.filter.order);
    if (p.filter.kind >= FilterKind::butterworth && p.filter.kind <= FilterKind::elliptic)
        s += std::string(p.filter.band == Band::low ? " low" : " high") + "-pass order " +
             std::to_string(p.filter.order) + " cutoff " + std::to_string(p.filter.cutoff);
    if (p.filter.derivative_x > 0 || p.filter.derivative_y > 0)
        s += " derivative " + std::to_string(p.filter.derivative_x) + "," +
             std::to_string(p.filter.derivative_y);
    if (!p.filter.feedforward.empty()) s += " feedforward";
    if (p.filter.kind == FilterKind::iir) s += " order " + std::to_string(p.filter.causal.size());
    if (p.filter.kind == FilterKind::box) s += " radius " + std::to_string(p.filter.radius);
    if (p.realisation == Realisation::direct) s += " direct";
    if (p.passes != all_passes) s += " passes " + std::to_string(p.passes);
    if (p.fixed_point > 0) s += " fixed point";
    static const char* const precisions[] = {"", " uint32", " float", " float-mean", " fixed", " double"};
    s += precisions[int(p.precision)];
    if (p.algorithm != Algorithm::automatic) s += " by " + algorithm_name(p);
    return s;
}

// ---- the table ---------------------------------------------------------------------------------------

inline std::vector<Group> groups() {
    std::vector<Group> all;
    auto add = [&](const Problem& p, double tolerance = float_tolerance) {
        all.back().cases.push_back({text(p), p, tolerance});
    };
    constexpr BoundaryKind every_boundary[] = {BoundaryKind::none, BoundaryKind::zero, BoundaryKind::constant,
                                               BoundaryKind::clamp};
    // One pixel, less than a block, parts of blocks both ways, lines.
    const Shape shapes[] = {{1, 1, 1},   {1, 1000, 1}, {1000, 1, 1}, {33, 65, 1},
                            {97, 64, 1}, {2, 31, 1},   {130, 259, 1}};

    // Around every block size in use (32, 64), below it, and far beyond it.
    all.push_back({"sizes", {}});
    const int sizes[] = {1, 2, 31, 32, 33, 63, 64, 65, 97, 1000};
    for (int w : sizes)
        for (int h : sizes) {
            add(problem({w, h, 1}, gaussian(5)));
            if (w < 1000 && h < 1000) add(problem({w, h, 1}, gaussian(5), BoundaryKind::none));
        }
    add(problem({512, 256, 1}, gaussian(5)));

    all.push_back({"orders", {}});
    for (Shape shape : shapes)
        for (BoundaryKind boundary : every_boundary) {
            for (int order : {3, 4, 5}) add(problem(shape, gaussian(7, order), boundary));
            for (int order : {1, 2, 3, 4, 5}) add(problem(shape, unsymmetric(order), boundary));
            add(problem(shape, of_kind(FilterKind::bspline3), boundary));
            add(problem(shape, of_kind(FilterKind::bspline5), boundary));
        }

    all.push_back({"high orders", {}});
    for (Shape shape : shapes)
        for (int order : {6, 7, 8}) {
            for (BoundaryKind boundary : every_boundary) add(problem(shape, unsymmetric(order), boundary));
            add(problem(shape, unsymmetric(order), BoundaryKind::repeat));
            FilterSpec symmetric = unsymmetric(order);
            symmetric.anticausal.clear();
            add(problem(shape, symmetric, BoundaryKind::mirror));
        }

    // What is fed forward too, in both directions of the band; differences of what is much larger.
    all.push_back({"feedforward", {}});
    for (Shape shape :
         {Shape{33, 65, 1}, Shape{130, 259, 1}, Shape{20, 1000, 1}, Shape{1000, 20, 1}, Shape{70, 40, 3}})
        for (BoundaryKind boundary : {BoundaryKind::none, BoundaryKind::zero, BoundaryKind::constant,
                                      BoundaryKind::clamp, BoundaryKind::repeat}) {
            int order = 1;
            for (FilterKind kind : {FilterKind::butterworth, FilterKind::chebyshev1, FilterKind::chebyshev2,
                                    FilterKind::elliptic})
                for (Band band : {Band::low, Band::high}) {
                    FilterSpec f = of_kind(kind);
                    f.order = order++;
                    f.cutoff = order % 3 == 0 ? 0.02 : 0.15;
                    f.band = band;
                    add(problem(shape, f, boundary), 3 * float_tolerance);
                }
            FilterSpec f = of_kind(FilterKind::exponential);
            f.alpha = 0.02;
            add(problem(shape, f, boundary));
            for (auto [dx, dy] : {std::pair{1, 0}, {0, 1}, {2, 1}, {0, 2}}) {
                FilterSpec g = gaussian(1.5, 3 + dy);
                g.derivative_x = dx;
                g.derivative_y = dy;
                add(problem(shape, g, boundary), 3 * float_tolerance);
            }
            // Further forward than back, and another filter back.
            f = unsymmetric(2);
            f.feedforward = {1, -2, 0.5};
            f.anticausal_feedforward = {0, 0.25, 0, 1};
            add(problem(shape, f, boundary), 3 * float_tolerance);
        }

    // The summed decomposition; its parts are larger than their sum.
    all.push_back({"parallel", {}});
    for (Shape shape : shapes)
        for (BoundaryKind boundary : {BoundaryKind::zero, BoundaryKind::constant, BoundaryKind::clamp,
                                      BoundaryKind::repeat, BoundaryKind::mirror}) {
            std::vector<FilterSpec> filters{of_kind(FilterKind::bspline3), of_kind(FilterKind::bspline5)};
            for (double sigma : {0.8, 7.0, 340.0})
                for (int order : {3, 4, 5}) filters.push_back(gaussian(sigma, order));
            for (int order = 1; order <= max_order; ++order) {
                filters.push_back(unsymmetric(order));
                if (boundary == BoundaryKind::mirror) filters.back().anticausal.clear();
            }
            for (const FilterSpec& filter : filters)
                for (int passes : {2, 4}) {
                    if (passes == 2 && shape.width > 100) continue;
                    Problem p = problem(shape, filter, boundary);
                    p.algorithm = Algorithm::parallel;
                    p.passes = passes;
                    add(p, 3 * float_tolerance);
                }
        }

    // From barely blurring to wider than the image: what the delta form is for.
    all.push_back({"sigmas", {}});
    for (double sigma : {0.8, 1.5, 5.0, 20.0, 50.0, 130.0, 340.0})
        for (int order : {3, 4, 5})
            for (BoundaryKind boundary : {BoundaryKind::none, BoundaryKind::clamp})
                for (Shape shape : {Shape{97, 1000, 1}, Shape{1000, 97, 1}, Shape{65, 64, 1}})
                    add(problem(shape, gaussian(sigma, order), boundary));

    all.push_back({"channels", {}});
    for (int channels : {1, 2, 3, 4})
        for (Shape shape : shapes) {
            shape.channels = channels;
            add(problem(shape, gaussian(5)));
            Problem p = problem(shape, unsymmetric(2), BoundaryKind::constant);
            p.boundary.value = std::vector<double>{0.25, -1, 3, 0.5};
            p.boundary.value.resize(std::size_t(channels));
            add(p);
        }

    // Each pass is a result of its own; gains other than one tell a pass that scales too early or too late.
    all.push_back({"passes", {}});
    for (int passes : {1, 2, 3, 4})
        for (BoundaryKind boundary : every_boundary)
            for (Shape shape : {Shape{97, 65, 1}, Shape{33, 130, 3}}) {
                Problem p = problem(shape, gaussian(5), boundary);
                p.passes = passes;
                add(p);
                p.filter = unsymmetric(3);
                p.filter.causal_gain = 0.02;
                p.filter.anticausal_gain = 0.3;
                add(p);
            }

    // Continued by itself, and by its mirror image: states that come back from the line's other end, around
    // and around where the filter is wider than the line.
    all.push_back({"periodic", {}});
    for (BoundaryKind boundary : {BoundaryKind::repeat, BoundaryKind::mirror}) {
        for (Shape shape : shapes) {
            for (double sigma : {0.8, 7.0, 50.0, 340.0})
                for (int order : {3, 4, 5}) add(problem(shape, gaussian(sigma, order), boundary));
            for (FilterKind kind : {FilterKind::bspline3, FilterKind::bspline5})
                add(problem(shape, of_kind(kind), boundary));
            for (int order : {1, 2, 3, 4, 5}) {
                FilterSpec filter = unsymmetric(order);
                if (boundary == BoundaryKind::mirror) filter.anticausal.clear();
                add(problem(shape, filter, boundary));
            }
        }
        for (int passes : {1, 2, 3}) {
            Problem p = problem({97, 65, 3}, gaussian(20), boundary);
            p.passes = passes;
            p.filter.causal_gain = 2e-4;
            add(p);
        }
    }

    // Direct feedback loses digits as the filter slows (DESIGN.md section 3). Rounding the coefficients alone
    // (eps / 2 = 3e-8 each) changes what each of four passes makes of a constant by sum |d| 3e-8 / prod (1 -
    // pole); rounding the states is worth as much again.
    all.push_back({"direct", {}});
    for (Shape shape : shapes)
        for (BoundaryKind boundary : every_boundary) {
            std::vector<FilterSpec> filters{gaussian(2, 3),
                                            gaussian(2, 4),
                                            gaussian(2, 5),
                                            gaussian(5, 3),
                                            of_kind(FilterKind::bspline3),
                                            of_kind(FilterKind::bspline5)};
            for (const FilterSpec& filter : filters) {
                Problem p = problem(shape, filter, boundary);
                p.realisation = Realisation::direct;
                double sum = 1;
                for (double d : design(filter).columns.causal.d) sum += std::abs(d);
                add(p, float_tolerance + 8 * 3e-8 * sum / design(filter).columns.causal.unit_gain);
            }
        }

    // Bytes, decoded from sRGB or as they are; alpha (the last of 2 or 4 channels) is never sRGB.
    all.push_back({"bytes", {}});
    for (int channels : {1, 2, 3, 4})
        for (bool linear : {true, false})
            for (Shape shape : {Shape{97, 65, 1}, Shape{1, 33, 1}, Shape{64, 128, 1}, Shape{1000, 3, 1}}) {
                shape.channels = channels;
                for (const FilterSpec& filter :
                     {gaussian(5), of_kind(FilterKind::bspline5), of_kind(FilterKind::none)}) {
                    Problem p = problem(shape, filter);
                    p.input = Sample::u8;
                    p.linear = linear;
                    add(p);
                }
            }

    all.push_back({"doubles", {}});
    for (Shape shape : shapes)
        for (int channels : {1, 3}) {
            shape.channels = channels;
            for (BoundaryKind boundary : every_boundary)
                for (const FilterSpec& filter :
                     {gaussian(5), gaussian(340, 5), unsymmetric(4), of_kind(FilterKind::bspline3)}) {
                    Problem p = problem(shape, filter, boundary);
                    p.input = Sample::f64;
                    add(p, double_tolerance);
                }
        }

    // Tables: exact in uint32 (bytes, fixed point); float sums in blocks keep relative precision.
    all.push_back({"tables", {}});
    for (Shape shape : {Shape{1, 1, 1}, Shape{1, 1000, 1}, Shape{1000, 1, 1}, Shape{33, 65, 1},
                        Shape{64, 64, 1}, Shape{1000, 517, 1}})
        for (int channels : {1, 2, 3, 4}) {
            shape.channels = channels;
            for (Sample sample : {Sample::u8, Sample::f32, Sample::f64}) {
                Problem p = problem(shape, of_kind(FilterKind::sat));
                p.input = sample;
                add(p, sample == Sample::u8 ? 0 : sample == Sample::f32 ? float_tolerance : double_tolerance);
                if (sample != Sample::f32) continue;
                for (double fixed_point :
                     {4096.0, 1000.0}) {  // exact products, and products that are rounded
                    p.fixed_point = fixed_point;
                    add(p, 0);
                }
            }
        }

    // Means: of bytes from a table of round(x * box_scale), half a step in a sample at worst, where a box fits.
    all.push_back({"boxes", {}});
    for (Shape shape :
         {Shape{1, 1, 1}, Shape{1, 300, 1}, Shape{300, 1, 1}, Shape{33, 65, 1}, Shape{517, 300, 1}})
        for (int channels : {1, 3, 4})
            for (int radius : {0, 1, 4, 31, 64, 400}) {
                shape.channels = channels;
                for (Sample sample : {Sample::u8, Sample::f32, Sample::f64}) {
                    Problem p = problem(shape, box(radius));
                    p.input = sample;
                    add(p, sample == Sample::u8    ? 1e-6 + 0.5 / box_scale / 0.3
                           : sample == Sample::f32 ? 1e-5
                                                   : double_tolerance);
                }
            }

    // Sums as the user asks for them. A box is the difference of four numbers of the table, each right to float's last
    // digits, over an area that the corners of the image cut down to a fourth.
    all.push_back({"precisions", {}});
    for (Shape shape : {Shape{1, 1, 1}, Shape{33, 65, 1}, Shape{300, 217, 1}})
        for (int channels : {1, 3, 4})
            for (Sample sample : {Sample::u8, Sample::f32, Sample::f64})
                for (Precision precision : {Precision::uint32, Precision::f32, Precision::f32_less_mean,
                                            Precision::fixed_point, Precision::f64}) {
                    if (precision == Precision::uint32 && sample != Sample::u8) continue;
                    shape.channels = channels;
                    Problem p = problem(shape, of_kind(FilterKind::sat));
                    p.input = sample;
                    p.precision = precision;
                    const bool floats = precision == Precision::f32 || precision == Precision::f32_less_mean;
                    // Sums of differences from the mean are small: what is rounded on the way weighs more in them,
                    // most of all for bytes, whose differences have one fraction in common and are rounded alike.
                    add(p, precision == Precision::f32_less_mean ? 5e-5
                           : floats                              ? float_tolerance
                           : precision == Precision::f64         ? double_tolerance
                                                                 : 0);
                    for (int radius : {0, 4, 31}) {
                        p.filter = box(radius);
                        const double sums = 4 * double(shape.pixels()) * 6e-8 / ((radius + 1) * (radius + 1)),
                                     steps = 0.5 / (table_sample(p) == Sample::u32 ? box_scale : 1e7);
                        add(p, 1e-6 + (floats ? sums : steps) / 0.3);
                    }
                    p.filter = of_kind(FilterKind::sat);
                    if (precision != Precision::fixed_point) continue;
                    p.fixed_point = 1000;
                    add(p, 0);
                }
    return all;
}

// What an engine may take beside input and output: 25 r / b of the image, and some for small images' whole blocks.
template <class Engine>
void expect_little_working_memory(Engine& engine) {
    for (int order : {1, 3, 5})
        for (Shape shape : {Shape{1000, 700, 1}, Shape{2048, 2048, 1}, Shape{700, 500, 4}}) {
            const Problem p = problem(shape, unsymmetric(order));
            engine.prepare(p);
            EXPECT_LE(double(engine.working_bytes()),
                      25.0 * order / engine.block() * double(shape.samples()) * 4 + 1e5)
                << text(p);
            EXPECT_GT(engine.working_bytes(), 0u);
        }
}

// ---- images ------------------------------------------------------------------------------------------
inline double sample_at(ConstImageView image, int y, int i) {
    switch (image.sample) {
        case Sample::u8:
            return image.row<std::uint8_t>(y)[i];
        case Sample::u16:
            return image.row<std::uint16_t>(y)[i];
        case Sample::u32:
            return image.row<std::uint32_t>(y)[i];
        case Sample::f32:
            return double(image.row<float>(y)[i]);
        case Sample::f64:
            return image.row<double>(y)[i];
    }
    return 0;
}

// Largest difference, relative to the largest of `want`; infinite where `got` is not a number.
inline double largest_error(ConstImageView got, ConstImageView want) {
    double error = 0, largest = 0;
    for (int y = 0; y < want.shape.height; ++y)
        for (int i = 0; i < want.shape.width * want.shape.channels; ++i) {
            const double g = sample_at(got, y, i), w = sample_at(want, y, i);
            if (!std::isfinite(g)) return std::numeric_limits<double>::infinity();
            error = std::max(error, std::abs(g - w));
            largest = std::max(largest, std::abs(w));
        }
    return error == 0 ? 0 : error / largest;
}

// The same of two lists of numbers, carries, say.
inline void expect_close(const std::vector<double>& got, const std::vector<double>& want, double tolerance) {
    ASSERT_EQ(got.size(), want.size());
    double error = 0, largest = 0;
    for (std::size_t i = 0; i < want.size(); ++i) {
        error = std::max(error, std::abs(got[i] - want[i]));
        largest = std::max(largest, std::abs(want[i]));
    }
    EXPECT_LE(error, tolerance * largest);
}

// An output with rows longer than the image's, filled with ones (NaN in every float format): what lies
// between and around the rows must survive, and what an engine does not write shows up as an error.
class GuardedOutput {
  public:
    explicit GuardedOutput(const Problem& p)
        : sample_(output_sample(p)),
          shape_(p.shape),
          row_(std::size_t(shape_.width * shape_.channels) * size_of(sample_)),
          stride_((row_ + 63) / 64 * 64 + 64),
          bytes_(stride_ * std::size_t(shape_.height + 2), std::byte(0xff)) {}
    ImageView view() { return {bytes_.data() + stride_, shape_, sample_, std::ptrdiff_t(stride_)}; }
    bool guards_intact() const {
        for (std::size_t y = 0; y < std::size_t(shape_.height + 2); ++y)
            for (std::size_t i = y == 0 || y > std::size_t(shape_.height) ? 0 : row_; i < stride_; ++i)
                if (bytes_[y * stride_ + i] != std::byte(0xff)) return false;
        return true;
    }

  private:
    Sample sample_;
    Shape shape_;
    std::size_t row_, stride_;
    std::vector<std::byte> bytes_;
};

using Run = std::function<void(const Problem&, ConstImageView in, ImageView out)>;

// Runs one case and compares it with the reference.
inline void expect_matches(const Case& c, const Run& run) {
    SCOPED_TRACE(c.name);
    const Image in = random_image(c.problem.shape, c.problem.input, 12345);
    GuardedOutput out(c.problem);
    run(c.problem, in.view(), out.view());
    EXPECT_LE(largest_error(out.view(), reference(c.problem, in.view()).view()), c.tolerance);
    EXPECT_TRUE(out.guards_intact()) << "the engine wrote outside the image";
}

// Runs the group of that name, less the cases that `skip` names (an engine that has no float64, say).
inline void expect_group_matches(const std::string& name, const Run& run,
                                 const std::function<bool(const Problem&)>& skip = {}) {
    const std::vector<Group> all = groups();
    const auto group = std::find_if(all.begin(), all.end(), [&](const Group& g) { return g.name == name; });
    ASSERT_NE(group, all.end()) << "no group of cases is called " << name;
    for (const Case& c : group->cases)
        if (!skip || !skip(c.problem)) expect_matches(c, run);
}

}  // namespace sweep::test
