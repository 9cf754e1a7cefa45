// The transfer curves of a high dynamic range (ITU-R BT.2100), for films and pictures.
#pragma once

namespace sweep {

// The light of a code value from 0 to 1: of PQ in cd/m^2; of HLG that of the scene, from 0 to 1.
double pq_light(double code);
double hlg_light(double code);
// The code values of these; of less than no light those of none.
double pq_code(double light);
double hlg_code(double light);

// White of pictures and of graphics, in cd/m^2 (ITU-R BT.2408).
inline constexpr double hdr_white = 203;
// A screen of HLG of this peak, in cd/m^2, shows the light of the scene times the scene's luminance to the power of
// gamma - 1 (BT.2100, table 5, note 5f).
inline constexpr double hlg_peak = 1000, hlg_gamma = 1.2;
// What of linear RGB of BT.2020 is its luminance.
inline constexpr double bt2020_luminance[] = {0.2627, 0.6780, 0.0593};

}  // namespace sweep
