// Ports of this machine: one that is free, and whether somebody listens at one.
#pragma once

#include <cstdio>
#include <fstream>
#include <string>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sweep::test {

// Returns a port that the kernel has just given and taken back. It does not give it again soon. `type`: SOCK_STREAM
// (TCP) or SOCK_DGRAM (UDP).
inline int free_port(int type) {
    const int socket = ::socket(AF_INET, type, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool is_bound = bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                          getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    close(socket);
    EXPECT_TRUE(is_bound) << "the kernel gives no port";
    return ntohs(address.sin_port);
}

// Whether a socket waits at this port: for connections (TCP), or for datagrams (UDP).
inline bool is_listened_at(int port, int type) {
    // The local address is HEX:PORT, the state after the remote address is 0A for listening and 07 for UDP.
    const std::string end = type == SOCK_STREAM ? "0A" : "07";
    char wanted[8];
    std::snprintf(wanted, sizeof wanted, ":%04X", unsigned(port));
    const std::string table = type == SOCK_STREAM ? "/proc/net/tcp" : "/proc/net/udp";
    for (const char* version : {"", "6"}) {  // of the Internet Protocol
        std::ifstream file(table + version);
        std::string line, number, local, remote, state;
        std::getline(file, line);  // the names of the columns
        while (file >> number >> local >> remote >> state && std::getline(file, line))
            if (local.ends_with(wanted) && state == end) return true;
    }
    return false;
}

}  // namespace sweep::test
