// Memory that a program has been given and nobody has written to: the system clears each page when it is first written
// to, while the thread that writes waits.
#pragma once

#include "core/base/image.h"
#include "cpu/base/threads.h"

namespace sweep::cpu {

// Whether nobody has written to the middle of the image yet. False where the system cannot tell.
bool is_fresh(const ImageView& image);

// Has the threads write to each page of the image, so that nobody waits for it later; what the pages hold stays. Does
// nothing where a page or more lies between rows.
void touch_pages(const ImageView& image, Threads& threads);

}  // namespace sweep::cpu
