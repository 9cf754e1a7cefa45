// Sweep for C++: the C interface (sweep.h) with owners and exceptions. C++17, header only.
//
//     sweep_api::Request request;          // a sweep_request with its defaults
//     request.width = 640, request.height = 480, request.sigma = 12;
//     sweep_api::Plan plan(request);
//     plan.run(in, out);                   // pointers to packed rows in host memory
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "sweep.h"

namespace sweep_api {

class Error : public std::runtime_error {
  public:
    Error(sweep_status status, const std::string& what) : std::runtime_error(what), status_(status) {}
    sweep_status status() const { return status_; }

  private:
    sweep_status status_;
};

// Throws Error with sweep_last_error() when a call of the C interface has failed.
inline void check(sweep_status status) {
    if (status != SWEEP_OK) throw Error(status, sweep_last_error());
}

// `out` is packed, [before][length][after], of the samples of the systems.
inline void solve_tridiagonal(const sweep_tridiagonal& systems, void* out) {
    check(sweep_solve_tridiagonal(&systems, out));
}

struct Request : sweep_request {
    Request() { check(sweep_request_init(this)); }
};

class Plan {
  public:
    explicit Plan(const sweep_request& request) {
        sweep_plan* made = nullptr;
        check(sweep_plan_create(&request, &made));
        plan_.reset(made);
    }

    // In host memory; waits for the result. Pitches in bytes; 0: packed rows.
    void run(const void* in, void* out, std::size_t in_pitch = 0, std::size_t out_pitch = 0) {
        check(sweep_run(plan_.get(), in, in_pitch, out, out_pitch));
    }
    // In device memory, on a cudaStream_t; does not wait.
    void run_cuda(const void* in, void* out, void* stream = nullptr, std::size_t in_pitch = 0,
                  std::size_t out_pitch = 0) {
        check(sweep_run_cuda(plan_.get(), in, in_pitch, out, out_pitch, stream));
    }

    // The same by a guide, which has request.guide_channels. nullptr: the image itself.
    void run_guided(const void* in, const void* guide, void* out, std::size_t in_pitch = 0,
                    std::size_t guide_pitch = 0, std::size_t out_pitch = 0) {
        check(sweep_run_guided(plan_.get(), in, in_pitch, guide, guide_pitch, out, out_pitch));
    }
    void run_guided_cuda(const void* in, const void* guide, void* out, void* stream = nullptr,
                         std::size_t in_pitch = 0, std::size_t guide_pitch = 0, std::size_t out_pitch = 0) {
        check(sweep_run_guided_cuda(plan_.get(), in, in_pitch, guide, guide_pitch, out, out_pitch, stream));
    }

    sweep_plan_info info() const {
        sweep_plan_info info{};
        check(sweep_plan_get_info(plan_.get(), &info));
        return info;
    }
    // The members of the request that have no effect, in one line; empty where there are none.
    std::string notes() const {
        const char* notes = "";
        check(sweep_plan_get_notes(plan_.get(), &notes));
        return notes;
    }
    // The response along SWEEP_AXES_X or SWEEP_AXES_Y, away from the impulse, as a sum of exponentials.
    std::vector<sweep_exponential> exponentials(sweep_axes axis, bool before = false) const {
        std::size_t count = 0;
        check(sweep_plan_get_exponentials(plan_.get(), axis, before, 0, nullptr, &count));
        std::vector<sweep_exponential> all(count);
        check(sweep_plan_get_exponentials(plan_.get(), axis, before, count, all.data(), &count));
        return all;
    }

    // Of a part of a larger image (request.part): 1. its perimeters, 2. of those of all parts the states that enter
    // each, 3. the part.
    std::vector<double> perimeters(const void* in, std::size_t in_pitch = 0) {
        std::vector<double> numbers(part_size());
        check(sweep_part_perimeters(plan_.get(), in, in_pitch, numbers.data()));
        return numbers;
    }
    // `numbers`: of each part, whose lengths along the axis are these.
    void scan(const std::vector<int>& lengths, std::vector<std::vector<double>>& numbers) const {
        if (numbers.size() != lengths.size())
            throw Error(SWEEP_USAGE, "lengths and numbers are not of as many parts");
        std::vector<double*> each;
        for (std::vector<double>& of_part : numbers) {
            require_numbers(of_part);
            each.push_back(of_part.data());
        }
        check(sweep_part_scan(plan_.get(), lengths.size(), lengths.data(), each.data()));
    }
    void run_part(const void* in, const std::vector<double>& states, void* out, std::size_t in_pitch = 0,
                  std::size_t out_pitch = 0) {
        require_numbers(states);
        check(sweep_part_run(plan_.get(), in, in_pitch, states.data(), out, out_pitch));
    }
    sweep_plan* get() const { return plan_.get(); }

  private:
    std::size_t part_size() const {
        std::size_t count = 0;
        check(sweep_part_get_size(plan_.get(), &count));
        return count;
    }
    void require_numbers(const std::vector<double>& numbers) const {
        if (numbers.size() != part_size())
            throw Error(SWEEP_USAGE, "these are not the numbers of such a part");
    }
    struct Destroy {
        void operator()(sweep_plan* plan) const { sweep_plan_destroy(plan); }
    };
    std::unique_ptr<sweep_plan, Destroy> plan_;
};

}  // namespace sweep_api
