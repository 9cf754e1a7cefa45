// sweep list: what is here, a line each.
#include <fmt/format.h>

#include "app/commands.h"
#include "cpu/engine.h"
#include "gpu/engine.h"

namespace sweep::app {
namespace {

void line(std::string_view name, std::string_view text) {
    fmt::print("{:<12} {}\n", name, text);
}

void list_filters() {
    line("gaussian",
         "recursive Gaussian of van Vliet, Young and Verbeek, variance exactly sigma^2: --sigma, --order "
         "3|4|5");
    line("bspline3", "exact inverse of the sampled cubic B-spline: coefficients for interpolation");
    line("bspline5", "exact inverse of the sampled quintic B-spline");
    line("box", "mean of (2 radius + 1)^2 pixels, cut off at the edges, from a summed-area table: --radius");
    line("sat", "summed-area table: uint32 with wrap-around for 8-bit pictures, otherwise float");
    line("iir", "any stable recursive filter up to order 5: --causal d1,.. --anticausal e1,.. --gain g");
    line("none", "the image as the engine reads it");
}

void list_algorithms() {
    line("auto", "7 for recursive filters, sat for tables and box blurs");
    line("7",
         "fully overlapped: row dots of raw rows scanned with the columns' carries (beyond algorithm 6 of "
         "[N16])");
    line("sat", "overlapped summed-area table ([N11] section 6)");
    line("sat-1pass", "the same table, read once and written once by blocks that look back; cuda");
}

void list_boundaries() {
    line("none", "every pass starts at its edge from zero state ([N11])");
    line("zero", "the image goes on with zeros, exact ([N16])");
    line("constant:V",
         "the image goes on with V, or with V1,V2,.. per channel, in the units that are filtered, exact");
    line("clamp", "the image goes on with the nearest edge pixel, exact");
    line("repeat", "the image repeats, as a tile does");
    line("mirror",
         "the image is mirrored at its edges (half-sample: .. x1 x0 | x0 x1 ..); same causal and anticausal "
         "filter");
}

void list_engines() {
    const gpu::Device device = gpu::probe();
    line("auto", device.usable ? "cuda" : "cpu");
    line("cuda", device.usable ? fmt::format("usable: {}, compute capability {}", device.name,
                                             device.compute_capability)
                               : "not usable: " + device.reason);
    line("cpu", "usable: " + cpu::description());
    line("reference", "usable: sequential, in double, without blocks; slow");
}

}  // namespace

void run_list_command(const Options& options) {
    if (options.text == "filters") list_filters();
    if (options.text == "algorithms") list_algorithms();
    if (options.text == "boundaries") list_boundaries();
    if (options.text == "engines") list_engines();
}

}  // namespace sweep::app
