// Where buffers are bound. The shaders begin with the same numbers, as definitions that the build makes of these lines
// (cmake/EmbedShaders.cmake): a line each.
#pragma once

namespace sweep::opengl {

// Blocks of uniforms.
inline constexpr unsigned picture_binding = 0;
inline constexpr unsigned passes_binding = 1;
inline constexpr unsigned weights_binding = 2;  // of algorithm 7
inline constexpr unsigned taps_binding = 2;     // of `halo`
inline constexpr unsigned scan_binding = 3;

// Storage buffers: the image as numbers and as vectors of four, and the result.
inline constexpr unsigned in_binding = 0;
inline constexpr unsigned in_fours_binding = 6;
inline constexpr unsigned out_binding = 1;
// What steps leave each other: of every algorithm, of algorithm 7, of tables, and of boxes.
inline constexpr unsigned small_binding = 5;
inline constexpr unsigned columns_binding = 2;
inline constexpr unsigned rows_binding = 3;
inline constexpr unsigned old_rows_binding = 4;
inline constexpr unsigned new_rows_binding = 7;
inline constexpr unsigned sums_binding = 4;
inline constexpr unsigned across_binding = 2;
inline constexpr unsigned down_binding = 3;
inline constexpr unsigned table_binding = 4;
inline constexpr unsigned table_out_binding = 7;  // of a box's table, which is not the result

}  // namespace sweep::opengl
