#include "gpu/image_stack.cuh"

#include "gpu/overlapped/factory.cuh"

namespace sweep::gpu {
namespace {

// Returns the job of a stack, if there is one.
std::optional<Job> job_of_stack(const Planner& planner, int images, const DeviceLimits& limits,
                                const Tuning& tuning) {
    Job job = plan(planner, EngineKind::cuda);
    if (job.problem.method.algorithm != Algorithm::alg7) return std::nullopt;
    const int height = job.problem.shape.height;
    job.images = images;
    job.problem.shape.height *= images;
    Method& method = job.problem.method;
    if (block_asked_for(job.problem, limits) == 0) {
        const ClassChoices* choices =
            choices_of(tuning, class_of(job, takes_bulk_copies(job.problem, limits)));
        const Choice choice = choices ? choice_for(*choices, job.problem.shape) : Choice{};
        if (method.path == KernelPath::automatic && choice.path != KernelPath::hopper)
            method.path = choice.path;
        method.block = choice.block;
        while (method.block > 32 && height % kernel_choice(job, limits).block != 0) method.block /= 2;
    }
    job.block = kernel_choice(job, limits).block;
    if (height % job.block != 0) return std::nullopt;
    job.stages = planner.stages(Algorithm::alg7, job.block);
    return job;
}

}  // namespace

void ImageStack::make(const Problem& image, int images, const DeviceLimits& limits, const Tuning& tuning,
                      cudaStream_t stream) {
    image_ = image, images_ = images;
    std::optional<Job> job = job_of_stack(Planner(image), images, limits, tuning);
    if (!job) return plan_.reset();
    job_ = std::move(*job);
    if (plan_ && plan_->adopt(job_, stream)) return;
    plan_.reset();  // before the next one takes its memory
    try {
        plan_ = make_recursive_plan(job_, limits, stream);
    } catch (const Error&) {  // of memory, which the images take one by one then
    }
}

}  // namespace sweep::gpu
