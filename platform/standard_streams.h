// Standard input and output, as pipes or terminals.
#pragma once

#include <cstddef>
#include <cstdio>

namespace sweep::platform {

bool is_terminal(std::FILE* file);

// Opens what is closed of standard input, output and error, so that no file becomes one of them and gets what is
// printed. They still fail when they are read or written.
void occupy_closed_streams();

// Whether standard input has something to read, or has ended, before so much time has passed.
bool input_arrives(int milliseconds);

// Reads at most so many bytes of standard input, past the buffer of stdin. Returns how many it was, 0 at the end, or -1
// with the reason in errno.
std::ptrdiff_t read_input(void* to, std::size_t bytes);

// Writes at least one byte to standard output, past the buffer of stdout, and perhaps fewer than are given. Returns
// how many, or -1 with the reason in errno.
std::ptrdiff_t write_output(const void* from, std::size_t bytes);

// A new descriptor of standard output, whose closing leaves that open.
int duplicate_output();

}  // namespace sweep::platform
