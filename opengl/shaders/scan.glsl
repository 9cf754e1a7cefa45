// The scan of a line of blocks: turns the perimeters that lie in `carries` into the states that enter the blocks.
//
//     P' = A_F^b P + Pbar,     E' = A_R^b E + G P + Ebar          [N11] (24), (34); [N16] (24), (25)
//
// LANES lines side by side, and S threads a line: each scans a segment of L blocks from zero, learns what the segments
// before it leave, and scans it again from there. P_first and E_last are those of core/blocks/extension.h. Nothing waits for
// another work group. CARRIES is the buffer; `scan` has the numbers of this axis; HELD is how many blocks a thread loads at
// once, one to eight. With ONCE these are all of its blocks, which it reads once, holds in registers and writes once.
const int RR = R * R;
const int F_BLOCK = 0, F_LAST = F_BLOCK + RR, R_BLOCK = F_LAST + RR, R_LAST = R_BLOCK + RR, G_BLOCK = R_LAST + RR,
          G_LAST = G_BLOCK + RR, F_SEGMENT = G_LAST + RR, R_SEGMENT = F_SEGMENT + RR, OF_P = R_SEGMENT + RR,
          OF_ZEROS = OF_P + RR, FROM_TAIL = OF_ZEROS + RR, FROM_HEAD = FROM_TAIL + RR, WRAP = FROM_HEAD + RR,
          FIRST = WRAP + RR, LAST = FIRST + R, OF_FIRST = LAST + R, OF_LAST = OF_FIRST + R, ONES_P = OF_LAST + R,
          ONES_E = ONES_P + R, SCAN = 2 + (ONES_E + R + 3) / 4;
layout(std140, binding = scan_binding) uniform Scan {
    // kept of F and R over a block, and over the last; over a segment; then the matrices by rows and the vectors, packed.
    vec4 scan[SCAN];
};

#ifndef SHARED
const int SHARED = S * R * LANES;
#endif
shared float segment_ends[SHARED], leaving[R * LANES];

struct Line {
    int lane, segment;            // of this thread
    int begin, end, count, last;  // its blocks; all blocks; the segment that has the last one
    int at, block_pitch;          // number 0 of block 0; numbers are T apart
    int order;                    // ScanOrder
    int datum_0, datum_pitch;     // where its datums are among `rows`
    float ones;                   // what a datum of 1 is along the line
};

