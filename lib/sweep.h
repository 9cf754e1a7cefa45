/* Sweep: recursive filters and summed-area tables on images, on a GPU or a CPU. The C interface.
 *
 *     sweep_request request;
 *     sweep_request_init(&request);
 *     request.width = 640; request.height = 480; request.sigma = 12;
 *     sweep_plan* plan = NULL;
 *     if (sweep_plan_create(&request, &plan) != SWEEP_OK) { puts(sweep_last_error()); .. }
 *     sweep_run(plan, in, 0, out, 0);
 *     sweep_plan_destroy(plan);
 *
 * A plan is made once and runs any number of images of one shape: nothing is allocated per call, but for the first call
 * of each kind (in place, rows with gaps). Several threads may use a plan each; a plan serves one thread at a time, and
 * refuses a second one. A child of fork() needs plans of its own; on the CPU they run on the thread that calls, if
 * its parent has made plans before. No exception crosses this interface, and every function but the last two returns
 * a status.
 *
 * Images have rows from the top and channels interleaved: sample k of pixel (x, y) is at
 * y * pitch + (x * channels + k) * sizeof(sample). The filters, boundaries and algorithms are those of `sweep list`,
 * which names their sources. */
#ifndef SWEEP_H
#define SWEEP_H

#include <stddef.h>

#define SWEEP_API __attribute__((visibility("default")))

/* The version of this header, 1.0.0; sweep_version() is that of the library. What compiles with one version compiles
 * with every later one of the same first number. A program that was linked runs with every library of the same first
 * two numbers: the others have another name, and structs may have new members at their ends. */
#define SWEEP_VERSION_MAJOR 1
#define SWEEP_VERSION_MINOR 0
#define SWEEP_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* What a function returns; the values are the exit codes of the program. */
typedef enum sweep_status {
    SWEEP_OK = 0,
    SWEEP_FAILED = 1,    /* memory is short, CUDA fails */
    SWEEP_USAGE = 2,     /* an argument makes no sense, or the engine does not solve this problem */
    SWEEP_NO_ENGINE = 4, /* there is no such engine here */
    SWEEP_OLD_DRIVER = 5 /* there is, but its driver is too old */
} sweep_status;

/* SWEEP_ENGINE_AUTO: CUDA where it is usable, and the input is not float64; otherwise a GPU by OpenGL where there is
 * one; otherwise the CPU. */
typedef enum sweep_engine {
    SWEEP_ENGINE_AUTO,
    SWEEP_ENGINE_CUDA,
    SWEEP_ENGINE_CPU,
    SWEEP_ENGINE_REFERENCE,
    SWEEP_ENGINE_OPENGL /* compute shaders of OpenGL 4.5: filters of order 1 to 8, and tables, of uint8 and float32 */
} sweep_engine;

typedef enum sweep_sample { SWEEP_U8, SWEEP_U32, SWEEP_F32, SWEEP_F64 } sweep_sample;

/* The last three smooth an image where it is smooth, or where a guide is: sweep_run_guided(). They are of F32 and F64,
 * along both axes, with one boundary; nothing is derived of them, and there is no part of an image.
 *
 * EDGE: the recursive filter of the domain transform (Gastal and Oliveira 2011), on the CPU, and of F32 on CUDA, which
 * SWEEP_ENGINE_AUTO is where it can be used. A sample that is NaN or infinite in the guide is a hole: its picture's
 * sample stays, and nobody reads it. Boundaries are ZERO, CLAMP and MIRROR; under ZERO the guide goes on as its edge.
 * DIFFUSION: light flows between neighbouring pixels as heat does, but not over edges, which all channels have in
 * common (Weickert 1998), in implicit steps that are stable however long they are. On the CPU, in double, without a
 * guide. The image is mirrored at its sides, and the mean of each channel stays. A run is SWEEP_USAGE where a sample is
 * NaN or infinite, which would spread over the image.
 * BILATERAL: a mean of the pixels around each, by brute force (Tomasi and Manduchi 1998), to compare EDGE with: on the
 * CPU, with boundaries and holes as EDGE, and SWEEP_USAGE where it would take many minutes. */
