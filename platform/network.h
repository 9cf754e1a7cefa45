// Connections of a server, and the address of this machine.
#pragma once

#include <cstddef>
#include <string>

namespace sweep::platform {

// Reads what has come over the connection, `size` bytes at most, and waits for it so many seconds. Returns the number
// of bytes; 0: the other side has closed, or it was too slow, or the connection is broken.
std::size_t receive(int connection, char* bytes, std::size_t size, double seconds);
// Returns how many bytes were taken within so many seconds; 0 as above.
std::size_t send(int connection, const char* bytes, std::size_t size, double seconds);
// Lets the other side read what was sent, a moment long, and closes.
void close_connection(int connection);
// A server that is started again gets its port again, and no other program gets it meanwhile.
void keep_port(int server);
// The address by which others in the network reach this machine, of IPv4; empty: there is no network. Nothing is sent.
std::string own_address();

}  // namespace sweep::platform
