// The same by the C++ interface, in place.
#include <cmath>
#include <cstdio>
#include <vector>

#include <sweep.hpp>

int main() try {
    sweep_api::Request request;
    request.width = request.height = 101;
    request.sigma = 6;
    request.engine = SWEEP_ENGINE_CPU;
    sweep_api::Plan plan(request);
    std::vector<float> image(101 * 101);
    image[50 * 101 + 50] = 1;
    plan.run(image.data(), image.data());
    const double peak = image[50 * 101 + 50], gaussian = 1 / (2 * 3.14159265 * 36);
    std::printf("peak %.6f, of the Gaussian %.6f, algorithm %s\n", peak, gaussian, plan.info().algorithm);
    return std::abs(peak / gaussian - 1) < 0.05 ? 0 : 1;
} catch (const sweep_api::Error& error) {
    std::fprintf(stderr, "blur: %s\n", error.what());
    return 1;
}
