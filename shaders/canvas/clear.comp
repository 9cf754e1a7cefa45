#version 450 core
// Clears an image. Some GPUs have few units for what glClear() does. A thread owns a pixel.
layout(local_size_x = 16, local_size_y = 8) in;
layout(rgba8, binding = 0) uniform writeonly image2D result;

void main() {
    imageStore(result, ivec2(gl_GlobalInvocationID.xy), vec4(0.0));
}