// Constant indices, so that a number is an operand where it lies.
float number(const int matrix, const int i) { return scan[2 + (matrix + i) / 4][(matrix + i) % 4]; }
void add_product(const int matrix, float x[R], inout float y[R]) {
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < R; ++j) y[i] = fma(number(matrix, i * R + j), x[j], y[i]);
}
// s = (kept I + rest) s + local
void advance_over(float kept, const int rest, inout float s[R], float local[R]) {
    add_product(rest, s, local);
    for (int k = 0; k < R; ++k) s[k] = fma(kept, s[k], local[k]);
}
// Over a block, and over the last of the line, which may be shorter.
void over_block_F(inout float s[R], float local[R]) { advance_over(scan[0].x, F_BLOCK, s, local); }
void over_last_F(inout float s[R], float local[R]) { advance_over(scan[0].z, F_LAST, s, local); }
void over_block_R(inout float s[R], float P[R], float local[R]) {
    add_product(G_BLOCK, P, local);
    advance_over(scan[0].y, R_BLOCK, s, local);
}
void over_last_R(inout float s[R], float P[R], float local[R]) {
    add_product(G_LAST, P, local);
    advance_over(scan[0].w, R_LAST, s, local);
}
// States that go from a block to the next change its datum: what they are in an image of ones, so often as the datums differ,
// joins P (from 0) or E (from R) of block b. At the line's ends no datum changes, unless the other end continues it.
float datum_of(Line l, int b) {
    b = b < 0 ? (l.order == 1 ? l.count - 1 : 0) : b < l.count ? b : l.order == 1 ? 0 : l.count - 1;
    return rows[l.datum_0 + b * l.datum_pitch];
}
float step_of_datum(Line l, int b, const int from) { return datum_of(l, b) - datum_of(l, from == 0 ? b + 1 : b - 1); }
#if CHANGES_DATUMS
void change_datum(float by, const int from, inout float s[R]) {
    for (int k = 0; k < R; ++k) s[k] = fma(number(from == 0 ? ONES_P : ONES_E, k), by, s[k]);
}
#endif
int place(Line l, int m, int number) { return l.at + m * l.block_pitch + number * T; }
void get(Line l, int m, int from, out float s[R]) {
    for (int k = 0; k < R; ++k) s[k] = CARRIES[place(l, m, from + k)];
}
void put(Line l, int m, int from, float s[R]) {
    for (int k = 0; k < R; ++k) CARRIES[place(l, m, from + k)] = s[k];
}
// The same of HELD blocks at once, from m on or, with `step` -1, before it, so that their loads wait together; those beyond
// the segment are its last one again.
#if HELD == 1
#define EACH_HELD(F) F(0)
#define EACH_HELD_BACK(F) F(0)
#elif HELD == 2
#define EACH_HELD(F) F(0) F(1)
#define EACH_HELD_BACK(F) F(1) F(0)
#elif HELD == 4
#define EACH_HELD(F) F(0) F(1) F(2) F(3)
#define EACH_HELD_BACK(F) F(3) F(2) F(1) F(0)
#else
#define EACH_HELD(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)
#define EACH_HELD_BACK(F) F(7) F(6) F(5) F(4) F(3) F(2) F(1) F(0)
#endif
#if ONCE
// The perimeters of this thread's blocks, and then the states that enter them.
float held_P[HELD][R], held_E[HELD][R];
// In a branch that all take, `always`, so that loads wait together (filter.comp).
void get_all(Line l, bool always) {
#define GET(i) get(l, min(l.begin + i, l.count - 1), 0, held_P[i]); get(l, min(l.begin + i, l.count - 1), R, held_E[i]);
#define GET_DATUM(i) c[i + 1] = datum_of(l, l.begin + i);
#define CHANGE(i) change_datum((c[i + 1] - c[i + 2]) * l.ones, 0, held_P[i]); change_datum((c[i + 1] - c[i]) * l.ones, R, held_E[i]);
#if CHANGES_DATUMS
    float c[HELD + 2];
    if (always) {
        EACH_HELD(GET)
        c[0] = datum_of(l, l.begin - 1), c[HELD + 1] = datum_of(l, l.begin + HELD);
        EACH_HELD(GET_DATUM)
    }
    if (ends.z > 0) { EACH_HELD(CHANGE) }
#else
    if (always) { EACH_HELD(GET) }
#endif
#undef GET
#undef GET_DATUM
#undef CHANGE
}
#else
// `raw`: these are perimeters, and not states that were found here.
void get_held(Line l, int m, const int step, const int from, const bool raw, out float s[HELD][R]) {
#define GET(i) get(l, clamp(m + step * i, l.begin, l.end - 1), from, s[i]);
    EACH_HELD(GET)
#undef GET
#if CHANGES_DATUMS
#define CHANGE(i) change_datum(step_of_datum(l, clamp(m + step * i, l.begin, l.end - 1), from) * l.ones, from, s[i]);
    if (raw && ends.z > 0) { EACH_HELD(CHANGE) }
#undef CHANGE
#endif
}
#endif
void show_end(Line l, float s[R]) {
    barrier();  // nobody reads the ends of before any more
    for (int k = 0; k < R; ++k) segment_ends[(l.segment * R + k) * LANES + l.lane] = s[k];
    barrier();
}
void end_of(Line l, int segment, out float s[R]) {
    for (int k = 0; k < R; ++k) s[k] = segment_ends[(segment * R + k) * LANES + l.lane];
}
// The state that leaves the line, which the last segment finds, for all.
void share(Line l, inout float s[R]) {
    barrier();
    if (l.segment == l.last)
        for (int k = 0; k < R; ++k) leaving[k * LANES + l.lane] = s[k];
    barrier();
    for (int k = 0; k < R; ++k) s[k] = leaving[k * LANES + l.lane];
}

