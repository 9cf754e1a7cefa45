// cuFFT, loaded when it is first asked for: the library is 280 MB, and a program must start without it.
#pragma once

#include <utility>

#include <cufft.h>

namespace sweep::gpu {

// The functions that gpu/ uses, with the types of cufft.h. get() throws Error(no_engine) without cuFFT.
struct CufftLibrary {
    static const CufftLibrary& get();
    decltype(&cufftCreate) create;
    decltype(&cufftDestroy) destroy;
    decltype(&cufftSetStream) set_stream;
    decltype(&cufftSetAutoAllocation) set_auto_allocation;
    decltype(&cufftSetWorkArea) set_work_area;
    decltype(&cufftMakePlanMany64) make_plan_many;
    decltype(&cufftExecR2C) forward;
    decltype(&cufftExecC2R) inverse;

  private:
    CufftLibrary();
};

// Throws Error(failed) unless `status` is a success, with the place in the source.
void check_cufft(cufftResult status, const char* file = __builtin_FILE(), int line = __builtin_LINE());

// Plans real transforms of `batch` planes of height x width samples, in place. Rows of samples are padded to
// the length of rows of the spectrum, 2 (width / 2 + 1) floats. The caller owns the work area. Throws as
// get() and check_cufft() do.
class CufftPlan {
  public:
    CufftPlan() = default;
    CufftPlan(cufftType type, int height, int width, int batch);
    CufftPlan(CufftPlan&& other) noexcept
        : handle_(std::exchange(other.handle_, none)), work_bytes_(other.work_bytes_) {}
    CufftPlan& operator=(CufftPlan&& other) noexcept {
        std::swap(handle_, other.handle_);
        std::swap(work_bytes_, other.work_bytes_);
        return *this;
    }
    ~CufftPlan();
    cufftHandle handle() const { return handle_; }
    std::size_t work_bytes() const { return work_bytes_; }

  private:
    static constexpr cufftHandle none = -1;
    cufftHandle handle_ = none;
    std::size_t work_bytes_ = 0;
};

}  // namespace sweep::gpu
