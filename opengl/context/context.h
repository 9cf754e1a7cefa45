// The OpenGL in which the engine works: that of the thread, such as a window's, or one of its own without a window.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "opengl/context/egl.h"
#include "opengl/context/functions.h"

namespace sweep::opengl {

// What a driver says of itself.
struct Driver {
    std::string renderer, version;
    bool is_software = false;    // fragments are computed by the processor
    std::size_t most_block = 0;  // GL_MAX_SHADER_STORAGE_BLOCK_SIZE
    int shared_bytes = 0;        // of a work group
    int invocations = 0;         // of a work group
    bool links_beside = false;   // programs are linked beside other work, and it says when they are done
    std::string text() const { return renderer + ", OpenGL " + version; }
};

class Context {
  public:
    // The context that is current in this thread, or else a new one. Null where there is none; `why_not` then says so.
    static std::shared_ptr<Context> current_or_own(std::string& why_not);
    ~Context();

    const Functions& gl() const { return gl_; }
    const Driver& driver() const { return driver_; }
    bool is_own() const { return own_ != nullptr; }

    // While it lives, the context is that of the thread. One inside another does nothing.
    class Use {
      public:
        explicit Use(Context& context);
        ~Use();
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

      private:
        Context& context_;
    };

  private:
    Context() = default;
    std::string load();  // empty, or why it is not enough

    std::unique_ptr<WindowlessContext> own_;
    int uses_ = 0;
    Functions gl_{};
    Driver driver_;
};

}  // namespace sweep::opengl
