// The table of named cases that every engine must solve.
//
// A test runs one of groups(), with one SCOPED_TRACE per case, so that a failure names its case.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstring>
#include <functional>
#include <random>
#include <string_view>

#include <gtest/gtest.h>

#include "core/base/random_image.h"
#include "core/problem/reference.h"
#include "tests/support/comparison.h"
#include "tests/support/problems.h"

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

inline std::vector<Group> groups() {
    std::vector<Group> all;
    auto add = [&](const Problem& p, double tolerance = float_tolerance) {
        all.back().cases.push_back({text(p), p, tolerance});
    };
    const std::vector<BoundaryKind> constants = boundaries_where(is_periodic, false);
    // The shapes are one pixel, less than a block, parts of blocks in both directions, and lines.
    const Shape shapes[] = {{1, 1, 1},   {1, 1000, 1}, {1000, 1, 1}, {33, 65, 1},
                            {97, 64, 1}, {2, 31, 1},   {130, 259, 1}};

    // The sides lie around every block size in use (32, 64), below it, and far beyond it.
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
        for (BoundaryKind boundary : constants) {
            for (int order : {3, 4, 5}) add(problem(shape, gaussian(7, order), boundary));
            for (int order : {1, 2, 3, 4, 5}) add(problem(shape, unsymmetric(order), boundary));
            for (const FilterSpec& filter : splines()) add(problem(shape, filter, boundary));
        }

    all.push_back({"high orders", {}});
    for (Shape shape : shapes)
        for (int order : {6, 7, 8}) {
            for (BoundaryKind boundary : constants) add(problem(shape, unsymmetric(order), boundary));
            add(problem(shape, unsymmetric(order), BoundaryKind::repeat));
            add(problem(shape, unsymmetric(order), BoundaryKind::mirror));
            FilterSpec symmetric = unsymmetric(order);
            symmetric.anticausal.clear();
            add(problem(shape, symmetric, BoundaryKind::mirror));
        }

    // These filters also feed forward, in both directions of the band; their results are small differences of
    // large numbers.
    all.push_back({"feedforward", {}});
    for (Shape shape :
         {Shape{33, 65, 1}, Shape{130, 259, 1}, Shape{20, 1000, 1}, Shape{1000, 20, 1}, Shape{70, 40, 3}})
        for (BoundaryKind boundary : all_boundaries()) {
            int order = 1;
            for (FilterKind kind : classics())
                for (Band band : {Band::low, Band::high}) {
                    FilterSpec f = of_kind(kind);
                    f.order = order++;
                    f.cutoff = order % 3 == 0 ? 0.02 : 0.15;
                    f.band = band;
                    add(problem(shape, f, boundary), 3 * float_tolerance);
                }
            for (Band band : {Band::pass, Band::stop}) {
                FilterSpec f = of_kind(classics()[std::size_t(order) % classics().size()]);
                f.order = 1 + order++ % 3;
                f.cutoff = 0.08;
                f.cutoff_high = 0.21;
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
            for (const double accuracy : {1.4e-2, 3e-4, 6e-6}) {
                if (shape.width != 130 && shape.channels == 1) break;
                FilterSpec g = gaussian(accuracy < 1e-3 ? 4 : 60);
                g.accuracy = accuracy;
                add(problem(shape, g, boundary), 3 * float_tolerance);
            }
            // The filter feeds further forward than back, and its anticausal pass is another filter.
            f = unsymmetric(2);
            f.feedforward = {1, -2, 0.5};
            f.anticausal_feedforward = {0, 0.25, 0, 1};
            add(problem(shape, f, boundary), 3 * float_tolerance);
        }

    // The parallel realisation adds up parts that are larger than their sum.
    all.push_back({"parallel", {}});
    for (Shape shape : shapes)
        for (BoundaryKind boundary : boundaries_where(is_extended)) {
            std::vector<FilterSpec> filters = splines();
            for (double sigma : {0.8, 7.0, 340.0})
                for (int order : {3, 4, 5}) filters.push_back(gaussian(sigma, order));
            for (int order = 1; order <= max_order; ++order) {
                filters.push_back(unsymmetric(order));
                if (runs_back(boundary)) filters.back().anticausal.clear();
            }
            for (const FilterSpec& filter : filters)
                for (int passes : {2, 4}) {
                    if (passes == 2 && shape.width > 100) continue;
                    Problem p = problem(shape, filter, boundary);
                    p.method.algorithm = Algorithm::parallel;
                    p.passes = passes;
                    add(p, 3 * float_tolerance);
                }
        }

    // The sigmas reach from hardly any blur to wider than the image: the delta realisation exists for them.
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

    // The result of each pass is compared; gains other than one reveal a pass that scales too early or too
    // late.
    all.push_back({"passes", {}});
    for (int passes : {1, 2, 3, 4})
        for (BoundaryKind boundary : constants)
            for (Shape shape : {Shape{97, 65, 1}, Shape{33, 130, 3}}) {
                Problem p = problem(shape, gaussian(5), boundary);
                p.passes = passes;
                add(p);
                p.filter = unsymmetric(3);
                p.filter.causal_gain = 0.02;
                p.filter.anticausal_gain = 0.3;
                add(p);
            }

    // The image is continued by itself, or by its mirror image: states come back from the line's other end,
    // again and again where the filter is wider than the line.
    all.push_back({"periodic", {}});
    for (BoundaryKind boundary : boundaries_where(is_periodic)) {
        for (Shape shape : shapes) {
            for (double sigma : {0.8, 7.0, 50.0, 340.0})
                for (int order : {3, 4, 5}) add(problem(shape, gaussian(sigma, order), boundary));
            for (const FilterSpec& filter : splines()) add(problem(shape, filter, boundary));
            for (int order : {1, 2, 3, 4, 5}) {
                FilterSpec filter = unsymmetric(order);
                if (runs_back(boundary)) filter.anticausal.clear();
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

    // Rows and columns continue in different ways, and as long as neither is a constant other than the datum.
    all.push_back({"two boundaries", {}});
    for (BoundaryKind rows : all_boundaries())
        for (BoundaryKind columns : all_boundaries()) {
            if (rows == columns) continue;
            int turn = int(rows) + int(columns);  // not every filter on every shape
            for (Shape shape : {Shape{1, 1, 1}, Shape{33, 65, 1}, Shape{1, 100, 1}, Shape{130, 259, 1},
                                Shape{97, 64, 3}, Shape{64, 128, 4}, Shape{1000, 3, 1}, Shape{256, 192, 1}}) {
                FilterSpec two = unsymmetric(2);
                if (runs_back(rows) || runs_back(columns)) two.anticausal.clear();
                for (const FilterSpec& filter :
                     {gaussian(7, 3 + turn++ % 3), turn % 2 ? of_kind(FilterKind::bspline3) : two}) {
                    Problem p = problem(shape, filter, rows);
                    p.boundary_y = problem(shape, filter, columns).boundary;
                    const auto starts_from = [](BoundaryKind kind) {
                        return kind == BoundaryKind::none || kind == BoundaryKind::zero;
                    };
                    // A constant beside `none` or `zero` must be theirs.
                    for (Boundary* boundary : {&p.boundary, &*p.boundary_y})
                        if (boundary->kind == BoundaryKind::constant &&
                            (starts_from(rows) || starts_from(columns)))
                            boundary->value = {0};
                    add(p, 2 * float_tolerance);
                    if (turn % 3) continue;
                    p.passes = 1 + turn % 4;
                    add(p, 2 * float_tolerance);
                }
            }
        }

    // Direct feedback loses digits as the filter slows (core/filter/recurrence.h). Rounding the coefficients
    // alone (eps / 2 = 3e-8 each) changes the result of each of four passes for a constant by sum |d| 3e-8 /
    // prod (1 - pole); rounding the states is worth as much again.
    all.push_back({"direct", {}});
    for (Shape shape : shapes)
        for (BoundaryKind boundary : constants) {
            std::vector<FilterSpec> filters = splines();
            for (int order : {3, 4, 5}) filters.push_back(gaussian(2, order));
            filters.push_back(gaussian(5, 3));
            for (const FilterSpec& filter : filters) {
                Problem p = problem(shape, filter, boundary);
                p.method.realisation = Realisation::direct;
                double sum = 1;
                for (double d : design(filter).columns.causal.d) sum += std::abs(d);
                add(p, float_tolerance + 8 * 3e-8 * sum / design(filter).columns.causal.unit_gain);
            }
        }

    // Bytes are decoded from sRGB or taken as numbers; alpha (the last of 2 or 4 channels) is never sRGB.
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
            for (BoundaryKind boundary : constants)
                for (const FilterSpec& filter :
                     {gaussian(5), gaussian(340, 5), unsymmetric(4), of_kind(FilterKind::bspline3)}) {
                    Problem p = problem(shape, filter, boundary);
                    p.input = Sample::f64;
                    add(p, double_tolerance);
                }
        }

    // Tables are exact in uint32 (bytes, fixed point); float sums in blocks keep relative precision.
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
                    p.method.fixed_point = fixed_point;
                    add(p, 0);
                }
            }
        }

    // Boxes give means. The means of bytes come, where a box's sum fits, from a table of round(x *
    // box_scale), which is wrong by half a step in a sample at worst.
    all.push_back({"boxes", {}});
    // In corners a box of double has the roundings of the whole table a few times.
    const auto tolerance_of_box = [](Sample sample) {
        return sample == Sample::u8    ? 1e-6 + 0.5 / box_scale / 0.3
               : sample == Sample::f32 ? 1e-5
                                       : 4 * double_tolerance;
    };
    for (Shape shape :
         {Shape{1, 1, 1}, Shape{1, 300, 1}, Shape{300, 1, 1}, Shape{33, 65, 1}, Shape{517, 300, 1}})
        for (int channels : {1, 3, 4})
            for (int radius : {0, 1, 4, 31, 64, 400}) {
                shape.channels = channels;
                for (Sample sample : {Sample::u8, Sample::f32, Sample::f64}) {
                    Problem p = problem(shape, box(radius));
                    p.input = sample;
                    add(p, tolerance_of_box(sample));
                }
            }
    // Boxes that reach far into what continues the image, along both axes and along one.
    for (Shape shape : {Shape{1, 1, 1}, Shape{2, 3, 1}, Shape{33, 65, 3}})
        for (const BoundaryInfo& boundary : boundary_table)
            for (Axes axes : {Axes::both, Axes::x, Axes::y})
                for (int radius : {1, 20, 150})
                    for (Sample sample : {Sample::u8, Sample::f32, Sample::f64}) {
                        Problem p = problem(shape, box(radius), boundary.kind);
                        if (boundary.kind == BoundaryKind::constant) p.boundary.value = {0.25};
                        p.filter.axes = axes;
                        p.input = sample;
                        add(p, tolerance_of_box(sample));
                    }
    // Even sizes, other ones down the columns, and boxes that do not lie around their pixel.
    for (const BoundaryInfo& boundary : boundary_table)
        for (int origin : {-1, 0, 1})
            for (Sample sample : {Sample::u8, Sample::f32, Sample::f64}) {
                Problem p = problem({70, 41, 1}, box(0), boundary.kind);
                if (boundary.kind == BoundaryKind::constant) p.boundary.value = {0.25};
                p.filter.box_width = 4;
                p.filter.box_height = 65 + origin;
                p.filter.box_origin_x = origin;
                p.filter.box_origin_y = 30 * origin;
                p.input = sample;
                add(p, tolerance_of_box(sample));
            }
    for (Sample sample : {Sample::u8, Sample::f32}) {
        Problem p = problem({33, 65, 1}, box(40), BoundaryKind::repeat);
        p.boundary_y = Boundary{BoundaryKind::constant, {0.5}};
        p.input = sample;
        add(p, tolerance_of_box(sample));
    }

    // The user chooses the precision of the sums. A box is the difference of four entries of the table, each
    // right to float's last digits; at a corner of the image the box covers only a fourth of its area.
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
                    p.method.precision = precision;
                    const bool floats = precision == Precision::f32 || precision == Precision::f32_less_mean;
                    // Sums of differences from the mean are small, and rounding errors weigh more in them.
                    // They weigh most for bytes, whose differences share one fraction and are rounded alike.
                    add(p, precision == Precision::f32_less_mean ? 5e-5
                           : floats                              ? float_tolerance
                           : precision == Precision::f64         ? double_tolerance
                                                                 : 0);
                    // Cut off at the edges: an extension has the entries of a table of floats many times,
                    // and their roundings.
                    p.boundary.kind = BoundaryKind::none;
                    for (int radius : {0, 4, 31}) {
                        p.filter = box(radius);
                        const double sums = 4 * double(shape.pixels()) * 6e-8 / ((radius + 1) * (radius + 1)),
                                     steps = 0.5 / (table_sample(p) == Sample::u32 ? box_scale : 1e7);
                        add(p, 1e-6 + (floats ? sums : steps) / 0.3);
                    }
                    p.filter = of_kind(FilterKind::sat);
                    if (precision != Precision::fixed_point) continue;
                    p.method.fixed_point = 1000;
                    add(p, 0);
                }
    return all;
}

