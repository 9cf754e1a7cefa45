/* Blurs a point of light, and checks that what comes out is a Gaussian. */
#include <math.h>
#include <stdio.h>
#include <sweep.h>

static float in[101][101], out[101][101];

int main(void) {
    sweep_request request;
    sweep_plan* plan = NULL;
    double sum = 0, variance = 0;
    int x, y;
    sweep_request_init(&request);
    request.width = request.height = 101;
    request.sigma = 6;
    request.engine = SWEEP_ENGINE_CPU;
    in[50][50] = 1;
    if (sweep_plan_create(&request, &plan) != SWEEP_OK || sweep_run(plan, in, 0, out, 0) != SWEEP_OK) {
        fprintf(stderr, "blur: %s\n", sweep_last_error());
        return 1;
    }
    for (y = 0; y < 101; ++y)
        for (x = 0; x < 101; ++x) {
            sum += out[y][x];
            variance += out[y][x] * (x - 50) * (x - 50);
        }
    printf("sum %.4f, sigma %.3f, sweep %s\n", sum, sqrt(variance), sweep_version());
    sweep_plan_destroy(plan);
    return fabs(sum - 1) < 1e-3 && fabs(sqrt(variance) - 6) < 0.01 ? 0 : 1;
}
