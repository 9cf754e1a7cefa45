#include "app/work/checks/table_error.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "core/base/error.h"
#include "core/base/memory.h"

namespace sweep::app {
namespace {

constexpr double every_seconds = 0.7;

// Inclusive sums of one channel in double, with a row and a column of zeros before them.
std::vector<double> exact_table(ConstImageView source, int channel, double largest) {
    const int width = source.shape.width, height = source.shape.height;
    const std::size_t stride = std::size_t(width) + 1;
    std::vector<double> sums(stride * (std::size_t(height) + 1));
    for (int y = 0; y < height; ++y) {
        const float* row = source.row<float>(y) + channel;
        const double* above = &sums[std::size_t(y) * stride];
        double* here = &sums[(std::size_t(y) + 1) * stride];
        double line = 0;
        for (int x = 0; x < width; ++x) {
            line += std::clamp(double(row[std::ptrdiff_t(x) * source.shape.channels]), -largest, largest);
            here[x + 1] = above[x + 1] + line;
        }
    }
    return sums;
}

struct Corners {
    int left, top, right, bottom;  // (left, right] and (top, bottom]
};

template <class T>
T table_sum(ConstImageView table, int channel, const Corners& c) {
    const auto at = [&](int x, int y) {
        return x < 0 || y < 0 ? T(0) : table.row<T>(y)[std::ptrdiff_t(x) * table.shape.channels + channel];
    };
    // The entries are added in the order of shaders/focus/blur.comp.
    return T(T(T(at(c.right, c.bottom) - at(c.left, c.bottom)) - at(c.right, c.top)) + at(c.left, c.top));
}

}  // namespace

BoxErrors box_errors(ConstImageView source, ConstImageView table, double fixed_point,
                     const std::vector<double>& mean, int step) {
    const int width = source.shape.width, height = source.shape.height;
    const std::size_t stride = std::size_t(width) + 1;
    const bool integers = table.sample == Sample::u32;
    BoxErrors errors{};
    for (int channel = 0; channel < std::min(3, source.shape.channels); ++channel) {
        // Fixed point clips large samples, which is no error of the sums.
        const std::vector<double> sums = exact_table(source, channel, integers ? 65535 / fixed_point : 1e30);
        const double offset = mean.empty() ? 0 : mean[std::size_t(channel)];
        for (int y = 0; y < height; y += step)
            for (int x = 0; x < width; x += step)
                for (std::size_t i = 0; i < error_radii.size(); ++i) {
                    const int r = error_radii[i];
                    const Corners c{std::max(x - r, 0) - 1, std::max(y - r, 0) - 1,
                                    std::min(x + r, width - 1), std::min(y + r, height - 1)};
                    const double area = double(c.right - c.left) * double(c.bottom - c.top);
                    const auto exact = [&](int column, int row) {
                        return sums[(std::size_t(row) + 1) * stride + std::size_t(column + 1)];
                    };
                    const double truth = exact(c.right, c.bottom) - exact(c.left, c.bottom) -
                                         exact(c.right, c.top) + exact(c.left, c.top);
                    const double found =
                        integers ? double(table_sum<std::uint32_t>(table, channel, c)) / fixed_point
                                 : double(table_sum<float>(table, channel, c)) + offset * area;
                    errors[i] = std::max(errors[i], 255 * std::abs(found - truth) / area);
                }
    }
    return errors;
}

void TableError::forget() {
    newest_.reset();
    outdated_ = fence_ || work_.valid();
}

// Takes the worker's result when it is there. False while it works, and until the next measurement is due.
bool TableError::is_due(double seconds) {
    using namespace std::chrono_literals;
    if (work_.valid()) {
        if (work_.wait_for(0s) != std::future_status::ready) return false;
        const BoxErrors errors = work_.get();
        if (!std::exchange(outdated_, false)) newest_ = errors;
        return false;
    }
    if (fence_) {
        const GLenum state = glClientWaitSync(fence_, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
        if (state != GL_ALREADY_SIGNALED && state != GL_CONDITION_SATISFIED) return false;
        glDeleteSync(fence_);
        fence_ = nullptr;
        pixels_ = mapped_;
        compare();
        return false;
    }
    if (seconds - asked_at_ < every_seconds) return false;
    asked_at_ = seconds;
    return true;
}

void TableError::compare() {
    work_ = std::async(std::launch::async, [this] {
        const std::ptrdiff_t stride = std::ptrdiff_t(shape_.width) * 4 * std::ptrdiff_t(sizeof(float));
        const std::size_t half = shape_.samples() * sizeof(float);
        const ConstImageView picture{pixels_, shape_, Sample::f32, stride};
        const ConstImageView table{pixels_ + half, shape_, integers_ ? Sample::u32 : Sample::f32, stride};
        return box_errors(picture, table, fixed_point_, mean_, 3);
    });
}

void TableError::update(const TableSource& source, Shape shape, const TextureFilter& filter,
                        double fixed_point, double seconds) {
    if (!is_due(seconds)) return;
    const std::size_t half = shape.samples() * sizeof(float);
    shape_ = shape;
    integers_ = filter.table_sample() == Sample::u32;
    mean_ = filter.table_mean();
    fixed_point_ = fixed_point;
    if (source.pixels.data) {
        if (copy_.size() != 2 * half) require_memory(2 * half, "measuring the table's error");
        copy_.resize(2 * half);
        std::memcpy(copy_.data(), source.pixels.data, half);
        std::memcpy(copy_.data() + half, filter.table_in_memory().data, half);
        pixels_ = copy_.data();
        return compare();
    }
    if (bytes_ != 2 * half) {
        bytes_ = 0;
        const GLbitfield access = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
        buffer_ = make_buffer(GLsizeiptr(2 * half), nullptr, access | GL_CLIENT_STORAGE_BIT);
        mapped_ = static_cast<const std::byte*>(
            glMapNamedBufferRange(buffer_.name(), 0, GLsizeiptr(2 * half), access));
        if (!mapped_) throw Error(ExitCode::failed, "OpenGL does not give the pixels of the table");
        bytes_ = 2 * half;
    }
    if (source.texture) {
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer_.name());
        source.texture->read(GL_RGBA, GL_FLOAT, half, nullptr);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    } else {
        glCopyNamedBufferSubData(source.buffer->name(), buffer_.name(), 0, 0, GLsizeiptr(half));
    }
    glCopyNamedBufferSubData(filter.table().name(), buffer_.name(), 0, GLintptr(half), GLsizeiptr(half));
    fence_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

}  // namespace sweep::app
