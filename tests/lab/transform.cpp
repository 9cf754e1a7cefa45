// CUDA C++ as C++ for the emulator: each form of shared memory and of a launch, lines that stay, and what is refused.
#include "emulator/transform.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace emulated {
namespace {

// Without the line that names the file.
std::string cpp_of(std::string_view cuda) {
    const std::string text = to_cpp(cuda, "mine.cu");
    return text.substr(text.find('\n') + 1);
}

Refusal refusal_of(std::string_view cuda) {
    try {
        to_cpp(cuda, "mine.cu");
    } catch (const Refusal& refusal) {
        return refusal;
    }
    ADD_FAILURE() << "not refused: " << cuda;
    return {0, ""};
}

TEST(Transform, SharedVariables) {
    EXPECT_EQ(cpp_of("__shared__ float t[32][33];"),
              "auto& t = emulated::shared<0, 0, float[32][33]>(\"t\");");
    EXPECT_EQ(cpp_of("__shared__ unsigned int a[2], b; __shared__ T c;"),
              "auto& a = emulated::shared<0, 0, unsigned int[2]>(\"a\");"
              "auto& b = emulated::shared<1, 0, unsigned int>(\"b\"); "
              "auto& c = emulated::shared<2, 0, T>(\"c\");");
    EXPECT_EQ(cpp_of("volatile __shared__ __align__(16) std::pair<int, float> p[N * (M + 1)];"),
              " auto& p = emulated::shared<0, (16), volatile std::pair<int, float>[N * (M + 1)]>(\"p\");");
    EXPECT_EQ(cpp_of("__shared__ float *at[4];"), "auto& at = emulated::shared<0, 0, float*[4]>(\"at\");");
    EXPECT_EQ(cpp_of("extern __shared__ float s[];"),
              " float* const s = reinterpret_cast<float*>(emulated::dynamic_shared(\"s\"));");
}

TEST(Transform, Launches) {
    EXPECT_EQ(cpp_of("f<<<g, 32>>>(a, b);"),
              "emulated::Launch(\"f\", g, 32)([&](auto... emulated_a) { f(emulated_a...); },a, b);");
    EXPECT_EQ(cpp_of("n::f<T, 3> <<<dim3(1, 2), dim3(x>>>1), bytes>>> ();"),
              "emulated::Launch(\"n::f<T,3>\", dim3(1, 2), dim3(x>>>1), bytes)"
              "([&](auto... emulated_a) { n::f<T, 3>(emulated_a...); });");
    EXPECT_EQ(
        cpp_of("a::k[i + 1]<<<1, 2>>>();"),
        "emulated::Launch(\"a::k[i+1]\", 1, 2)([&](auto... emulated_a) { a::k[i + 1](emulated_a...); });");
    EXPECT_EQ(cpp_of("(*p)<<<1, 2>>>();"),
              "emulated::Launch(\"(*p)\", 1, 2)([&](auto... emulated_a) { (*p)(emulated_a...); });");
    EXPECT_EQ(cpp_of("cudaLaunchCooperativeKernel((void*)f, g, b, args);"),
              "cudaLaunchCooperativeKernel(f, g, b, args);");
}

// A compiler names lines of the student's file; comments and strings are none of ours.
TEST(Transform, LinesCommentsAndStringsStay) {
    const std::string text =
        "// __shared__ float a[1];\n/* f<<<1,\n1>>>(); */\nconst char* s = \"f<<<1>>>(\";\n"
        "__shared__ float\n    t[2]\n[3];\nf<<<1,\n  32>>>(\n);\n";
    const std::string made = cpp_of(text);
    EXPECT_EQ(std::count(made.begin(), made.end(), '\n'), std::count(text.begin(), text.end(), '\n'));
    EXPECT_EQ(made.substr(0, made.find("auto&")), text.substr(0, text.find("__shared__ float\n")));
    EXPECT_EQ(
        cpp_of("x = 1'000; f<<<1, 1>>>(c == '\"' ? 1 : 2);"),
        "x = 1'000; emulated::Launch(\"f\", 1, 1)([&](auto... emulated_a) { f(emulated_a...); },c == '\"' ? 1 : 2);");
}

TEST(Transform, RefusesByLineAndName) {
    EXPECT_EQ(refusal_of("\n\nasm(\"nop;\");").line, 3);
    EXPECT_EQ(refusal_of("\n#include <cub/cub.cuh>").line, 2);
    EXPECT_NE(std::string(refusal_of("#include <thrust/sort.h>").what()).find("<thrust/sort.h>"),
              std::string::npos);
    EXPECT_NE(std::string(refusal_of("__shared__ int n = 0;").what()).find("'n'"), std::string::npos);
    EXPECT_EQ(refusal_of("a;\nf<<<1, 2;").line, 2);
    refusal_of("__shared__ struct { int a; } s;");
    refusal_of("__shared__ float");
    refusal_of("__shared__ ;");
    refusal_of("<<<1, 2>>>();");
    EXPECT_NO_THROW(to_cpp("asm(\"x\" : \"+f\"(y));", "gpu.cu", Source::of_sweep));
}

// Whatever a file holds, it is transformed or refused.
TEST(Transform, EndsOnAnyBeginningOfAFile) {
    const std::string text =
        "#include <cuda_runtime.h>\n__shared__ alignas(16) T<a, b> t[2][(3)], *u;\n"
        "k<T><<<dim3(1), f(2)>>>(R\"x(<<<)x\", '\\'', \"\\\"\"); /* */ // end\n";
    for (std::size_t end = 0; end <= text.size(); ++end) try {
            to_cpp(text.substr(0, end), "a\"b\\.cu");
        } catch (const Refusal& refusal) {
            EXPECT_GE(refusal.line, 1);
        }
}

}  // namespace
}  // namespace emulated
