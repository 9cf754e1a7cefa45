// The same as cuda_runtime.h, under the name that C programs use.
#pragma once

#include <cuda_runtime.h>
