#include "app/work/results/steps/missing_weights.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "core/design/kinds.h"
#include "core/engine/missing_samples.h"
#include "files/pixels.h"

namespace sweep::app {

bool gives_weights(const FilterSettings& request) {
    // A diffusion would have to flow around them, and of light that is mapped the weights would be others.
    const bool has_none = info(request.filter.kind).zeroes_missing || maps_tones(request.filter);
    return request.missing != Missing::zero && request.is_mean() && !has_none;
}

MissingWeights::MissingWeights(FileImage& file, const FilterSettings& request)
    : request_(request),
      no_data_(gives_weights(request) && !request.strip ? file.no_data : std::nullopt),
      has_mask_(gives_weights(request) && file.has_mask),
      missing_(gives_weights(request) ? std::move(file.missing) : Image()) {}

void MissingWeights::tell(const FileImage& file, const std::string& name, const Say& say) const {
    if (const std::string& note = empty() ? file.note_of_zeros : file.note; !note.empty()) say(note);
    if (!empty())
        say(fmt::format("'{}': {} have no weight, and {}", name, file.missing_note,
                        request_.missing == Missing::keep ? "stay missing" : "become means of others"));
}

void MissingWeights::filter(Engine& engine, const Problem& problem, FollowingRun& following) {
    if (empty()) return;
    following.after(weights_.emplace_back(filtered_weights(engine, problem, missing())));
}

std::size_t MissingWeights::after(Image& result, DerivedResult& derived, EngineInput& input,
                                  const Say& say) const {
    if (weights_.empty()) return 0;
    std::size_t too_few = 0;
    if (std::vector<Image>& results = derived.results(); results.empty()) {
        too_few = divide(result, weights_.front());
    } else {
        for (std::size_t i = 0; i < results.size(); ++i)
            too_few = std::max(too_few, divide(results[i], weights_[i]));
        fill(input.image, results.front());
        derived.after_means(input, result.view());
    }
    if (too_few > 0)
        say(fmt::format("{} samples of the result are missing, too: there is next to nothing around them",
                        too_few));
    return count_misfits(std::as_const(result).view(), 0, 0).not_finite;
}

std::size_t MissingWeights::divide(Image& of, const Image& weights) const {
    return divide_by_weights(of.view(), weights.view(), missing(), request_.missing,
                             info(request_.filter.kind).takes_guide ? least_edge_weight : least_weight);
}

// What is filled is the mean of what is around it, and nothing is left of it then but that.
void MissingWeights::fill(Image& input, const Image& mean) const {
    const auto put = [&](auto* x, const auto* of) {
        for (std::size_t i = 0; i < input.shape().samples(); ++i)
            if (missing_.data<std::uint8_t>()[i]) x[i] = std::remove_reference_t<decltype(*x)>(of[i]);
    };
    if (input.sample() == Sample::f64)
        put(input.data<double>(), mean.data<double>());
    else if (mean.sample() == Sample::f64)
        put(input.data<float>(), mean.data<double>());
    else
        put(input.data<float>(), mean.data<float>());
}

void MissingWeights::put_beside(Beside& beside) const {
    beside.no_data = no_data_;
    beside.has_mask = has_mask_;
}

}  // namespace sweep::app
