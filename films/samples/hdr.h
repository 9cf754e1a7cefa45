// Films of a high dynamic range, as a screen of an ordinary one shows them.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/hdr_curves.h"
#include "core/base/image.h"

namespace sweep {

// How such a film codes light (ITU-R BT.2100): absolutely, or relative to its screen.
enum class HdrTransfer { pq, hlg };

// From the RGB code values of a film to sRGB. White, 203 cd/m^2 (ITU-R BT.2408), becomes 1; highlights up to 1000
// cd/m^2 are compressed below it by the curve of ITU-R BT.2390, section 5.4, which keeps all that is darker than
// about half of white. Of the three channels the largest decides, so that hues stay. Brighter ones are 1000 cd/m^2.
class HdrToSrgb {
  public:
    // `is_wide`: the primaries are those of BT.2020, and become those of sRGB; colours beyond these are clipped.
    HdrToSrgb(HdrTransfer transfer, bool is_wide);
    HdrToSrgb(HdrToSrgb&&) noexcept;
    HdrToSrgb& operator=(HdrToSrgb&&) noexcept;
    ~HdrToSrgb();

    // `from`: RGBA of 16 bits, 65535 being the code value 1; `to`: RGBA bytes of the same size.
    // All rows, on all processors.
    void convert(ConstImageView from, ImageView to) const;

  private:
    struct Tables;
    std::unique_ptr<const Tables> tables_;
};

// What light of so many cd/m^2 becomes on a screen of 203 cd/m^2, in cd/m^2.
double compressed_light(double light);

}  // namespace sweep
