# cmake -DFROM=file -DTO=file -P transform.cmake: CUDA C++ into the C++ that the emulator runs.
file(READ "${FROM}" text)
# Brackets and semicolons mean something to CMake's lists; the text is handled as one string only.
string(REGEX REPLACE "extern __shared__ (__align__\\([0-9]+\\) |alignas\\([0-9]+\\) )?([A-Za-z0-9_: ]+) ([A-Za-z0-9_]+)\\[\\]"
       "\\2* const \\3 = reinterpret_cast<\\2*>(emulated::dynamic_shared())" text "${text}")
string(REGEX REPLACE "__shared__ alignas\\(([0-9]+)\\)" "static __attribute__((aligned(\\1)))" text "${text}")
string(REPLACE "__shared__" "static" text "${text}")
# a register of a float, in assembly: of PTX, of x86
string(REPLACE "\"+f\"(" "\"+x\"(" text "${text}")
string(REGEX REPLACE "([A-Za-z0-9_]+)<<<([^>]*)>>>\\(" "emulated::Launch{\\2}(\\1, " text "${text}")
file(WRITE "${TO}" "${text}")
