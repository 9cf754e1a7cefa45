#include "app/results/file_result.h"

#include <utility>

#include <fmt/format.h>

#include "app/engines/engines.h"
#include "core/base/error.h"
#include "core/base/memory.h"

namespace sweep::app {

void filter_to_file(const std::filesystem::path& in, int page, const std::filesystem::path& out,
                    const FilterSettings& request, const std::string& label, const Say& say) {
    const Format& format = output_format(out);
    if (request.filter.kind == FilterKind::sat && !holds_tables(format))
        throw Error(
            ExitCode::usage,
            fmt::format("a summed-area table does not fit into '{}': write .npy or .tif", out.string()));
    const auto accept = [&](const Shape& shape, Sample sample) {
        require_memory(filter_memory(request, format, shape, sample),
                       fmt::format("filtering {} x {} pixels", shape.width, shape.height));
    };
    FileImage read = read_image(in, accept, page);
    const Sample sample = read.image.sample();
    const Decoding decoding = decoding_of(sample, read.encoding, request.linear);
    const Image input = engine_input(std::move(read.image), decoding, request, say);
    Problem problem = request.problem(input.shape(), input.sample());
    problem.linear = decoding.to_light;
    validate(problem);
    const auto [engine, reason] = start_engine(request.engine, problem.input);
    engine->prepare(problem);
    save_result(out, request, sample, read.encoding, filtered(*engine, input.view()), say, label);
}

}  // namespace sweep::app
