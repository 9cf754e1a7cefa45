// The options that say which filter it is, and its numbers.
#include "app/work/options/option_rows.h"
#include "core/design/design.h"
#include "core/diffusion/diffusion_filter.h"
#include "core/edge/edge_filter.h"
#include "core/edge/tone_map.h"

namespace sweep::app {
namespace {

using S = FilterSettings;
using Text = const std::string&;

std::string kind_names() {
    std::vector<std::string_view> names;
    for (const KindInfo& kind : filter_kinds()) names.push_back(kind.word);
    return one_of(names);
}

// `like`: an example.
double parse_above_0(const std::string& option, Text text, std::string_view like) {
    const double number = parse_number(option, text);
    if (!(number > 0))
        refuse_usage(fmt::format("{} '{}' is not above 0: write it like {}", option, text, like));
    return number;
}

// An accuracy and an order exclude each other: the one that is said last holds.
void set_accuracy(S& s, Text text) {
    s.filter.accuracy = parse_above_0("--accuracy", text, "1e-3");
    s.filter.order = FilterSpec().order;
}

void set_cutoff(S& s, Text text) {
    const std::vector<double> edges = parse_numbers("--cutoff", text);
    if (edges.size() > 2)
        refuse_usage(
            fmt::format("--cutoff '{}' is more than two numbers: write it like 0.1, or 0.1,0.2", text));
    // 0 means that there is no second one.
    if (edges.size() == 2 && !(edges[1] > 0))
        refuse_usage(fmt::format("--cutoff '{}': the upper edge must be above the lower one", text));
    s.filter.cutoff = edges[0];
    s.filter.cutoff_high = edges.size() == 2 ? edges[1] : 0;
}

constexpr int most_radius = 30000;  // of a box

// One whole number, or two.
std::vector<int> parse_pair(const std::string& option, const std::string& text, int least, int most) {
    const std::vector<std::string_view> numbers = split(text);
    if (numbers.size() > 2)
        refuse_usage(fmt::format("{} '{}' is more than two numbers: write it like 4, or 4,2", option, text));
    std::vector<int> both;
    for (std::string_view number : numbers) both.push_back(parse_integer(option, number, least, most));
    return both;
}

std::string pair_text(int first, int second, bool has_second) {
    return has_second ? fmt::format("{},{}", first, second) : std::to_string(first);
}

bool has_radii(const FilterSpec& filter) {
    return filter.box_width % 2 == 1 && (filter.box_height == 0 || filter.box_height % 2 == 1);
}

void set_derivative(S& s, Text text) {
    const std::vector<std::string_view> orders = split(text);
    if (orders.size() != 2)
        refuse_usage(fmt::format("--derivative '{}' is not two orders: write it like 1,0", text));
    s.filter.derivative_x = parse_integer("--derivative", orders[0], 0, 2);
    s.filter.derivative_y = parse_integer("--derivative", orders[1], 0, 2);
}

void set_gain(S& s, Text text) {
    const std::vector<double> gains = parse_numbers("--gain", text);
    if (gains.size() > 2)
        refuse_usage("--gain takes one number or two: of the causal and of the anticausal pass");
    s.filter.causal_gain = gains.front();
    s.filter.anticausal_gain = gains.back();
}

}  // namespace

void add_filter_rows(OptionRows& row) {
    row(
        "filter", "NAME", kind_names() + " (default gaussian): sweep list filters describes them",
        [](S& s, Text text) { s.filter.kind = parse_kind("--filter", text); },
        [](const S& s) { return std::string(s.filter_word()); })
        .list(2);
    const auto set_sigma = [](S& s, Text text) {
        const Sigma sigma = parse_sigma("--sigma", text);
        s.filter.sigma = sigma.pixels;
        s.filter.sigma_y = sigma.y;
        s.sigma_divisor = sigma.divisor;
    };
    const auto sigma = [](const S& s) {
        return number_text(s.filter.sigma) +
               (s.filter.sigma_y > 0 ? "," + number_text(s.filter.sigma_y) : "");
    };
    row("sigma", "S[,SY]",
        "gaussian: standard deviation in pixels (default 5). Two numbers: along x and y; sweep filter takes a third, "
        "along z. edge, bilateral: one number, where there are no edges",
        set_sigma, sigma)
        .heard_by(Parameter::sigma)
        .list(4)
        .pair()
        .in_bench("gaussian: standard deviation in pixels (default 5); n/6: the shorter side by 6");
    row(
        "order", "R",
        "gaussian: 3, 4 or 5 (sweep filter: as --accuracy 3e-4 where neither is said); butterworth, chebyshev1, "
        "chebyshev2, elliptic: 1 to 8 (default 3)",
        [](S& s, Text text) {
            s.filter.order = parse_integer("--order", text, 1, max_order);
            s.filter.accuracy = 0;
        },
        [](const S& s) {
            return std::to_string(s.filter.is_by_accuracy() ? FilterSpec().order : s.filter.order);
        })
        .heard_by(
            [](const S& s) { return reads(s.filter.kind, Parameter::order) && !s.filter.is_by_accuracy(); })
        .list(3);
    row("accuracy", "E",
        "gaussian, in place of --order: the least order, 3, 5 or 7 with zeros, whose error is below E where inputs "
        "are within [0, 1]. The least E is 5.3e-6 at every sigma, 9e-7 at large ones. Of a derivative it is relative "
        "to the largest output",
        set_accuracy,
        [](const S& s) { return s.filter.is_by_accuracy() ? number_text(s.filter.accuracy) : ""; })
        .heard_by(Parameter::accuracy);
    row("derivative", "DX,DY",
        "gaussian: derivative along x (to the right) and y (down), each 0, 1 or 2 (default 0,0)",
        set_derivative,
        [](const S& s) { return fmt::format("{},{}", s.filter.derivative_x, s.filter.derivative_y); })
        .heard_by(Parameter::derivative);
    row(
        "band", "low|high|pass|stop",
        "butterworth to elliptic: what passes; pass and stop: the band between two cutoffs, or all but it; "
        "these have order 4 at most (default low)",
        band_words, [](auto& s) -> auto& { return s.filter.band; })
        .heard_by(Parameter::band);
    row("cutoff", "F[,G]",
        "butterworth to elliptic: the band's edge in cycles per pixel, below 0.5 (default 0.1); with --band pass or "
        "stop its two edges",
        set_cutoff,
        [](const S& s) {
            return number_text(s.filter.cutoff) +
                   (s.filter.cutoff_high != 0 ? "," + number_text(s.filter.cutoff_high) : "");
        })
        .heard_by(Parameter::cutoff);
    row("ripple", "DB", "chebyshev1, elliptic: ripple of the pass band, of each pass (default 1)",
        &FilterSpec::ripple)
        .heard_by(Parameter::ripple);
    row("attenuation", "DB", "chebyshev2, elliptic: attenuation of the stop band, of each pass (default 40)",
        &FilterSpec::attenuation)
        .heard_by(Parameter::attenuation);
    row("alpha", "A", "exponential: y = A x + (1 - A) y1, each way; above 0, at most 1 (default 0.2)",
        &FilterSpec::alpha)
        .heard_by(Parameter::alpha)
        .list(5);
    row(
        "radius", "R[,RY]", "box: 2 R + 1 pixels wide and high; two: along x and y (default 4)",
        [](S& s, Text text) {
            const std::vector<int> radii = parse_pair("--radius", text, 0, most_radius);
            s.filter.box_width = 2 * radii[0] + 1;
            s.filter.box_height = radii.size() > 1 ? 2 * radii[1] + 1 : 0;
        },
        [](const S& s) {
            const FilterSpec& f = s.filter;
            return has_radii(f) ? pair_text(f.box_width / 2, f.box_height / 2, f.box_height > 0) : "";
        })
        .heard_by(Parameter::radius);
    row(
        "box-size", "W[,H]", "box, in place of --radius: so many pixels wide and high, even numbers too",
        [](S& s, Text text) {
            const std::vector<int> sides = parse_pair("--box-size", text, 1, 2 * most_radius + 1);
            s.filter.box_width = sides[0];
            s.filter.box_height = sides.size() > 1 ? sides[1] : 0;
        },
        [](const S& s) {
            const FilterSpec& f = s.filter;
            return has_radii(f) ? "" : pair_text(f.box_width, f.box_height, f.box_height > 0);
        })
        .heard_by(Parameter::radius);
    row(
        "box-origin", "X[,Y]",
        "box: it begins so many pixels further left (up) than size / 2 before its pixel, as SciPy's origin (default 0)",
        [](S& s, Text text) {
            const std::vector<int> origins = parse_pair("--box-origin", text, -most_radius, most_radius);
            s.filter.box_origin_x = origins.front();
            s.filter.box_origin_y = origins.back();
        },
        [](const S& s) {
            const FilterSpec& f = s.filter;
            return f.box_origin_x == 0 && f.box_origin_y == 0
                       ? ""
                       : pair_text(f.box_origin_x, f.box_origin_y, f.box_origin_y != f.box_origin_x);
        })
        .heard_by(Parameter::radius);
    row(
        "edge-range", "R",
        "edge: how large a difference of neighbours, summed over the channels, is an edge. bilateral: the "
        "deviation of its weights by the length of such a difference. Samples of pictures are from 0 to 1 "
        "(default 0.2)",
        [](S& s, Text text) { s.filter.range = parse_above_0("--edge-range", text, "0.2"); },
        [](const S& s) { return number_text(s.filter.range); })
        .heard_by(Parameter::range)
        .of(OptionOf::pictures);
    row(
        "iterations", "N", "edge: 1 to 10, of four passes each (default 3)",
        [](S& s, Text text) {
            s.filter.iterations = parse_integer("--iterations", text, 1, most_edge_iterations);
        },
        [](const S& s) { return std::to_string(s.filter.iterations); })
        .heard_by(Parameter::iterations)
        .of(OptionOf::pictures);
    row(
        "tone-map", "CONTRAST",
        "edge: compress the light of an HDR picture to this contrast, 1.1 to 1e6 (50 is usual), and keep its detail. "
        "--edge-range is then in decades of luminance. Default: off",
        [](S& s, Text text) {
            s.filter.tone_map =
                text == "off" ? 0 : parse_number_within("--tone-map", text, least_tone_map, largest_tone_map);
        },
        [](const S& s) {
            return s.filter.tone_map > 0 ? number_text(s.filter.tone_map) : std::string("off");
        })
        .heard_by(Parameter::tone_map)
        .of(OptionOf::pictures);
    row(
        "contrast", "C",
        "diffusion: how large a difference from pixel to pixel is an edge; samples of pictures are from "
        "0 to 1 (default 0.05)",
        [](S& s, Text text) { s.filter.contrast = parse_above_0("--contrast", text, "0.05"); },
        [](const S& s) { return number_text(s.filter.contrast); })
        .heard_by(Parameter::contrast)
        .of(OptionOf::pictures);
    row(
        "time", "T",
        "diffusion: how long light flows; without edges the result is that of a Gaussian of sqrt(2 T) pixels "
        "(default 20)",
        [](S& s, Text text) { s.filter.time = parse_number_within("--time", text, 0, longest_diffusion); },
        [](const S& s) { return number_text(s.filter.time); })
        .heard_by(Parameter::time)
        .of(OptionOf::pictures);
    row(
        "steps", "N", "diffusion: in so many steps, 1 to 1000 (default 10)",
        [](S& s, Text text) { s.filter.steps = parse_integer("--steps", text, 1, most_diffusion_steps); },
        [](const S& s) { return std::to_string(s.filter.steps); })
        .heard_by(Parameter::steps)
        .of(OptionOf::pictures);
    row(
        "noise-sigma", "S",
        "diffusion: sigma in pixels of the Gaussian after which edges are looked for; 0: of none (default 1)",
        [](S& s, Text text) {
            const double noise = parse_number_within("--noise-sigma", text, 0, largest_diffusion_noise);
            if (noise > 0 && noise < least_diffusion_noise)
                refuse_usage(fmt::format("--noise-sigma '{}' is neither 0 nor 0.1 or more", text));
            s.filter.noise = noise;
        },
        [](const S& s) { return number_text(s.filter.noise); })
        .heard_by(Parameter::noise)
        .of(OptionOf::pictures);
    row("causal", "d1,d2,..",
        "iir: feedback of the passes down and right, y = g x - d1 y1 - d2 y2 ..; up to 16",
        &FilterSpec::causal);
    row("anticausal", "e1,e2,..", "iir: feedback of the passes up and left (default: as causal)",
        &FilterSpec::anticausal);
    row("feedforward", "b0,b1,..",
        "iir: y = g (b0 x + b1 x1 + ..) - d1 y1 - ..; g is then 1 unless given; up to b8",
        &FilterSpec::feedforward);
    row("anticausal-feedforward", "b0,..", "iir: that of the passes up and left (default: as of the others)",
        &FilterSpec::anticausal_feedforward);
    const auto gains = [](const S& s) {
        const auto &g = s.filter.causal_gain, &back = s.filter.anticausal_gain;
        return g && back ? fmt::format("{},{}", *g, *back) : "";
    };
    row(
        "axes", "both|x|y",
        "Filter along one axis: x, right and left, or y, down and up (default both). sweep filter on a volume: also "
        "z, from page to page, or x,y,z",
        axes_words, [](auto& s) -> auto& { return s.filter.axes; })
        .heard_by(meets_edges);
    row("gain", "g[,g']",
        "g of the causal and of the anticausal pass (default: a constant stays itself); with feedforward, a "
        "factor",
        set_gain, gains)
        .heard_by(runs_passes);
}

}  // namespace sweep::app
