// The scan of a line of blocks: turns the perimeters that lie in `carries` into the states that enter the blocks.
//
//     P' = A_F^b P + Pbar,     E' = A_R^b E + G P + Ebar          [N11] (24), (34); [N16] (24), (25)
//
// LANES lines side by side, and S threads a line: each scans a segment of L blocks from zero, learns what the segments
// before it leave, and scans it again from there. P_first and E_last are those of core/blocks/extension.h. Nothing waits for
// another work group. CARRIES is the buffer; `scan` has the numbers of this axis.
const int RR = R * R;
const int F_BLOCK = 2, F_LAST = F_BLOCK + RR, R_BLOCK = F_LAST + RR, R_LAST = R_BLOCK + RR, G_BLOCK = R_LAST + RR,
          G_LAST = G_BLOCK + RR, F_SEGMENT = G_LAST + RR, R_SEGMENT = F_SEGMENT + RR, OF_P = R_SEGMENT + RR,
          OF_ZEROS = OF_P + RR, FROM_TAIL = OF_ZEROS + RR, FROM_HEAD = FROM_TAIL + RR, WRAP = FROM_HEAD + RR,
          FIRST = WRAP + RR, LAST = FIRST + R, OF_FIRST = LAST + R, OF_LAST = OF_FIRST + R, SCAN = OF_LAST + R;
layout(std140, binding = 3) uniform Scan {
    // kept of F and R over a block, and over the last; over a segment; then the matrices by rows, a number each.
    vec4 scan[SCAN];
};

shared float segment_ends[S * R * LANES], leaving[R * LANES];

struct Line {
    int lane, segment;            // of this thread
    int begin, end, count, last;  // its blocks; all blocks; the segment that has the last one
    int at, block_pitch;          // number 0 of block 0; numbers are T apart
};

float number(int matrix, int i) { return scan[matrix + i].x; }
void add_product(int matrix, float x[R], inout float y[R]) {
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < R; ++j) y[i] = fma(number(matrix, i * R + j), x[j], y[i]);
}
// s = (kept I + rest) s + local
void advance_over(float kept, int rest, inout float s[R], float local[R]) {
    add_product(rest, s, local);
    for (int k = 0; k < R; ++k) s[k] = fma(kept, s[k], local[k]);
}
void over_block_F(Line l, int m, inout float s[R], float local[R]) {
    bool is_last = m == l.count - 1;
    advance_over(is_last ? scan[0].z : scan[0].x, is_last ? F_LAST : F_BLOCK, s, local);
}
void over_block_R(Line l, int m, inout float s[R], float P[R], float local[R]) {
    bool is_last = m == l.count - 1;
    add_product(is_last ? G_LAST : G_BLOCK, P, local);
    advance_over(is_last ? scan[0].w : scan[0].y, is_last ? R_LAST : R_BLOCK, s, local);
}
int place(Line l, int m, int number) { return l.at + m * l.block_pitch + number * T; }
void get(Line l, int m, int from, out float s[R]) {
    for (int k = 0; k < R; ++k) s[k] = CARRIES[place(l, m, from + k)];
}
void put(Line l, int m, int from, float s[R]) {
    for (int k = 0; k < R; ++k) CARRIES[place(l, m, from + k)] = s[k];
}
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
    for (int m = l.begin; m < l.end; ++m) {
        get(l, m, 0, local);
        over_block_F(l, m, P, local);
    }
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
    for (int m = l.begin; m < l.end; ++m) {
        get(l, m, 0, local);
        put(l, m, 0, P);
        over_block_F(l, m, P, local);
    }
    share(l, P);
}

// What `change` of the state that enters the line adds to each P, and to the one that leaves.
void add_change(Line l, float change[R], inout float P[R]) {
    float none[R], s[R];
    for (int k = 0; k < R; ++k) none[k] = 0.0;
    for (int q = 0; q < min(l.segment, l.last); ++q) advance_over(scan[1].x, F_SEGMENT, change, none);
    for (int m = l.begin; m < l.end; ++m) {
        get(l, m, 0, s);
        for (int k = 0; k < R; ++k) s[k] += change[k];
        put(l, m, 0, s);
        over_block_F(l, m, change, none);
    }
    for (int k = 0; k < R; ++k) P[k] += change[k];
    share(l, P);
}

// From `last`, behind the line: with `keep` each block's E. Otherwise gives what leaves the line's front.
void scan_epilogues(Line l, float last[R], bool keep, out float E[R]) {
    float local[R], P[R];
    for (int k = 0; k < R; ++k) E[k] = l.segment == l.last ? last[k] : 0.0;
    for (int m = l.end - 1; m >= l.begin; --m) {
        get(l, m, 0, P);
        get(l, m, R, local);
        over_block_R(l, m, E, P, local);
    }
    show_end(l, E);
    int until = keep ? l.segment + 1 : 0;
    if (keep && l.segment >= l.last) {
        E = last;
    } else {
        end_of(l, l.last, E);
        for (int q = l.last - 1; q >= until; --q) {
            end_of(l, q, local);
            advance_over(scan[1].y, R_SEGMENT, E, local);
        }
    }
    for (int m = keep ? l.end - 1 : -1; m >= l.begin; --m) {
        get(l, m, 0, P);
        get(l, m, R, local);
        put(l, m, R, E);
        over_block_R(l, m, E, P, local);
    }
}

// The whole scan: `order` is ScanOrder; c_first and c_last continue the line, or are its ends under reflect101. Under repeat
// and mirror, what leaves the line's front tells with what the line is entered; each function is called once, because it is
// compiled as often as it is called.
void scan_line(Line l, int order, float c_first, float c_last) {
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

Line line_of(int lane, int segment, int count, int blocks, int at, int block_pitch) {
    int begin = min(segment * blocks, count);
    return Line(lane, segment, begin, min(begin + blocks, count), count, (count - 1) / blocks, at, block_pitch);
}
