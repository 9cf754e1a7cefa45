// The part of the controls that chooses what is derived from the filtered picture.
#pragma once

#include "app/work/request/settings.h"

namespace sweep::app {

void derived_section(Settings& settings);

}  // namespace sweep::app
