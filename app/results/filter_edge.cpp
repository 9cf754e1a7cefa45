// The edge filter on the way of a picture: its guide, its run and its truth.
#include <chrono>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "app/results/filter_run.h"
#include "core/base/copy_rows.h"
#include "core/base/memory.h"
#include "core/edge/edge_reference.h"

namespace sweep::app {
namespace {

// What is missing becomes a hole of the guide.
void make_holes(Image& guide, const Image& missing) {
    for (std::size_t i = 0; i < (missing.empty() ? 0 : guide.shape().samples()); ++i) {
        if (missing.data<std::uint8_t>()[i] == 0) continue;
        if (guide.sample() == Sample::f64)
            guide.data<double>()[i] = std::numeric_limits<double>::quiet_NaN();
        else
            guide.data<float>()[i] = std::numeric_limits<float>::quiet_NaN();
    }
}

}  // namespace

void FilterRun::prepare_edge() {
    if (const std::string& path = request_.edge.guide; !path.empty()) {
        FileImage file = read_image(path);
        const Decoding decoding = decoding_of(file.image.sample(), file.encoding, request_.linear);
        guide_ = to_float(std::as_const(file.image).view(), input_.sample(),
                          decoding.to_light ? decoding.stored : Encoding{});
        make_holes(guide_, file.missing);
    } else if (!missing_.empty()) {
        guide_ = make_image(input_.shape(), input_.sample(), "the guide");
        copy_rows(std::as_const(input_).view(), guide_.view());
        make_holes(guide_, missing_);
    }
    const Shape guide = guide_.empty() ? input_.shape() : guide_.shape();
    validate(request_.edge_filter(), problem_.boundary.kind, input_.shape(), guide);
    edge_ = std::make_unique<EdgeRun>(request_.engine, request_.edge_filter(), problem_.boundary.kind,
                                      input_.shape(), guide.channels, input_.sample());
}

void FilterRun::smooth(ImageView out) {
    const ConstImageView in = std::as_const(input_).view(),
                         guide = guide_.empty() ? in : std::as_const(guide_).view();
    const auto start = std::chrono::steady_clock::now();
    edge_->run(in, guide, out);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    StageTime stage = report_.stages.back();
    stage.stage.name = "edge filter";
    stage.stage.paper = "";
    const auto iterations = std::uint64_t(request_.edge.iterations);
    const std::size_t of_guide = guide_.empty() ? 0 : guide_.bytes();
    stage.stage.bytes_read = std::uint64_t(edge_->reads()) * iterations * (input_.bytes() + of_guide);
    stage.stage.bytes_written = iterations * input_.bytes();
    stage.milliseconds = time.count();
    report_.stages.push_back(stage);
}

Image FilterRun::edge_truth() const {
    Image truth = edge_reference(request_.edge_filter(), problem_.boundary.kind, input_.view(),
                                 guide_.empty() ? input_.view() : guide_.view());
    if (derived_.is_none()) return truth;
    std::vector<Image> results;
    results.push_back(std::move(truth));
    Image derived(input_.shape(), Sample::f64);
    derive_from(results, derived.view());
    return derived;
}

}  // namespace sweep::app
