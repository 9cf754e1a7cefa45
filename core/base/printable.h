// Text that others wrote, made fit to be shown or printed: messages quote names of files and what stands in files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sweep {

// A message is at most so long, whatever it quotes: it is a line or a few for people, and Dear ImGui cannot draw a text
// of more than 16384 letters.
inline constexpr std::size_t longest_message = 2000;  // bytes

// The text in UTF-8, of at most longest_message bytes. A byte that is no UTF-8 becomes \xff, as C writes it. A text
// that is longer loses its middle, because a message begins with what is wrong and ends with what to do.
std::string bounded(std::string_view text);

// The same in one line, and with a space for each control character, which a terminal would obey. Unicode has a second
// range of those, U+0080 to U+009F.
std::string printable(std::string_view text);

}  // namespace sweep
