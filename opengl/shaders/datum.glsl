// How a datum is chosen (core/problem/datum.h): a sample is a key, and the least sample has the greatest key, so that an atomic
// maximum finds it. NaN counts as more than all others.

// The reverse of the order of magnitudes, with the sign last.
uint key_of(float x) {
    uint b = floatBitsToUint(x);
    return ~(b << 1 | b >> 31);
}
float of_key(uint key) {
    uint b = ~key;
    return uintBitsToFloat(b >> 1 | b << 31);
}
float within_datums(float c) { return abs(c) <= 1e30 ? c : 0.0; }
