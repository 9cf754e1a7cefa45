// Waits for what another thread or program does, with a limit that only a broken one reaches.
#pragma once

#include <chrono>
#include <thread>

namespace sweep::test {

// Asks until the condition holds, with a pause after each answer; returns whether it has come to hold.
template <class Condition>
bool eventually(Condition&& holds, std::chrono::milliseconds pause = std::chrono::milliseconds(2)) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (!holds()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(pause);
    }
    return true;
}

}  // namespace sweep::test
