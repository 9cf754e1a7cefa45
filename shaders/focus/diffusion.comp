#version 450 core
// Depth of field by simulated diffusion (Kass, Lefohn, Owens 2006): one implicit step of heat along the rows or the columns,
// which is a tridiagonal system for each line (core/tridiagonal/diffusion.h, where its letters are). A node i has a
// conductance of 1 to its input x_i and b_i to the next node; it is the mean of what it is joined to, by these conductances.
//
// A line is cut into blocks of B nodes, whose last one is a separator. From one separator to the next lies a chain, of which
// the ends feel three numbers when the nodes inside are eliminated: the conductance G between the ends, and what each end
// is joined to besides, a conductance to a mean.
//
//   STEP 0  of each block: G, and what the chain adds to both ends                 one read of the picture
//   STEP 1  the separators of a line, down and back up
//   STEP 2  of each block, between two separators that are known: the nodes inside one read, one write
//
// Nothing is subtracted but two values whose mean is taken, so that a constant stays one, nothing leaves the range of the
// picture, and no conductance, however large, costs digits. In steps 0 and 2 a thread owns a block, and neighbouring
// threads have neighbouring lines; in step 1 it owns a line.
//
// app/views/focus/light_diffusion.cpp defines STEP, B, and TIME, 6 times the number of times that this is done in both directions.
layout(local_size_x = 32, local_size_y = STEP == 1 ? 1 : 4) in;
layout(rgba32f) uniform writeonly image2D result;
// Of block k of a line, at [part][k][line]: 0 the separator's mean, 1 the mean that the chain joins the separator before it to, 2 G, the
// conductance of the first, that of the second, and in step 1 what the separator keeps of the one behind it.
layout(std430, binding = 0) buffer Nodes { vec4 nodes[]; };

uniform sampler2D sharp;
uniform bool along_rows;

float signed_circle(ivec2 pixel);

int length_of_line, lines, blocks, line;

void find_line() {
    ivec2 size = textureSize(sharp, 0);
    length_of_line = along_rows ? size.x : size.y;
    lines = along_rows ? size.y : size.x;
    blocks = (length_of_line + B - 1) / B;
    line = int(gl_GlobalInvocationID.x);
}
ivec2 pixel_at(int i) { return along_rows ? ivec2(i, line) : ivec2(line, i); }
vec4 input_at(int i) { return texelFetch(sharp, pixel_at(i), 0); }
float radius_at(int i) { return abs(signed_circle(pixel_at(i))); }
int node_at(int part, int k) { return (part * blocks + k) * lines + line; }

// Heat of this conductance flows until its variance, twice that in a row, is radius^2 / 3 after all steps.
float conductance(float a, float b) {
    float radius = min(a, b);
    return radius * radius / TIME;
}

// Joins a node, which has `to_mean` to its mean, to another mean.
void join(inout float to_mean, inout vec4 mean, float also, vec4 other) {
    to_mean += also;
    mean += also / max(to_mean, 1e-30) * (other - mean);
}

#if STEP == 0
void main() {
    find_line();
    int k = int(gl_GlobalInvocationID.y), begin = k * B, end = min(begin + B, length_of_line) - 1;
    if (line >= lines || k >= blocks) return;
    float here = radius_at(begin), G = k > 0 ? conductance(radius_at(begin - 1), here) : 0.0, s = 1.0, s_before = 0.0;
    vec4 mean = input_at(begin), mean_before = vec4(0.0);
    for (int i = begin; i < end; ++i) {
        float next = radius_at(i + 1), b = conductance(here, next), part = 1.0 / (G + s + b);
        vec4 inside = mean;
        join(s_before, mean_before, G * s * part, inside);
        float inflow = b * s * part;
        G *= b * part;
        s = 1.0, mean = input_at(i + 1), here = next;
        join(s, mean, inflow, inside);
    }
    nodes[node_at(0, k)] = mean;
    nodes[node_at(1, k)] = mean_before;
    nodes[node_at(2, k)] = vec4(G, s, s_before, 0.0);
}
#elif STEP == 1
void main() {
    find_line();
    if (line >= lines) return;
    float s = nodes[node_at(2, 0)].y;
    vec4 mean = nodes[node_at(0, 0)];
    for (int k = 0; k + 1 < blocks; ++k) {
        vec4 chain = nodes[node_at(2, k + 1)];
        join(s, mean, chain.z, nodes[node_at(1, k + 1)]);
        float part = 1.0 / (s + chain.x), inflow = chain.x * s * part;
        nodes[node_at(0, k)] = mean;
        nodes[node_at(2, k)].w = chain.x * part;
        vec4 before = mean;
        s = chain.y, mean = nodes[node_at(0, k + 1)];
        join(s, mean, inflow, before);
    }
    nodes[node_at(0, blocks - 1)] = mean;
    for (int k = blocks - 2; k >= 0; --k) {
        vec4 own = nodes[node_at(0, k)];
        mean = own + nodes[node_at(2, k)].w * (mean - own);
        nodes[node_at(0, k)] = mean;
    }
}
#else
void main() {
    find_line();
    int k = int(gl_GlobalInvocationID.y), begin = k * B, end = min(begin + B, length_of_line) - 1, last = end - begin;
    if (line >= lines || k >= blocks) return;
    vec4 mean[B], y = nodes[node_at(0, k)];  // of the nodes inside, without those behind them
    float kept[B];                           // of the node behind
    for (int i = 0; i < B; ++i) mean[i] = input_at(min(begin + i, end));
    float here = radius_at(begin), s = 1.0;
    if (k > 0) join(s, mean[0], conductance(radius_at(begin - 1), here), nodes[node_at(0, k - 1)]);
    for (int i = 0; i < B - 1; ++i)
        if (i < last) {
            float next = radius_at(begin + i + 1), b = conductance(here, next), part = 1.0 / (s + b), inflow = b * s * part;
            kept[i] = b * part;
            s = 1.0, here = next;
            join(s, mean[i + 1], inflow, mean[i]);
        }
    imageStore(result, pixel_at(end), y);
    for (int i = B - 2; i >= 0; --i)
        if (i < last) {
            y = mean[i] + kept[i] * (y - mean[i]);
            imageStore(result, pixel_at(begin + i), y);
        }
}
#endif
