#include "core/diffusion/diffusion_filter.h"

#include <cmath>
#include <string>

#include "core/base/error.h"

namespace sweep {

void validate(const DiffusionFilter& filter, const Shape& image) {
    if (image.width < 1 || image.height < 1 || image.channels < 1 || image.channels > 4)
        throw Error(ExitCode::usage, "diffusion takes images of 1 to 4 channels that are not empty");
    const auto refuse = [](const std::string& what) { throw Error(ExitCode::usage, "diffusion: " + what); };
    if (!(filter.contrast > 0 && std::isfinite(filter.contrast)))
        refuse("the contrast of an edge is a positive number, in units of the image");
    if (!(filter.time >= 0 && filter.time <= longest_diffusion)) refuse("its time is 0 to 1e8 square pixels");
    if (filter.steps < 1 || filter.steps > most_diffusion_steps)
        refuse("it has 1 to " + std::to_string(most_diffusion_steps) + " steps, not " +
               std::to_string(filter.steps));
    if (filter.noise != 0 &&
        !(filter.noise >= least_diffusion_noise && filter.noise <= largest_diffusion_noise))
        refuse("the sigma of noise is 0, or 0.1 to 8192 pixels");
}

}  // namespace sweep