typedef enum sweep_filter {
    SWEEP_GAUSSIAN,
    SWEEP_BSPLINE3,
    SWEEP_BSPLINE5,
    SWEEP_BUTTERWORTH,
    SWEEP_CHEBYSHEV1,
    SWEEP_CHEBYSHEV2,
    SWEEP_ELLIPTIC,
    SWEEP_EXPONENTIAL,
    SWEEP_BOX,
    SWEEP_SAT,
    SWEEP_IIR,
    SWEEP_NONE,
    SWEEP_BSPLINE2,
    SWEEP_BSPLINE4,
    SWEEP_EDGE,
    SWEEP_DIFFUSION,
    SWEEP_BILATERAL
} sweep_filter;

/* How the image continues beyond its edges ([N16] section 4). MIRROR repeats the edge's own sample:
 * .. x1 x0 | x0 x1 .., which SciPy calls reflect. REFLECT101 does not: .. x2 x1 | x0 x1 .., which SciPy calls mirror.
 * NONE: each pass starts at its edge from a zero state ([N11]). */
typedef enum sweep_boundary {
    SWEEP_BOUNDARY_NONE,
    SWEEP_BOUNDARY_ZERO,
    SWEEP_BOUNDARY_CONSTANT,
    SWEEP_BOUNDARY_CLAMP,
    SWEEP_BOUNDARY_REPEAT,
    SWEEP_BOUNDARY_MIRROR,
    SWEEP_BOUNDARY_AS_ROWS, /* of boundary_y alone */
    SWEEP_BOUNDARY_REFLECT101
} sweep_boundary;

/* What a filter lets pass: what lies below its cutoff, above it, between two, or all but that. */
typedef enum sweep_band { SWEEP_BAND_LOW, SWEEP_BAND_HIGH, SWEEP_BAND_PASS, SWEEP_BAND_STOP } sweep_band;

/* Which passes run: all four, those along x (right and left), or those along y (down and up). */
typedef enum sweep_axes { SWEEP_AXES_BOTH, SWEEP_AXES_X, SWEEP_AXES_Y } sweep_axes;

/* What becomes of NaN in an image of F32 or F64, in host memory: SPREAD: what arithmetic makes of it. KEEP: it has no
 * weight in the means of others, and stays; less than a thousandth of the filter's weight near a sample makes no
 * mean, and that sample becomes NaN, too. FILL: it becomes such a mean. Both are of means alone: gaussian without
 * derivatives, butterworth (low), exponential, box, none, with any boundary but NONE. ZERO: it counts as 0. An image
 * with NaN takes more than twice the time of one without, and memory is taken for it. */
typedef enum sweep_missing {
    SWEEP_MISSING_SPREAD,
    SWEEP_MISSING_KEEP,
    SWEEP_MISSING_FILL,
    SWEEP_MISSING_ZERO
} sweep_missing;

/* What is made of the filtered image and of the one before, with L the image blurred by a Gaussian and B by any blur.
 * UNSHARP, the unsharp mask: x + amount (x - B) where |x - B| > threshold, elsewhere x. HIGH_PASS: x - B. DOG, the
 * difference of Gaussians: less that with a sigma `ratio` times as large. LOG, the Laplacian of Gaussian:
 * sigma_x^(2 gamma) L_xx + sigma_y^(2 gamma) L_yy; gamma 1 normalises it to scale (Lindeberg 1998). GRADIENT, its
 * magnitude: sqrt(L_x^2 + L_y^2). The last three are of gaussian. Nothing is clipped: an unsharp mask overshoots at
 * edges. All channels are treated alike.
 *
 * With m the mean of the samples around each one, weighed by any blur (usually by a box), and s their standard
 * deviation, in units of the decoded samples: DEVIATION: s. NORMALIZE: (x - m) / max(s, least), 0 where both are:
 * local contrast normalisation (Jarrett, Kavukcuoglu, Ranzato, LeCun 2009). BRADLEY: 1 where x > m (1 - t), elsewhere
 * 0 (Bradley, Roth 2007). NIBLACK: 1 where x > m - k s (Niblack 1986, k as in scikit-image). SAUVOLA: 1 where
 * x > m (1 + k (s / r - 1)) (Sauvola, Pietikainen 2000). GUIDED, the guided filter with the image its own guide:
 * mean(a) x + mean(b), a = s^2 / (s^2 + eps), b = m (1 - a) (He, Sun, Tang 2010). These are computed in float64, with
 * the mean of each channel taken off before anything is squared, and by the engines AUTO (which is the CPU then), CPU
 * and REFERENCE alone; CUDA, and NONE as the boundary of a recursive filter, are SWEEP_USAGE. A call allocates some
 * hundred bytes, and prepares the plan again where a constant or zero continues the image. */
