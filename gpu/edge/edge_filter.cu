#include "gpu/edge/edge_filter.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>

#include "core/edge/tone_map.h"
#include "gpu/device/device_buffer.h"
#include "gpu/device/on_device.h"
#include "gpu/device/stream_memory.h"
#include "gpu/device/timed.cuh"
#include "gpu/edge/kernels.cuh"
#include "gpu/edge/scan.cuh"
#include "gpu/edge/tone_map.cuh"

namespace sweep::gpu {
namespace {

// Of rows in the kernels' addresses.
int step_of(std::ptrdiff_t stride) {
    if (stride != std::ptrdiff_t(int(stride)))
        throw Error(ExitCode::usage,
                    "the edge filter on CUDA takes rows of less than 2 GiB: use --engine cpu");
    return int(stride);
}

// An image without space between its rows.
ImageView packed(const Shape& shape, void* at) {
    return {at, shape, Sample::f32, std::ptrdiff_t(shape.row_bytes(Sample::f32))};
}

// Puts a copy between images of one shape on the stream.
void copy(ImageView to, ConstImageView from, cudaMemcpyKind kind, cudaStream_t stream) {
    check(cudaMemcpy2DAsync(to.data, std::size_t(to.stride), from.data, std::size_t(from.stride),
                            from.shape.row_bytes(Sample::f32), std::size_t(from.shape.height), kind, stream));
}

// Whether its pixels are words of 16 bytes.
bool are_words(const ConstImageView& image) {
    return image.shape.channels == 4 && image.stride % 16 == 0 &&
           reinterpret_cast<std::uintptr_t>(image.data) % 16 == 0;
}

// Where the numbers of both axes are in one piece of memory.
struct Workspace {
    EdgeAxis columns, rows;
    std::size_t floats = 0;

    Workspace(const Tiling& p, bool is_mirrored, float* memory) {
        columns = axis(p.M, std::size_t(p.width) * std::size_t(p.channels), is_mirrored, memory);
        rows = axis(p.N, std::size_t(p.height) * std::size_t(p.channels), is_mirrored, memory);
    }

  private:
    EdgeAxis axis(int blocks, std::size_t lines, bool is_mirrored, float* memory) {
        const auto take = [&](std::size_t count) {
            float* const from = memory ? memory + floats : nullptr;
            floats += count;
            return from;
        };
        const std::size_t numbers = EdgeLines::all * std::size_t(blocks) * lines;
        float *const forwards = take(numbers), *const last = take(lines),
                     *const backwards = is_mirrored ? take(numbers) : nullptr;
        return {{forwards, last, lines, blocks}, backwards};
    }
};

// Throws Error(usage) where one of them is not to memory of the current device.
void require_memory_of_device(std::initializer_list<const void*> pointers) {
    int device = 0;
    check(cudaGetDevice(&device));
    for (const void* pointer : pointers) require_device_memory(pointer, device);
}

// Thread blocks of a kernel that goes over pixels: enough to fill a device,
// and few that end in the same atomic operations.
constexpr unsigned most_tone_blocks = 2048;

}  // namespace

struct EdgeFilterRun::State {
    State(const EdgeFilter& filter_, BoundaryKind boundary_, const Shape& shape_, int guide_channels)
        : filter(filter_),
          boundary(boundary_),
          shape(shape_),
          guide_shape{shape_.width, shape_.height, guide_channels},
          p(Tiling::of(shape_, EdgeTile<EdgePixels::one, false>::side)) {}

    bool is_mirrored() const { return boundary == BoundaryKind::mirror; }
    std::size_t floats() const { return Workspace(p, is_mirrored(), nullptr).floats; }

    // Puts all iterations on the stream.
    void enqueue(ConstImageView in, ConstImageView guide, ImageView out, float* memory,
                 cudaStream_t stream) const {
        const Workspace workspace(p, is_mirrored(), memory);
        EdgeImages images{static_cast<const float*>(in.data),
                          static_cast<const float*>(guide.data),
                          static_cast<float*>(out.data),
                          step_of(in.stride),
                          step_of(guide.stride),
                          step_of(out.stride),
                          guide.shape.channels,
                          are_words(guide),
                          0,
                          0};
        for (int i = 0; i < filter.iterations; ++i) {
            const EdgeExponent exponent = exponent_of(filter, i);
            images.step = float(exponent.step), images.per_difference = float(exponent.per_difference);
            if (shape.channels == 1 && guide.shape.channels == 1)
                iterate<EdgePixels::one>(images, workspace, exponent, stream);
            else if (are_words(in) && are_words(out))
                iterate<EdgePixels::four>(images, workspace, exponent, stream);
            else
                iterate<EdgePixels::any>(images, workspace, exponent, stream);
            images.in = images.out, images.in_step = images.out_step;
        }
    }

