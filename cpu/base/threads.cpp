#include "cpu/base/threads.h"

#include <map>

#include "platform/thread.h"

namespace sweep::cpu {

Arena* arena_of(int count) {
    static const long process = platform::process_id();
    if (platform::process_id() != process) return nullptr;
    static std::mutex mutex;
    static auto* const arenas = new std::map<int, Arena>;  // a thread may outlive main()
    const std::scoped_lock turn(mutex);
    return &arenas->try_emplace(count, count).first->second;
}

}  // namespace sweep::cpu
