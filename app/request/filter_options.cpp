#include "app/request/filter_options.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/base/number_text.h"
#include "app/request/option_values.h"
#include "core/edge/tone_map.h"
#include "core/families/algorithms.h"
#include "core/filter/design.h"

namespace sweep::app {
namespace {

// Lists words: "delta or direct", "none, zero or clamp".
std::string one_of(const std::vector<std::string_view>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " or ") + std::string(words[i]);
    return text;
}

template <class T, std::size_t N>
std::string one_of(const std::array<std::pair<std::string_view, T>, N>& words) {
    std::vector<std::string_view> names;
    for (const auto& [word, meaning] : words) names.push_back(word);
    return one_of(names);
}

std::string kind_names() {
    std::vector<std::string_view> names;
    for (const KindInfo& kind : filter_kinds()) names.push_back(kind.word);
    for (const FollowingInfo& kind : following_table) names.push_back(kind.word);
    return one_of(names);
}

// "none, zero, constant:V, constant:R,G,B, .. or mirror"
std::string boundary_names() {
    std::string names = list_of_boundaries([](BoundaryKind) { return true; }, " or ");
    const std::string_view grey = info(BoundaryKind::constant).usage;
    return names.insert(names.find(grey) + grey.size(), ", constant:R,G,B");
}

std::vector<std::string> split_at_commas(const std::string& text) {
    std::vector<std::string> items;
    for (std::string_view item : split(text)) items.emplace_back(item);
    return items;
}

// In a list commas are between the items, so that a pair has a slash: clamp,repeat/mirror.
std::vector<std::string> split_boundaries(const std::string& text) {
    std::vector<std::string> items;
    bool is_second = false;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('/', begin), text.size());
        for (const Boundary& boundary :
             parse_boundaries("--boundary", std::string_view(text).substr(begin, end - begin))) {
            if (is_second)
                items.back() += "," + boundary_text(boundary);
            else
                items.push_back(boundary_text(boundary));
            is_second = false;
        }
        is_second = true;
        begin = end + 1;
    }
    return items;
}

using S = FilterSettings;
using Text = const std::string&;

bool runs_passes(const S& s) {
    return is_recursive(s.filter.kind);
}

// What lies outside of the image, and the axes, make a difference.
bool meets_edges(const S& s) {
    return runs_passes(s) || s.filter.kind == FilterKind::box;
}

bool is_edge(const S& s) {
    return s.is_edge();
}

bool is_diffusion(const S& s) {
    return s.is_diffusion();
}

bool is_guided(const S& s) {
    return s.is_guided();
}

// Writes the table: a call a row, followed by what is special about it.
class Rows {
  public:
    class Row {
      public:
        explicit Row(FilterOption& option) : option_(option) {}
        Row& heard_by(std::function<bool(const S&)> listens) {
            option_.listens = std::move(listens);
            return *this;
        }
        Row& heard_by(Parameter parameter) {
            return heard_by([parameter](const S& s) { return reads(s.filter.kind, parameter); });
        }
        template <class... Each>
        Row& heard_by(Algorithm first, Each... others) {
            return heard_by([=](const S& s) {
                const Algorithm now = s.algorithm.algorithm;
                return now == first || ((now == others) || ...);
            });
        }
        Row& list(int axis, std::vector<std::string> (*items)(Text) = split_at_commas) {
            option_.axis = axis;
            option_.items = items;
            return *this;
        }
        Row& pair() {
            option_.takes_pair = true;
            return *this;
        }
        Row& of(OptionOf commands) {
            option_.commands = commands;
            return *this;
        }
        Row& in_bench(std::string help) {
            option_.bench_help = std::move(help);
            return *this;
        }

      private:
        FilterOption& option_;
    };

