// What an engine on textures offers beside the others, where a driver takes long to link its programs.
#pragma once

namespace sweep {

class LinksPrograms {
  public:
    virtual ~LinksPrograms() = default;

    // Whether TextureEngine::run() of the prepared problem can start without waiting for programs, from a texture, or
    // else a buffer, into a texture of the format `to`, or a buffer where that is 0. Where it says no, the programs
    // are linked meanwhile, or one of them in each call, and a later call says yes.
    // Throws Error(failed) when the driver refuses one.
    virtual bool is_linked(bool from_texture, unsigned to) = 0;
};

}  // namespace sweep
