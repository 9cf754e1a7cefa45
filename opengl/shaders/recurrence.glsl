// The recurrences of core/filter/recurrence.h: pass p (0 down, 1 up, 2 right, 3 left) advances the state s by the sample x
// and gives its output. FORM is 0 for delta, 1 for delta with sections that alternate or have no memory, 2 for pole_zero.
//
// A pass of a slow filter runs relative to c, the level with which its line enters the block, as everywhere: with f the
// response to the constant 1, F(P, x) = f c + F(P - steady_F c, x - c).
const int ODD = R % 2, PAIRS = R / 2, SECTIONS = PAIRS + ODD;
const int PAIR = 1, OUTPUT = PAIR + PAIRS, STEADY = OUTPUT + SECTIONS, PASS = STEADY + R;
layout(std140, binding = passes_binding) uniform Passes {
    // Of each pass: (first, kept, has a level, response); (a, g, k, sign) of each pair; (K, D, C) of each section;
    // the steady state, a number each.
    vec4 of_pass[4 * PASS];
};

float advance(const int p, inout float s[R], float x) {
    const int at = p * PASS;
#if R % 2 == 1
    {
#if FORM == 0
        s[0] = fma(of_pass[at].x, x - s[0], s[0]);
        x = s[0];
#else
        float w = of_pass[at].y * s[0], e = x - w;
#if FORM == 2
        x = fma(of_pass[at + OUTPUT].y, e, of_pass[at + OUTPUT].x * w);
        s[0] = fma(of_pass[at].x, e, w);
#else
        s[0] = fma(of_pass[at].x, e, w);
        x = s[0];
#endif
#endif
    }
#endif
#if R > 1
    for (int i = 0; i < PAIRS; ++i) {
        const int y = 2 * i + ODD, v = y + 1;
        vec4 pair = of_pass[at + PAIR + i];
#if FORM == 0
        s[v] = fma(pair.y, x - s[y], pair.x * s[v]);
        s[y] += s[v];
        x = s[y];
#elif FORM == 1
        s[v] = fma(pair.y, fma(-pair.z, s[y], x), pair.x * s[v]);
        s[y] = fma(pair.w, s[y], s[v]);
        x = s[y];
#else
        vec4 o = of_pass[at + OUTPUT + ODD + i];
        float e = fma(-pair.w, s[y], x);
        x = fma(o.y, e, fma(o.z, s[v], o.x * s[y]));
        s[v] = fma(pair.y, e, pair.x * s[v]);
        s[y] = fma(pair.w, s[y], s[v]);
#endif
    }
#endif
    return x;
}

// Takes the level off the state, and gives it.
float take_level(const int p, inout float s[R]) {
#if FORM == 2 || R == 1
    float c = of_pass[p * PASS].z * s[0];
#else
    float c = of_pass[p * PASS].z * s[R - 2];
#endif
    for (int k = 0; k < R; ++k) s[k] = fma(-of_pass[p * PASS + STEADY + k].x, c, s[k]);
    return c;
}

// The causal pass p over a line, and with `both` the anticausal one, p + 1, over its first `valid` samples.
void filter_line(const int p, inout float v[T], float P[R], float E[R], bool both, int valid) {
    float c = take_level(p, P), after = c * of_pass[p * PASS].w;
    if (!both) {
        for (int i = 0; i < T; ++i) v[i] = advance(p, P, v[i] - c) + after;
        return;
    }
    float c_back = take_level(p + 1, E), between = after - c_back, at_last = c_back * of_pass[(p + 1) * PASS].w;
    for (int i = 0; i < T; ++i) v[i] = advance(p, P, v[i] - c) + between;
    if (valid == T) {
        for (int i = T - 1; i >= 0; --i) v[i] = advance(p + 1, E, v[i]) + at_last;
    } else {
        for (int i = T - 1; i >= 0; --i)
            if (i < valid) v[i] = advance(p + 1, E, v[i]) + at_last;
    }
}
