// What is fastest on an NVIDIA H200, as `sweep tune` has measured it there; written by bench/tuning_row.py. Where
// algorithm 8 ends was put in later, from a run of `sweep tune` on an H100, and that it does not end where images may
// stream through the chip (gpu/tuning/stream_fits.h says which may), from `sweep bench`
// (bench/results/2026-11-28-h200-streams.md).
#include "gpu/tuning/row.h"

namespace sweep::gpu {

// Order (0: tables), channels, samples, whether bulk copies can move them; the choices;
// rows wider than this have blocks of that.
// clang-format off
Tuning nvidia_h200() {
    return {"NVIDIA H200",
            "sweep tune, driver 580.159.04, 23 November 2026; "
            "algorithm 8 on an H100, 25 November (bench/results/notes.md)", {
        {{0, 1, f32, true}, {in_one_pass(0, 64), in_one_pass(49000000, 128, KernelPath::portable)}},
        {{1, 1, f32, true}, {by_8(0, 32), by_8(1060900, 64), by_8(36000000, 128)}},
        {{2, 1, f32, true}, {by_8(0, 32), by_8(1310720, 64), by_8(36000000, 128)}},
        {{3, 1, f32, true}, {by_8(0, 32), by_8(810000, 64), by_8(36000000, 128)}, 6144, 128},
        {{4, 1, f32, true}, {by_8(0, 32), by_8(810000, 64), by_7(2949120, 64), by_7(36000000, 128)}, 4096, 128},
        {{5, 1, f32, true}, {by_8(0, 32), by_8(131072, 64), by_7(3932160, 64), by_7(36000000, 128)}, 4096, 128},
        {{0, 1, f32, false}, {in_one_pass(0, 32), in_one_pass(392575, 64), in_one_pass(25000000, 128)}},
        {{1, 1, f32, false}, {by_8(0, 32), by_8(1060900, 64), by_7(4194305, 64)}},
        {{2, 1, f32, false}, {by_8(0, 32), by_8(1309567, 64), by_7(4194305, 64)}},
        {{3, 1, f32, false}, {by_8(0, 32), by_8(810000, 64), by_7(3930175, 64), by_7(50324479, 128)}, 6144, 128},
        {{4, 1, f32, false}, {by_8(0, 32), by_8(810000, 64), by_7(3930175, 64), by_7(36000000, 128)}, 4096, 128},
        {{5, 1, f32, false}, {by_8(0, 32), by_8(196159, 64), by_7(3930175, 64), by_7(36000000, 128)}, 4096, 128},
        {{0, 2, f32, false}, {in_one_pass(0, 32), in_one_pass(810000, 64), in_one_pass(2949120, 32),
                              in_one_pass(3932160, 64)}},
        {{1, 2, f32, false}, {by_7(0, 32), by_7(12582912, 64)}},
        {{2, 2, f32, false}, {by_7(0, 32), by_7(917504, 64), by_7(1310720, 32), by_7(1843200, 64), by_7(2211840, 32),
                              by_7(2949120, 64)}},
        {{3, 2, f32, false}, {by_7(0, 32), by_7(917504, 64), by_7(2949120, 32), by_7(3932160, 64)}},
        {{4, 2, f32, false}, {by_7(0, 32), by_7(917504, 64)}},
        {{5, 2, f32, false}, {by_7(0, 32), by_7(774400, 64)}},
        {{0, 3, f32, false}, {in_one_pass(0, 32), in_one_pass(1310720, 64)}},
        {{1, 3, f32, false}, {by_7(0, 32), by_7(12582912, 64)}},
        {{2, 3, f32, false}, {by_7(0, 32), by_7(5898240, 64)}},
        {{3, 3, f32, false}, {by_7(0, 32), by_7(5898240, 64)}},
        {{4, 3, f32, false}, {by_7(0, 32), by_7(2211840, 64)}},
        {{5, 3, f32, false}, {by_7(0, 32), by_7(917504, 64), by_7(1310720, 32), by_7(2211840, 64)}},
        {{0, 4, f32, false}, {in_one_pass(0, 32), in_one_pass(810000, 64), in_one_pass(1843200, 32),
                              in_one_pass(2211840, 64)}},
        {{1, 4, f32, false}, {by_7(0, 32), by_7(129600, 64)}},
        {{2, 4, f32, false}, {by_7(0, 32), by_7(129600, 64), by_7(327680, 32), by_7(491520, 64)}},
        {{3, 4, f32, false}, {by_7(0, 32), by_7(129600, 64)}},
        {{4, 4, f32, false}, {by_7(0, 32), by_7(129600, 64)}},
        {{5, 4, f32, false}, {by_7(0, 32), by_7(129600, 64)}},
        {{0, 1, u8, false}, {in_one_pass(0, 32), in_one_pass(131072, 64), in_one_pass(25000000, 128)}},
        {{1, 1, u8, false}, {by_7(0, 32), by_7(1310720, 64), by_7(2949120, 128), by_7(6291456, 64), by_7(12582912, 128),
                             by_7(50331648, 64)}},
        {{2, 1, u8, false}, {by_7(0, 32), by_7(1310720, 64), by_7(2949120, 128), by_7(3932160, 64),
                             by_7(6291456, 128)}},
        {{3, 1, u8, false}, {by_7(0, 32), by_7(1310720, 64), by_7(2949120, 128)}, 6144, 128},
        {{4, 1, u8, false}, {by_7(0, 32), by_7(1843200, 64), by_7(2949120, 128)}, 4096, 128},
        {{5, 1, u8, false}, {by_7(0, 32), by_7(786432, 64), by_7(2949120, 128)}, 4096, 128},
        {{0, 2, u8, false}, {in_one_pass(0, 32), in_one_pass(810000, 64), in_one_pass(2949120, 32),
                             in_one_pass(5898240, 64)}},
        {{1, 2, u8, false}, {by_7(0, 32), by_7(917504, 64), by_7(1310720, 32), by_7(1843200, 64)}},
        {{2, 2, u8, false}, {by_7(0, 32), by_7(774400, 64)}},
        {{3, 2, u8, false}, {by_7(0, 32), by_7(774400, 64)}},
        {{4, 2, u8, false}, {by_7(0, 32), by_7(917504, 64)}},
        {{5, 2, u8, false}, {by_7(0, 32), by_7(774400, 64)}},
        {{0, 3, u8, false}, {in_one_pass(0, 32), in_one_pass(810000, 64), in_one_pass(2211840, 32),
                             in_one_pass(2949120, 64)}},
        {{1, 3, u8, false}, {by_7(0, 32), by_7(917504, 64), by_7(1310720, 32), by_7(2211840, 64)}},
        {{2, 3, u8, false}, {by_7(0, 32), by_7(917504, 64), by_7(1310720, 32), by_7(1843200, 64), by_7(2211840, 32),
                             by_7(3932160, 64)}},
        {{3, 3, u8, false}, {by_7(0, 32), by_7(774400, 64), by_7(1310720, 32), by_7(2211840, 64)}},
        {{4, 3, u8, false}, {by_7(0, 32), by_7(774400, 64), by_7(917504, 32), by_7(2211840, 64)}},
        {{5, 3, u8, false}, {by_7(0, 32), by_7(327680, 64), by_7(491520, 32), by_7(774400, 64), by_7(1310720, 32),
                             by_7(1843200, 64)}},
        {{0, 4, u8, false}, {in_one_pass(0, 32), in_one_pass(810000, 64)}},
        {{1, 4, u8, false}, {by_7(0, 32), by_7(129600, 64)}},
        {{2, 4, u8, false}, {by_7(0, 32), by_7(129600, 64), by_7(327680, 32), by_7(491520, 64)}},
        {{3, 4, u8, false}, {by_7(0, 32), by_7(129600, 64)}},
        {{4, 4, u8, false}, {by_7(0, 32), by_7(129600, 64)}},
        {{5, 4, u8, false}, {by_7(0, 32), by_7(129600, 64)}},
    }};
}
// clang-format on

}  // namespace sweep::gpu
