// Algorithm box-lines: means over boxes along whole lines, the columns (B.1), then the rows (B.2).
//
//   y_i = (x_{i-before} + .. + x_{i+after}) / w        from the sum before: plus the sample that enters, less the one that leaves
//
// The sum is a double. What leaves it takes its rounding along only in part, so that a bound of the rounding is carried, too;
// where that is no longer small beside the magnitudes in the box, they are added up anew: nothing that stands outside of a
// box costs it digits, however large it is.
//
// A thread owns a line, and of it a chunk of places; a warp 32 neighbouring lines, so that it reads 32 neighbours at a time,
// and writes its results transposed, through a tile of 32 x 32 in shared memory, whose rows are the lines. The rows of the
// transposed image are its columns: B.2 is the same walk, and what it writes stands upright again.
#include <algorithm>

#include "core/problem/box_filter.h"
#include "gpu/device/device_buffer.h"
#include "gpu/table/factory.cuh"
#include "gpu/table/sums.cuh"

namespace sweep::gpu {
namespace {

constexpr int warps = 4, tile = 32;  // of a thread block; side of a warp's tile
constexpr int together = 4;          // places of a line whose loads are in flight together
constexpr int least_chunk = 64;

// Where the image lies between B.1 and B.2: [sample of a row][row].
struct Transposed {
    float* data;
    int height;
    __device__ float* line(int sample) const { return data + std::size_t(sample) * height; }
};

// The columns: line q is sample q of each row.
struct Columns {
    static constexpr int channels = 1;
    PixelSource in;
    Transposed out;

    __device__ float sample(int q, int y, int) const {
        if (in.format == PixelFormat::f32)
            return __ldg(static_cast<const float*>(in.data) + std::size_t(y) * in.width * in.channels + q);
        return in.sample(q / in.channels, y, q % in.channels);
    }
    __device__ int channel_of(int q, int) const { return q % in.channels; }
    __device__ void write(int q, int y, float mean) const { out.line(q)[y] = mean; }
};

// The rows, of interleaved channels: line q is row q.
template <int C>
struct Rows {
    static constexpr int channels = C;
    Transposed in;
    PixelSink out;

    __device__ float sample(int q, int x, int k) const { return __ldg(in.line(x * C + k) + q); }
    __device__ int channel_of(int, int k) const { return k; }
    __device__ void write(int q, int i, float mean) const {
        if (out.format == PixelFormat::texture_f32)
            surf2Dwrite(mean, out.surface, i * 4, q);
        else
            static_cast<float*>(out.data)[std::size_t(q) * out.width * C + i] = mean;
    }
};

// The boxes of lines, which are no longer than a period where the line has one.
struct Boxes {
    BoxLine line;
    int before, size;  // of the places that are added up: those of the line itself, or of its period
    int chunk;         // a multiple of the tile's side
    double outside[4];
};

// The sum over a box, the sum of the magnitudes, and a bound of the rounding, in units of 2^-53.
struct BoxOfLine {
    double sum = 0, magnitudes = 0, rounding = 0;