typedef enum sweep_derived {
    SWEEP_DERIVED_NONE,
    SWEEP_DERIVED_UNSHARP,
    SWEEP_DERIVED_HIGH_PASS,
    SWEEP_DERIVED_DOG,
    SWEEP_DERIVED_LOG,
    SWEEP_DERIVED_GRADIENT,
    SWEEP_DERIVED_DEVIATION,
    SWEEP_DERIVED_NORMALIZE,
    SWEEP_DERIVED_BRADLEY,
    SWEEP_DERIVED_NIBLACK,
    SWEEP_DERIVED_SAUVOLA,
    SWEEP_DERIVED_GUIDED
} sweep_derived;

/* What is to be filtered, and how. sweep_request_init() sets every member; a filter reads those that name it, and
 * sweep_plan_get_notes() names the others that are set. What would make another result than was asked for is refused:
 * axes, and boundaries but CLAMP and NONE, of a table, which sums along both axes and ends at the edges of the image;
 * a derivative along an axis of which no passes run; and axes, sigma_y and boundary_y of a filter that follows the
 * picture. */
typedef struct sweep_request {
    size_t struct_size; /* set by sweep_request_init(): later versions may add members at the end */

    /* The image: pixels, pixels, 1 to 4 channels; U8, F32 or F64 (not on CUDA). Defaults: 0, 0, 1, F32. */
    int width, height, channels;
    sweep_sample input;
    /* U8 is decoded to [0, 1]: from sRGB to linear light (1), or as x / 255 (0, the default).
     * A table takes it as is. */
    int decode_srgb;

    sweep_filter filter; /* default: SWEEP_GAUSSIAN */
    /* gaussian: standard deviation in pixels; sigma_y down the columns, 0: as sigma. edge, to 1e5, and bilateral, to
     * 1000: sigma where nothing is an edge. Default: 5, 0 */
    double sigma, sigma_y;
    /* gaussian: 3, 4, 5, of the recursive filters, or 0, the default: as accuracy says; butterworth to elliptic:
     * 1 to 8, or 1 to 4 of the bands PASS and STOP, 0: 3 */
    int order;
    int derivative_x, derivative_y; /* gaussian: order of the derivative, 0, 1, 2 */
    int radius;    /* box: 2 radius + 1 pixels wide and high; under NONE it is cut off at the edges */
    double cutoff; /* butterworth to elliptic: edge of the band in cycles per pixel, below 0.5 */
    double ripple, attenuation; /* of each pass, in dB: chebyshev1, elliptic; chebyshev2, elliptic */
    int high_pass; /* butterworth to elliptic: 1: what lies above the cutoff passes, as band HIGH says too */
    double alpha;  /* exponential: y_i = alpha x_i + (1 - alpha) y_{i-1}, both ways */
    /* edge, bilateral: how large a difference of the guide is an edge, in its units: of edge that of neighbours, summed
     * over the channels. Above 0; default: 0.2 */
    double range;
    int iterations; /* edge: 1 to 10, each with passes down, up, right and left; default: 3 */
    /* edge: compresses the light of an HDR picture to so large a contrast, 1.1 to 1e6 (50 is usual), and keeps its
     * detail (Durand and Dorsey 2002): the logarithm of the luminance is smoothed by itself, and its range becomes
     * 1 / tone_map to 1. `range` is in decades of luminance then (0.4 is usual), and channels are grey, RGB, or either
     * with an alpha, which stays. In host memory a call takes memory for it. 0, the default: it does not. */
    double tone_map;
    int guide_channels; /* edge, bilateral: of a guide, 1 to 4; 0, the default: as many as the image has */
    /* Defaults of the next four are 0.05, 20, 10 and 1. */
    double contrast; /* diffusion: how large a difference from pixel to pixel is an edge, above 0 */
    double time;     /* diffusion: 0 to 1e8 square pixels; without edges, a Gaussian of sqrt(2 time) pixels */
    int steps;       /* diffusion: that make up the time, 1 to 1000 */
    double noise; /* diffusion: sigma of the Gaussian after which edges are looked for: 0, or 0.1 to 8192 */
    /* iir: y_i = g sum_k b_k x_{i-k} - sum_k d_k y_{i-k}. d_1.. of the passes down and right, and of those up and left
     * (NULL: the same); b_0.. (NULL: 1); g, NAN: a constant stays itself, and 1 where there is feedforward. Read by
     * sweep_plan_create() alone. */
    const double *causal, *anticausal, *feedforward, *anticausal_feedforward;
    size_t causal_count, anticausal_count, feedforward_count, anticausal_feedforward_count;
    double causal_gain, anticausal_gain;

    sweep_axes axes;           /* of recursive filters; default: SWEEP_AXES_BOTH */
    sweep_boundary boundary;   /* of the rows; default: SWEEP_BOUNDARY_CLAMP */
    sweep_boundary boundary_y; /* of the columns; default: SWEEP_BOUNDARY_AS_ROWS */
    double boundary_value[4];  /* of SWEEP_BOUNDARY_CONSTANT: one for all channels, or one each */
    int boundary_values;       /* how many: 1, the default, or `channels` */

    sweep_engine engine;
    const char* algorithm; /* a name of `sweep list algorithms`; NULL: what is fastest */

    sweep_missing missing; /* default: SWEEP_MISSING_SPREAD */

    /* gaussian, in place of order: the order is the least of 3, 5 and 7 whose filters by poles and zeros, along both
     * axes, are within this of the sampled Gaussian where inputs are within [0, 1]; down to 5.3e-6 at every sigma. of a
     * derivative relative to its largest output. 0, the default: 3e-4 where order is 0, too, and the algorithm takes
     * filters with zeros; other algorithms have order 3 then. */
    double accuracy;

    /* By any engine; DEVIATION to GUIDED of images in host memory. The filter runs twice for DOG, and for LOG and
     * GRADIENT along both axes. */
    sweep_derived derived;    /* default: SWEEP_DERIVED_NONE */
    double unsharp_amount;    /* 0 to 100; default: 1 */
    double unsharp_threshold; /* of decoded samples; default: 0 */
    double dog_ratio;         /* 1 or more; default: 1.6 */
    double log_gamma;         /* 0 to 4; default: 1 */

    sweep_band band; /* butterworth to elliptic; default: SWEEP_BAND_LOW */
    double
        cutoff_high; /* of SWEEP_BAND_PASS and SWEEP_BAND_STOP: the upper edge; `cutoff` is the lower one */

    /* box, in place of radius: pixels along a row, and down a column; 0: 2 radius + 1 wide, and as high as wide. Its
     * pixels are those from x - box_width / 2 - box_origin_x on, and so down the columns, as SciPy's origin. */
    int box_width, box_height;
    int box_origin_x, box_origin_y;

    double normalize_least; /* of decoded samples, 0 or more; default: 0.02 */
    double bradley_t;       /* -1 to 1; default: 0.15 */
    double niblack_k;       /* -100 to 100; default: 0.2 */
    double sauvola_k;       /* -100 to 100; default: 0.2 */
    double sauvola_r;  /* the largest deviation there is, above 0; default: 0.5, of samples from 0 to 1 */
    double guided_eps; /* a variance, above 0: well below it the result is a mean; default: 0.01 */

    /* 1: the image is a part of a larger one, for sweep_part_run() and its neighbours; default: 0. Of recursive
     * filters alone, along one of SWEEP_AXES_X and SWEEP_AXES_Y, along which the parts follow each other. boundary:
     * how the larger image continues. */
    int part;
} sweep_request;