// An engine may take 25 r / b of the image beside input and output, and a little for small images' whole
// blocks.
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

using Run = std::function<void(const Problem&, ConstImageView in, ImageView out)>;

// A Solver runs cases of the table.
struct Solver {
    Run run;
    // Makes the case the solver's own, for instance with an algorithm or another tolerance. Returns false for
    // a case that the solver does not have.
    std::function<bool(Case&)> takes = [](Case&) { return true; };
    int done = 0;  // cases
};

// Runs one case by each solver that has it, and compares all results with one reference.
inline void expect_matches(const Case& c, std::vector<Solver>& solvers) {
    Image in, want;
    for (Solver& solver : solvers) {
        Case own = c;
        if (!solver.takes(own)) continue;
        SCOPED_TRACE(text(own.problem));
        if (want.empty()) {
            in = random_image(own.problem.shape, own.problem.input, 12345);
            want = reference(own.problem, in.view());
        }
        GuardedOutput out(own.problem);
        solver.run(own.problem, in.view(), out.view());
        EXPECT_LE(largest_error(out.view(), want.view()), own.tolerance);
        EXPECT_TRUE(out.guards_intact()) << "the engine wrote outside the image";
        ++solver.done;
    }
}
inline void expect_matches(const Case& c, const Run& run) {
    SCOPED_TRACE(c.name);
    std::vector<Solver> one{{run}};
    expect_matches(c, one);
}

// Runs every `step`-th case of the group `name`.
inline void expect_group_matches(const std::string& name, std::vector<Solver>& solvers, int step = 1) {
    const std::vector<Group> all = groups();
    const auto group = std::find_if(all.begin(), all.end(), [&](const Group& g) { return g.name == name; });
    ASSERT_NE(group, all.end()) << "no group of cases is called " << name;
    for (std::size_t i = 0; i < group->cases.size(); i += std::size_t(step))
        expect_matches(group->cases[i], solvers);
}
inline void expect_group_matches(const std::string& name, const Run& run) {
    std::vector<Solver> one{{run}};
    expect_group_matches(name, one);
}

// Returns the name of a group as a test's name has it: HighOrders.
inline std::string in_one_word(std::string_view group) {
    std::string word;
    bool begins = true;
    for (char c : group) {
        if (c != ' ') word += begins ? char(std::toupper(c)) : c;
        begins = c == ' ';
    }
    return word;
}

}  // namespace sweep::test
