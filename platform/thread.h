// The thread that runs, and its process.
#pragma once

namespace sweep::platform {

// Lets other threads go before this one, for the rest of its life.
void lower_priority_of_thread();

// Of this process; a child of fork() has another one than its parent.
long process_id();

}  // namespace sweep::platform
