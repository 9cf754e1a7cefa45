// CUDA C++ as C++: what C++ has no syntax for (shared memory, <<< >>>) becomes calls of the emulator.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace emulated {

// What the emulator cannot run, and the line of the source where it stands.
struct Refusal : std::runtime_error {
    Refusal(int line_, const std::string& message) : std::runtime_error(message), line(line_) {}
    int line;
};

// Whose source it is: everything that the emulator does not know is refused by name, or the C++ compiler says what it
// thinks of it.
enum class Source { of_anyone, of_sweep };

// The text of a CUDA source as C++, line by line as it was. Throws Refusal. Files of one program number their shared
// variables apart: `first` is the first number.
//   extern __shared__ T a[];   ->  T* const a = reinterpret_cast<T*>(emulated::dynamic_shared("a"));
//   __shared__ T a[2], b;      ->  auto& a = emulated::shared<0, 0, T[2]>("a"); auto& b = ..
//   k<T><<<grid, block>>>(x)   ->  emulated::Launch("k<T>", grid, block)([&](auto... a) { k<T>(a...); }, x)
std::string to_cpp(std::string_view cuda, std::string_view file_name, Source source = Source::of_anyone,
                   int first = 0);

}  // namespace emulated