typedef struct sweep_plan sweep_plan;

/* Sets every member to its default, and struct_size. Call it for each request, before its members are set. */
SWEEP_API sweep_status sweep_request_init(sweep_request* request);

/* Makes a plan: *plan is its handle, or NULL after an error. On CUDA it belongs to the current device. */
SWEEP_API sweep_status sweep_plan_create(const sweep_request* request, sweep_plan** plan);
SWEEP_API sweep_status sweep_plan_destroy(sweep_plan* plan); /* NULL is no error; SWEEP_USAGE while it runs */

/* Filters one image in host memory, and waits for the result. A pitch is the distance of two rows in bytes; 0: rows are
 * packed. The output has the samples that sweep_plan_get_info() tells. `out` may be `in` with the same pitch, where
 * the samples are of one size; otherwise the two must not overlap. Where all samples of F32 are below 2^-40 in
 * magnitude, a copy of them is multiplied by a power of two, so that even the smallest keep their digits. Beyond 1e37
 * they may overflow to NaN, and where a mean leaves little of them, as where they cancel, the rounding is that of
 * what was added up: F64 keeps both. */
SWEEP_API sweep_status sweep_run(sweep_plan* plan, const void* in, size_t in_pitch, void* out,
                                 size_t out_pitch);

/* The same in device memory, where samples as small as that may lose digits, for plans of the CUDA engine, on
 * `stream`, a cudaStream_t (NULL: the default stream), without waiting. Runs of a plan on several streams follow each
 * other. While a CUDA graph is captured, algorithms 8 and sat-1pass are refused. */
