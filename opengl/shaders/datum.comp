// Before step 7.1: the sample of least magnitude at the points of a lattice (core/problem/datum.h), a channel each.
//
// Grid: `lines.w` work groups of 1024 threads, each with every so-manieth 1024 points. A sample is a key, and the least sample
// has the greatest key, so that atomic maxima are all that threads and groups exchange; the group that is done last tells the
// datum, and clears what the next run starts from. NaN counts as more than all others.
layout(local_size_x = 1024) in;
shared uint greatest_of[C];
shared bool is_last;

// The reverse of the order of magnitudes, with the sign last.
uint key_of(float x) {
    uint b = floatBitsToUint(x);
    return ~(b << 1 | b >> 31);
}
float number_of(uint key) {
    uint b = ~key;
    return uintBitsToFloat(b >> 1 | b << 31);
}

void put_datum(int k, uint key) {
    float c = number_of(key);
    if (result.w != 0.0 && !(abs(c) < abs(least[k]))) c = least[k];
    datum[k] = abs(c) <= 1e30 ? c : 0.0;
}

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
        if (lane < C) put_datum(lane, greatest_of[lane]);
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
        if (lane < C) put_datum(lane, atomicExchange(greatest_of_all[lane], 0u));
    }
}
