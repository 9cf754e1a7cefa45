// The published algorithms of order 4; one order a file, so that they compile side by side.
#include "gpu/published/plan.cuh"

template std::unique_ptr<sweep::gpu::Plan> sweep::gpu::make_published_plan_of_order<4>(const Job&,
                                                                                       cudaStream_t);
template std::unique_ptr<sweep::gpu::TermPlan> sweep::gpu::make_term_plan_of_order<4>(const Problem&,
                                                                                      const FilterDesign&,
                                                                                      const TermPlace&,
                                                                                      cudaStream_t);
