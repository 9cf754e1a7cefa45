// The revision of the source that the program was built from. Each build writes the definition
// (cmake/Revision.cmake).
#pragma once

namespace sweep::app {

// "79cdeb4", or "79cdeb4+" with changes on top; empty when it is unknown, as in a copy without its history.
const char* build_revision();

}  // namespace sweep::app
