// The depth of field by a direct sum over all pixels: slow, one after the other, in double, and without any
// table, layer or limit between them. What the fast methods make is measured against it.
#pragma once

#include <functional>
#include <span>

#include "core/base/image.h"
#include "cpu/effects/depth_blur.h"

namespace sweep::cpu {

// Every pixel is spread over the shape of its circle, whose radius is rounded to whole pixels. The nearest
// comes first, and light that arrives later gets only what the nearer pixels have left of a place: nothing
// that is in focus or behind it shines through, or out over what is nearer. What near objects hide is not in
// the picture; where a blurred one lets it through, the pixels behind it are spread as far as its circle
// reaches. A place that is still not full takes its colour from what has arrived.
//
// `sharp` has four floats a pixel, `circles` are DepthBlur::circles(). Returns an image like `sharp`, whose
// fourth channel is 1; it is empty if `stops`, which is asked now and then, said so. Throws Error(failed) when
// memory is short.
Image depth_reference(ConstImageView sharp, std::span<const float> circles, const Bokeh& bokeh,
                      const std::function<bool()>& stops = {});

}  // namespace sweep::cpu
