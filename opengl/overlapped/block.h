// The side of the blocks of algorithm 7 on this engine.
#pragma once

#include "core/problem/designed_problem.h"

namespace sweep::opengl {

// 32, or 64 where Method::block asks for it and it can be had.
int block_for(const DesignedProblem& asked);

// That of tables.
inline constexpr int table_block = 32;

}  // namespace sweep::opengl
