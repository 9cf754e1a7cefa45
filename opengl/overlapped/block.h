// The side of the blocks of algorithm 7 on this engine.
#pragma once

#include "core/problem/designed_problem.h"

namespace sweep::opengl {

// 32 or 64: what Method::block asks for, where it can be had, and otherwise what suits the size.
int block_for(const DesignedProblem& asked);

// That of tables.
inline constexpr int table_block = 32;

}  // namespace sweep::opengl
