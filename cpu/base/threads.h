// The engine's threads, and the state that each of them must have.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include <hwy/cache_control.h>

// WebAssembly without threads has no TBB: all runs on the caller.
#ifndef SWEEP_ONE_THREAD
#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#endif

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

#ifdef SWEEP_ONE_THREAD
struct Arena {
    int max_concurrency() const { return 1; }
};
inline int core_count() {
    return 1;
}
inline int thread_index() {
    return 0;
}
inline Arena* arena_of(int) {
    return nullptr;
}
#else
using Arena = tbb::task_arena;
inline int core_count() {
    return tbb::info::default_concurrency();
}
inline int thread_index() {
    return std::max(tbb::this_task_arena::current_thread_index(), 0);
}
// The arena of so many threads, one for all who ask: TBB loses the memory of an arena that is destroyed while one of
// its threads is still on the way out. Null in a child of fork() whose parent has asked: it has none of the threads
// that TBB counts on, and a lock of TBB's that another thread held during the fork stays locked in it.
Arena* arena_of(int count);
#endif

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

// When the pieces of for_each() ran, and on which thread.
class PieceTimes {
  public:
    using Clock = std::chrono::steady_clock;
    struct Piece {
        std::ptrdiff_t number;
        int thread;
        Clock::time_point begin, end;
    };

    // Notes the time from its construction to its end, where there is a list to note it in.
    class Timer {
      public:
        Timer(PieceTimes* times, std::ptrdiff_t number) : times_(times), number_(number) {
            if (times_) begin_ = Clock::now();
        }
        ~Timer() {
            if (times_) times_->add(number_, begin_);
        }
        Timer(const Timer&) = delete;
        Timer& operator=(const Timer&) = delete;

      private:
        PieceTimes* times_;
        std::ptrdiff_t number_;
        Clock::time_point begin_;
    };

    // All pieces since the last call, in the order in which they began. Nothing may run meanwhile.
    std::vector<Piece> take() {
        std::vector<Piece> all = std::move(pieces_);
        pieces_.clear();
        std::stable_sort(all.begin(), all.end(),
                         [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
        return all;
    }

  private:
    void add(std::ptrdiff_t number, Clock::time_point begin) {
        const Clock::time_point end = Clock::now();
        const std::scoped_lock turn(mutex_);
        pieces_.push_back({number, thread_index(), begin, end});
    }
    std::mutex mutex_;
    std::vector<Piece> pieces_;
};

class Threads {
  public:
    // At most `count` threads, and at most one per core, which is also what 0 stands for.
    explicit Threads(int count) : arena_(arena_of(count > 0 ? std::min(count, core_count()) : automatic)) {}

    // The largest number of threads that work at the same time.
    int count() const { return arena_ ? arena_->max_concurrency() : 1; }

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
        const auto run = [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            const FlushDenormals flush;
            body(begin, end);
            hwy::FlushStream();  // other threads see what was written past the caches
        };
        if (!arena_) {
            for (std::ptrdiff_t at = 0; at < count; at += chunk) run(at, std::min(at + chunk, count));
            return;
        }
#ifndef SWEEP_ONE_THREAD
        arena_->execute([&] {
            tbb::parallel_for(
                tbb::blocked_range<std::ptrdiff_t>(0, count, std::size_t(chunk)),
                [&](const tbb::blocked_range<std::ptrdiff_t>& piece) { run(piece.begin(), piece.end()); },
                tbb::simple_partitioner{});
        });
#endif
#endif
    }

    // As for_chunks(), with one call of body(i) for each i.
    template <class F>
    void for_each(std::ptrdiff_t count, std::ptrdiff_t chunk, const F& body) {
        for_chunks(count, chunk, [&](std::ptrdiff_t begin, std::ptrdiff_t end) {
            for (std::ptrdiff_t i = begin; i < end; ++i) {
                const PieceTimes::Timer timer(times_, i);
                body(i);
            }
        });
    }

    // From now on the pieces of for_each() are timed; null: no longer.
    void record(PieceTimes* times) {
        times_ = times;
    }

  private:
    static constexpr int automatic = -1;  // as many as there are cores
    Arena* const arena_;
    PieceTimes* times_ = nullptr;
};

}  // namespace sweep::cpu
