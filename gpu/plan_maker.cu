// Each family of algorithms has one function that makes its plans.
#include "gpu/plan_maker.cuh"

#include "core/engine/engine_state.h"
#include "gpu/convert.cuh"
#include "gpu/halo/factory.cuh"
#include "gpu/lines/factory.cuh"
#include "gpu/overlapped/factory.cuh"
#include "gpu/published/factory.cuh"
#include "gpu/resident/factory.cuh"
#include "gpu/response/factory.cuh"
#include "gpu/stream/factory.cuh"
#include "gpu/table/factory.cuh"

namespace sweep::gpu {
namespace {

template <auto make>  // of plans that need no more than the job and the stream
std::unique_ptr<Plan> on_stream(const Job& job, const DeviceLimits&, cudaStream_t stream) {
    return make(job, stream);
}
const Maker<Plan, const Job&, const DeviceLimits&, cudaStream_t> makers[]{
    {families::conversion,
     [](const Job& job, const auto&, cudaStream_t) { return make_convert_plan(job.problem); }},
    {families::tables, make_table_plan},
    {families::box_lines, on_stream<make_box_lines_plan>},
    {families::overlapped, make_recursive_plan},
    {families::parallel, make_recursive_plan},
    {families::resident, make_on_chip_plan},
    {families::chip_lines,
     [](const Job& job, const auto& limits, cudaStream_t) { return make_chip_lines_plan(job, limits); }},
    {families::halo,
     [](const Job& job, const auto& limits, cudaStream_t) { return make_halo_plan(job, limits); }},
    {families::published, on_stream<make_published_plan>},
    {families::cascade, on_stream<make_cascade_plan>},
    {families::varying, on_stream<make_varying_plan>},
    {families::signals, on_stream<make_signal_plan>},
    {families::whole_lines, on_stream<make_rt_plan>},
    {families::whole_lines_f64, on_stream<make_rt64_plan>},
    {families::convolution, on_stream<make_convolution_plan>},
    {families::fft, on_stream<make_fft_plan>}};

}  // namespace

std::unique_ptr<Plan> make_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream) {
    return sweep::make_plan(makers, job.problem, job, limits, stream);
}

}  // namespace sweep::gpu
