#include "platform/standard_streams.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace sweep::platform {

bool is_terminal(std::FILE* file) {
    return isatty(fileno(file)) != 0;
}

void occupy_closed_streams() {
    // A new descriptor is the lowest that is free, and these are 0 to 2.
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
        if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

bool input_arrives(int milliseconds) {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return poll(&input, 1, milliseconds) > 0;
}

std::ptrdiff_t read_input(void* to, std::size_t bytes) {
    return read(STDIN_FILENO, to, bytes);
}

std::ptrdiff_t write_output(const void* from, std::size_t bytes) {
    return write(STDOUT_FILENO, from, bytes);
}

int duplicate_output() {
    return dup(STDOUT_FILENO);
}

}  // namespace sweep::platform
