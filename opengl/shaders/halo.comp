// Algorithm `halo`: tiles are convolved with the taps of a response that is short (core/families/halo.h).
//
//     W(y, x) = sum_k a_k X(y + k - A, x)        the columns of a tile, and of the B columns on each side
//     V(y, x) = sum_k b_k W(y, x + k - B)        A and B are multiples of four, at most 32
//
// Grid: a work group a tile of 128 - 2 B columns and H rows. A thread has H outputs of a column and then H of a row, of all
// channels, in registers: a window of the samples that count for them moves on by eight at a time, so that one program serves
// taps of every length. W turns over in shared memory.
//
// All is relative to a datum of the tile, so that a constant image stays as it is to the last bit.
#if C == 1
#define V float
#define OF_CHANNELS(v) v.x
#elif C == 2
#define V vec2
#define OF_CHANNELS(v) v.xy
#elif C == 3
#define V vec3
#define OF_CHANNELS(v) v.xyz
#else
#define V vec4
#define OF_CHANNELS(v) v
#endif
#if C == 1
#define CHANNEL(v, k) v
#else
#define CHANNEL(v, k) v[k]
#endif
// Whole pixels of floats are read and written as such.
#define FOUR_IN (C == 4 && !TEXTURE && !BYTES)
#define FOUR_OUT (C == 4 && TARGET == 0)

const int THREADS = 128, H = C <= 2 ? 16 : 8, PITCH = H + 1, MOST_REACH = 32, MOST_FOURS = MOST_REACH / 2 + 1;
layout(local_size_x = THREADS) in;
layout(std140, binding = taps_binding) uniform Halo {
    ivec4 halo;  // A, B, and what is beyond the ends of columns and of rows
    vec4 taps[2 * MOST_FOURS];  // a_0 .. a_2A and b_0 .. b_2B, four a vector
};
const int CONSTANT = 1, REPEAT = 2, MIRROR = 3;  // otherwise the line's own end
#if FOUR_IN
layout(std430, binding = in_fours_binding) restrict readonly buffer InFours { vec4 in_fours[]; };
#endif
#if FOUR_OUT
layout(std430, binding = OUT) restrict writeonly buffer OutFours { vec4 out_fours[]; };
#endif
shared V tile[THREADS * PITCH];
shared uint greatest_of[C];
shared int places[H + 2 * MOST_REACH];  // the rows of the picture from which those of the tile come; -1: a constant stands there

// Written out, with constant indices, so that all of these are registers.
V sum[H], window[H + 8];
#define EACH_8(F, i) F(i) F(i + 1) F(i + 2) F(i + 3) F(i + 4) F(i + 5) F(i + 6) F(i + 7)
#if C <= 2
#define EACH_OUTPUT(F) EACH_8(F, 0) EACH_8(F, 8)
#else
#define EACH_OUTPUT(F) EACH_8(F, 0)
#endif
#define ADD(i) sum[i] = fma(weight, window[i + tap], sum[i]);
#define TAP(number, number_of_taps) { const int tap = number; V weight = V(number_of_taps); EACH_OUTPUT(ADD) }
#define CLEAR(i) sum[i] = V(0.0);
#define MOVE_ON(i) window[i] = window[i + 8];

// Eight taps, after which the window moves on.
void add_taps(int four) {
    vec4 w = taps[four];
    TAP(0, w.x) TAP(1, w.y) TAP(2, w.z) TAP(3, w.w)
    w = taps[four + 1];
    TAP(4, w.x) TAP(5, w.y) TAP(6, w.z) TAP(7, w.w)
    EACH_OUTPUT(MOVE_ON)
}
void add_last_tap(int four) { TAP(0, taps[four].x) }

V pixel_of(int y, int x) {
#if FOUR_IN
    return in_fours[y * size.x + x];
#elif TEXTURE
    return OF_CHANNELS(pixel_at(y, x));
#else
    V v;
    for (int k = 0; k < C; ++k) CHANNEL(v, k) = sample_at(y, x, k);
    return v;
#endif
}
void put_whole(int y, int x, V v) {
#if FOUR_OUT
    out_fours[y * size.x + x] = v;
#elif PUTS_PIXELS
    vec4 p = vec4(0.0);
    for (int k = 0; k < C; ++k) p[k] = CHANNEL(v, k);
    put_pixel(y, x, p);
#else
    for (int k = 0; k < C; ++k) put_result(y, x, k, CHANNEL(v, k));
#endif
}

