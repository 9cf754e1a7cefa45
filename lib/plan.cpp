// The C interface's plans: made, asked, destroyed.
#include "lib/plan.h"

#include <complex>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "core/base/memory.h"
#include "core/design/parallel_form.h"
#include "core/design/taps.h"
#include "core/families/algorithms.h"
#include "engines/start.h"
#include "lib/guarded.h"
#include "lib/request.h"

using namespace sweep;
using namespace sweep::library;

namespace sweep::library {
namespace {

// The plans that live, so that a handle that is none is an error and no crash.
class Plans {
  public:
    void add(const sweep_plan* plan) {
        const std::scoped_lock lock(mutex_);
        all_.insert(plan);
    }
    void require(const sweep_plan* plan) {
        const std::scoped_lock lock(mutex_);
        require_known(plan);
    }
    // Marks the plan as one that runs, which nobody destroys; refuses it as `what` where it runs already.
    void start(sweep_plan* plan, const char* what) {
        const std::scoped_lock lock(mutex_);
        require_known(plan);
        if (plan->is_running.test_and_set()) refuse(what);
    }
    // Forgets a plan, which whoever has started it may then delete.
    void remove(const sweep_plan* plan) {
        const std::scoped_lock lock(mutex_);
        all_.erase(plan);
    }

  private:
    void require_known(const sweep_plan* plan) {
        if (!all_.count(plan)) refuse("this is no plan: it was destroyed, or never made");
    }

    std::mutex mutex_;
    std::set<const sweep_plan*> all_;
};

Plans& plans() {
    static auto* all = new Plans;  // outlives the destructors of the caller's statics
    return *all;
}

}  // namespace

void require_plan(const sweep_plan* plan) {
    plans().require(plan);
}

sweep_plan* handle_of(std::unique_ptr<sweep_plan> plan) {
    plans().add(plan.get());
    return plan.release();
}

Running::Running(sweep_plan* plan, const char* refusal) : plan_(plan) {
    plans().start(plan, refusal);
}

Running::~Running() {
    if (plan_) plan_->is_running.clear();
}

std::unique_ptr<sweep_plan> Running::take() {
    plans().remove(plan_);
    return std::unique_ptr<sweep_plan>(std::exchange(plan_, nullptr));
}

}  // namespace sweep::library

namespace {

// Makes a plan one of a part, whose engine filters the part alone.
void make_part(sweep_plan& plan) {
    if (!plan.derived.is_none()) refuse("part: nothing is derived of a part: leave SWEEP_DERIVED_NONE");
    if (plan.missing)
        refuse("part: missing samples are looked for in whole images: leave SWEEP_MISSING_SPREAD");
    plan.part.emplace(plan.problem);
    plan.problem = Part::alone(plan.problem);
}

// Starts what a filter that follows the picture needs.
void start_smoothing(sweep_plan& plan, const FilterSpec& filter, const sweep_request& request) {
    const Sample sample = plan.problem.input;
    const KindInfo& kind = info(filter.kind);
    if (sample != Sample::f32 && sample != Sample::f64)
        refuse(std::string(kind.noun) + " takes samples of F32 or F64");
    const Shape& image = plan.problem.shape;
    const Shape guide{image.width, image.height,
                      request.guide_channels != 0 ? request.guide_channels : image.channels};
    const BoundaryKind boundary = plan.problem.boundary.kind;
    const EngineKind asked = engine_of(request.engine);
    validate_smoothing(filter, boundary, image, guide);
    require_time(filter, engine_of(filter, asked, sample), image);
    plan.smoothing = make_smoothing(filter, boundary, image, guide, sample, asked);
    if (kind.takes_guide && !maps_tones(filter)) plan.guide = guide;
    plan.problem.filter = solved_part(filter);
}

// Starts and prepares what the plan's problem and what is derived from it need.
void start_engines(sweep_plan& plan, EngineKind kind) {
    if (info(plan.derived.kind).of_moments) {
        if (kind == EngineKind::cuda)
            refuse("derived: the " + std::string(info(plan.derived.kind).title) +
                   " is computed in float64, which CUDA does not have: take SWEEP_ENGINE_AUTO or "
                   "SWEEP_ENGINE_CPU");
        plan.engine = start_engine(kind, Sample::f64, nullptr).engine;
        plan.moments.emplace(plan.derived, plan.problem, *plan.engine);
        return;
    }
    const std::vector<DerivedRun> runs = runs_of(plan.derived, plan.problem);
    for (const DerivedRun& run : runs) validate(run.problem);
    const auto start = [&](const Problem& problem) {
        auto engine = start_engine(kind, problem.input, nullptr).engine;
        engine->prepare(problem);
        return engine;
    };
    plan.engine = start(runs.front().problem);
    for (std::size_t i = 1; i < runs.size(); ++i) {
        const Problem& problem = runs[i].problem;
        plan.more_engines.push_back(start(problem));
        plan.more_results.push_back(
            make_image(problem.shape, output_sample(problem), "the result of a second run"));
    }
    if ((plan.part || !plan.derived.is_none()) && plan.problem.input == Sample::u8)
        plan.float_input = make_image(plan.problem.shape, Sample::f32, "the image in floating point");
    plan.exponent = 0;
}

// Starts what any other filter needs.
void start_filter(sweep_plan& plan, const sweep_request& request) {
    validate(plan.problem);
    plan.missing = missing_of(request, plan.problem);
    plan.derived = derived_of(request);
    if (request.part != 0) make_part(plan);
    start_engines(plan, engine_of(request.engine));
    plan.algorithm = algorithm_name(plan.engine->resolved());
    plan.on_device = plan.engine->on_device();
    if (plan.on_device) plan.on_device->wait();
}

}  // namespace

