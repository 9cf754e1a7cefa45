#include <poll.h>
#include <unistd.h>

#include "platform/standard_streams.h"

namespace sweep::platform {

bool is_terminal(std::FILE* file) {
    return isatty(fileno(file)) != 0;
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
