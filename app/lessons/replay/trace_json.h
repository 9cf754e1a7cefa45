// A trace in the format of trace events, which Perfetto and the tracing pages of browsers open.
#pragma once

#include "app/work/engines/stage_json.h"
#include "core/engine/trace.h"

namespace sweep::app {

// One complete event for each piece, in microseconds, on the thread that ran it; and one for each stage.
Json trace_json(const Trace& trace);

}  // namespace sweep::app