    template <EdgePixels pixels>
    void iterate(const EdgeImages& images, const Workspace& workspace, const EdgeExponent& exponent,
                 cudaStream_t stream) const {
        // Where there is more to do, thread blocks that wait take the place of others: 1.11 to 1.16 ms at 8192^2 on
        // an H100.
        const LaunchOn on{stream, can_overlap && shape.samples() < std::size_t(1) << 24};
        const dim3 grid{unsigned(p.M) * unsigned(p.N)}, block{32, unsigned(p.channels)};
        const std::size_t shared = EdgeTile<pixels, false>::shared_bytes(p.channels);
        const double a = std::exp2(-exponent.step);
        const EdgeEnds ends{boundary, behind_last(1.0, 0.0, a)};
        const auto scan = [&](const EdgeAxis& axis) {
            launch(on, edge_scan_kernel, unsigned((axis.lines.lines + 31) / 32), {32, edge_scan_parts}, 0,
                   axis, ends);
        };
        launch(on, edge_columns_kernel<pixels>, grid, block, shared, images, p, workspace.columns);
        scan(workspace.columns);
        launch(on, edge_rows_kernel<pixels>, grid, block, shared, images, p, workspace.columns,
               workspace.rows);
        scan(workspace.rows);
        EdgeImages columns_done = images;
        columns_done.in = images.out, columns_done.in_step = images.out_step;
        launch(on, edge_output_kernel<pixels>, grid, block, shared, columns_done, p, workspace.rows);
    }

    // Puts a tone map on the stream, whose memory is map_bytes().
    void enqueue_map(ConstImageView light, double contrast, ImageView out, void* memory,
                     cudaStream_t stream) const {
        float* const planes = static_cast<float*>(memory);
        auto* const extremes = reinterpret_cast<Extremes*>(planes + 2 * shape.samples());
        const ToneImages images{static_cast<const float*>(light.data),
                                static_cast<float*>(out.data),
                                step_of(light.stride),
                                step_of(out.stride),
                                shape.width,
                                shape.height,
                                light.shape.channels,
                                colours_of(light.shape.channels),
                                planes,
                                planes + shape.samples(),
                                extremes,
                                extremes + 1};
        const LaunchOn on{stream, can_overlap};
        const unsigned across = unsigned(shape.width + tone_threads - 1) / tone_threads;
        const dim3 grid{across, std::min(unsigned(shape.height), std::max(most_tone_blocks / across, 1u))};
        const auto start = [&](auto kernel, const auto&... arguments) {
            launch(on, kernel, grid, tone_threads, 0, images, arguments...);
        };
        check(cudaMemsetAsync(extremes, 0, 2 * sizeof(Extremes), stream));
        start(tone_extremes_kernel<false>);
        start(tone_luminance_kernel);
        const ConstImageView luminance = packed(shape, images.luminance);
        enqueue(luminance, luminance, packed(shape, images.base), reinterpret_cast<float*>(extremes + 2),
                stream);
        start(tone_extremes_kernel<true>);
        start(tone_compress_kernel, float(std::log10(contrast)));
    }
    std::size_t map_bytes() const {
        return (2 * shape.samples() + floats()) * sizeof(float) + 2 * sizeof(Extremes);
    }

    // What run() needs: images on the device, and a stream.
    struct Host {
        Host(std::size_t image, std::size_t guide_, std::size_t floats)
            : in(image), out(image), guide(guide_), memory(floats) {}
        const Stream stream;
        DeviceBuffer<float> in, out, guide, memory;
        bool is_own_guide = false;
    };
    Host& host_for(bool is_own_guide) {
        if (!host || (host->guide.size() == 0 && !is_own_guide)) {
            host.reset();
            host.emplace(shape.samples(), is_own_guide ? 0 : guide_shape.samples(), floats());
        }
        host->is_own_guide = is_own_guide;
        return *host;
    }
    void enqueue_host() {
        const ConstImageView in = packed(shape, host->in.data());
        enqueue(in, host->is_own_guide ? in : packed(guide_shape, host->guide.data()),
                packed(shape, host->out.data()), host->memory.data(), host->stream.handle());
    }

