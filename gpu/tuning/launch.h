// Numbers that are compiled into kernels, a struct a step or an algorithm: threads and registers of thread blocks, what a thread
// holds or asks for at once, from which order or block on another way pays. Kernels ask here and hold none of their own. What
// holds on every GPU (32 threads of a warp) is not among them, nor what is chosen when a program runs.
//
// Kernels are compiled once for all GPUs, so there is one row. It was chosen on an NVIDIA H200, driver 580.159.04: a comment ends
// with the heading in bench/results/notes.md that has the times; where it names none, no times were kept.
//
// `order` and `block` are the filter's order and the side of its blocks. Registers are few where more thread blocks of a
// multiprocessor, which hide each other's latency, are worth more than what a thread could hold.
#pragma once

#include <cstddef>

namespace sweep::gpu::tuning {

// Moving blocks between the image and shared memory.
struct Moves {
    // What a thread asks for before it waits; of bytes twice as much, for they are fewer registers.
    static constexpr int words = 8, words_of_bytes = 16;
};

// Step 7.1.
struct Perimeters {
    // At order 1 multiply-adds by threads are few enough. (Notes: dots by tensor cores)
    static constexpr int least_tensor_order = 2;
    // Above it the weights of a line find no room in registers. (Notes: weights of dots in registers)
    static constexpr int most_held_order = 5;