    Row operator()(std::string name, std::string value, std::string help, std::function<void(S&, Text)> set,
                   std::function<std::string(const S&)> get) {
        FilterOption option{std::move(name), std::move(value), std::move(help), std::move(set),
                            std::move(get)};
        return Row(all_.emplace_back(std::move(option)));
    }
    // A number of the filter.
    Row operator()(const std::string& name, const std::string& value, const std::string& help,
                   double FilterSpec::*member) {
        return (*this)(
            name, value, help, [=](S& s, Text text) { s.filter.*member = parse_number("--" + name, text); },
            [=](const S& s) { return number_text(s.filter.*member); });
    }
    // Coefficients. They stay in the settings while another filter is chosen, but are not part of its view.
    Row operator()(const std::string& name, const std::string& value, const std::string& help,
                   std::vector<double> FilterSpec::*member) {
        const auto get = [=](const S& s) {
            return s.filter.kind == FilterKind::iir ? fmt::format("{}", fmt::join(s.filter.*member, ","))
                                                    : "";
        };
        return (*this)(
                   name, value, help,
                   [=](S& s, Text text) { s.filter.*member = parse_numbers("--" + name, text); }, get)
            .heard_by(Parameter::coefficients);
    }
    // One of several words; `member` returns what the word stands for.
    template <class T, std::size_t N, class Member>
    Row operator()(const std::string& name, const std::string& value, const std::string& help,
                   const std::array<std::pair<std::string_view, T>, N>& words, Member member) {
        return (*this)(
            name, value, help, [=](S& s, Text text) { member(s) = parse_word("--" + name, text, words); },
            [=](const S& s) { return std::string(word_for(words, T(member(s)))); });
    }

    std::vector<FilterOption> take() { return std::move(all_); }

  private:
    std::vector<FilterOption> all_;
};

// An accuracy and an order exclude each other: the one that is said last holds.
void set_accuracy(S& s, Text text) {
    const double accuracy = parse_number("--accuracy", text);
    if (!(accuracy > 0))
        refuse_usage(fmt::format("--accuracy '{}' is not above 0: write it like 1e-3", text));
    s.filter.accuracy = accuracy;
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

void set_taps(S& s, Text text) {
    s.taps = parse_integer("--taps", text, 1, 1 << 24);
    if (s.taps % 2 == 0) refuse_usage(fmt::format("--taps '{}' is not odd: responses have a middle", text));
}

void add_filter_rows(Rows& row) {
    row(
        "filter", "NAME", kind_names() + " (default gaussian): sweep list filters describes them",
        [](S& s, Text text) {
            for (const FollowingInfo& kind : following_table)
                if (text == kind.word) return s.choose(kind.which);
            s.filter.kind = parse_kind("--filter", text);
            s.following = Following::nothing;
        },
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
        "gaussian: standard deviation in pixels; two: along x and y; sweep filter: a third along z (default 5); edge, "
        "bilateral: one, of what has no edges",
        set_sigma, sigma)
        .heard_by([](const S& s) { return s.is_guided() || reads(s.filter.kind, Parameter::sigma); })
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
        "gaussian, in place of --order: the order, 3, 5 or 7 with zeros, whose outputs are within E of the sampled "
        "Gaussian's where inputs are within [0, 1]; down to 9e-7 at large sigmas, 5.3e-6 at all; of a derivative "
        "relative to the largest output",
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
        "butterworth to elliptic: what passes; pass and stop: the band between two cutoffs, or all but it; these have order 4 "
        "at most (default low)",
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
        "edge: how large a difference of neighbours, summed over the channels, is an edge; bilateral: the deviation of its weights "
        "by the length of such a difference; samples of pictures are from 0 to 1 (default 0.2)",
        [](S& s, Text text) {
            s.edge.range = parse_number("--edge-range", text);
            if (!(s.edge.range > 0))
                refuse_usage(fmt::format("--edge-range '{}' is not above 0: write it like 0.2", text));
        },
        [](const S& s) { return number_text(s.edge.range); })
        .heard_by(is_guided)
        .of(OptionOf::pictures);
    row(
        "iterations", "N", "edge: 1 to 10, of four passes each (default 3)",
        [](S& s, Text text) {
            s.edge.iterations = parse_integer("--iterations", text, 1, most_edge_iterations);
        },
        [](const S& s) { return std::to_string(s.edge.iterations); })
        .heard_by(is_edge)
        .of(OptionOf::pictures);
    row(
        "tone-map", "CONTRAST",
        "edge: compress the light of an HDR picture to so large a contrast, 1.1 to 1e6 (50 is usual), and keep its detail; --edge-range is in "
        "decades of luminance then; off (default)",
        [](S& s, Text text) {
            s.edge.tone_map =
                text == "off" ? 0 : parse_number_within("--tone-map", text, least_tone_map, largest_tone_map);
        },
        [](const S& s) { return s.edge.tone_map > 0 ? number_text(s.edge.tone_map) : std::string("off"); })
        .heard_by(is_edge)
        .of(OptionOf::pictures);
    row(
        "contrast", "C",
        "diffusion: how large a difference from pixel to pixel is an edge; samples of pictures are from 0 to 1 (default 0.05)",
        [](S& s, Text text) {
            s.diffusion.contrast = parse_number("--contrast", text);
            if (!(s.diffusion.contrast > 0))
                refuse_usage(fmt::format("--contrast '{}' is not above 0: write it like 0.05", text));
        },
        [](const S& s) { return number_text(s.diffusion.contrast); })
        .heard_by(is_diffusion)
        .of(OptionOf::pictures);
    row(
        "time", "T",
        "diffusion: how long light flows; without edges the result is that of a Gaussian of sqrt(2 T) pixels (default 20)",
        [](S& s, Text text) { s.diffusion.time = parse_number_within("--time", text, 0, longest_diffusion); },
        [](const S& s) { return number_text(s.diffusion.time); })
        .heard_by(is_diffusion)
        .of(OptionOf::pictures);
    row(
        "steps", "N", "diffusion: in so many steps, 1 to 1000 (default 10)",
        [](S& s, Text text) { s.diffusion.steps = parse_integer("--steps", text, 1, most_diffusion_steps); },
        [](const S& s) { return std::to_string(s.diffusion.steps); })
        .heard_by(is_diffusion)
        .of(OptionOf::pictures);
    row(
        "noise-sigma", "S",
        "diffusion: sigma in pixels of the Gaussian after which edges are looked for; 0: of none (default 1)",
        [](S& s, Text text) {
            const double noise = parse_number_within("--noise-sigma", text, 0, largest_diffusion_noise);
            if (noise > 0 && noise < least_diffusion_noise)
                refuse_usage(fmt::format("--noise-sigma '{}' is neither 0 nor 0.1 or more", text));
            s.diffusion.noise = noise;
        },
        [](const S& s) { return number_text(s.diffusion.noise); })
        .heard_by(is_diffusion)
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
        "Run along one axis alone: x, right and left; y, down and up (default both); sweep filter: of a volume z, from page to page, too: x,y,z, or z",
        axes_words, [](auto& s) -> auto& { return s.filter.axes; })
        .heard_by(meets_edges);
    row("gain", "g[,g']",
        "g of the causal and of the anticausal pass (default: a constant stays itself); with feedforward, a "
        "factor",
        set_gain, gains)
        .heard_by(runs_passes);
}

