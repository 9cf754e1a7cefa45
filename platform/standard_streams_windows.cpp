#include <algorithm>
#include <climits>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include "platform/standard_streams.h"

namespace sweep::platform {

bool is_terminal(std::FILE* file) {
    return _isatty(_fileno(file)) != 0;
}

// A program has all three here, and a file never becomes one of them.
void occupy_closed_streams() {}

// Nothing waits for a pipe: it is looked at again and again. A file always has something, or has ended, and so has a
// pipe that fails.
bool input_arrives(int milliseconds) {
    const auto input = reinterpret_cast<HANDLE>(_get_osfhandle(_fileno(stdin)));
    if (GetFileType(input) != FILE_TYPE_PIPE) return true;
    for (;; --milliseconds) {
        DWORD there = 0;
        if (!PeekNamedPipe(input, nullptr, 0, nullptr, &there, nullptr) || there > 0) return true;
        if (milliseconds <= 0) return false;
        Sleep(1);
    }
}

std::ptrdiff_t read_input(void* to, std::size_t bytes) {
    _setmode(_fileno(stdin), _O_BINARY);  // not lines of text
    return _read(_fileno(stdin), to, unsigned(std::min<std::size_t>(bytes, INT_MAX)));
}

std::ptrdiff_t write_output(const void* from, std::size_t bytes) {
    _setmode(_fileno(stdout), _O_BINARY);  // not lines of text
    return _write(_fileno(stdout), from, unsigned(std::min<std::size_t>(bytes, INT_MAX)));
}

int duplicate_output() {
    const int copy = _dup(_fileno(stdout));
    if (copy >= 0) _setmode(copy, _O_BINARY);
    return copy;
}

}  // namespace sweep::platform