// From `first`: each block's P. Gives the one that leaves the line.
void scan_prologues(Line l, float first[R], out float P[R]) {
    float local[R];
    for (int k = 0; k < R; ++k) P[k] = l.segment == 0 ? first[k] : 0.0;
    // What the last segment finds here is of no use to others.
#if ONCE
#define STEP(i) if (l.begin + i < l.end) over_block_F(P, held_P[i]);
    EACH_HELD(STEP)
#undef STEP
#else
    float held[HELD][R];
    for (int m = l.begin; m < l.end; m += HELD) {
        get_held(l, m, 1, 0, true, held);
#define STEP(i) if (i == 0 || m + i < l.end) over_block_F(P, held[i]);
        EACH_HELD(STEP)
#undef STEP
    }
#endif
    show_end(l, P);
    if (l.segment == 0) {
        P = first;
    } else {
        end_of(l, 0, P);
        for (int q = 1; q < min(l.segment, l.last); ++q) {
            end_of(l, q, local);
            advance_over(scan[1].x, F_SEGMENT, P, local);
        }
    }
#if ONCE
#define STEP(i) if (l.begin + i < l.end) { \
    local = held_P[i]; \
    held_P[i] = P; \
    if (l.begin + i < l.count - 1) over_block_F(P, local); \
}
    EACH_HELD(STEP)
#undef STEP
#else
    for (int m = l.begin; m < l.end; m += HELD) {
        get_held(l, m, 1, 0, true, held);
#define STEP(i) if (i == 0 || m + i < l.end) { \
    put(l, m + i, 0, P); \
    local = held[i]; \
    if (m + i < l.count - 1) over_block_F(P, local); \
}
        EACH_HELD(STEP)
#undef STEP
    }
#endif
    if (l.segment == l.last) over_last_F(P, local);
    share(l, P);
}

// What `change` of the state that enters the line adds to each P, and to the one that leaves.
void add_change(Line l, float change[R], inout float P[R]) {
    float none[R];
    for (int k = 0; k < R; ++k) none[k] = 0.0;
    for (int q = 0; q < min(l.segment, l.last); ++q) advance_over(scan[1].x, F_SEGMENT, change, none);
#if ONCE
#define STEP(i) if (l.begin + i < l.end) { \
    for (int k = 0; k < R; ++k) held_P[i][k] += change[k]; \
    if (l.begin + i < l.count - 1) over_block_F(change, none); \
}
    EACH_HELD(STEP)
#undef STEP
#else
    float s[R];
    for (int m = l.begin; m < l.end; ++m) {
        get(l, m, 0, s);
        for (int k = 0; k < R; ++k) s[k] += change[k];
        put(l, m, 0, s);
        if (m < l.count - 1) over_block_F(change, none);
    }
#endif
    if (l.segment == l.last) over_last_F(change, none);
    for (int k = 0; k < R; ++k) P[k] += change[k];
    share(l, P);
}

