#include "platform/network.h"

#include <algorithm>
#include <cmath>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sweep::platform {
namespace {

bool awaits(int connection, short what, double seconds) {
    pollfd one{connection, what, 0};
    return poll(&one, 1, int(std::ceil(std::clamp(seconds, 0.0, 3600.0) * 1000))) == 1;
}

}  // namespace

std::size_t receive(int connection, char* bytes, std::size_t size, double seconds) {
    if (!awaits(connection, POLLIN, seconds)) return 0;
    return std::size_t(std::max(recv(connection, bytes, size, MSG_DONTWAIT), ssize_t(0)));
}

std::size_t send(int connection, const char* bytes, std::size_t size, double seconds) {
    if (!awaits(connection, POLLOUT, seconds)) return 0;
    return std::size_t(std::max(::send(connection, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL), ssize_t(0)));
}

void close_connection(int connection) {
    // Closed with bytes unread, a connection loses what was sent last.
    shutdown(connection, SHUT_WR);
    char bytes[4096];
    for (int reads = 0; reads < 16 && receive(connection, bytes, sizeof bytes, 0.1) > 0;) ++reads;
    close(connection);
}

void keep_port(int server) {
    const int on = 1;
    setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
}

std::string own_address() {
    // A datagram socket that is "connected" has the address from which it would send.
    const int probe = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (probe < 0) return "";
    sockaddr_in other{}, own{};
    other.sin_family = AF_INET;
    other.sin_port = htons(9);
    inet_pton(AF_INET, "192.0.2.1", &other.sin_addr);  // of nobody (RFC 5737)
    socklen_t size = sizeof own;
    char text[INET_ADDRSTRLEN] = "";
    if (connect(probe, reinterpret_cast<const sockaddr*>(&other), sizeof other) == 0 &&
        getsockname(probe, reinterpret_cast<sockaddr*>(&own), &size) == 0)
        inet_ntop(AF_INET, &own.sin_addr, text, sizeof text);
    close(probe);
    return text;
}

}  // namespace sweep::platform
