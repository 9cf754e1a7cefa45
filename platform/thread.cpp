#include "platform/thread.h"

#include <sys/resource.h>
#include <unistd.h>

namespace sweep::platform {

void lower_priority_of_thread() {
    constexpr int kindness = 10;
    setpriority(PRIO_PROCESS, 0, kindness);  // on Linux, of this thread alone
}

long process_id() {
    return getpid();
}

}  // namespace sweep::platform
