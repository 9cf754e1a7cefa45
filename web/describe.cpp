// What a page shows of a plan: the coefficients of its passes, and what its stages move.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/design/design.h"
#include "core/filter/memory.h"
#include "core/plan/job.h"
#include "lib/guarded.h"
#include "lib/plan.h"

namespace sweep::web {
namespace {

void add(std::vector<double>& to, const std::vector<double>& numbers) {
    to.push_back(double(numbers.size()));
    to.insert(to.end(), numbers.begin(), numbers.end());
}

// The feedforward coefficients of powers of z^-1, scaled: PassDesign::numerator has those of 1 - z^-1.
std::vector<double> fed_forward(const PassDesign& pass) {
    std::vector<double> b;
    if (!pass.feeds_forward()) b.push_back(1);
    for (std::size_t k = pass.numerator.size(); k-- > 0;) {
        b.push_back(0);
        for (std::size_t j = b.size() - 1; j > 0; --j) b[j] -= b[j - 1];
        b[0] += pass.numerator[k];
    }
    for (double& x : b) x *= pass.gain * pass.unit_gain;
    return b;
}

// K, D, C, a, g, sign of each section. A lone pole is a pair whose a and C are 0.
std::vector<double> sections_of(const PassDesign& pass) {
    const detail::PoleZeroSections s = detail::pole_zero_sections(pass);
    std::vector<double> all;
    const auto add_section = [&](double K, double D, double C, double a, double g, double sign) {
        for (double x : {K, D, C, a, g, sign}) all.push_back(x);
    };
    const std::size_t lone = s.K.size() - s.a.size();
    if (lone == 1) add_section(s.K[0], s.D[0], 0, 0, s.first, 1);
    for (std::size_t k = 0; k < s.a.size(); ++k)
        add_section(s.K[k + lone], s.D[k + lone], s.C[k], s.a[k], s.g[k], s.sign[k]);
    return all;
}

// Four lists for each pass, down, up, right and left, each list with its length before it: gain, memory and reach (the
// samples after which nothing is left, in double); d; b; sections.
std::vector<double> numbers_of(const FilterDesign& filter) {
    std::vector<double> all;
    for (const AxisDesign* axis : {&filter.columns, &filter.rows})
        for (const PassDesign* pass : {&axis->causal, &axis->anticausal}) {
            const double reach = axis->order() + std::ceil(decay_length(*axis, -std::log(1e-22)));
            const int most = int(std::min(reach, double(1 << 20)));
            add(all, {pass->gain, double(memory(*pass, most)), reach});
            add(all, pass->d);
            add(all, fed_forward(*pass));
            add(all, sections_of(*pass));
        }
    return all;
}

// Name, step of the paper, bytes read, bytes written.
std::string stages_of(const std::vector<Stage>& stages) {
    std::string text = "[";
    for (const Stage& stage : stages)
        text += std::string(text.size() > 1 ? "," : "") + "[\"" + std::string(stage.name) + "\",\"" +
                std::string(stage.paper) + "\"," + std::to_string(stage.bytes_read) + "," +
                std::to_string(stage.bytes_written) + "]";
    return text + "]";
}

}  // namespace
}  // namespace sweep::web

extern "C" {

// Writes the first `capacity` of the numbers of the plan's filter, and how many there are to *count: 0 where it is not
// recursive.
sweep_status sweep_web_design(const sweep_plan* plan, std::size_t capacity, double* numbers,
                              std::size_t* count) {
    return sweep::library::guarded([&] {
        sweep::library::require_plan(plan);
        const bool is_recursive = plan->engine && sweep::is_recursive(plan->problem.filter.kind);
        const std::vector<double> all =
            is_recursive ? sweep::web::numbers_of(plan->engine->job().design) : std::vector<double>();
        *count = all.size();
        for (std::size_t i = 0; i < all.size() && i < capacity; ++i) numbers[i] = all[i];
    });
}

// The stages of the plan as JSON, until the next call.
sweep_status sweep_web_stages(const sweep_plan* plan, const char** text) {
    return sweep::library::guarded([&] {
        sweep::library::require_plan(plan);
        static std::string newest;
        newest = plan->engine ? sweep::web::stages_of(plan->engine->job().stages) : "[]";
        *text = newest.c_str();
    });
}
}
