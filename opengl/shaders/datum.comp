// Before step 7.1: the sample of least magnitude at the points of a lattice (core/problem/datum.h), a channel each.
//
// Grid: `lines.w` work groups of 1024 threads, each with every so-manieth 1024 points. Atomic maxima of keys are all that threads
// and groups exchange; the group that is done last tells the datum, and clears what the next run starts from.
layout(local_size_x = 1024) in;
shared uint greatest_of[C];
shared bool is_last;

void main() {
    int lane = int(gl_LocalInvocationID.x), points = lattice.x * lattice.y, parts = lines.w;
    uint own[C];
    for (int k = 0; k < C; ++k) own[k] = 0u;
    if (lane < C) greatest_of[lane] = 0u;
    barrier();
    for (int i = group().x * 1024 + lane; i < points; i += parts * 1024) {
        int y = min(i / lattice.x * lattice.w, size.y - 1), x = min(i % lattice.x * lattice.z, size.x - 1);
        for (int k = 0; k < C; ++k) own[k] = max(own[k], key_of(sample_at(y, x, k)));
    }
    for (int k = 0; k < C; ++k) atomicMax(greatest_of[k], own[k]);
    barrier();
    if (parts == 1) {
        if (lane < C) datum[lane] = datum_of(greatest_of[lane], lane);
        return;
    }
    if (lane < C) atomicMax(greatest_of_all[lane], greatest_of[lane]);
    memoryBarrierBuffer();
    barrier();
    if (lane == 0) is_last = atomicAdd(groups_done, 1u) == uint(parts - 1);
    barrier();
    if (is_last) {
        memoryBarrierBuffer();
        if (lane == 0) groups_done = 0u;
        if (lane < C) datum[lane] = datum_of(atomicExchange(greatest_of_all[lane], 0u), lane);
    }
}
