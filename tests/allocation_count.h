// Counts what goes through operator new in a test program that links allocation_count.cpp.
#pragma once

namespace sweep::test {

long allocation_count();

}  // namespace sweep::test
