// How a datum is chosen (core/problem/datum.h): a sample is a key, and the least sample has the greatest key, so that an atomic
// maximum finds it. NaN counts as more than all others.

// The reverse of the order of magnitudes, with the sign last.
uint key_of(float x) {
    uint b = floatBitsToUint(x);
    return ~(b << 1 | b >> 31);
}

// The datum of channel k from the greatest key, beside the constant outside.
float datum_of(uint key, int k) {
    uint b = ~key;
    float c = uintBitsToFloat(b >> 1 | b << 31);
    if (result.w != 0.0 && !(abs(c) < abs(least[k]))) c = least[k];
    return abs(c) <= 1e30 ? c : 0.0;
}
