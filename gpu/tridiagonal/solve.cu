#include "gpu/tridiagonal/solve.h"

#include <limits>

#include "core/base/error.h"
#include "gpu/device/on_device.h"
#include "gpu/device/stream_memory.h"
#include "gpu/tridiagonal/kernels.cuh"

namespace sweep::gpu {
namespace {

// Fewer lines beside each other than this are brought to shared memory.
constexpr std::int64_t fewest_beside = 16;

// The numbers of systems and of all systems of perimeters of perimeters below them, in double:
// four arrays and the solution each.
template <class T>
std::size_t doubles_below(std::int64_t lines, std::int64_t length) {
    const std::int64_t blocks = (length + tridiagonal_rows<T> - 1) / tridiagonal_rows<T>;
    if (blocks <= 1) return 0;
    return std::size_t(5 * lines * 2 * blocks) + doubles_below<double>(lines, 2 * blocks);
}

class Solver {
  public:
    Solver(cudaStream_t stream, double least, int* is_broken)
        : stream_(stream), least_(least), is_broken_(is_broken) {}

    // `below`: memory of doubles_below(). The first call is for the systems that were given.
    template <class T>
    void solve(TridiagonalLines<T> p, T* out, double* below, bool is_given) const {
        p.blocks = (p.length + tridiagonal_rows<T> - 1) / tridiagonal_rows<T>;
        if (p.after >= fewest_beside)
            solve_blocks<T, true>(p, out, below, is_given);
        else
            solve_blocks<T, false>(p, out, below, is_given);
    }

  private:
    template <class T, bool beside>
    void solve_blocks(const TridiagonalLines<T>& p, T* out, double* below, bool is_given) const {
        using Block = TridiagonalBlock<T, beside>;
        const std::int64_t grid = (p.all_blocks() + Block::threads - 1) / Block::threads;
        if (grid > std::numeric_limits<int>::max())
            throw Error(ExitCode::usage, "the systems have too many rows for one call: solve some at a time");
        const LaunchOn on{stream_, false};
        const double* solution = nullptr;
        if (p.blocks > 1) {
            const std::int64_t rows = 2 * p.blocks, count = p.before * rows * p.after;
            const TridiagonalPerimeters to{below, below + count, below + 2 * count, below + 3 * count};
            double* const x = below + 4 * count;
            launch(on, tridiagonal_perimeters_kernel<T, beside>, unsigned(grid), Block::threads,
                   Block::shared_bytes, p, to, is_given);
            const auto packed = [&](const double* data) {
                return TridiagonalNumbers<double>{data, rows * p.after, p.after, 1};
            };
            solve<double>({packed(to.lower), packed(to.diagonal), packed(to.upper), packed(to.rhs), p.before,
                           rows, p.after, 0},
                          x, below + 5 * count, false);
            solution = x;
        }
        constexpr T never = std::numeric_limits<T>::infinity();
        const TridiagonalBounds<T> bounds =
            is_given ? TridiagonalBounds<T>{dominance_slack<T>, least_pivot<T>, 0, is_broken_}
                     : TridiagonalBounds<T>{never, 0, T(least_), is_broken_};
        launch(on, tridiagonal_solve_kernel<T, beside>, unsigned(grid), Block::threads, Block::shared_bytes,
               p, solution, bounds, out);
    }

    const cudaStream_t stream_;
    const double least_;  // of the pivots of perimeters
    int* const is_broken_;
};

template <class T>
void solve_of(const TridiagonalSystems& systems, void* out, cudaStream_t stream) {
    const std::size_t doubles = doubles_below<T>(systems.lines(), systems.length);
    const StreamMemory memory((doubles + 1) * sizeof(double), stream);
    double* const below = static_cast<double*>(memory.data());
    int* const is_broken = reinterpret_cast<int*>(below + doubles);
    check(cudaMemsetAsync(is_broken, 0, sizeof(int), stream));
    const auto numbers = [](const TridiagonalArray& of) {
        return TridiagonalNumbers<T>{static_cast<const T*>(of.data), of.before, of.along, of.after};
    };
    // A block's elimination may have rounded as often as it has rows: of a pivot that small nobody knows whether it
    // is 0.
    const Solver solver(stream, double(least_pivot<T>) * tridiagonal_rows<T>, is_broken);
    solver.solve<T>({numbers(systems.lower), numbers(systems.diagonal), numbers(systems.upper),
                     numbers(systems.rhs), systems.before, systems.length, systems.after, 0},
                    static_cast<T*>(out), below, true);
    int found = 0;
    check(cudaMemcpyAsync(&found, is_broken, sizeof found, cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
    if (found)
        throw Error(
            ExitCode::usage,
            "a row is not diagonally dominant, or its system has no solution, or many: in host memory the "
            "first is named");
}

}  // namespace

void solve_tridiagonal(const TridiagonalSystems& systems, void* out, void* stream) {
    validate(systems);
    if (systems.lines() * systems.length == 0) return;
    int device = 0;
    check(cudaGetDevice(&device));
    for (const void* pointer : {systems.lower.data, systems.diagonal.data, systems.upper.data,
                                systems.rhs.data, static_cast<const void*>(out)})
        require_device_memory(pointer, device);
    const auto on = static_cast<cudaStream_t>(stream);
    systems.sample == Sample::f64 ? solve_of<double>(systems, out, on) : solve_of<float>(systems, out, on);
}

}  // namespace sweep::gpu
