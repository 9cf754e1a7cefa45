// Algorithm box-lines: means over boxes along whole lines, the columns (B.1), then the rows (B.2).
//
//   y_i = (x_{i-before} + .. + x_{i+after}) / w        from the sum before: plus the sample that enters, less the one
//                                                      that leaves
//
// The sum is a double. What leaves it takes its rounding along only in part, so that a bound of the rounding is
// carried, too; where that is no longer small beside the magnitudes in the box, they are added up anew: nothing that
// stands outside of a box costs it digits, however large it is.
//
// A thread owns a line, and of it a chunk of places; a warp 32 neighbouring lines, so that it reads 32 neighbours at
// a time, and writes its results transposed, through a tile of 32 x 32 in shared memory, whose rows are the lines.
// The rows of the transposed image are its columns: B.2 is the same walk, and what it writes stands upright again.
// For long boxes a kernel before it adds up pieces of 32 places, a thread each,
// from which the first box of a chunk is made.
#include <algorithm>

#include "core/problem/box_filter.h"
#include "gpu/device/device_buffer.h"
#include "gpu/table/factory.cuh"
#include "gpu/table/sums.cuh"

namespace sweep::gpu {
namespace {

constexpr int warps = 4, tile = 32;  // of a thread block; side of a warp's tile
constexpr int together = 4;          // places of a line whose loads are in flight together
constexpr int piece_places = 32;     // of a line that are added up before
constexpr int longest_without_pieces = 64;
constexpr int fewest_warps = 4096;  // that keep a GPU busy

// Where the image lies between B.1 and B.2: [sample of a row][row].
struct Transposed {
    float* data;
    int height;
    __device__ float* line(int sample) const { return data + std::size_t(sample) * height; }
};

// The columns: line q is sample q of each row, of float32 in linear memory or of any format.
template <bool is_plain>
struct Columns {
    static constexpr int channels = 1;
    PixelSource in;
    Transposed out;

