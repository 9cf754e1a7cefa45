// The published algorithms of order 8; one order a file, so that they compile side by side.
#include "gpu/published_plan.cuh"

template std::unique_ptr<sweep::gpu::Plan> sweep::gpu::make_published_plan_of_order<8>(const Problem&,
                                                                                       cudaStream_t);
template std::unique_ptr<sweep::gpu::TermPlan> sweep::gpu::make_term_plan_of_order<8>(const Problem&,
                                                                                      const FilterDesign&,
                                                                                      const TermPlace&,
                                                                                      cudaStream_t);
