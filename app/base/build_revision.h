// The revision of the source that the program was built from, and what compiled its CUDA kernels. Each build writes
// the definitions (cmake/Revision.cmake), so that the other files are compiled alike with CUDA and without.
#pragma once

namespace sweep::app {

// "79cdeb4", or "79cdeb4+" with changes on top; empty when it is unknown, as in a copy without its history.
const char* build_revision();
// "NVIDIA 13.0.48"; empty where the CUDA engine is left out.
const char* build_cuda_compiler();

}  // namespace sweep::app
