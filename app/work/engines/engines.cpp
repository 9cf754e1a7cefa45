#include "app/work/engines/engines.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/work/engines/tuning_choice.h"
#include "core/base/memory.h"
#include "core/plan/offers.h"

namespace sweep::app {

StartedEngine start_engine(EngineKind asked, Sample input) {
    return sweep::start_engine(asked, input, [] { return tuning_in_use().tuning; });
}

Image filtered(Engine& engine, ConstImageView in) {
    const Problem& problem = engine.resolved();
    const Sample sample = engine.best_sample(problem);
    require_memory(problem.shape.samples() * size_of(sample), "the filtered image");
    Image out(problem.shape, sample);
    // The system maps memory page by page at the first touch, which is not to count as the engine's time.
    std::memset(out.view().data, 0, out.bytes());
    engine.run(in, out.view());
    return out;
}

std::vector<double> time_stages(Engine& engine, ConstImageView in, ImageView out, int repeats) {
    std::vector<std::vector<double>> times(engine.job().stages.size());
    for (int i = 0; i < repeats; ++i) {
        engine.run(in, out);
        const std::vector<StageTime>& stages = engine.report().stages;
        for (std::size_t k = 0; k < times.size() && k < stages.size(); ++k)
            times[k].push_back(stages[k].milliseconds);
    }
    std::vector<double> medians;
    for (std::vector<double>& t : times) medians.push_back(quantile(std::move(t), 0.5));
    return medians;
}

double quantile(std::vector<double> values, double fraction) {
    if (values.empty()) return 0;
    const auto rank = std::size_t(std::ceil(fraction * double(values.size())));
    const auto at = values.begin() + std::ptrdiff_t(std::max<std::size_t>(rank, 1) - 1);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

std::string badge(EngineKind engine, bool in_place) {
    std::string text(name_of(engine).title);
    if (offers_of(engine).has_textures) text += in_place ? " interop" : " copy";
    return text;
}

}  // namespace sweep::app