    __device__ float sample(int q, int y, int) const {
        if constexpr (is_plain)
            return __ldg(static_cast<const float*>(in.data) + std::size_t(y) * (in.width * in.channels) + q);
        else
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

// The sum of some samples, that of their magnitudes, and a bound of the rounding, in units of 2^-53.
struct Sum {
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
    __device__ void add(const Sum& piece) {
        sum += piece.sum;
        magnitudes += piece.magnitudes;
        rounding += piece.rounding + magnitudes;
    }
    // Whether less than 2^-35 of the magnitudes is rounding.
    __device__ bool keeps_its_digits() const { return rounding <= 0x1p18 * magnitudes; }
};

// The boxes of lines, which are no longer than a period where the line has one.
struct Boxes {
    BoxLine line;
    int before, size;  // of the places that are added up: those of the line itself, or of its period
    int chunk;         // a multiple of the tile's side
    double outside[4];
    Sum* pieces;  // [piece][channel][line]; null: none
    int lines;

    __device__ Sum* piece(int number, int k, int channels, int q) const {
        return pieces + (std::size_t(number) * channels + k) * lines + q;
    }
};

// The sum of samples `from` to `to` of a line.
template <class Lines>
__device__ void add_samples(Sum& all, const Lines& lines, const Boxes& boxes, int q, int k, int from,
                            int to) {
    for (int i = from; i <= to;) {
        if (boxes.pieces && i % piece_places == 0 && i + piece_places - 1 <= to) {
            all.add(*boxes.piece(i / piece_places, k, Lines::channels, q));
            i += piece_places;
        } else {
            all.add(lines.sample(q, i++, k));
        }
    }
}

// The sum over the box that begins at place `first` of the line's extension.
template <class Lines>
__device__ Sum box_at(const Lines& lines, const Boxes& boxes, int q, int k, int first) {
    Sum box;
    const int n = boxes.line.n, end = first + boxes.size;
    if (!is_periodic(boxes.line.boundary)) {
        add_samples(box, lines, boxes, q, k, max(first, 0), min(end, n) - 1);
        return box;
    }
    const int period = line_period(boxes.line.boundary, n);
    for (int place = first; place < end;) {  // the line, forwards or backwards, as far as it goes
        const int in_period = (place % period + period) % period,
                  from = index_in_period(boxes.line.boundary, in_period, n),
                  run = min((in_period < n ? n : period) - in_period, end - place);
        add_samples(box, lines, boxes, q, k, in_period < n ? from : from - run + 1,
                    in_period < n ? from + run - 1 : from);
        place += run;
    }
    return box;
}

template <class Lines>
__global__ void __launch_bounds__(32 * warps)
    box_pieces_kernel(const __grid_constant__ Lines lines, const __grid_constant__ Boxes boxes,
                      const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    const int q = blockIdx.x * blockDim.x + threadIdx.x, pieces = boxes.line.n / piece_places;
    if (q >= boxes.lines) return;
    for (int number = blockIdx.y; number < pieces; number += gridDim.y)
        for (int k = 0; k < Lines::channels; ++k) {
            Sum piece;
#pragma unroll 8
            for (int i = 0; i < piece_places; ++i) piece.add(lines.sample(q, number * piece_places + i, k));
            *boxes.piece(number, k, Lines::channels, q) = piece;
        }
}

template <class Lines>
__global__ void __launch_bounds__(32 * warps)
    box_lines_kernel(const __grid_constant__ Lines lines, const __grid_constant__ Boxes boxes,
                     const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int C = Lines::channels;
    __shared__ float means[warps][tile][tile + 1];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, n = boxes.line.n,
              begin = (blockIdx.y * warps + warp) * boxes.chunk, end = min(begin + boxes.chunk, n),
              first_line = blockIdx.x * 32, q = min(first_line + lane, boxes.lines - 1);
    if (begin >= n) return;
    const BoundaryKind boundary = boxes.line.boundary;
    const double length = double(boxes.line.extent.before) + 1 + boxes.line.extent.after, scale = 1 / length;
    Sum box[C];
    int filled = 0, written = begin * C;  // places in the tile, and where they go
    const auto put = [&](float mean) {
        means[warp][lane][filled] = mean;
        if (++filled < tile) return;
        __syncwarp();
#pragma unroll 8
        for (int line = 0; line < 32; ++line)
            if (first_line + line < boxes.lines)
                lines.write(first_line + line, written + lane, means[warp][line][lane]);
        __syncwarp();
        written += tile;
        filled = 0;
    };
    // A sample of the extension that is added up.
    const auto sample_at = [&](int place, int k) {
        if (place >= 0 && place < n) return lines.sample(q, place, k);
        return is_periodic(boundary) ? lines.sample(q, extended_index(boundary, place, n), k) : 0.f;
    };
    const auto step_to = [&](int i, int k, float entering, float leaving) {
        box[k].add(entering);
        box[k].take_away(leaving);
        if (!box[k].keeps_its_digits()) box[k] = box_at(lines, boxes, q, k, i - boxes.before);
    };
    // What an edge or a constant adds, and the mean.
    const auto mean_at = [&](int i, int k) {
        const int left = max(boxes.line.extent.before - i, 0),
                  right = max(i + boxes.line.extent.after - (n - 1), 0);
        double sum = box[k].sum;
        if (left + right == 0 || is_periodic(boundary)) return float(sum * scale);
        if (!is_extended(boundary)) return float(sum / (length - left - right));
        const double outside = boxes.outside[lines.channel_of(q, k)];
        const bool by_edge = continues_by_edge(boundary);
        if (left > 0) sum += left * (by_edge ? double(lines.sample(q, 0, k)) : outside);
        if (right > 0) sum += right * (by_edge ? double(lines.sample(q, n - 1, k)) : outside);
        return float(sum * scale);
    };
#pragma unroll
    for (int k = 0; k < C; ++k) {
        box[k] = box_at(lines, boxes, q, k, begin - boxes.before);
        put(mean_at(begin, k));
    }
    for (int start = begin + 1; start < end; start += together) {
        const int first = start - boxes.before;  // of the box there
        float entering[together][C], leaving[together][C];
        if (first > 0 && first + boxes.size - 1 + together <= n && start + together <= end) {
#pragma unroll
            for (int j = 0; j < together; ++j)
#pragma unroll
                for (int k = 0; k < C; ++k) {
                    entering[j][k] = lines.sample(q, first + boxes.size - 1 + j, k);
                    leaving[j][k] = lines.sample(q, first - 1 + j, k);
                }
#pragma unroll
            for (int j = 0; j < together; ++j)
#pragma unroll
                for (int k = 0; k < C; ++k) {
                    step_to(start + j, k, entering[j][k], leaving[j][k]);
                    put(float(box[k].sum * scale));
                }
            continue;
        }
        for (int i = start; i < min(start + together, end); ++i)
#pragma unroll
            for (int k = 0; k < C; ++k) {
                const int from = i - boxes.before;
                step_to(i, k, sample_at(from + boxes.size - 1, k), sample_at(from - 1, k));
                put(mean_at(i, k));
            }
    }
    __syncwarp();
    for (int line = 0; line < 32 && first_line + line < boxes.lines; ++line)
        if (lane < filled) lines.write(first_line + line, written + lane, means[warp][line][lane]);
}

class BoxLinesPlan final : public Plan {
  public:
    explicit BoxLinesPlan(const Job& job) : shape_(job.problem.shape), between_(shape_.samples()) {
        BoxLinesPlan::adopt(job, nullptr);
    }

    int block() const override { return tile; }
    std::size_t working_bytes() const override { return between_.bytes() + pieces_.bytes(); }

    bool adopt(const Job& job, cudaStream_t) override {
        if (job.problem.shape != shape_) return false;
        const BoxFilter box = box_filter(job.problem);
        const std::size_t most = std::max(pieces(box.down), pieces(box.across));
        if (most > pieces_.size()) pieces_ = DeviceBuffer<Sum>(most);
        columns_ = boxes_of(box, box.down, shape_.width * shape_.channels);
        rows_ = boxes_of(box, box.across, shape_.height);
        return true;
    }

    // Of an axis that does not run the box is its own pixel: the image is transposed in passing.
    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        on.overlap = false;
        const Transposed between{between_.data(), shape_.height};
        const bool columns_alone = rows_.size == 1, rows_alone = columns_.size == 1;
        if (stage.step == Step::box_columns || rows_alone) {
            if (in.format == PixelFormat::f32)
                launch_lines(on, Columns<true>{in, between}, columns_);
            else
                launch_lines(on, Columns<false>{in, between}, columns_);
        }
        if (stage.step == Step::box_columns && !columns_alone) return;
        switch (shape_.channels) {
            case 1:
                return launch_lines(on, Rows<1>{between, out}, rows_);
            case 2:
                return launch_lines(on, Rows<2>{between, out}, rows_);
            case 3:
                return launch_lines(on, Rows<3>{between, out}, rows_);
            default:
                return launch_lines(on, Rows<4>{between, out}, rows_);
        }
    }

  private:
    // The sums of pieces that boxes of the axis need: each sample counts in one.
    std::size_t pieces(const BoxLine& line) const {
        return line.extent.size() > longest_without_pieces
                   ? shape_.samples() / std::size_t(line.n) * std::size_t(line.n / piece_places)
                   : 0;
    }

    Boxes boxes_of(const BoxFilter& box, const BoxLine& line, int lines) const {
        Boxes boxes{line, 0, 0, 0, {}, pieces(line) > 0 ? pieces_.data() : nullptr, lines};
        const bool is_cut = !is_periodic(line.boundary);
        boxes.before = is_cut ? std::min(line.extent.before, line.n - 1) : line.extent.before;
        boxes.size =
            boxes.before + 1 + (is_cut ? std::min(line.extent.after, line.n - 1) : line.extent.after);
        const int groups = (lines + 31) / 32, chunks = std::max(fewest_warps / groups, 1),
                  most = line.n / (65535 * warps) + 1;  // of a grid's height
        boxes.chunk = std::max((std::clamp(line.n / chunks, tile, 2 * tile) + tile - 1) / tile,
                               (most + tile - 1) / tile) *
                      tile;
        std::copy_n(box.outside, 4, boxes.outside);
        return boxes;
    }

    template <class Lines>
    static void launch_lines(LaunchOn on, const Lines& lines, const Boxes& boxes) {
        const unsigned chunks = unsigned((boxes.line.n + boxes.chunk - 1) / boxes.chunk),
                       groups = unsigned(boxes.lines + 31) / 32;
        if (boxes.pieces)
            launch(on, box_pieces_kernel<Lines>,
                   dim3((groups + warps - 1) / warps,
                        unsigned(std::clamp(boxes.line.n / piece_places, 1, 65535))),
                   32 * warps, 0, lines, boxes);
        launch(on, box_lines_kernel<Lines>, dim3(groups, (chunks + warps - 1) / warps), 32 * warps, 0, lines,
               boxes);
    }

    const Shape shape_;
    DeviceBuffer<float> between_;
    DeviceBuffer<Sum> pieces_;
    Boxes columns_{}, rows_{};
};

}  // namespace

std::unique_ptr<Plan> make_box_lines_plan(const Job& job, cudaStream_t) {
    return std::make_unique<BoxLinesPlan>(job);
}

}  // namespace sweep::gpu
