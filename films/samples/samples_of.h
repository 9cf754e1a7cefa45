// What the samples of a decoded frame are. Only .cpp files of this folder include it.
#pragma once

#include <string>

#include "films/samples/libav.h"
#include "films/samples/samples.h"

namespace sweep {

// The alpha of VP8 and VP9 is a film of its own, which only the container tells of.
bool has_alpha_beside(const AVStream& stream);

// The name of the matrix that such planes state, where libswscale does not know it; otherwise empty.
std::string unknown_matrix(AVColorSpace states, AVPixelFormat planes);

// What the samples of this frame of the stream are.
FilmSamples samples_of(const AVFrame& frame, const AVStream& stream);

}  // namespace sweep
