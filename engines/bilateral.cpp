#include "engines/bilateral.h"

#include "engines/start.h"

namespace sweep {

EngineKind bilateral_engine(EngineKind asked) {
    return pick_cpu_engine(asked, "the bilateral filter");
}

double taps_in_seconds(EngineKind engine) {
    return engine == EngineKind::reference ? 1e8 : 1e10;
}

double taps_in_minutes(EngineKind engine) {
    return 100 * taps_in_seconds(engine);
}

}  // namespace sweep
