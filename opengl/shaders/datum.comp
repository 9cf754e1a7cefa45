// Before step 7.1: the sample of least magnitude at the points of a lattice (core/problem/datum.h), a channel each.
//
// Grid: 32 work groups of 256 threads, each with every 32nd 256 points; the one that is done last takes the least of the 32.
// NaN does not count.
layout(local_size_x = 256) in;
shared float least_of[C * 256];
shared bool is_last;

void main() {
    int lane = int(gl_LocalInvocationID.x), part = group().x, points = lattice.x * lattice.y;
    float infinity = uintBitsToFloat(0x7f800000u), own[C];
    for (int k = 0; k < C; ++k) own[k] = infinity;
    for (int i = part * 256 + lane; i < points; i += 32 * 256) {
        int y = min(i / lattice.x * lattice.w, size.y - 1), x = min(i % lattice.x * lattice.z, size.x - 1);
        for (int k = 0; k < C; ++k) {
            float here = sample_at(y, x, k);
            if (abs(here) < abs(own[k])) own[k] = here;
        }
    }
    for (int k = 0; k < C; ++k) least_of[k * 256 + lane] = own[k];
    for (int half_of = 128; half_of > 0; half_of >>= 1) {
        barrier();
        if (lane < half_of)
            for (int k = 0; k < C; ++k) {
                float other = least_of[k * 256 + lane + half_of];
                if (abs(other) < abs(least_of[k * 256 + lane])) least_of[k * 256 + lane] = other;
            }
    }
    barrier();
    if (lane < C) least_of_group[lane * 32 + part] = least_of[lane * 256];
    memoryBarrierBuffer();
    barrier();
    if (lane == 0) is_last = atomicAdd(groups_done, 1u) == 31u;
    barrier();
    if (is_last) {
        memoryBarrierBuffer();
        if (lane == 0) groups_done = 0u;
        // One load a thread: a thread alone would wait for each of them.
        if (lane < C * 32) least_of[lane] = least_of_group[lane];
        barrier();
        if (lane < C) {
            float c = result.w != 0.0 ? least[lane] : infinity;
            for (int i = 0; i < 32; ++i) {
                float other = least_of[lane * 32 + i];
                if (abs(other) < abs(c)) c = other;
            }
            datum[lane] = abs(c) <= 1e30 ? c : 0.0;
        }
    }
}
