#include "app/command_line/filter_arguments.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/base/number_text.h"
#include "app/request/option_values.h"
#include "core/filter/design.h"
#include "core/problem/algorithms.h"

namespace sweep::app {
namespace {

// Appends --name=text for each member that differs from its default.
class Differences {
  public:
    explicit Differences(std::vector<std::string>& arguments) : arguments_(arguments) {}
    void add(const char* name, const std::string& text) {
        arguments_.push_back(fmt::format("--{}={}", name, text));
    }
    void number(const char* name, double value, double at_start) {
        if (value != at_start) add(name, number_text(value));
    }
    void numbers(const char* name, const std::vector<double>& values) {
        if (!values.empty()) add(name, fmt::format("{}", fmt::join(values, ",")));
    }
    template <class T, std::size_t N>
    void word(const char* name, const std::array<std::pair<std::string_view, T>, N>& words, T value,
              T at_start) {
        if (value != at_start) add(name, std::string(word_for(words, value)));
    }

  private:
    std::vector<std::string>& arguments_;
};

void add_filter(Differences& out, const FilterSpec& f) {
    const FilterSpec start;
    out.word("filter", filter_words, f.kind, start.kind);
    out.number("sigma", f.sigma, start.sigma);
    out.number("order", f.order, start.order);
    if (f.derivative_x || f.derivative_y)
        out.add("derivative", fmt::format("{},{}", f.derivative_x, f.derivative_y));
    out.word("band", band_words, f.band, start.band);
    out.number("cutoff", f.cutoff, start.cutoff);
    out.number("ripple", f.ripple, start.ripple);
    out.number("attenuation", f.attenuation, start.attenuation);
    out.number("alpha", f.alpha, start.alpha);
    out.number("radius", f.radius, start.radius);
    // The coefficients of iir stay in the settings while another filter is chosen, but are not part of this
    // view.
    if (f.kind == FilterKind::iir) {
        out.numbers("causal", f.causal);
        out.numbers("anticausal", f.anticausal);
        out.numbers("feedforward", f.feedforward);
        out.numbers("anticausal-feedforward", f.anticausal_feedforward);
    }
    if (f.causal_gain && f.anticausal_gain) out.numbers("gain", {*f.causal_gain, *f.anticausal_gain});
}

}  // namespace

std::vector<std::string> filter_arguments(const FilterSettings& settings) {
    std::vector<std::string> arguments;
    Differences out(arguments);
    const FilterSettings start;
    add_filter(out, settings.filter);
    if (settings.boundary != start.boundary) out.add("boundary", boundary_text(settings.boundary));
    if (settings.algorithm != start.algorithm) {
        Problem named;
        out.add("algorithm", algorithm_name(settings.algorithm.of(named)));
    }
    out.number("taps", settings.taps, start.taps);
    out.number("block", settings.block, start.block);
    out.word("precision", precision_words, settings.precision, start.precision);
    out.word("realisation", realisation_words, settings.realisation, start.realisation);
    out.word("engine", engine_words, settings.engine, start.engine);
    if (settings.passes != start.passes && is_recursive(settings.filter.kind))
        out.add("passes",
                fmt::format("{}", fmt::join(pass_names.begin(), pass_names.begin() + settings.passes, ",")));
    if (settings.linear) arguments.push_back(*settings.linear ? "--linear" : "--no-linear");
    out.word("result", result_words, settings.half_result, start.half_result);
    return arguments;
}

bool is_filter_option(std::string_view name) {
    constexpr std::string_view names[] = {"filter",      "sigma",
                                          "order",       "derivative",
                                          "band",        "cutoff",
                                          "ripple",      "attenuation",
                                          "alpha",       "radius",
                                          "causal",      "anticausal",
                                          "feedforward", "anticausal-feedforward",
                                          "gain",        "boundary",
                                          "algorithm",   "taps",
                                          "block",       "precision",
                                          "realisation", "engine",
                                          "passes",      "linear",
                                          "no-linear",   "result"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

}  // namespace sweep::app
