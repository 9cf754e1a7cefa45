#include "app/teach/broken.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/teach/stage.h"
#include "core/problem/reference.h"

namespace sweep::app {
namespace {

constexpr std::size_t most_pixels = std::size_t(1) << 21;

}  // namespace

Image blocks_alone(const Problem& problem, ConstImageView in, int block) {
    Image out(in.shape, Sample::f32);
    const std::size_t channels = std::size_t(in.shape.channels);
    Problem alone = problem;
    alone.algorithm = Algorithm::automatic;
    alone.cascade.clear();
    alone.boundary = {BoundaryKind::none, {}};
    alone.boundary_y.reset();
    for (int y = 0; y < in.shape.height; y += block)
        for (int x = 0; x < in.shape.width; x += block) {
            ConstImageView part = in;
            part.data = in.row<float>(y) + std::size_t(x) * channels;
            part.shape.width = std::min(block, in.shape.width - x);
            part.shape.height = std::min(block, in.shape.height - y);
            alone.shape = part.shape;
            const Image filtered = reference(alone, part);
            for (int k = 0; k < part.shape.height; ++k) {
                const double* from = std::as_const(filtered).view().row<double>(k);
                std::copy(from, from + std::size_t(part.shape.width) * channels,
                          out.view().row<float>(y + k) + std::size_t(x) * channels);
            }
        }
    return out;
}

void BlocksAlone::update(const PassImages& images) {
    if (std::optional<Compared> answer = comparer_.take()) {
        note_ = answer->note;
        const Shape& shape = answer->difference.shape();
        if (note_.empty()) {
            if (!image_.is(shape.width, shape.height))
                image_ = Texture(shape.width, shape.height, GL_RGBA32F);
            image_.upload(GL_RGBA, GL_FLOAT, answer->difference.data<void>());
        }
        made_ = asked_;
    }
    if (read_.arrived())
        comparer_.start([in = read_.parts()[0], problem = images.problem()] {
            Compared answer;
            answer.difference = blocks_alone(problem, in, taught_block);
            return answer;
        });
    if (asked_ == version_ || is_busy()) return;
    asked_ = version_;
    if (images.problem().shape.pixels() > most_pixels) {
        note_ = "The picture is too large for this: take a smaller one, or a test input.";
        return;
    }
    note_.clear();
    const ReadBack::Part parts[] = {{&images.image(0), whole(images.image(0))}};
    read_.ask(parts);
}

}  // namespace sweep::app
