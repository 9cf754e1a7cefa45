// The OpenGL engine: the algorithms in compute shaders of OpenGL 4.5, on whichever GPU has them.
#pragma once

#include <memory>
#include <string>

#include "core/engine/engine.h"

namespace sweep::opengl {

// What OpenGL there is for an engine: in this thread, or without a window.
struct Device {
    bool usable = false;
    bool is_hardware = false;  // a GPU, and not the processor
    std::string text;    // "NVIDIA H100, OpenGL 4.5.0 NVIDIA 580.1", or in a few words why there is none
    std::string advice;  // what the user can do about that
};
// Asks once, and makes a context for that; later calls know.
const Device& probe();
// Whether a GPU with OpenGL is to be expected: asks the drivers for their devices, which takes a millisecond, where a
// context takes a hundred.
bool expects_hardware();

// Images in host memory are copied to the GPU and back, textures are filtered where they lie. An engine works in the
// context that was current when it was made, if there was one, and must then be used there alone and go before that
// context does; otherwise in one of its own.
class Engine final : public sweep::Engine, public TextureEngine, public LinksPrograms {
  public:
    // Throws Error(no_engine) where there is no OpenGL 4.5.
    Engine();
    ~Engine() override;
    EngineKind kind() const override { return EngineKind::opengl; }

    void prepare(const Problem& problem) override;
    void run(ConstImageView in, ImageView out) override;
    const Job& job() const override;
    const RunReport& report() const override;
    Carries carries() const override;
    TableCarries table_carries() const override;
    std::vector<double> table_mean() const override { return {}; }
    std::size_t working_bytes() const override;
    std::vector<double> time_runs(ConstImageView in, ImageView out, int repeats) override;

    // Textures and buffers of the context in which it works, unless that is its own. All of TextureEngine but tables.
    TextureEngine* on_textures() override;
    std::unique_ptr<SharedImage> share_texture(unsigned texture, Shape shape, Access access,
                                               std::string& why_not) override;
    std::unique_ptr<SharedImage> share_buffer(unsigned buffer, Shape shape, Access access,
                                              std::string& why_not) override;
    void run(SharedImage& in, SharedImage& out) override;
    LinksPrograms* on_programs() override { return this; }
    bool is_linked(bool from_texture, unsigned to) override;

    // For tests: each work group runs alone, in random order (opengl/plan/shaders.h).
    void run_groups_apart(unsigned seed);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// The milliseconds that a shader takes to copy `bytes` from one buffer to another, the median of nine copies. Throws
// Error(no_engine) as an engine does, and Error(failed) when there is no room.
double measure_copy_ms(std::size_t bytes);

}  // namespace sweep::opengl