    __device__ void add(float x) {
        sum += double(x);
        magnitudes += fabs(double(x));
        rounding += magnitudes;
    }
    __device__ void take_away(float x) {
        sum -= double(x);
        magnitudes -= fabs(double(x));
        rounding += magnitudes;
    }
    // Whether less than 2^-35 of the magnitudes is rounding.
    __device__ bool keeps_its_digits() const { return rounding <= 0x1p18 * magnitudes; }
};

template <class Lines>
__device__ BoxOfLine box_at(const Lines& lines, const Boxes& boxes, int q, int k, int first) {
    BoxOfLine box;
    for (int i = first; i < first + boxes.size; ++i) {
        const int from = extended_index(boxes.line.boundary, i, boxes.line.n);
        if (from >= 0 && (is_periodic(boxes.line.boundary) || from == i)) box.add(lines.sample(q, from, k));
    }
    return box;
}

template <class Lines>
__global__ void __launch_bounds__(32 * warps)
    box_lines_kernel(const __grid_constant__ Lines lines, const __grid_constant__ Boxes boxes, int count,
                     const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int C = Lines::channels;
    __shared__ float means[warps][tile][tile + 1];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, n = boxes.line.n,
              begin = (blockIdx.y * warps + warp) * boxes.chunk, end = min(begin + boxes.chunk, n),
              first_line = blockIdx.x * 32, q = min(first_line + lane, count - 1);
    if (begin >= n) return;
    const BoundaryKind boundary = boxes.line.boundary;
    const auto sample_at = [&](int place, int k) {
        if (place >= 0 && place < n) return lines.sample(q, place, k);
        return is_periodic(boundary) ? lines.sample(q, extended_index(boundary, place, n), k) : 0.f;
    };
    const double length = double(boxes.line.extent.before) + 1 + boxes.line.extent.after, scale = 1 / length;
    BoxOfLine box[C];
    float entering[together][C], leaving[together][C];
    int filled = 0, written = begin * C;  // places in the tile, and where they go
    const auto empty_tile = [&] {
        __syncwarp();
        for (int line = 0; line < 32 && first_line + line < count; ++line)
            if (lane < filled) lines.write(first_line + line, written + lane, means[warp][line][lane]);
        __syncwarp();
        written += filled;
        filled = 0;
    };
    for (int start = begin; start < end; start += together) {
#pragma unroll
        for (int j = 0; j < together; ++j)
#pragma unroll
            for (int k = 0; k < C; ++k) {
                const int first = start + j - boxes.before;  // of the box there
                const bool is_there = start + j < end && start + j > begin;
                entering[j][k] = is_there ? sample_at(first + boxes.size - 1, k) : 0;
                leaving[j][k] = is_there ? sample_at(first - 1, k) : 0;
            }
#pragma unroll
        for (int j = 0; j < together; ++j) {
            const int i = start + j;
            if (i >= end) break;
            const int left = max(boxes.line.extent.before - i, 0),
                      right = max(i + boxes.line.extent.after - (n - 1), 0);
#pragma unroll
            for (int k = 0; k < C; ++k) {
                if (i > begin) {
                    box[k].add(entering[j][k]);
                    box[k].take_away(leaving[j][k]);
                }
                if (i == begin || !box[k].keeps_its_digits())
                    box[k] = box_at(lines, boxes, q, k, i - boxes.before);
                double sum = box[k].sum;
                if (left + right > 0 && !is_periodic(boundary) && is_extended(boundary)) {
                    const double outside = boxes.outside[lines.channel_of(q, k)];
                    const bool by_edge = continues_by_edge(boundary);
                    if (left > 0) sum += left * (by_edge ? double(lines.sample(q, 0, k)) : outside);
                    if (right > 0) sum += right * (by_edge ? double(lines.sample(q, n - 1, k)) : outside);
                }
                const bool is_cut_off = left + right > 0 && !is_extended(boundary);
                means[warp][lane][filled] = float(is_cut_off ? sum / (length - left - right) : sum * scale);
                if (++filled == tile) empty_tile();
            }
        }
    }
    if (filled > 0) empty_tile();
}

class BoxLinesPlan final : public Plan {
  public:
    explicit BoxLinesPlan(const Job& job) : shape_(job.problem.shape), between_(shape_.samples()) {
        BoxLinesPlan::adopt(job, nullptr);
    }

    int block() const override { return tile; }
    std::size_t working_bytes() const override { return between_.bytes(); }

    bool adopt(const Job& job, cudaStream_t) override {
        if (job.problem.shape != shape_) return false;
        const BoxFilter box = box_filter(job.problem);
        columns_ = boxes_of(box, box.down);
        rows_ = boxes_of(box, box.across);
        return true;
    }

    // Of an axis that does not run the box is its own pixel: the image is transposed in passing.
    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        on.overlap = false;
        const Transposed between{between_.data(), shape_.height};
        const bool columns_alone = rows_.size == 1, rows_alone = columns_.size == 1;
        if (stage.step == Step::box_columns || rows_alone)
            launch_lines(on, Columns{in, between}, columns_, shape_.width * shape_.channels);
        if (stage.step == Step::box_columns && !columns_alone) return;
        switch (shape_.channels) {
            case 1:
                return launch_lines(on, Rows<1>{between, out}, rows_, shape_.height);
            case 2:
                return launch_lines(on, Rows<2>{between, out}, rows_, shape_.height);
            case 3:
                return launch_lines(on, Rows<3>{between, out}, rows_, shape_.height);
            default:
                return launch_lines(on, Rows<4>{between, out}, rows_, shape_.height);
        }
    }

  private:
    // A chunk is long enough for the sum of its first box to cost little.
    static Boxes boxes_of(const BoxFilter& box, const BoxLine& line) {
        Boxes boxes{line, 0, 0, 0, {}};
        boxes.before =
            is_periodic(line.boundary) ? line.extent.before : std::min(line.extent.before, line.n - 1);
        const int after =
            is_periodic(line.boundary) ? line.extent.after : std::min(line.extent.after, line.n - 1);
        boxes.size = boxes.before + 1 + after;
        const int needed = std::max(boxes.size / 4, line.n / (65535 * warps) + 1);  // of a grid's height
        boxes.chunk = std::max(least_chunk, (needed + tile - 1) / tile * tile);
        std::copy_n(box.outside, 4, boxes.outside);
        return boxes;
    }

    template <class Lines>
    static void launch_lines(LaunchOn on, const Lines& lines, const Boxes& boxes, int count) {
        const int chunks = (boxes.line.n + boxes.chunk - 1) / boxes.chunk;
        launch(on, box_lines_kernel<Lines>,
               dim3(unsigned(count + 31) / 32, unsigned(chunks + warps - 1) / warps), 32 * warps, 0, lines,
               boxes, count);
    }

    const Shape shape_;
    DeviceBuffer<float> between_;
    Boxes columns_{}, rows_{};
};

}  // namespace

std::unique_ptr<Plan> make_box_lines_plan(const Job& job, cudaStream_t) {
    return std::make_unique<BoxLinesPlan>(job);
}

}  // namespace sweep::gpu
