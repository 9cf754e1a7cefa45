// The engine's threads, and the state that each of them must have.
#pragma once

#include <algorithm>
#include <cstddef>

#include <hwy/cache_control.h>
#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

// The thread sanitizer knows only code that is compiled with it. A system's TBB is not, and every piece of
// work that one of its threads hands to another would look like a race: under the sanitizer threads of our
// own take the pieces.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SWEEP_OWN_THREADS 1
#include <atomic>
#include <thread>
#endif
#endif

namespace sweep::cpu {

// While an object lives, numbers too small for the normal format count as zero on its thread. The response of
// a slow filter over black decays into such numbers, which cost some processors a hundred cycles each.
class FlushDenormals {
  public:
#if defined(__SSE2__)
    FlushDenormals() : saved_(_mm_getcsr()) {
        _mm_setcsr(saved_ | 0x8040);
    }  // flush results, inputs are zero
    ~FlushDenormals() {
        _mm_setcsr(saved_);
    }

  private:
    unsigned saved_;
#else
    FlushDenormals() {}
#endif
    FlushDenormals(const FlushDenormals&) = delete;
    FlushDenormals& operator=(const FlushDenormals&) = delete;
};

class Threads {
  public:
    // At most `count` threads, and at most one per core, which is also what 0 stands for.
    explicit Threads(int count)
        : arena_(count > 0 ? std::min(count, tbb::info::default_concurrency()) : tbb::task_arena::automatic) {
    }

    // The largest number of threads that work at the same time.
    int count() const { return arena_.max_concurrency(); }

    // Calls body(begin, end) for pieces of [0, count) of at most `chunk`. Any thread may take any piece: no
    // result may depend on which one does.
    template <class F>
    void for_chunks(std::ptrdiff_t count, std::ptrdiff_t chunk, const F& body) {
#ifdef SWEEP_OWN_THREADS
        std::atomic<std::ptrdiff_t> next = 0;
        const auto work = [&] {
            const FlushDenormals flush;
            for (std::ptrdiff_t at; (at = next.fetch_add(chunk)) < count;)
                body(at, std::min(at + chunk, count));
            hwy::FlushStream();
        };
        std::jthread other(work);
        work();
#else
        arena_.execute([&] {
            tbb::parallel_for(
                tbb::blocked_range<std::ptrdiff_t>(0, count, std::size_t(chunk)),
                [&](const tbb::blocked_range<std::ptrdiff_t>& piece) {
                    const FlushDenormals flush;
                    body(piece.begin(), piece.end());
                    hwy::FlushStream();  // other threads see what was written past the caches
                },
                tbb::simple_partitioner{});
        });
#endif
    }

    // As for_chunks(), with one call of body(i) for each i.
    template <class F>
    void for_each(std::ptrdiff_t count, std::ptrdiff_t chunk, const F& body) {
        for_chunks(count, chunk, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            for (std::ptrdiff_t i = begin; i < end; ++i) body(i);
        });
    }

  private:
    tbb::task_arena arena_;
};

}  // namespace sweep::cpu
