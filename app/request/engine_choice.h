// The engine that the user asks for. `automatic` takes the first that works: CUDA, then the CPU.
#pragma once

namespace sweep::app {

enum class EngineChoice { automatic, cuda, cpu, reference };

}  // namespace sweep::app