// How the filter is to be solved.
void add_solution_rows(Rows& row) {
    row(
        "boundary", "NAME[,NAME]",
        boundary_names() +
            " (default clamp; of a box none, which cuts it off there); with two, that of the rows and that of the columns",
        [](S& s, Text text) { set_boundaries(s, "--boundary", text); },
        [](const S& s) {
            return boundary_text(s.boundary) + (s.boundary_y ? "," + boundary_text(*s.boundary_y) : "");
        })
        .heard_by([](const S& s) { return meets_edges(s) || s.is_guided(); })
        .list(6, split_boundaries)
        .pair()
        .in_bench(boundary_names() + " (default clamp); clamp/mirror: of the rows and of the columns");
    row(
        "algorithm", "NAME",
        "auto, a name of sweep list algorithms, or a cascade: 2x5_1, 5_1+4_2 (default auto)",
        [](S& s, Text text) { s.algorithm = parse_algorithm("--algorithm", text); },
        [](const S& s) { return algorithm_name(s.algorithm.of({})); })
        .heard_by([](const S& s) { return s.filter.kind != FilterKind::none; })
        .list(7);
    row("taps", "N",
        "conv: cut the response off at so many taps, an odd number (default: where it has died away)",
        set_taps, [](const S& s) { return s.taps > 0 ? std::to_string(s.taps) : ""; })
        .heard_by(Algorithm::convolution);
    row(
        "block", "B",
        "sat-ha, and on cuda 7 and sat-1pass: side of a block, 32, 64 or, where there is room, 128 "
        "(default: what is fastest)",
        [](S& s, Text text) { s.block = parse_integer("--block", text, 1, 4096); },
        [](const S& s) { return s.block > 0 ? std::to_string(s.block) : ""; })
        .heard_by(Algorithm::automatic, Algorithm::alg7, Algorithm::alg8, Algorithm::sat_ha,
                  Algorithm::sat_one_pass);
    row(
        "precision", "NAME",
        fmt::format("sat, box: what is added up: {} (default auto)", one_of(precision_words)),
        precision_words, [](auto& s) -> auto& { return s.precision; })
        .heard_by(
            [](const S& s) { return s.filter.kind == FilterKind::box || s.filter.kind == FilterKind::sat; });
    row(
        "realisation", "NAME", one_of(realisation_words) + " (default delta)", realisation_words,
        [](auto& s) -> auto& { return s.realisation; })
        .heard_by(runs_passes);
    row(
        "engine", "NAME",
        one_of(engine_words) + " (default auto: cuda where it is usable, then opengl on a GPU, then cpu)",
        engine_words, [](auto& s) -> auto& { return s.engine; })
        .list(1);
    const auto passes = [](const S& s) {
        const int count = runs_passes(s) ? s.passes : all_passes;
        return fmt::format("{}", fmt::join(pass_names.begin(), pass_names.begin() + count, ","));
    };
    row(
        "passes", "LIST", "A beginning of down,up,right,left: stop after it",
        [](S& s, Text text) { s.passes = parse_passes("--passes", text); }, passes);
    constexpr std::array<std::pair<std::string_view, bool>, 2> switches{{{"on", true}, {"off", false}}};
    row(
        "linear", "",
        "--linear: decode samples of 8 and 16 bits from sRGB, filter light; --no-linear: filter them as they "
        "are (default: as the file says, see above)",
        [=](S& s, Text text) { s.linear = parse_word("linear", text, switches); },
        [](const S& s) { return !s.linear   ? ""
                                : *s.linear ? "on"
                                            : "off"; });
    const auto is_mean = [](const S& s) { return s.is_mean(); };
    row(
        "missing", "NAME",
        "NaN and a file's no-data value have no weight in a mean (gaussian, butterworth, exponential, box, edge, bilateral), and then: "
        "keep them, fill them with that mean; or zero, as which they count (default keep)",
        missing_words, [](auto& s) -> auto& { return s.missing; })
        .heard_by(is_mean);
    row(
        "derive", "NAME[:V[,V]]",
        "What is made of the result and the picture before: unsharp[:AMOUNT[,THRESHOLD]], the unsharp mask (1,0); "
        "high-pass, the difference from the blur; of gaussian: dog[:RATIO], less that with a sigma RATIO times as large "
        "(1.6); log[:GAMMA], the Laplacian times sigma^(2 GAMMA) (1); gradient, its magnitude; of local means and deviations by any blur: "
        "deviation, normalize[:LEAST], bradley[:T], niblack[:K], sauvola[:K[,R]], guided[:EPS] (default none)",
        [](S& s, Text text) { s.derived = parse_derived("--derive", text); },
        [](const S& s) {
            // What the filter does not have gives way in the window as soon as it is filtered.
            const bool is_there = !s.derived.is_none() && s.why_not_derived().empty();
            return is_there ? derived_text(s.derived) : "";
        })
        .of(OptionOf::pictures);
    row(
        "premultiply", "",
        "--no-premultiply: filter colours as they are, also those of transparent pixels (default: weighted by alpha)",
        [=](S& s, Text text) { s.premultiply = parse_word("premultiply", text, switches); },
        [](const S& s) { return s.premultiply ? "" : "off"; })
        .heard_by([](const S& s) { return s.weighs_by_alpha(); });
    row(
        "strip", "",
        "--strip: leave out what the file says beside its picture: EXIF, XMP, IPTC, GeoTIFF, texts (default: it is kept)",
        [=](S& s, Text text) { s.strip = parse_word("strip", text, switches); },
        [](const S& s) { return s.strip ? "on" : ""; });
    row(
        "path", "NAME",
        "cuda, 7 and sat-1pass: portable or hopper (bulk tensor copies) kernels (default auto)", path_words,
        [](auto& s) -> auto& { return s.path; })
        .of(OptionOf::files_and_bench);
    row(
        "result", "float|half",
        "cuda: what a filtered picture of four channels is rounded to (default float)", result_words,
        [](auto& s) -> auto& { return s.half_result; })
        .of(OptionOf::pictures_and_bench);
}

}  // namespace

