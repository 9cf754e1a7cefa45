// Compares Sweep's CPU engine with OpenCV and ITK, in turn, on the same image, each with all cores.
//
//   peers [SECONDS [SIDE]]      at least SECONDS a comparison (5 by default), SIDE x SIDE pixels (4096)
//
// Each pair of runs gives a ratio, so that other work on the machine affects both of its runs. The table has
// the median of these ratios, and the ratio of the two shortest runs. Before it is timed, each result is
// compared with the peer's.
#include "bench/peers.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "core/base/error.h"
#include "cpu/engine.h"

namespace sweep::bench {

Problem gaussian(Shape shape, double sigma) {
    Problem problem;
    problem.shape = shape;
    problem.filter.sigma = sigma;
    problem.filter.order = 3;
    return problem;
}

Problem bspline3(Shape shape) {
    Problem problem;
    problem.shape = shape;
    problem.filter.kind = FilterKind::bspline3;
    return problem;
}

Problem table(Shape shape, Sample input) {
    Problem problem;
    problem.shape = shape;
    problem.filter.kind = FilterKind::sat;
    problem.input = input;
    return problem;
}

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// The milliseconds that f takes.
double time(const std::function<void()>& f) {
    const Clock::time_point start = Clock::now();
    f();
    return 1000 * seconds_since(start);
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

Image random_image(Shape shape, Sample sample) {
    Image image(shape, sample);
    std::uint64_t state = 88172645463325252u;
    for (std::size_t i = 0; i < shape.samples(); ++i) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        if (sample == Sample::u8)
            image.data<std::uint8_t>()[i] = std::uint8_t(state >> 56);
        else
            image.data<float>()[i] = float(state >> 40) * 0x1p-24f;
    }
    return image;
}

// The largest difference from the peer's result, relative to its largest value.
double difference(const Comparison& c, const Image& out) {
    const Shape& shape = out.shape();
    double largest = 0, error = 0;
    for (int y = c.margin; y < shape.height - c.margin; ++y)
        for (int x = c.margin; x < shape.width - c.margin; ++x) {
            const double theirs = c.result(y, x);
            const double ours = out.sample() == Sample::u32 ? double(out.view().row<std::uint32_t>(y)[x])
                                                            : double(out.view().row<float>(y)[x]);
            largest = std::max(largest, std::abs(theirs));
            error = std::max(error, std::abs(ours - theirs));
        }
    return error / largest;
}

// Compares Sweep with itself at another sigma.
Comparison other_sigma(const Image& floats) {
    const auto engine = std::make_shared<cpu::Engine>();
    const auto out = std::make_shared<Image>(floats.shape(), Sample::f32);
    engine->prepare(gaussian(floats.shape(), 5));
    return {"Gaussian, sigma 40",
            gaussian(floats.shape(), 40),
            "Sweep, sigma 5",
            0.95,
            0,
            0,
            [&floats, engine, out] { engine->run(floats.view(), out->view()); },
            {}};
}

std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "a processor";
}

// Prints a row of the table. Returns false when the results differ by more than they may.
bool compare(const Comparison& c, const Image& in, double seconds) {
    cpu::Engine engine;
    Image out(c.problem.shape, output_sample(c.problem));
    engine.prepare(c.problem);
    const auto ours = [&] { engine.run(in.view(), out.view()); };
    for (int warm = 0; warm < 2; ++warm) ours(), c.run();
    const double apart = c.result ? difference(c, out) : 0;

    std::vector<double> sweep, peer, ratio;
    const Clock::time_point start = Clock::now();
    while (ratio.size() < 5 || seconds_since(start) < seconds) {
        sweep.push_back(time(ours));
        peer.push_back(time(c.run));
        ratio.push_back(peer.back() / sweep.back());
    }
    const auto least = [](const std::vector<double>& v) { return *std::min_element(v.begin(), v.end()); };
    const double paired = median(ratio);
    std::printf("%-20s %-38s %8.2f %8.2f  %9.2f %9.2f  %7.2f %7.2f", c.work.c_str(), c.peer.c_str(),
                least(sweep), median(sweep), least(peer), median(peer), paired, least(peer) / least(sweep));
    if (c.target > 0)
        std::printf(" %7.2f %-6s", c.target, paired >= c.target ? "met" : "missed");
    else
        std::printf(" %7s %-6s", "", "");
    const bool agree = apart <= c.tolerance;
    if (c.result) std::printf("  %7.1e %s %.0e", apart, agree ? "<=" : ">", c.tolerance);
    std::printf("\n");
    std::fflush(stdout);
    return agree;
}

int main_of(double seconds, int side) {
    const Shape shape{side, side, 1};
    const Image floats = random_image(shape, Sample::f32), bytes = random_image(shape, Sample::u8);
    std::vector<Comparison> all;
    auto add = [&](std::vector<Comparison> more) { all.insert(all.end(), more.begin(), more.end()); };
#if SWEEP_HAS_OPENCV
    add(opencv(floats, bytes));
#endif
#if SWEEP_HAS_ITK
    add(itk(floats));
#endif
    add({other_sigma(floats)});

    std::printf("%s, %s; %d x %d, one channel; milliseconds\n", processor().c_str(),
                cpu::description().c_str(), side, side);
    std::printf("copy of the image: %.2f\n\n", cpu::measure_copy_ms(floats.bytes()));
    std::printf("%-20s %-38s %17s  %19s  %15s %14s  %s\n", "", "", "Sweep", "peer", "times as fast", "",
                "largest");
    std::printf("%-20s %-38s %8s %8s  %9s %9s  %7s %7s %7s %-6s  %s\n", "work", "peer", "least", "median",
                "least", "median", "pairs", "least", "target", "", "difference");
    bool agree = true;
    for (const Comparison& c : all)
        agree = compare(c, c.problem.input == Sample::u8 ? bytes : floats, seconds) && agree;
    if (!agree) throw Error(ExitCode::failed, "results differ by more than they may: see the last column");
    return int(ExitCode::done);
}

}  // namespace
}  // namespace sweep::bench

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 5;
    const int side = argc > 2 ? std::atoi(argv[2]) : 4096;
    try {
        if (argc > 3 || seconds <= 0 || side < 128)
            throw sweep::Error(
                sweep::ExitCode::usage,
                "peers: takes seconds above 0 and a side of 128 pixels or more: peers [SECONDS [SIDE]]");
        return sweep::bench::main_of(seconds, side);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "peers: error: %s\n", error.what());
        const auto* ours = dynamic_cast<const sweep::Error*>(&error);
        return int(ours ? ours->code() : sweep::ExitCode::failed);
    }
}
