#include <windows.h>

#include "platform/thread.h"

namespace sweep::platform {

void lower_priority_of_thread() {
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

long process_id() {
    return long(GetCurrentProcessId());
}

}  // namespace sweep::platform
