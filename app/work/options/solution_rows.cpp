// The options that say how a filter is solved: what continues the image, by what, in which numbers,
// and what is made of the result.
#include <algorithm>
#include <utility>

#include "app/work/options/option_rows.h"
#include "core/families/algorithms.h"

namespace sweep::app {
namespace {

using S = FilterSettings;
using Text = const std::string&;

// "none, zero, constant:V, constant:R,G,B, .. or mirror"
std::string boundary_names() {
    std::string names = list_of_boundaries([](BoundaryKind) { return true; }, " or ");
    const std::string_view grey = info(BoundaryKind::constant).usage;
    return names.insert(names.find(grey) + grey.size(), ", constant:R,G,B");
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

void set_taps(S& s, Text text) {
    s.method.taps = parse_integer("--taps", text, 1, 1 << 24);
    if (s.method.taps % 2 == 0)
        refuse_usage(fmt::format("--taps '{}' is not odd: responses have a middle", text));
}

}  // namespace

void add_solution_rows(OptionRows& row) {
    row(
        "boundary", "NAME[,NAME]",
        boundary_names() +
            " (default clamp; of a box none, which cuts it off there); with two, that of the rows and that "
            "of the columns",
        [](S& s, Text text) { set_boundaries(s, "--boundary", text); },
        [](const S& s) {
            return boundary_text(s.boundary) + (s.boundary_y ? "," + boundary_text(*s.boundary_y) : "");
        })
        .heard_by([](const S& s) { return meets_edges(s) || info(s.filter.kind).has_boundary; })
        .list(6, split_boundaries)
        .pair()
        .in_bench(boundary_names() + " (default clamp); clamp/mirror: of the rows and of the columns");
    row(
        "algorithm", "NAME",
        "auto, a name of sweep list algorithms, or a cascade: 2x5_1, 5_1+4_2 (default auto)",
        [](S& s, Text text) { s.method = parse_algorithm("--algorithm", text).of(std::move(s.method)); },
        [](const S& s) { return algorithm_name(s.problem()); })
        .heard_by([](const S& s) { return !only_converts(s.filter.kind); })
        .list(7);
    row("taps", "N",
        "conv: cut the response off at so many taps, an odd number (default: where it has died away)",
        set_taps, [](const S& s) { return s.method.taps > 0 ? std::to_string(s.method.taps) : ""; })
        .heard_by(Algorithm::convolution);
    row(
        "block", "B",
        "sat-ha, and on cuda 7 and sat-1pass: side of a block, 32, 64 or, where there is room, 128 "
        "(default: what is fastest)",
        [](S& s, Text text) { s.method.block = parse_integer("--block", text, 1, 4096); },
        [](const S& s) { return s.method.block > 0 ? std::to_string(s.method.block) : ""; })
        .heard_by(Algorithm::automatic, Algorithm::alg7, Algorithm::alg8, Algorithm::sat_ha,
                  Algorithm::sat_one_pass);
    row(
        "precision", "NAME",
        fmt::format("sat, box: what is added up: {} (default auto)", one_of(precision_words)),
        precision_words, [](auto& s) -> auto& { return s.method.precision; })
        .heard_by(
            [](const S& s) { return s.filter.kind == FilterKind::box || s.filter.kind == FilterKind::sat; });
    row(
        "realisation", "NAME", one_of(realisation_words) + " (default delta)", realisation_words,
        [](auto& s) -> auto& { return s.method.realisation; })
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
    row(
        "missing", "NAME",
        "NaN and a file's no-data value or mask: keep leaves them, fill replaces them by the mean around them. "
        "Both give them no weight in a mean (gaussian, butterworth, exponential, box, edge, bilateral). zero "
        "counts them as 0 (default keep)",
        missing_words, [](auto& s) -> auto& { return s.missing; })
        .heard_by(&S::is_mean);
    row(
        "derive", "NAME[:V[,V]]",
        "Combine the result with the picture. By any blur: unsharp[:AMOUNT[,THRESHOLD]], the unsharp mask (1,0); "
        "high-pass, the picture less the blur. By gaussian: dog[:RATIO], the blur less one with a sigma RATIO "
        "times as large (1.6); log[:GAMMA], the Laplacian times sigma^(2 GAMMA) (1); gradient, its length. "
        "By local means and deviations: deviation, normalize[:LEAST], bradley[:T], niblack[:K], "
        "sauvola[:K[,R]], guided[:EPS] (default none)",
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
        .heard_by(&S::weighs_by_alpha);
    row(
        "strip", "",
        "--strip: leave out what the file says beside its picture: EXIF, XMP, IPTC, GeoTIFF, texts "
        "(default: it is kept)",
        [=](S& s, Text text) { s.strip = parse_word("strip", text, switches); },
        [](const S& s) { return s.strip ? "on" : ""; });
    row(
        "path", "NAME",
        "cuda, 7 and sat-1pass: portable or hopper (bulk tensor copies) kernels (default auto)", path_words,
        [](auto& s) -> auto& { return s.method.path; })
        .of(OptionOf::files_and_bench);
    row(
        "result", "float|half",
        "cuda: what a filtered picture of four channels is rounded to (default float)", result_words,
        [](auto& s) -> auto& { return s.method.half_result; })
        .of(OptionOf::pictures_and_bench);
}

}  // namespace sweep::app
