// EGL's device platform: one display per GPU, none of them with a screen. Linux only.
#include "app/gl/headless_egl.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include "app/gl/gl.h"
#include "core/base/error.h"

namespace sweep::app {

struct HeadlessContext::Handles {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
};

namespace {

template <class Function>
Function egl_function(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

bool offers(const char* extensions, const char* name) {
    return extensions && std::strstr(extensions, name) != nullptr;
}

// Displays in the order in which to try them.
std::vector<EGLDisplay> displays() {
    std::vector<EGLDisplay> found;
    const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const auto get_display = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    if (!get_display) return found;

    if (offers(client, "EGL_EXT_platform_device")) {
        const auto query_devices = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
        const auto query_string = egl_function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
        EGLint count = 0;
        if (query_devices) query_devices(0, nullptr, &count);
        std::vector<EGLDeviceEXT> devices(count);
        if (count) query_devices(count, devices.data(), &count);
        // NVIDIA's driver marks its own devices with EGL_NV_device_cuda.
        std::stable_partition(devices.begin(), devices.end(), [&](EGLDeviceEXT device) {
            return query_string && offers(query_string(device, EGL_EXTENSIONS), "EGL_NV_device_cuda");
        });
        for (EGLDeviceEXT device : devices)
            found.push_back(get_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
    }
    if (offers(client, "EGL_MESA_platform_surfaceless"))
        found.push_back(get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    return found;
}

EGLContext make_context(EGLDisplay display) {
    EGLint major = 0, minor = 0;
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, &major, &minor)) return EGL_NO_CONTEXT;
    const EGLint wanted_config[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                    EGL_NONE};
    // The context is to report a reset of the driver (gl_is_lost); EGL before 1.5 cannot be asked for that.
    const EGLint wanted_context[] = {
        EGL_CONTEXT_MAJOR_VERSION,
        4,
        EGL_CONTEXT_MINOR_VERSION,
        5,
        EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
        major > 1 || minor >= 5 ? EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY : EGL_NONE,
        EGL_LOSE_CONTEXT_ON_RESET,
        EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    eglBindAPI(EGL_OPENGL_API);
    if (eglChooseConfig(display, wanted_config, &config, 1, &count) && count > 0) {
        const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, wanted_context);
        if (context != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
            return context;
        if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    }
    eglTerminate(display);
    return EGL_NO_CONTEXT;
}

}  // namespace

HeadlessContext::HeadlessContext() : handles_(std::make_unique<Handles>()) {
    for (EGLDisplay display : displays()) {
        handles_->context = make_context(display);
        if (handles_->context == EGL_NO_CONTEXT) continue;
        handles_->display = display;
        load_gl(reinterpret_cast<GLADloadfunc>(eglGetProcAddress));
        return;
    }
    throw Error(
        ExitCode::failed,
        "EGL gives no OpenGL 4.5 context without a display: install the NVIDIA driver's EGL library or "
        "Mesa (libegl-mesa0, libgl1-mesa-dri)");
}

HeadlessContext::~HeadlessContext() {
    eglMakeCurrent(handles_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(handles_->display, handles_->context);
    eglTerminate(handles_->display);
}

}  // namespace sweep::app