// From `last`, behind the line: with `keep` each block's E. Otherwise gives what leaves the line's front.
void scan_epilogues(Line l, float last[R], bool keep, out float E[R]) {
    float local[R], P[R], before_last[R];
    int from = min(l.end, l.count - 1) - 1;  // the line's last block is another
    for (int k = 0; k < R; ++k) E[k] = 0.0;
    if (l.segment == l.last) {
#if ONCE
#define STEP(i) if (l.begin + i == l.count - 1) P = held_P[i], local = held_E[i];
        EACH_HELD(STEP)
#undef STEP
#else
        get(l, l.count - 1, 0, P);
        get(l, l.count - 1, R, local);
#if CHANGES_DATUMS
        change_datum(step_of_datum(l, l.count - 1, R) * l.ones, R, local);
#endif
#endif
        E = last;
        over_last_R(E, P, local);
    }
    before_last = E;
#if ONCE
#define STEP(i) if (l.begin + i <= from) over_block_R(E, held_P[i], held_E[i]);
    EACH_HELD_BACK(STEP)
#undef STEP
#else
    float held_P[HELD][R], held[HELD][R];
    for (int m = from; m >= l.begin; m -= HELD) {
        get_held(l, m, -1, 0, false, held_P);
        get_held(l, m, -1, R, true, held);
#define STEP(i) if (i == 0 || m - i >= l.begin) over_block_R(E, held_P[i], held[i]);
        EACH_HELD(STEP)
#undef STEP
    }
#endif
    show_end(l, E);
    int until = keep ? l.segment + 1 : 0;
    if (keep && l.segment >= l.last) {
        E = before_last;
    } else {
        end_of(l, l.last, E);
        for (int q = l.last - 1; q >= until; --q) {
            end_of(l, q, local);
            advance_over(scan[1].y, R_SEGMENT, E, local);
        }
    }
    if (!keep) return;
    if (l.segment == l.last) put(l, l.count - 1, R, last);
#if ONCE
#define STEP(i) if (l.begin + i <= from) { put(l, l.begin + i, R, E); over_block_R(E, held_P[i], held_E[i]); }
    EACH_HELD_BACK(STEP)
#undef STEP
#define STEP(i) if (l.begin + i < l.end) put(l, l.begin + i, 0, held_P[i]);
    EACH_HELD(STEP)
#undef STEP
#else
    for (int m = from; m >= l.begin; m -= HELD) {
        get_held(l, m, -1, 0, false, held_P);
        get_held(l, m, -1, R, true, held);
#define STEP(i) if (i == 0 || m - i >= l.begin) { put(l, m - i, R, E); over_block_R(E, held_P[i], held[i]); }
        EACH_HELD(STEP)
#undef STEP
    }
#endif
}

// The whole scan, with ONCE of what is held: c_first and c_last continue the line, or are its ends under reflect101. Under repeat
// and mirror, what leaves the line's front tells with what the line is entered; each function is called once, because it is
// compiled as often as it is called.
void scan_line(Line l, float c_first, float c_last) {
    int order = l.order;
    float P[R], E[R], front[R];
    for (int k = 0; k < R; ++k) front[k] = order == 0 ? number(FIRST, k) * c_first : 0.0, E[k] = 0.0;
    scan_prologues(l, front, P);
    for (int k = 0; k < R; ++k) front[k] = 0.0;
    for (int turn = order == 2 ? 0 : 1; turn < 3; ++turn) {
        // 0: the front under mirror, 1: the front under repeat, 2: the states that are kept.
        if (turn == 0) add_product(OF_ZEROS, P, E);
        if (turn == 1) {
            if (order == 0) continue;
            float change[R];
            for (int k = 0; k < R; ++k) change[k] = fma(number(OF_FIRST, k), c_first, number(OF_LAST, k) * c_last);
            add_product(FROM_TAIL, P, change);
            add_product(FROM_HEAD, front, change);
            add_change(l, change, P);
            if (order == 2) continue;
            for (int k = 0; k < R; ++k) E[k] = 0.0;
        }
        if (turn == 2) {
            float D[R];
            for (int k = 0; k < R; ++k) {
                E[k] = number(LAST, k) * c_last;
                D[k] = order == 1 ? 0.0 : fma(-number(FIRST, k), c_last, P[k]);
            }
            add_product(OF_P, D, E);
            add_product(WRAP, front, E);
        }
        float last[R] = E;
        scan_epilogues(l, last, turn == 2, front);
    }
}

Line line_of(int lane, int segment, int count, int blocks, int at, int block_pitch, int order, int datum_0, int datum_pitch, float ones) {
    int begin = min(segment * blocks, count);
    return Line(lane, segment, begin, min(begin + blocks, count), count, (count - 1) / blocks, at, block_pitch, order,
                datum_0, datum_pitch, ones);
}
