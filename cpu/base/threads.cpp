#include "cpu/base/threads.h"

#include <map>

#include "platform/thread.h"

namespace sweep::cpu {

tbb::task_arena& arena_of(int count) {
    struct Arenas {
        std::map<int, tbb::task_arena> of_count;
        const long process = platform::process_id();
    };
    static std::mutex mutex;
    static Arenas* arenas = nullptr;  // never destroyed: a thread may outlive main()
    const std::scoped_lock turn(mutex);
    // A child of fork() has none of the threads that its parent's arenas count on.
    if (!arenas || arenas->process != platform::process_id()) arenas = new Arenas;
    return arenas->of_count.try_emplace(count, count).first->second;
}

}  // namespace sweep::cpu
