// Which revision of the source the program was built from. The definition is written at each build (cmake/Revision.cmake).
#pragma once

namespace sweep::app {

// "79cdeb4", "79cdeb4+" with changes on top; empty when nobody knows, as in a copy without its history.
const char* build_revision();

}  // namespace sweep::app
