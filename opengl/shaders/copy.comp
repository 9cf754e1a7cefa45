// The yardstick of `sweep bench`: a copy of so many vectors of four floats. Grid: 1024 vectors a work group.
layout(local_size_x = 256) in;
layout(std430, binding = in_binding) restrict readonly buffer In { vec4 from[]; };
layout(std430, binding = out_binding) restrict writeonly buffer Out { vec4 to[]; };
layout(location = 0) uniform ivec3 first_group;

void main() {
    int at = (int(gl_WorkGroupID.x) + first_group.x) * 1024 + int(gl_LocalInvocationID.x), count = from.length();
    for (int i = 0; i < 4; ++i)
        if (at + i * 256 < count) to[at + i * 256] = from[at + i * 256];
}
