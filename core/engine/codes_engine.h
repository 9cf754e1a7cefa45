// What an engine offers beside the others where its last pass can write the samples of a picture.
#pragma once

#include "core/base/image.h"
#include "core/problem/codes.h"

namespace sweep {

class CodesEngine {
  public:
    virtual ~CodesEngine() = default;

    // Filters as Engine::run() does, and encodes each piece of the result while it is in the caches: nothing of it is
    // written as floats. `out` has codes.sample. Throws as Engine::run() does.
    virtual WrittenCodes run_to_codes(ConstImageView in, ImageView out, const Codes& codes) = 0;
};

}  // namespace sweep
