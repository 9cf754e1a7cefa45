// Numbers that are compiled into kernels, a struct for each step or algorithm: the threads and registers of
// thread blocks, how much a thread holds or asks for at once, the order or block from which another way is
// faster. Kernels ask here and hold no such numbers of their own. Numbers that hold on every GPU (32 threads
// of a warp) or that are chosen at run time are elsewhere.
//
// Kernels are compiled once for all GPUs, so there is one set of numbers. It was chosen on an NVIDIA H200,
// driver 580.159.04. A comment ends with the heading in bench/results/notes.md that has the times; where it
// names none, no times were kept.
//
// `order` and `block` are the filter's order and the side of its blocks. A kernel has few registers where
// more thread blocks on a multiprocessor, which hide each other's latency, are worth more than what a thread
// could hold.
#pragma once

#include <cstddef>

namespace sweep::gpu::tuning {

// The moves of blocks between the image and shared memory.
struct Moves {
    // The words that a thread asks for before it waits. Of bytes, which take fewer registers, it is twice as
    // many.
    static constexpr int words = 8, words_of_bytes = 16;
};

// The search for the datum of an image (gpu/image/image_datum.cu).
struct ImageDatum {
    static constexpr int threads = 256, points_of_thread = 4, most_thread_blocks = 264;
};

// Step 7.1.
struct Perimeters {
    // Lower orders have so few multiply-adds that threads do them. (Notes: dots by tensor cores)
    static constexpr int least_tensor_order = 2;
    // In higher orders the weights of a line find no room in registers. (Notes: weights of dots in registers)
    static constexpr int most_held_order = 5;

