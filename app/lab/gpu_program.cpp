#include "app/lab/gpu_program.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <regex>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/base/files/data_file.h"
#include "app/base/files/json_file.h"
#include "app/lab/tools.h"
#include "app/lab/truth.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

namespace fs = std::filesystem;

constexpr int timed_side = 4096, gpu_seconds = 60, nvcc_seconds = 120;

fs::path find_nvcc() {
    for (const char* name : {"nvcc", "/usr/local/cuda/bin/nvcc"})
        if (const auto found = find_program(name)) return *found;
    throw Error(ExitCode::no_compiler,
                "--gpu needs nvcc of the CUDA Toolkit: it is not there. Leave out --gpu");
}

// "ptxas info : Used 32 registers, ..", "8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads".
void note_registers(const std::string& said, GpuRun& gpu) {
    const auto most = [&](const char* pattern, int& value) {
        const std::regex number(pattern);
        for (std::sregex_iterator at(said.begin(), said.end(), number), end; at != end; ++at)
            value = std::max(value, std::atoi((*at)[1].str().c_str()));
    };
    most("Used ([0-9]+) registers", gpu.registers);
    most("([0-9]+) bytes spill stores", gpu.spilled_bytes);
}

}  // namespace

GpuRun run_on_gpu(const fs::path& file, std::vector<LabPicture> pictures,
                  const std::vector<float>& coefficients) {
    const fs::path nvcc = find_nvcc();
    std::string said;
    if (run_shell("nvidia-smi -L 2>&1", said) != 0)
        throw Error(ExitCode::no_engine, "--gpu needs an NVIDIA GPU: nvidia-smi finds none. Leave out --gpu");
    const TemporaryFolder folder;
    const auto inside = [&](const char* name) { return (folder.path / name).string(); };
    GpuRun gpu;
    gpu.side = timed_side;
    const std::string compile =
        quoted({nvcc.string(), "-std=c++17", "-O3", "-arch=native", "-Xptxas", "-v", "-x", "cu", "-o",
                inside("x"), fs::absolute(file).string(), data_file("emulator/lab/on_gpu.cu").string()});
    if (run_shell(fmt::format("timeout -s KILL {} {} </dev/null >{} 2>&1", nvcc_seconds, compile,
                              quoted(inside("said"))),
                  said) != 0) {
        const std::string text = beginning_of(inside("said"), 1 << 14);
        gpu.run.stop =
            Finding{"does_not_compile", "nvcc refuses it: " + text.substr(0, text.find('\n')), {}, {}};
        return gpu;
    }
    note_registers(beginning_of(inside("said"), 1 << 18), gpu);
    const std::size_t checked = pictures.size();
    pictures.push_back(picture_of({timed_side, timed_side}, lab_input({timed_side, timed_side})));
    write_lab_input(inside("in"), pictures, coefficients);
    const int code = run_shell(fmt::format("cd {} && timeout -s KILL {} ./x in out </dev/null >said 2>&1",
                                           quoted(folder.path.string()), gpu_seconds),
                               said);
    nlohmann::ordered_json json;
    try {
        json = read_json_file(folder.path / "out");
    } catch (const std::exception&) {
        gpu.run.stop =
            Finding{"deadlock", fmt::format("it did not end on the GPU (exit code {})", code), {}, {}};
        return gpu;
    }
    if (json.contains("error")) {
        gpu.run.stop = Finding{"out_of_bounds", "CUDA says: " + json.value("error", ""), {}, {}};
        return gpu;
    }
    gpu.device = json.value("device", "");
    gpu.ms = json.value("ms", 0.);
    gpu.copy_ms = json.value("copy_ms", 0.);
    for (std::size_t k = 0; k < checked; ++k) {
        std::vector<float> out(pictures[k].values.size());
        std::ifstream from(folder.path / fmt::format("out.{}", k), std::ios::binary);
        from.read(reinterpret_cast<char*>(out.data()), std::streamsize(out.size() * sizeof(float)));
        if (from.gcount() == std::streamsize(out.size() * sizeof(float)))
            gpu.run.cases.emplace_back().out = std::move(out);
    }
    return gpu;
}

}  // namespace sweep::app