SWEEP_API sweep_status sweep_run_cuda(sweep_plan* plan, const void* in, size_t in_pitch, void* out,
                                      size_t out_pitch, void* stream);

/* The same by a guide, an image of as many pixels and of the same samples, with request.guide_channels: of plans of
 * EDGE, without tone_map, and BILATERAL. NULL: the image itself, as sweep_run() has it. A guide that overlaps `out` is
 * copied. */
SWEEP_API sweep_status sweep_run_guided(sweep_plan* plan, const void* in, size_t in_pitch, const void* guide,
                                        size_t guide_pitch, void* out, size_t out_pitch);
/* In device memory, as sweep_run_cuda() has it, of plans of EDGE; memory for carries, and for a guide that `out` takes
 * the place of, is taken and given back in the order of the stream. */
SWEEP_API sweep_status sweep_run_guided_cuda(sweep_plan* plan, const void* in, size_t in_pitch,
                                             const void* guide, size_t guide_pitch, void* out,
                                             size_t out_pitch, void* stream);

/* `count` images, in_step and out_step bytes apart, one after the other. On CUDA images of up to 2048^2 samples whose
 * height is a multiple of 32, packed and one behind the other, in another place than their results, are filtered in
 * one set of launches by algorithm 7, if the plan leaves the algorithm open or says 7: to the same accuracy, not to
 * the same bits as one by one. Its first run makes room for it. */
SWEEP_API sweep_status sweep_run_batch(sweep_plan* plan, size_t count, const void* in, size_t in_pitch,
                                       size_t in_step, void* out, size_t out_pitch, size_t out_step);
SWEEP_API sweep_status sweep_run_batch_cuda(sweep_plan* plan, size_t count, const void* in, size_t in_pitch,
                                            size_t in_step, void* out, size_t out_pitch, size_t out_step,
                                            void* stream);

/* What a plan is. `engine` is never SWEEP_ENGINE_AUTO, and `algorithm` lives as long as the plan; it is "" of filters
 * that follow the picture, which have one each. */
typedef struct sweep_plan_info {
    sweep_engine engine;
    const char* algorithm;
    sweep_sample output;
    size_t working_bytes; /* beside input and output */
} sweep_plan_info;
/* Says in *info what a plan is. */
SWEEP_API sweep_status sweep_plan_get_info(const sweep_plan* plan, sweep_plan_info* info);

/* What the plan's request says in vain: the members that differ from what sweep_request_init() sets and that its
 * filter does not read, in one line, as "sigma, order have no effect on box"; "" where there are none. It lives as
 * long as the plan. */
SWEEP_API sweep_status sweep_plan_get_notes(const sweep_plan* plan, const char** notes);

typedef struct sweep_exponential {
    double pole_re, pole_im, weight_re, weight_im;
} sweep_exponential;

/* The response of a recursive plan along SWEEP_AXES_X or SWEEP_AXES_Y to an impulse, away from it: at the distance
 * n > 0 sum_k weight_k pole_k^n, behind it, or with `before` in front of it (complex conjugates are both listed).
 * With these an image of which one has only parts is filtered exactly (docs/parts.md).
 * Writes the first `capacity` of them to `all`, and how many there are, at most 16, to *count. SWEEP_USAGE: the
 * filter is not recursive, or repeats a pole. */
SWEEP_API sweep_status sweep_plan_get_exponentials(const sweep_plan* plan, sweep_axes axis, int before,
                                                   size_t capacity, sweep_exponential* all, size_t* count);

/* Parts of a larger image, which need not be in one memory, nor on one machine. Along the axis of the request
 *
 *     sweep_part_perimeters(plan, in, 0, numbers[i]);         1. of each part i, in any order
 *     sweep_part_scan(plan, count, lengths, numbers);         2. of all parts of the same lines, once
 *     sweep_part_run(plan, in, 0, numbers[i], out, 0);        3. of each part
 *
 * gives what the filter makes of the larger image, exactly, for every boundary; both axes: one after the other. A
 * plan is of one shape: parts of another length have another plan. For 1 and 2 the samples of a part count to which
 * the filter reaches from its ends; no other is read. docs/parts.md has the equations. */

