/* Blurs an image in chunks of which only one is in memory at a time, but for its states, and compares with the filter
 * of the whole image: `image` stands for a file, or for the memories of several machines. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sweep.h>

enum { WIDTH = 300, HEIGHT = 200, CHUNKS_X = 3, CHUNKS_Y = 4 };

static float image[HEIGHT][WIDTH], whole[HEIGHT][WIDTH];
static const int widths[CHUNKS_X] = {128, 128, 44}, heights[CHUNKS_Y] = {64, 64, 64, 8};

static void require(sweep_status status) {
    if (status == SWEEP_OK) return;
    fprintf(stderr, "chunks: %s\n", sweep_last_error());
    exit(1);
}

static sweep_request request_of(int width, int height, sweep_axes axes) {
    sweep_request request;
    require(sweep_request_init(&request));
    request.width = width;
    request.height = height;
    request.axes = axes;
    request.sigma = 70; /* which reaches over many chunks */
    request.boundary = SWEEP_BOUNDARY_MIRROR;
    request.engine = SWEEP_ENGINE_CPU;
    return request;
}

static sweep_plan* plan_of_chunk(int width, int height, sweep_axes axis) {
    sweep_request request = request_of(width, height, axis);
    sweep_plan* plan = NULL;
    request.part = 1;
    require(sweep_plan_create(&request, &plan));
    return plan;
}

/* Filters a row of `count` chunks along x, or a column of them along y, in place; lengths: of each along the axis,
 * `across`: the other side of all. */
static void filter_chunks(float* first, sweep_axes axis, int count, const int* lengths, int across) {
    sweep_plan* plans[CHUNKS_X > CHUNKS_Y ? CHUNKS_X : CHUNKS_Y];
    double* numbers[CHUNKS_X > CHUNKS_Y ? CHUNKS_X : CHUNKS_Y];
    const size_t step = axis == SWEEP_AXES_X ? 1 : WIDTH, pitch = WIDTH * sizeof(float);
    float* chunk = first;
    int i;
    for (i = 0; i < count; chunk += step * (size_t)lengths[i++]) {
        size_t doubles = 0;
        plans[i] = axis == SWEEP_AXES_X ? plan_of_chunk(lengths[i], across, axis)
                                        : plan_of_chunk(across, lengths[i], axis);
        require(sweep_part_get_size(plans[i], &doubles));
        numbers[i] = malloc(doubles * sizeof(double));
        if (!numbers[i]) exit(1);
        require(sweep_part_perimeters(plans[i], chunk, pitch, numbers[i]));
    }
    require(sweep_part_scan(plans[0], (size_t)count, lengths, numbers));
    for (i = 0, chunk = first; i < count; chunk += step * (size_t)lengths[i++]) {
        require(sweep_part_run(plans[i], chunk, pitch, numbers[i], chunk, pitch));
        free(numbers[i]);
        sweep_plan_destroy(plans[i]);
    }
}

int main(void) {
    const sweep_request request = request_of(WIDTH, HEIGHT, SWEEP_AXES_BOTH);
    sweep_plan* plan = NULL;
    double worst = 0, largest = 0;
    int x, y, i;
    for (y = 0; y < HEIGHT; ++y)
        for (x = 0; x < WIDTH; ++x) image[y][x] = (float)((x * 7919 + y * 104729) % 1000) / 1000;
    require(sweep_plan_create(&request, &plan));
    require(sweep_run(plan, image, 0, whole, 0));
    sweep_plan_destroy(plan);

    for (i = 0, x = 0; i < CHUNKS_X; x += widths[i++])
        filter_chunks(&image[0][x], SWEEP_AXES_Y, CHUNKS_Y, heights, widths[i]);
    for (i = 0, y = 0; i < CHUNKS_Y; y += heights[i++])
        filter_chunks(&image[y][0], SWEEP_AXES_X, CHUNKS_X, widths, heights[i]);

    for (y = 0; y < HEIGHT; ++y)
        for (x = 0; x < WIDTH; ++x) {
            worst = fmax(worst, fabs(image[y][x] - whole[y][x]));
            largest = fmax(largest, fabs(whole[y][x]));
        }
    printf("chunks: within %.1e of the filter of the whole image\n", worst / largest);
    return worst <= 1e-6 * largest ? 0 : 1;
}
