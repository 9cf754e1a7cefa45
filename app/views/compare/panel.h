// The sections of the controls for comparing.
#pragma once

#include "app/views/compare/view.h"
#include "app/work/request/settings.h"

namespace sweep::app {

void wipe_section(Settings& settings);
void difference_section(Settings& settings, const CompareReport& report);
void slots_section(Settings& settings);
void pixels_section(Settings& settings);

}  // namespace sweep::app
