// EGL, found while the program runs: contexts of OpenGL without a window, on the best device of this machine.
#pragma once

#include <memory>
#include <string>

#include "opengl/context/functions.h"

namespace sweep::opengl {

// An OpenGL 4.5 core context without any window, which lives in no thread until it is entered.
class WindowlessContext {
  public:
    // Null where there is none; `why_not` then says so in a few words.
    static std::unique_ptr<WindowlessContext> make(std::string& why_not);
    virtual ~WindowlessContext() = default;

    // Makes it the thread's context, and the one from before again. Throws Error(failed) when the driver refuses.
    virtual void enter() = 0;
    virtual void leave() = 0;
};

// Finds functions of whichever context is current; null where libEGL is not on this machine.
Functions::Find find_function();

// True if a device of this machine is not the processor itself: asks for no context, and takes a millisecond.
bool has_hardware();

}  // namespace sweep::opengl
