// Fourier transforms by definition, factor by factor, in double, of two-dimensional planes, in place or not.
#include <complex>
#include <map>
#include <numbers>
#include <vector>

#include <cufft.h>

#include "gpu/device/cufft_library.h"

namespace {

using Complex = std::complex<double>;

struct Shape {
    long long height, width, from_row, from_plane, to_row, to_plane, batch;
};
std::map<cufftHandle, Shape> plans;

// e^(i sign 2 pi k / n) for all k.
const std::vector<Complex>& roots(int n, int sign) {
    static std::map<int, std::vector<Complex>> known;
    std::vector<Complex>& all = known[sign * n];
    for (int k = int(all.size()); k < n; ++k)
        all.push_back(std::polar(1.0, sign * 2 * std::numbers::pi * k / n));
    return all;
}

// The transform of the n samples x[0], x[step], ...; `sign` is -1 forward and 1 back.
std::vector<Complex> transform(const Complex* x, int n, int step, int sign) {
    if (n == 1) return {x[0]};
    int factor = 2;
    while (n % factor != 0) ++factor;
    const int part = n / factor;
    std::vector<std::vector<Complex>> parts;
    for (int i = 0; i < factor; ++i) parts.push_back(transform(x + i * step, part, step * factor, sign));
    std::vector<Complex> y(std::size_t(n), 0.0);
    const std::vector<Complex>& w = roots(n, sign);
    for (int k = 0; k < n; ++k)
        for (int i = 0, at = 0; i < factor; ++i, at = at + k < n ? at + k : at + k - n)
            y[std::size_t(k)] += parts[std::size_t(i)][std::size_t(k % part)] * w[std::size_t(at)];
    return y;
}

void transform_lines(std::vector<Complex>& plane, long long height, long long width, int sign) {
    for (long long y = 0; y < height; ++y) {
        const auto line = transform(plane.data() + y * width, int(width), 1, sign);
        std::copy(line.begin(), line.end(), plane.begin() + y * width);
    }
    for (long long x = 0; x < width; ++x) {
        const auto line = transform(plane.data() + x, int(height), int(width), sign);
        for (long long y = 0; y < height; ++y) plane[std::size_t(y * width + x)] = line[std::size_t(y)];
    }
}

}  // namespace

cufftResult cufftCreate(cufftHandle* plan) {
    static int last = 0;
    plans[*plan = ++last];
    return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle plan) {
    return plans.erase(plan) ? CUFFT_SUCCESS : CUFFT_INTERNAL_ERROR;
}
cufftResult cufftSetStream(cufftHandle, cudaStream_t) {
    return CUFFT_SUCCESS;
}
cufftResult cufftSetAutoAllocation(cufftHandle, int) {
    return CUFFT_SUCCESS;
}
cufftResult cufftSetWorkArea(cufftHandle, void*) {
    return CUFFT_SUCCESS;
}
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, long long* onembed, long long ostride,
                                long long odist, cufftType, long long batch, std::size_t* work_bytes) {
    if (rank != 2 || istride != 1 || ostride != 1 || n[0] < 1 || n[1] < 1) return CUFFT_INVALID_SIZE;
    plans[plan] = {n[0], n[1], inembed[1], idist, onembed[1], odist, batch};
    *work_bytes = 16;
    return CUFFT_SUCCESS;
}

cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) {
    const Shape s = plans.at(plan);
    for (long long b = 0; b < s.batch; ++b) {
        std::vector<Complex> plane;
        for (long long y = 0; y < s.height; ++y)
            for (long long x = 0; x < s.width; ++x)
                plane.push_back(double(in[b * s.from_plane + y * s.from_row + x]));
        transform_lines(plane, s.height, s.width, -1);
        for (long long y = 0; y < s.height; ++y)
            for (long long x = 0; x < s.width / 2 + 1; ++x) {
                const Complex z = plane[std::size_t(y * s.width + x)];
                out[b * s.to_plane + y * s.to_row + x] = {float(z.real()), float(z.imag())};
            }
    }
    return CUFFT_SUCCESS;
}

cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) {
    const Shape s = plans.at(plan);
    for (long long b = 0; b < s.batch; ++b) {
        std::vector<Complex> plane(std::size_t(s.height * s.width));
        for (long long y = 0; y < s.height; ++y)
            for (long long x = 0; x < s.width / 2 + 1; ++x) {
                const float2 f = in[b * s.from_plane + y * s.from_row + x];
                const Complex z(f.x, f.y);
                plane[std::size_t(y * s.width + x)] = z;
                // The half that is not stored is the conjugate of this one.
                if (x > 0 && 2 * x < s.width)
                    plane[std::size_t((s.height - y) % s.height * s.width + s.width - x)] = std::conj(z);
            }
        transform_lines(plane, s.height, s.width, 1);
        for (long long y = 0; y < s.height; ++y)
            for (long long x = 0; x < s.width; ++x)
                out[b * s.to_plane + y * s.to_row + x] = float(plane[std::size_t(y * s.width + x)].real());
    }
    return CUFFT_SUCCESS;
}

namespace sweep::gpu {

CufftLibrary::CufftLibrary()
    : create(cufftCreate),
      destroy(cufftDestroy),
      set_stream(cufftSetStream),
      set_auto_allocation(cufftSetAutoAllocation),
      set_work_area(cufftSetWorkArea),
      make_plan_many(cufftMakePlanMany64),
      forward(cufftExecR2C),
      inverse(cufftExecC2R) {}

const CufftLibrary& CufftLibrary::get() {
    static const CufftLibrary library;
    return library;
}

}  // namespace sweep::gpu
