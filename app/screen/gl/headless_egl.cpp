#include "app/screen/gl/headless_egl.h"

#include <string>

#include "app/screen/gl/gl.h"
#include "core/base/error.h"

namespace sweep::app {

HeadlessContext::HeadlessContext() {
    std::string why_not;
    context_ = opengl::WindowlessContext::make(why_not);
    if (!context_)
        throw Error(ExitCode::failed, "no OpenGL without a display: " + why_not +
                                          ": install the NVIDIA driver's EGL library or Mesa (libegl1, "
                                          "libegl-mesa0, libgl1-mesa-dri)");
    context_->enter();
    load_gl(opengl::find_function());
}

HeadlessContext::~HeadlessContext() {
    context_->leave();
}

}  // namespace sweep::app
