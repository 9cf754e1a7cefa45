// Who is told of each load and store of a program that is compiled with -fsanitize=thread.
#pragma once

namespace emulated {

class Watch;
extern Watch* watch;  // null: nobody

}  // namespace emulated
