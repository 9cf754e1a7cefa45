// The instruction sets of this processor but the best, which all other tests use, down to the compiler's baseline.
#pragma once

#include <cstdint>

#include <gtest/gtest.h>
#include <hwy/highway.h>

namespace sweep::test {

// Calls body() with each of them chosen for Highway's functions.
template <class Body>
void on_every_other_instruction_set(const Body& body) {
    struct Choice {
        void set(std::int64_t targets) const {
            hwy::SetSupportedTargetsForTest(targets);
            hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        }
        ~Choice() { set(0); }
    };
    const std::int64_t here = hwy::SupportedTargets() & HWY_TARGETS, best = here & -here;
    const Choice choice;
    for (std::int64_t rest = here & ~best; rest != 0; rest &= rest - 1) {
        choice.set(rest & -rest);
        SCOPED_TRACE(hwy::TargetName(rest & -rest));
        body();
    }
}

}  // namespace sweep::test
