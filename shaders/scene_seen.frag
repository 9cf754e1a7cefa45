#version 450 core
// Which triangle a pixel shows, counted from 1.
out uint triangle;

uniform int first;  // of this draw call

void main() {
    triangle = uint(gl_PrimitiveID + first) + 1u;
}
