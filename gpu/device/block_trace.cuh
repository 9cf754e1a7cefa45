// When and on which multiprocessor each thread block of a kernel ran, noted while the host asks for it
// (gpu/run_record.cuh).
//
// Every kernel has a TraceLog as its last parameter, which launch() gives it, and begins with `const BlockTrace
// trace(trace_log);`. A kernel of a small image runs for a few microseconds: what is compiled here are a few
// instructions without a jump, because what skips code waits for the instructions behind it.
#pragma once

#include "gpu/device/special_registers.cuh"

namespace sweep::gpu {

// Times are nanoseconds of the device's clock; 0: not noted.
struct BlockTimes {
    unsigned long long begin, processor, end, unused;
};

// A thread block took a block of the image, which only it knows.
struct TakenBlock {
    unsigned long long time;
    unsigned long long by;   // the thread block
    unsigned long long end;  // 0: it had the block until it took the next one
    unsigned long long unused;
    unsigned long long marks[4];  // of a WaitMark each
};

// The ends of a block's waits for others, along the columns and along the rows.
enum class WaitMark { columns_begin, columns_end, rows_begin, rows_end };

// Where the thread blocks of one launch note; null where nobody asks.
struct TraceLog {
    BlockTimes* blocks;  // [gridDim.y][gridDim.x]
    TakenBlock* taken;   // [blocks of the image]
};

// Lives as long as the thread block, which ends when the last of its warps does.
class BlockTrace {
  public:
    __device__ explicit BlockTrace(const TraceLog& log) : log_(log) {
        if (log_.blocks && is_first())
            *reinterpret_cast<ulonglong2*>(own()) = ulonglong2{device_nanoseconds(), processor_number()};
    }
    __device__ ~BlockTrace() {
        if (log_.blocks && threadIdx.x % 32 == 0) atomicMax(&own()->end, device_nanoseconds());
    }
    // Says which block of the image the thread block has from now on.
    __device__ void takes(int block) const {
        if (is_first()) note_taken(block);
    }
    __device__ void mark(int block, WaitMark mark) const {
        if (is_first()) note(block, mark);
    }

    // The same by one thread of a thread block that has several blocks at once; and that it has the block no longer.
    __device__ void note_taken(int block) const {
        if (log_.taken)
            *reinterpret_cast<ulonglong2*>(log_.taken + block) = ulonglong2{device_nanoseconds(), blockIdx.x};
    }
    __device__ void note(int block, WaitMark mark) const {
        if (log_.taken) log_.taken[block].marks[int(mark)] = device_nanoseconds();
    }
    __device__ void note_given_back(int block) const {
        if (log_.taken) log_.taken[block].end = device_nanoseconds();
    }
    BlockTrace(const BlockTrace&) = delete;
    BlockTrace& operator=(const BlockTrace&) = delete;

  private:
    __device__ static bool is_first() { return threadIdx.x == 0 && threadIdx.y == 0; }
    __device__ BlockTimes* own() const { return log_.blocks + (blockIdx.x + gridDim.x * blockIdx.y); }
    const TraceLog& log_;
};

}  // namespace sweep::gpu
