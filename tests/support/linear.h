// Work in proportion to what is read, counted in requests for memory. The program links allocation_count.cpp.
#pragma once

#include <gtest/gtest.h>

#include "tests/support/allocation_count.h"

namespace sweep::test {

// `read` reads what `made` makes of so many pieces. What the pieces n to 2 n cost, twice as many cost twice.
template <class Make, class Read>
void expect_linear(int n, Make made, Read read, const char* what) {
    const auto cost = [&](int pieces) {
        const auto text = made(pieces);
        const long before = allocation_count();
        read(text);
        return double(allocation_count() - before);
    };
    cost(n);  // tables are made once
    const double one = cost(n), two = cost(2 * n), four = cost(4 * n);
    EXPECT_GT(two, one) << what;
    EXPECT_LE(four - two, 2.2 * (two - one) + 20) << what << ": " << one << ", " << two << ", " << four;
}

}  // namespace sweep::test