    const EdgeFilter filter;
    const BoundaryKind boundary;
    const Shape shape, guide_shape;
    const Tiling p;
    bool can_overlap = false;
    std::optional<Host> host;
};

EdgeFilterRun::EdgeFilterRun(const EdgeFilter& filter, BoundaryKind boundary, const Shape& image,
                             int guide_channels)
    : state_(std::make_unique<State>(filter, boundary, image, guide_channels)) {
    validate(filter, boundary, image, state_->guide_shape);
    cudaFuncAttributes compiled{};
    check(cudaFuncGetAttributes(&compiled, edge_scan_kernel));
    state_->can_overlap = compiled.ptxVersion >= 90;
}

EdgeFilterRun::~EdgeFilterRun() = default;

void EdgeFilterRun::run(ConstImageView in, ConstImageView guide, ImageView out) {
    const bool is_own_guide =
        guide.data == in.data && guide.stride == in.stride && guide.shape.channels == in.shape.channels;
    State::Host& host = state_->host_for(is_own_guide);
    const cudaStream_t stream = host.stream.handle();
    copy(packed(state_->shape, host.in.data()), in, cudaMemcpyHostToDevice, stream);
    if (!is_own_guide)
        copy(packed(state_->guide_shape, host.guide.data()), guide, cudaMemcpyHostToDevice, stream);
    state_->enqueue_host();
    copy(out, packed(state_->shape, host.out.data()), cudaMemcpyDeviceToHost, stream);
    check(cudaStreamSynchronize(stream));
}

void EdgeFilterRun::run_on_device(ConstImageView in, ConstImageView guide, ImageView out, void* stream) {
    require_memory_of_device({in.data, guide.data, out.data});
    const auto on = static_cast<cudaStream_t>(stream);
    const bool keeps_guide = guide.data == out.data;
    // What is filtered in place by itself is its guide until the last iteration has read it.
    const StreamMemory memory(bytes() + (keeps_guide ? guide.shape.samples() * sizeof(float) : 0), on);
    if (keeps_guide) {
        const ImageView kept = packed(guide.shape, static_cast<std::byte*>(memory.data()) + bytes());
        copy(kept, guide, cudaMemcpyDeviceToDevice, on);
        guide = kept;
    }
    state_->enqueue(in, guide, out, static_cast<float*>(memory.data()), on);
}

void EdgeFilterRun::map_tones(ConstImageView light, double contrast, ImageView out) {
    const Stream stream;
    const StreamMemory memory(light.shape.samples() * sizeof(float), stream.handle());
    const ImageView pixels = packed(light.shape, memory.data());
    copy(pixels, light, cudaMemcpyHostToDevice, stream.handle());
    map_tones_on_device(pixels, contrast, pixels, stream.handle());
    copy(out, pixels, cudaMemcpyDeviceToHost, stream.handle());
    check(cudaStreamSynchronize(stream.handle()));
}

void EdgeFilterRun::map_tones_on_device(ConstImageView light, double contrast, ImageView out, void* stream) {
    if (state_->shape.channels != 1)
        throw Error(ExitCode::usage, "the luminance of a picture has one channel: filter one");
    require_memory_of_device({light.data, out.data});
    const auto on = static_cast<cudaStream_t>(stream);
    const StreamMemory memory(state_->map_bytes(), on);
    state_->enqueue_map(light, contrast, out, memory.data(), on);
}

std::vector<double> EdgeFilterRun::time_runs(int repeats) {
    if (!state_->host) throw Error(ExitCode::failed, "there is nothing to time: no image has been filtered");
    return time_on(state_->host->stream.handle(), repeats, [&] { state_->enqueue_host(); });
}

std::size_t EdgeFilterRun::bytes() const {
    return state_->floats() * sizeof(float);
}

}  // namespace sweep::gpu