/* How many doubles the perimeters and the states of a part are: rows of one number for each line, a line being a row
 * of pixels along x, or a column, of each channel. */
SWEEP_API sweep_status sweep_part_get_size(const sweep_plan* plan, size_t* doubles);
/* Writes what all that is outside of a part has to know of it. */
SWEEP_API sweep_status sweep_part_perimeters(sweep_plan* plan, const void* in, size_t in_pitch,
                                             double* perimeters);
/* Makes of the perimeters of all parts, in their order, the states that enter each. lengths: of each part, in pixels
 * along the axis. `plan` is that of any of them. */
SWEEP_API sweep_status sweep_part_scan(const sweep_plan* plan, size_t count, const int* lengths,
                                       double* const* numbers);
/* Filters a part from the states that enter it, in host memory, otherwise as sweep_run(). */
SWEEP_API sweep_status sweep_part_run(sweep_plan* plan, const void* in, size_t in_pitch, const double* states,
                                      void* out, size_t out_pitch);

/* The same of parts of float32 in the memory of the current CUDA GPU, on a stream of the caller, for which nobody
 * waits. `plan` says what the filter and its axis are: it is of a part of any shape, on any engine. A part is filtered
 * by another plan, without `part` and under SWEEP_BOUNDARY_CLAMP at the ends where parts meet; what enters is added to
 * its result. */
SWEEP_API sweep_status sweep_part_perimeters_cuda(sweep_plan* plan, int width, int height, const void* in,
                                                  size_t in_pitch, double* perimeters, void* stream);
/* Makes the states that enter one part, number `part`, of the perimeters of all, at most 64. These may be in the
 * memory of other GPUs that this one reads. lines: of each part, of every channel. */
SWEEP_API sweep_status sweep_part_scan_cuda(sweep_plan* plan, size_t lines, size_t count, const int* lengths,
                                            const double* const* perimeters, size_t part, double* states,
                                            void* stream);
SWEEP_API sweep_status sweep_part_enter_cuda(sweep_plan* plan, int width, int height, const double* states,
                                             void* image, size_t pitch, void* stream);

/* Tridiagonal systems, many at a time, which are no filter of an image, and have no plan: row i of each is
 * lower_i x_(i-1) + diagonal_i x_i + upper_i x_(i+1) = rhs_i, where lower_0 and the last of upper are not used. Number
 * i of system (b, a) of an array is at data[b * before + i * along + a * after]; steps are in samples, and 0 where all
 * have the same. */
typedef struct sweep_numbers {
    const void* data;
    ptrdiff_t before, along, after;
} sweep_numbers;
typedef struct sweep_tridiagonal {
    size_t before, length, after; /* before x after systems of `length` rows each */
    sweep_sample sample;          /* SWEEP_F32 or SWEEP_F64, of all arrays and of the arithmetic */
    sweep_numbers lower, diagonal, upper, rhs;
} sweep_tridiagonal;
/* Solves them on all cores, into `out`, packed: [before][length][after]; it may be rhs where that is packed, too.
 * Each row must be diagonally dominant, |diagonal_i| >= |lower_i| + |upper_i|, but for rounding: then no rows have to
 * be exchanged. SWEEP_USAGE names the first row that is not, or whose system has no solution; the samples of `out`
 * are undefined then. */
SWEEP_API sweep_status sweep_solve_tridiagonal(const sweep_tridiagonal* systems, void* out);
/* The same in memory of the current CUDA device, on `stream`, a cudaStream_t or NULL, in whose order memory is taken
 * and given back. The call waits for the solution, to say whether there is one; which row is none it does not say. */
SWEEP_API sweep_status sweep_solve_tridiagonal_cuda(const sweep_tridiagonal* systems, void* out,
                                                    void* stream);

/* What went wrong in the newest call of this thread that did not return SWEEP_OK: one line, what and what to do. */
SWEEP_API const char* sweep_last_error(void);
/* The version of the library, as "1.0.0": SWEEP_VERSION_MAJOR, MINOR and PATCH are those of the header. */
SWEEP_API const char* sweep_version(void);

#ifdef __cplusplus
}
#endif
#endif
