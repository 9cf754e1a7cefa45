#include "app/engines/engines.h"

#include "core/base/error.h"
#include "cpu/engine.h"
#include "gpu/engine.h"

namespace sweep::app {

EnginePick pick_engine(EngineChoice choice) {
    if (choice == EngineChoice::reference)
        return {EnginePath::reference, "selected: sequential, float64, without blocks; slow"};
    if (choice == EngineChoice::cpu) return {EnginePath::cpu, "selected: " + cpu::description()};

    const gpu::Device device = gpu::probe();
    if (device.usable) return {EnginePath::cuda_interop, device.name + ", directly on OpenGL textures"};
    if (choice == EngineChoice::cuda)
        throw Error(device.driver_too_old ? ExitCode::old_driver : ExitCode::no_engine,
                    "the engine cuda: " + device.reason + ": " + device.advice);
    return {EnginePath::cpu, cpu::description() + "; no CUDA: " + device.reason};
}

std::string_view badge(EnginePath path) {
    switch (path) {
        case EnginePath::cuda_interop:
            return "CUDA interop";
        case EnginePath::cuda_copy:
            return "CUDA copy";
        case EnginePath::cpu:
            return "CPU";
        case EnginePath::reference:
            return "Reference";
    }
    return "";
}

}  // namespace sweep::app