// Where sample i of a line of n is, or -1.
int place_of(int i, int n, int kind) {
    if (i >= 0 && i < n) return i;
    if (kind == CONSTANT) return -1;
    if (kind != REPEAT && kind != MIRROR) return clamp(i, 0, n - 1);
    int period = kind == REPEAT ? n : 2 * n;
    while (i < 0) i += period;
    while (i >= period) i -= period;
    return i < n ? i : period - 1 - i;
}

// The sample of least magnitude of those that the threads see, a row further down each.
V datum_of_tile(int t, int x0, int y0) {
    if (t < C) greatest_of[t] = 0u;
    barrier();
    V own = pixel_of(min(y0 + t % H, size.y - 1), clamp(x0 - halo.y + t, 0, size.x - 1)), all;
    for (int k = 0; k < C; ++k) atomicMax(greatest_of[k], key_of(CHANNEL(own, k)));
    barrier();
    for (int k = 0; k < C; ++k) {
        float c = of_key(greatest_of[k]);
        if (result.w != 0.0 && !(abs(c) < abs(least[k]))) c = least[k];
        CHANNEL(all, k) = within_datums(c);
    }
    return all;
}

void main() {
    int t = int(gl_LocalInvocationID.x), A = halo.x, B = halo.y, columns = THREADS - 2 * B, x0 = group().x * columns,
        y0 = group().y * H, first = 0, column = place_of(x0 - B + t, size.x, halo.w), x = max(column, 0);
    bool always = size.x > 0, ends_in_constants = halo.z == CONSTANT;
    if (t < H + 2 * A) places[t] = place_of(y0 - A + t, size.y, halo.z);
    V c = datum_of_tile(t, x0, y0), beyond = OF_CHANNELS(outside_columns) - c;
    // The loads are in branches that all take, because a compiler moves each of them to where it is used otherwise, and then they
    // wait one after the other.
#define LOAD(i) window[i] = pixel_of(max(places[first + i], 0), x);
#define TAKE_OFF(i) window[i] -= c;
#define FILL(i) if (places[first + i] < 0) window[i] = beyond;
    if (always) { EACH_OUTPUT(LOAD) }
    EACH_OUTPUT(TAKE_OFF)
    if (ends_in_constants) { EACH_OUTPUT(FILL) }
    EACH_OUTPUT(CLEAR)
    for (int four = 0; four < A / 2; four += 2) {
        if (always) { EACH_8(LOAD, H) }
        EACH_8(TAKE_OFF, H)
        if (ends_in_constants) { EACH_8(FILL, H) }
        add_taps(four);
        first += 8;
    }
    add_last_tap(A / 2);
    if (column < 0) {
        V w = (OF_CHANNELS(outside_rows) - c) * result.z;
#define PUT(i) sum[i] = w;
        EACH_OUTPUT(PUT)
#undef PUT
    }
#define PUT(i) tile[t * PITCH + i] = sum[i];
    EACH_OUTPUT(PUT)
#undef PUT
    barrier();

    int y = t % H, at = t / H * H;
    // What is read behind the tile is of no use.
#define TURN(i) window[i] = tile[min(at + i, THREADS - 1) * PITCH + y];
    int begin = at;
    EACH_OUTPUT(TURN)
    EACH_OUTPUT(CLEAR)
    for (int four = 0; four < B / 2; four += 2) {
        EACH_8(TURN, H)
        add_taps(MOST_FOURS + four);
        at += 8;
    }
    add_last_tap(MOST_FOURS + B / 2);
    c *= result.y;
    barrier();
#define PUT(i) tile[(begin + i) * PITCH + y] = sum[i] + c;
    EACH_OUTPUT(PUT)
#undef PUT
    barrier();
    x = x0 + t;
    if (t < columns && x < size.x)
        for (int i = 0; i < min(H, size.y - y0); ++i) put_whole(y0 + i, x, tile[t * PITCH + i]);
}