sweep_status sweep_request_init(sweep_request* request) {
    return guarded([&] {
        if (!request) refuse("request is NULL");
        *request = usual_request();
    });
}

sweep_status sweep_plan_create(const sweep_request* request, sweep_plan** plan) {
    if (plan) *plan = nullptr;
    return guarded([&] {
        if (!request || !plan) refuse("request or plan is NULL");
        if (request->struct_size != sizeof *request)
            refuse("the request was not set by sweep_request_init() of this version");
        auto made = std::make_unique<sweep_plan>();
        made->problem = problem_of(*request);
        made->notes = without_effect(*request);
        if (const auto filter = following_part(made->problem.filter))
            start_smoothing(*made, *filter, *request);
        else
            start_filter(*made, *request);
        *plan = handle_of(std::move(made));
    });
}

sweep_status sweep_plan_destroy(sweep_plan* plan) {
    return guarded([&] {
        if (!plan) return;
        Running(plan, "a thread runs this plan: wait for it, then destroy the plan").take();
    });
}

sweep_status sweep_plan_get_info(const sweep_plan* plan, sweep_plan_info* info) {
    return guarded([&] {
        require_plan(plan);
        if (!info) refuse("info is NULL");
        info->engine = sweep_engine(int(plan->smoothing ? plan->smoothing->engine() : plan->engine->kind()));
        info->algorithm = plan->algorithm.c_str();
        info->output = sample_of(output_sample(plan->problem));
        info->working_bytes = (plan->smoothing ? plan->smoothing->bytes() : plan->engine->working_bytes()) +
                              plan->float_input.bytes() + (plan->moments ? plan->moments->bytes() : 0) +
                              (plan->part ? plan->part->bytes() : 0);
        for (const auto& engine : plan->more_engines) info->working_bytes += engine->working_bytes();
        for (const Image& result : plan->more_results) info->working_bytes += result.bytes();
    });
}

sweep_status sweep_plan_get_notes(const sweep_plan* plan, const char** notes) {
    return guarded([&] {
        require_plan(plan);
        if (!notes) refuse("notes is NULL");
        *notes = plan->notes.c_str();
    });
}

sweep_status sweep_plan_get_exponentials(const sweep_plan* plan, sweep_axes axis, int before, size_t capacity,
                                         sweep_exponential* all, size_t* count) {
    return guarded([&] {
        require_plan(plan);
        if (!count || (!all && capacity > 0)) refuse("all or count is NULL");
        if (axis != SWEEP_AXES_X && axis != SWEEP_AXES_Y) refuse("axis is SWEEP_AXES_X or SWEEP_AXES_Y");
        if (!is_recursive(plan->problem.filter.kind))
            refuse("exponentials: the filter is not recursive, and has none");
        const FilterDesign& filter = plan->engine->job().design;
        const AxisDesign& of_axis = axis == SWEEP_AXES_X ? filter.rows : filter.columns;
        if (const std::string reason = parallel_refusal(of_axis); !reason.empty())
            refuse("exponentials: their sum " + reason);
        const double gain = of_axis.causal.gain * of_axis.anticausal.gain;
        *count = 0;
        for (const Exponential& e : before ? exponentials_of(of_axis.anticausal, of_axis.causal)
                                           : exponentials_of(of_axis.causal, of_axis.anticausal)) {
            if (e.pole == 0.0) continue;
            const std::complex<double> weight = e.weight * gain;
            if (*count < capacity) all[*count] = {e.pole.real(), e.pole.imag(), weight.real(), weight.imag()};
            ++*count;
        }
    });
}

const char* sweep_version(void) {
    return SWEEP_VERSION;
}
