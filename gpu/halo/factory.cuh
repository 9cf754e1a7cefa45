// Makes the plan of algorithm `halo`: all that the engine sees of this folder.
#pragma once

#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

// Each order is compiled in a file of its own (gpu/orders.cmake).
template <int R>
std::unique_ptr<Plan> make_halo_plan_of_order(const Job& job, const DeviceLimits& limits);

std::unique_ptr<Plan> make_halo_plan_of_pixels(const Job& job, const DeviceLimits& limits);

// Of filters with zeros.
std::unique_ptr<Plan> make_halo_plan_of_taps(const Job& job);

// Of bytes, by taps: where products_fit() (gpu/tuning/fits.h).
std::unique_ptr<Plan> make_halo_plan_of_products(const Job& job, const DeviceLimits& limits);

// Throws Error(usage) where thread blocks have too little shared memory.
std::unique_ptr<Plan> make_halo_plan(const Job& job, const DeviceLimits& limits);

}  // namespace sweep::gpu
