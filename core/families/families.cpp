// The list of the families, from which the table of algorithms is put together.
#include <array>

#include "core/design/kinds.h"
#include "core/families/family.h"
#include "core/families/traffic.h"

namespace sweep {
namespace {

// The filter `none`, which decodes and copies.
std::vector<Stage> conversion_stages(const DesignedProblem& asked, int) {
    const ImageBytes image(asked.problem);
    return {{Step::convert, "convert", "-", image.in, image.out}};
}

constexpr AlgorithmInfo automatic{.algorithm = Algorithm::automatic,
                                  .name = "auto",
                                  .text = "what is fastest for the size, order and boundary",
                                  .boundaries = every_boundary,
                                  .by_axis = true,
                                  .direct = true,
                                  .feeds_forward = true,
                                  .family = &families::overlapped};

// In the order in which their algorithms are listed.
constexpr std::array all{
    &families::published,   &families::whole_lines, &families::whole_lines_f64, &families::signals,
    &families::varying,     &families::overlapped,  &families::resident,        &families::chip_lines,
    &families::halo,        &families::bands,       &families::parallel,        &families::cascade,
    &families::convolution, &families::fft,         &families::box_lines,       &families::tables};

std::vector<AlgorithmInfo> table_of_all() {
    std::vector<AlgorithmInfo> table{automatic};
    for (const Family* family : all)
        for (AlgorithmInfo row : family->algorithms) {
            row.family = family;
            table.push_back(row);
        }
    return table;
}

}  // namespace

constinit const Family families::conversion{.algorithms = {}, .stages = conversion_stages};

std::span<const AlgorithmInfo> algorithms() {
    static const std::vector<AlgorithmInfo> table = table_of_all();
    return table;
}

const AlgorithmInfo& info(Algorithm algorithm) {
    for (const AlgorithmInfo& a : algorithms())
        if (a.algorithm == algorithm) return a;
    return algorithms().front();
}

const Family& family_of(const Problem& p) {
    if (only_converts(p.filter.kind)) return families::conversion;
    const AlgorithmInfo& algorithm = info(p.method.algorithm);
    if (!is_recursive(p.filter.kind)) return algorithm.makes_tables ? *algorithm.family : families::tables;
    return algorithm.makes_tables ? families::overlapped : *algorithm.family;
}

std::string algorithm_name(const Problem& p) {
    if (p.method.algorithm != Algorithm::cascade) return std::string(info(p.method.algorithm).name);
    std::string name;
    for (std::size_t i = 0, end = 0; i < p.method.cascade.size(); i = end) {
        const CascadeTerm& term = p.method.cascade[i];
        while (end < p.method.cascade.size() && p.method.cascade[end] == term) ++end;
        name += (name.empty() ? "" : "+") + (end - i > 1 ? std::to_string(end - i) + "x" : "") +
                std::to_string(term.algorithm) + "_" + std::to_string(term.order);
    }
    return name;
}

}  // namespace sweep