const std::vector<FilterOption>& filter_options() {
    static const std::vector<FilterOption> rows = [] {
        Rows all;
        add_filter_rows(all);
        add_solution_rows(all);
        return all.take();
    }();
    return rows;
}

std::span<const FilterOption> parameter_options() {
    const FilterOption *kind = find_filter_option("filter"), *behind = find_filter_option("boundary");
    return {kind + 1, behind};
}

const FilterOption* find_filter_option(std::string_view name) {
    const std::vector<FilterOption>& rows = filter_options();
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const FilterOption& row) { return row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

std::vector<std::string> filter_arguments(const FilterSettings& settings) {
    static const FilterSettings start;
    std::vector<std::string> arguments;
    for (const FilterOption& row : filter_options()) {
        const std::string text = row.get(settings);
        if (text.empty() || text == row.get(start)) continue;
        if (row.value.empty())
            arguments.push_back((text == "on" ? "--" : "--no-") + row.name);
        else
            arguments.push_back(fmt::format("--{}={}", row.name, text));
    }
    return arguments;
}

bool set_argument(FilterSettings& settings, std::string_view argument) {
    if (argument.starts_with("--")) argument.remove_prefix(2);
    const std::size_t equals = argument.find('=');
    const bool is_off = equals == std::string_view::npos && argument.starts_with("no-");
    const FilterOption* row = find_filter_option(argument.substr(is_off ? 3 : 0, equals));
    if (!row || (is_off && !row->value.empty())) return false;
    if (row->value.empty()) {
        if (equals != std::string_view::npos)
            refuse_usage(fmt::format("the option --{} takes no value", row->name));
        row->set(settings, is_off ? "off" : "on");
        return true;
    }
    if (equals == std::string_view::npos || equals + 1 == argument.size())
        refuse_usage(fmt::format("the option --{0} needs a value: --{0} {1}", row->name, row->value));
    set_option(*row, settings, std::string(argument.substr(equals + 1)));
    return true;
}

void set_option(const FilterOption& row, FilterSettings& settings, const std::string& text) {
    if (row.axis > 0 && !row.takes_pair && row.items(text).size() > 1)
        refuse_usage(fmt::format("--{} takes one value here: lists are for sweep bench", row.name));
    row.set(settings, text);
}

std::string nonsense(const FilterSettings& settings) {
    const FilterSpec& f = settings.filter;
    const bool has_coefficients = !(f.causal.empty() && f.anticausal.empty() && f.feedforward.empty() &&
                                    f.anticausal_feedforward.empty());
    if (has_coefficients && f.kind != FilterKind::iir)
        return "--causal, --anticausal and their feedforward are coefficients of the filter iir: add "
               "--filter iir";
    if (f.accuracy != 0 && f.kind != FilterKind::gaussian)
        return fmt::format("--accuracy is of the filter gaussian: leave it out for {}", info(f.kind).word);
    if (settings.passes != all_passes && !is_recursive(f.kind))
        return fmt::format("the filter {} has no passes to stop after: leave --passes out",
                           info(f.kind).word);
    if (const std::string reason = settings.why_not_derived(); !reason.empty()) return "--derive: " + reason;
    if (!settings.is_guided()) return "";
    const std::string of = fmt::format("of the filter {}", settings.filter_word());
    if (settings.is_edge() && settings.edge.tone_map > 0 && !settings.edge.guide.empty())
        return "--tone-map has a guide of its own, the luminance: leave --guide out";
    if (f.sigma_y > 0) return fmt::format("--sigma {} is one number: it is as wide along x as along y", of);
    if (settings.boundary_y) return fmt::format("--boundary {} is one: that of rows and columns", of);
    if (!has_edge_filter(settings.boundary.kind))
        return fmt::format("--boundary {} is not {}: use {}", info(settings.boundary.kind).word, of,
                           list_of_boundaries(has_edge_filter, " or "));
    const double largest = settings.is_edge() ? largest_edge_sigma : largest_bilateral_sigma;
    if (!(f.sigma > 0 && f.sigma <= largest))
        return fmt::format("--sigma {} is above 0 and at most {}", of, plain_number(largest));
    return "";
}

void require_sense(const FilterSettings& settings) {
    if (const std::string reason = nonsense(settings); !reason.empty()) refuse_usage(reason);
    if (is_recursive(settings.filter.kind)) design(settings.filter);
}

FilterSettings as_said(const FilterSettings& settings) {
    FilterSettings said;
    for (const std::string& argument : filter_arguments(settings)) set_argument(said, argument);
    return said;
}

}  // namespace sweep::app
