#include "opengl/plan/picture.h"

#include <optional>
#include <vector>

#include "core/problem/datum.h"

namespace sweep::opengl {
void put_outside(const Problem& problem, PictureNumbers& numbers) {
    for (std::size_t k = 0; k < std::size_t(problem.shape.channels); ++k) {
        const std::optional<double> least = constant_outside(problem, k);
        numbers.least[k] = float(least.value_or(0));
        numbers.result[3] = least ? 1 : 0;  // the boundaries are those of all channels
        numbers.outside_columns[k] = float(problem.boundary_of_columns().outside(k));
        numbers.outside_rows[k] = float(problem.boundary.outside(k));
    }
}

Picture::Picture(const std::shared_ptr<Context>& context, const Problem& problem)
    : numbers_(context, sizeof(PictureNumbers), "a picture"),
      small_(context, 512 * sizeof(float), "a picture") {
    std::vector<float> values;
    for (const bool linear : {problem.linear, false}) {
        const std::array<float, 256> of_byte = byte_to_float(linear);
        values.insert(values.end(), of_byte.begin(), of_byte.end());
    }
    small_.write(values.data(), values.size() * sizeof(float));
}

void Picture::set(const PictureNumbers& numbers) const {
    numbers_.write(&numbers, sizeof numbers);
}

void Picture::bind() const {
    opengl::bind(numbers_.context(), gl::uniform_buffer, picture_binding, numbers_.name());
    opengl::bind(numbers_.context(), gl::shader_storage_buffer, small_binding, small_.name());
}

std::string Picture::definitions(const Problem& problem, const Images& images, unsigned out) {
    return "#define C " + std::to_string(problem.shape.channels) + "\n#define BYTES " +
           (problem.input == Sample::u8 ? "1" : "0") + "\n#define TEXTURE " +
           std::to_string(int(images.source)) + "\n#define TARGET " + std::to_string(int(images.target)) +
           "\n#define OUT " + std::to_string(out) + "\n#define UINTS " +
           (output_sample(problem) == Sample::u32 ? "1\n" : "0\n");
}

}  // namespace sweep::opengl