    // Of blocks of 64 eight fit on a multiprocessor, six where a line's weights are held, five from order 5 on; of blocks of 128
    // three, or two. Order 2 has half as many weights. (Notes: weights of dots in registers)
    template <int order, int block, bool holds_weights>
    static constexpr int registers = block == 128 ? (order > 4 || (order > 2 && holds_weights) ? 128 : 80)
                                     : order > 4  ? 96
                                     : order > 2 && holds_weights ? 80
                                                                  : 64;
    // Whether each warp takes columns and then rows, so that all are done at once. Blocks of 128 come in a ring, where rows have
    // warps of their own. (Notes: dots by tensor cores)
    template <int block>
    static constexpr bool owns_both = block < 128;
    // Whether a warp's products go side by side and share the weights: smaller blocks have no registers for it. (Notes: dots
    // by tensor cores)
    template <int block>
    static constexpr bool shares_weights = block >= 128;
    // Thread blocks of 128 gain nothing by starting sooner, without a division. (Notes: the block's place without a division)
    template <int block>
    static constexpr bool divides = block == 128;
};

// Step 7.1 of blocks of 128, a thread block a multiprocessor. (Notes: a ring of blocks)
struct PerimetersStream {
    // Floats of the blocks that are there or on their way: as many as shared memory has room for.
    static constexpr int floats = 48 * 1024;
    // The rows' dots of so many blocks: corners are found of one while the next one's are written.
    static constexpr int buffers = 2;
    // A thread block of ten warps has a multiprocessor to itself.
    static constexpr int registers = 168;
};

// Step 7.1 of pictures of bytes. (Notes: pictures of bytes)
struct PicturePerimeters {
    // Three thread blocks fit on a multiprocessor up to order 4, four where bytes are filtered as they are.
    template <int order>
    static constexpr int registers = order <= 4 ? 80 : 128;
    template <int order>
    static constexpr int unorm_registers = order <= 4 ? 64 : 128;
    // Eights of rows at a time, as registers allow.
    template <int products>
    static constexpr int eights = products == 1 ? 4 : 2;
};

// The scans of steps 7.2 and 7.3.
struct Scans {
    // A thread's blocks: many make its own chain longer and that of the line's parts shorter. As registers allow.
    template <int order>
    static constexpr int most_blocks = order > 5 ? 4 : 8;
    // Those of short lines, of so many blocks. But blocks of 128 are for large images, and blocks of 32 for small ones. (Notes:
    // fewer kernels of the carry scans)
    static constexpr int short_rows = 16, short_columns = 32;
    template <int order, int block>
    static constexpr int few_blocks = block == 64 ? 4 : most_blocks<order>;
};

// Step 7.2.
struct Columns {
    // A column of 64 blocks of 128, which is 8192 rows, takes 8 warps: held to 80 registers three such thread blocks fit on a
    // multiprocessor, and all of 8192^2 on the GPU at once.
    template <int order, int block>
    static constexpr int threads = order <= 3 && block == 128 ? 256 : 512;
    template <int order, int block>
    static constexpr int thread_blocks = threads<order, block> == 256 ? 3 : 1;
    // Above it one large thread block fits on a multiprocessor.
    static constexpr int most_order_of_two = 3;
};

// Step 7.3.
struct Rows {
    // As registers allow; `for_small_images`: larger ones have larger blocks, and the rows of small ones are short. (Notes:
    // threads of the rows' scan)
    template <int order, int block, bool for_small_images>
    static constexpr int threads = for_small_images            ? 512
                                   : order == 3 && block == 64 ? 768
                                   : order <= 3                ? 1024
                                   : order <= 5                ? 512
                                                               : 256;
    // What a kernel of so many threads is compiled for where a thread has few blocks, and so few threads. (Notes: threads of
    // the rows' scan)
    template <int threads>
    static constexpr int bound_of_few_blocks = threads == 768 ? 512 : threads;
    // Two thread blocks fit on a multiprocessor where there are more block rows than multiprocessors: a kernel of 64 registers,
    // without constants in shared memory. (Notes: two thread blocks of rows)
    template <int order, int block>
    static constexpr bool has_crowds = order == 3 && block == 64;
    static constexpr int bound_of_crowds = 1024;
    // Whether lines that constants continue have kernels of their own: the code of the other case would cost them their
    // registers. (Notes: fewer kernels of the carry scans)
    template <int order, int block>
    static constexpr bool has_a_kernel_an_end = order == 2 && block == 64;
    // Parameters come from shared memory, but where matrices find no room in registers. (Notes: parameters as constants)
    template <int order, int block>
    static constexpr bool has_constants = !(order == 3 && block == 128);
};

// Step 7.4.
struct Filter {
    // Whether a thread holds a whole line of its block. Spelt out that is much code: not in kernels that move pixels of every
    // format, and not for lines of 128 of high orders. (Notes: lines in registers)
    template <int order, int block, bool moves_any_pixels>
    static constexpr bool holds_lines = block == 32 || (!moves_any_pixels && (block < 128 || order <= 3));
    // Where shared memory leaves no room for more thread blocks, of four channels and of blocks of 128, registers are there for
    // whole lines.
    template <int order, int block, bool has_four_channels, bool holds_lines>
    static constexpr int registers = has_four_channels ? 128
                                     : block == 32     ? (order <= 3 ? 72 : 96)
                                     : block == 64     ? (order > 3     ? 112
                                                          : holds_lines ? 104
                                                                        : 96)
                                     : holds_lines     ? 168
                                                       : 72;
};

// Algorithm 8. (Notes: algorithm 8)
struct Resident {
    // Parts of a line, a thread each; lanes that scan one of its directions.
    static constexpr int parts = 64, scan_lanes = 8;
    // Samples that a thread holds of a column: one or two units.
    static constexpr int unit = 16, most_units = 2;
    // Strips of a thread in 8.3, as registers allow.
    template <int order>
    static constexpr int strips = order <= 3 ? 4 : 3;
};

// Tables in one pass.
struct OnePass {
    // Words that a look-back reads: at the last of them it waits until that is inclusive. (Notes: look-back)
    static constexpr int most_seen = 16;
    // So many of them are asked for at once; where corners are looked for too, one is enough. (Notes: look-back)
    template <bool with_corners>
    static constexpr int in_flight = with_corners ? 1 : 4;
    // Left to itself the compiler takes 40 or more, as it falls out. (Notes: registers of tables in one pass)
    template <int channels, int block>
    static constexpr int registers = channels == 1 ? 64
                                     : block == 64 ? 72
                                                   : 56;
    // From so many samples on the blocks of four channels go along antidiagonals. (Notes: tables in one pass by size)
    static constexpr std::size_t diagonal_samples = 27'000'000;
    // Of so many pixels image and table stay in 48 MB of L2 from one run to the next; larger ones are let go as they come. (Notes:
    // tables in one pass by size)
    static constexpr std::size_t pixels_in_l2 = 2400 * 2400;
};

// Other tables: the scans of sums between the passes over the image, and what a thread block of the others is.
struct Tables {
    static constexpr int blocks_a_thread = 8, scan_threads = 512;
    static constexpr int mean_threads = 256, most_mean_blocks = 1024;
    static constexpr int doubling_threads = 256;
    static constexpr int transpose_scan_threads = 256, transpose_scan_items = 4, transpose_rows = 8;
    static constexpr int ha_warps = 8;
};

// The scans of algorithms 2, 4, 5 and 6: segments of a line, fewer where a fix-up is done beside it.
struct Published {
    static constexpr int blocks_a_thread = 4, most_segments = 16, most_fixing_segments = 8;
};

// In the frequency domain: a warp takes a row of 32 pixels.
struct Fourier {
    static constexpr int tile_rows = 8;
};

// Algorithms 1 and 3: of the scan of a signal's superblocks, as registers allow.
struct Signals {
    template <int order>
    static constexpr int scan_threads = order <= 4 ? 1024 : 512;
};

// Whole lines, `rt` and `rt64`: few threads a thread block, so that few lines spread over the GPU; so many samples' loads are in
// flight together.
struct WholeLines {
    static constexpr int threads = 64, samples = 16;
    static constexpr int threads_of_double = 64, samples_of_double = 8;
};

// Direct convolution: a thread has so many neighbouring outputs of a line, a thread block so many of each.
struct Convolution {
    static constexpr int outputs = 64, each = 8;
};

// Coefficients that vary, 5v: blocks whose carries are in flight down a column, block columns at a time along a row.
struct Varying {
    static constexpr int column_threads = 64, blocks_at_once = 8;
    static constexpr int row_threads = 256, block_columns_at_once = 32;
};

}  // namespace sweep::gpu::tuning