    // Eight thread blocks of 64 fit on a multiprocessor, six where a line's weights are held, five from order
    // 5 on; three or two of 128. Order 2 has half as many weights as order 3. (Notes: weights of dots in
    // registers)
    template <int order, int block, bool holds_weights>
    static constexpr int registers = block == 128 ? (order > 4 || (order > 2 && holds_weights) ? 128 : 80)
                                     : order > 4  ? 96
                                     : order > 2 && holds_weights ? 80
                                                                  : 64;
    // True if each warp takes columns and then rows, so that all are done at once. Blocks of 128 come in a
    // ring, where rows have warps of their own. (Notes: dots by tensor cores)
    template <int block>
    static constexpr bool owns_both = block < 128;
    // True if a warp's products go side by side and share the weights, for which smaller blocks have no
    // registers. (Notes: dots by tensor cores)
    template <int block>
    static constexpr bool shares_weights = block >= 128;
    // True if a division finds the place of a block. Thread blocks of 128 gain nothing by starting sooner,
    // without it. (Notes: the block's place without a division)
    template <int block>
    static constexpr bool divides = block == 128;
};

// Step 7.1 of blocks of 128, by a thread block a multiprocessor. (Notes: a ring of blocks)
struct PerimetersStream {
    // Lower orders are as fast or faster without.
    static constexpr int least_order = 5;
    // The floats of the blocks that are there or on their way, as many as shared memory has room for.
    static constexpr int floats = 48 * 1024;
    // Row dots of so many blocks: corners of one are found while the next block's dots are written.
    static constexpr int buffers = 2;
    // A thread block of ten warps has a multiprocessor to itself.
    static constexpr int registers = 168;
};

// Step 7.1 of four channels of bytes. (Notes: pictures of bytes)
struct Rgba8Perimeters {
    // Up to order 4 three thread blocks fit on a multiprocessor, or four that need no table.
    template <int order>
    static constexpr int registers = order <= 4 ? 80 : 128;
    template <int order>
    static constexpr int unorm_registers = order <= 4 ? 64 : 128;
    // A warp takes so many times eight rows at once, as registers allow.
    template <int products>
    static constexpr int eights = products == 1 ? 4 : 2;
};

// The scans of steps 7.2 and 7.3.
struct Scans {
    // The most blocks of a segment, as registers allow. Many make the thread's own chain longer and the chain
    // over the line's segments shorter.
    template <int order>
    static constexpr int most_blocks = order > 5 ? 4 : 8;
    // Lines of at most so many blocks have segments of few blocks. Blocks of 128 have no such segments, as
    // they are for large images, nor have blocks of 32, as they are for small ones, but for columns of order
    // 5. (Notes: fewer kernels of the carry scans)
    static constexpr int short_rows = 16, short_columns = 32;
    template <int order, int block>
    static constexpr int few_blocks_of_rows = block == 64 ? 4 : most_blocks<order>;
    template <int order, int block>
    static constexpr int few_blocks_of_columns =
        block == 32 && order == 5 ? 4 : few_blocks_of_rows<order, block>;
};

// Batches that are filtered as stacks (gpu/image_stack.cuh).
struct Stacks {
    // Larger images use the whole GPU one by one.
    static constexpr std::size_t most_samples_of_image = 2048 * 2048;
    static constexpr std::size_t most_samples = std::size_t(1) << 30;  // of a stack
};

// Step 7.2.
struct Columns {
    // A column of 64 blocks of 128, which is 8192 rows, takes 8 warps. Three such thread blocks fit on a
    // multiprocessor at 80 registers, so that all columns of 8192^2 are on the GPU at once.
    template <int order, int block>
    static constexpr int threads = order <= 3 && block == 128 ? 256 : 512;
    template <int order, int block>
    static constexpr int thread_blocks = threads<order, block> == 256 ? 3 : 1;
    // In higher orders one large thread block fits on a multiprocessor.
    static constexpr int most_order_of_two = 3;
    // True if a thread holds the steps of the datums beside its L blocks. (Notes: the datum, levels and transitions)
    template <int order, int L>
    static constexpr bool holds_datum_steps = order* L <= 24;
};

// Step 7.3.
struct Rows {
    // As many threads as registers allow. `for_small_images` says that larger images have larger blocks, so
    // that rows are short. (Notes: threads of the rows' scan)
    template <int order, int block, bool for_small_images>
    static constexpr int threads = for_small_images            ? 512
                                   : order == 3 && block == 64 ? 768
                                   : order <= 3                ? 1024
                                   : order <= 5                ? 512
                                                               : 256;
    // The bound for which the kernel is compiled where segments have few blocks, which short rows have, and
    // so few threads. (Notes: threads of the rows' scan)
    template <int threads>
    static constexpr int bound_of_few_blocks = threads == 768 ? 512 : threads;
    // True if more block rows than multiprocessors have a kernel of their own, of which two thread blocks fit
    // on a multiprocessor: it has 64 registers and no constants in shared memory. (Notes: two thread blocks
    // of rows)
    template <int order, int block>
    static constexpr bool has_two_on_multiprocessor = order == 3 && block == 64;
    static constexpr int bound_of_two_on_multiprocessor = 1024;
    // True if lines that constants continue have kernels of their own, because the code of a second scan
    // would cost them their registers. (Notes: fewer kernels of the carry scans)
    template <int order, int block>
    static constexpr bool has_kernel_for_constants = order == 2 && block == 64;
    // True if parameters come from shared memory. Where the matrices find no room in registers, that costs
    // more than it gains. (Notes: parameters as constants)
    template <int order, int block>
    static constexpr bool has_constants = !(order == 3 && block == 128);
};

// Step 7.4.
struct Filter {
    // True if a thread holds a whole line of its block. Unrolled, that is much code: too much in kernels that
    // move pixels of every format, and for lines of 128 in high orders. Zeros are more code. (Notes: lines in
    // registers)
    template <int order, int block, bool moves_any_pixels, bool has_zeros>
    static constexpr bool holds_lines = block == 32 ||
                                        (!moves_any_pixels &&
                                         (has_zeros ? block < 128 && order <= 3 : block < 128 || order <= 3));
    // Four channels and blocks of 128 take so much shared memory that there is no room for more thread
    // blocks, and registers are left for whole lines.
    template <int order, int block, bool has_four_channels, bool holds_lines, bool has_zeros>
    static constexpr int registers = has_four_channels           ? 128
                                     : block == 32               ? (order <= 3 ? 72 : 96)
                                     : has_zeros && !holds_lines ? 72
                                     : block == 64               ? (order > 3     ? 112
                                                                    : holds_lines ? 104
                                                                                  : 96)
                                     : holds_lines               ? 168
                                                                 : 72;
};

// Algorithm 8. (Notes: algorithm 8)
struct Resident {
    // The samples of a column, and then of a row, that a thread holds.
    static constexpr int piece = 32;
    // The tiles whose states a thread asks for at once.
    static constexpr int asked_at_once = 2;
    // The tiles that a multiprocessor is to hold, with 64 registers a thread.
    static constexpr int tiles = 4;
};

// Tables in one pass.
struct OnePass {
    // The words that a look-back reads: it waits until the last is inclusive. (Notes: look-back)
    static constexpr int most_seen = 16;
    // The words that it asks for at once: one where corners are looked for, too. (Notes: look-back)
    template <bool with_corners>
    static constexpr int in_flight = with_corners ? 1 : 4;
    // Without a bound the compiler takes any number from 40 on. (Notes: registers of tables in one pass)
    template <int channels, int block>
    static constexpr int registers = channels == 1 ? 64
                                     : block == 64 ? 72
                                                   : 56;
    // From here on blocks of four channels go along antidiagonals. (Notes: tables in one pass by size)
    static constexpr std::size_t diagonal_samples = 27'000'000;
    // Up to so many pixels, image and table stay in 48 MB of L2 from one run to the next; larger ones are
    // evicted first. (Notes: tables in one pass by size)
    static constexpr std::size_t pixels_in_l2 = 2400 * 2400;
};

// Tables of images that are on the chip all at once. (Notes: tables of images on the chip)
struct AtOnce {
    // The sides of a block. A warp has 8 of its rows.
    static constexpr int columns = 128, rows = 64, rows_of_warp = 8, warps = rows / rows_of_warp;
    static constexpr int thread_blocks = 2;
};

// Other tables: the scans of sums between the passes over the image, and the other thread blocks.
struct Tables {
    static constexpr int blocks_a_thread = 8, scan_threads = 512;
    static constexpr int mean_threads = 256, most_mean_blocks = 1024;
    static constexpr int doubling_threads = 256;
    static constexpr int transpose_scan_threads = 256, transpose_scan_items = 4, transpose_rows = 8;
    static constexpr int ha_warps = 8;
};

// The scans of algorithms 2, 4, 5 and 6: blocks of a segment, segments of a chunk, fewer with a fix-up.
struct Published {
    static constexpr int blocks_a_thread = 4, most_segments = 16, most_fixing_segments = 8;
};

// In the frequency domain: a warp takes a row of 32 pixels.
struct Fourier {
    static constexpr int tile_rows = 8;
};

// Algorithms 1 and 3: the threads that scan a signal's superblocks, as registers allow.
struct Signals {
    template <int order>
    static constexpr int scan_threads = order <= 4 ? 1024 : 512;
};

// Whole lines, `rt` and `rt64`: thread blocks have few threads, so that few lines spread over the GPU. The
// loads of `samples` samples are in flight together.
struct WholeLines {
    static constexpr int threads = 64, samples = 16;
    static constexpr int threads_of_double = 64, samples_of_double = 8;
};

// Direct convolution: the neighbouring outputs of a line of a thread block, and of a thread.
struct Convolution {
    static constexpr int outputs = 64, each = 8;
};

// Coefficients that vary, 5v: the blocks whose carries are in flight down a column, and the block columns
// that are taken at a time along a row.
struct Varying {
    static constexpr int column_threads = 64, blocks_at_once = 8;
    static constexpr int row_threads = 256, block_columns_at_once = 32;
};

}  // namespace sweep::gpu::tuning
