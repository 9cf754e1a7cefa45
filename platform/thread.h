// The thread that runs.
#pragma once

namespace sweep::platform {

// Lets other threads go before this one, for the rest of its life.
void lower_priority_of_thread();

}  // namespace sweep::platform
