#include "app/engines.h"

#include "core/error.h"
#include "cpu/engine.h"
#include "gpu/engine.h"

namespace sweep::app {

EnginePick pick_engine(EngineChoice choice) {
    if (choice == EngineChoice::reference)
        return {Path::reference, "asked for: sequential, in double, without blocks; slow"};
    if (choice == EngineChoice::cpu) return {Path::cpu, "asked for: " + cpu::description()};

    const gpu::Device device = gpu::probe();
    if (device.usable) return {Path::cuda_interop, device.name + ", in the textures of OpenGL"};
    if (choice == EngineChoice::cuda)
        throw Error(device.driver_too_old ? ExitCode::old_driver : ExitCode::no_engine,
                    "the engine cuda: " + device.reason + ": " + device.advice);
    return {Path::cpu, cpu::description() + "; no CUDA: " + device.reason};
}

std::string_view badge(Path path) {
    switch (path) {
        case Path::cuda_interop:
            return "CUDA interop";
        case Path::cuda_copy:
            return "CUDA copy";
        case Path::cpu:
            return "CPU";
        case Path::reference:
            return "Reference";
    }
    return "";
}

}  // namespace sweep::app
