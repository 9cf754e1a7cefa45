#include "opengl/context/egl.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/base/error.h"
#include "platform/dynamic_library.h"

namespace sweep::opengl {
namespace {

using Handle = void*;  // of a display, a device, a configuration, a context, a surface
using Number = std::int32_t;

constexpr Number none = 0x3038, extensions = 0x3055, surface_type = 0x3033, pbuffer_bit = 1,
                 renderable_type = 0x3040, opengl_bit = 8, major_version = 0x3098, minor_version = 0x30FB,
                 profile_mask = 0x30FD, core_profile_bit = 1, reset_strategy = 0x31BD, lose_on_reset = 0x31BF,
                 draw = 0x3059, read = 0x305A;
constexpr unsigned opengl_api = 0x30A2, platform_device = 0x313F, platform_surfaceless = 0x31DD;

struct Egl {
    template <class Result, class... Arguments>
    using Call = Functions::Call<Result, Arguments...>;

    Functions::Find GetProcAddress = nullptr;
    Call<const char*, Handle, Number> QueryString = nullptr;
    Call<unsigned, Handle, Number*, Number*> Initialize = nullptr;
    Call<unsigned, unsigned> BindAPI = nullptr;
    Call<unsigned, Handle, const Number*, Handle*, Number, Number*> ChooseConfig = nullptr;
    Call<Handle, Handle, Handle, Handle, const Number*> CreateContext = nullptr;
    Call<unsigned, Handle, Handle> DestroyContext = nullptr;
    Call<unsigned, Handle, Handle, Handle, Handle> MakeCurrent = nullptr;
    Call<Handle> GetCurrentContext = nullptr, GetCurrentDisplay = nullptr;
    Call<Handle, Number> GetCurrentSurface = nullptr;
    // Extensions, which may be missing.
    Call<unsigned, Number, Handle*, Number*> QueryDevices = nullptr;
    Call<const char*, Handle, Number> QueryDeviceString = nullptr;
    Call<Handle, unsigned, Handle, const Number*> GetPlatformDisplay = nullptr;

    bool is_there = false;
};

template <class F>
void find_extension(const Egl& egl, const char* name, F& function) {
    function = reinterpret_cast<F>(egl.GetProcAddress(name));
}

Egl load() {
    Egl egl;
    for (const char* name : {"libEGL.so.1", "libEGL.so", "libEGL.dll"}) {
        const platform::DynamicLibrary library(name);
        if (!library.is_loaded()) continue;
        const auto get = [&]<class F>(const char* function, F& to) {
            to = library.function<F>(function);
            return to != nullptr;
        };
        if (!get("eglGetProcAddress", egl.GetProcAddress) || !get("eglQueryString", egl.QueryString) ||
            !get("eglInitialize", egl.Initialize) || !get("eglBindAPI", egl.BindAPI) ||
            !get("eglChooseConfig", egl.ChooseConfig) || !get("eglCreateContext", egl.CreateContext) ||
            !get("eglDestroyContext", egl.DestroyContext) || !get("eglMakeCurrent", egl.MakeCurrent) ||
            !get("eglGetCurrentContext", egl.GetCurrentContext) ||
            !get("eglGetCurrentDisplay", egl.GetCurrentDisplay) ||
            !get("eglGetCurrentSurface", egl.GetCurrentSurface))
            continue;
        find_extension(egl, "eglQueryDevicesEXT", egl.QueryDevices);
        find_extension(egl, "eglQueryDeviceStringEXT", egl.QueryDeviceString);
        find_extension(egl, "eglGetPlatformDisplayEXT", egl.GetPlatformDisplay);
        egl.is_there = true;
        return egl;
    }
    return egl;
}

const Egl& egl() {
    static const Egl all = load();
    return all;
}

bool has_word(const char* text, std::string_view word) {
    return text && std::string_view(text).find(word) != std::string_view::npos;
}

// The devices of this machine, those of NVIDIA first, and the processor, where it is one, last.
std::vector<Handle> devices() {
    Number count = 0;
    if (!egl().QueryDevices || !egl().QueryDevices(0, nullptr, &count) || count < 1) return {};
    std::vector<Handle> all(static_cast<std::size_t>(count));
    if (!egl().QueryDevices(count, all.data(), &count)) return {};
    all.resize(std::size_t(count));
    const auto rank = [](Handle device) {
        const char* words = egl().QueryDeviceString ? egl().QueryDeviceString(device, extensions) : nullptr;
        return has_word(words, "EGL_NV_device_cuda")         ? 0
               : has_word(words, "EGL_MESA_device_software") ? 2
                                                             : 1;
    };
    std::stable_sort(all.begin(), all.end(), [&](Handle a, Handle b) { return rank(a) < rank(b); });
    return all;
}

// In the order in which they are tried.
std::vector<Handle> displays() {
    std::vector<Handle> all;
    if (!egl().GetPlatformDisplay) return all;
    const char* client = egl().QueryString(nullptr, extensions);
    if (has_word(client, "EGL_EXT_platform_device"))
        for (Handle device : devices())
            all.push_back(egl().GetPlatformDisplay(platform_device, device, nullptr));
    if (has_word(client, "EGL_MESA_platform_surfaceless"))
        all.push_back(egl().GetPlatformDisplay(platform_surfaceless, nullptr, nullptr));
    return all;
}

// Displays are never terminated: other contexts of the program may have the same one.
class EglContext final : public WindowlessContext {
  public:
    EglContext(Handle display, Handle context) : display_(display), context_(context) {}
    ~EglContext() override { egl().DestroyContext(display_, context_); }

    void enter() override {
        if (!try_to_enter())
            throw Error(ExitCode::failed, "the driver does not let OpenGL work in this thread");
    }
    bool try_to_enter() {
        before_ = {egl().GetCurrentDisplay(), egl().GetCurrentSurface(draw), egl().GetCurrentSurface(read),
                   egl().GetCurrentContext()};
        egl().BindAPI(opengl_api);
        return egl().MakeCurrent(display_, nullptr, nullptr, context_) != 0;
    }
    void leave() override {
        if (before_.context)
            egl().MakeCurrent(before_.display, before_.draw, before_.read, before_.context);
        else
            egl().MakeCurrent(display_, nullptr, nullptr, nullptr);
    }

  private:
    struct Current {
        Handle display = nullptr, draw = nullptr, read = nullptr, context = nullptr;
    };
    Handle display_, context_;
    Current before_;
};

Handle make_context(Handle display) {
    Number major = 0, minor = 0;
    if (!display || !egl().Initialize(display, &major, &minor)) return nullptr;
    const Number wanted[] = {surface_type, pbuffer_bit, renderable_type, opengl_bit, none};
    const Number attributes[] = {major_version,
                                 4,
                                 minor_version,
                                 5,
                                 profile_mask,
                                 core_profile_bit,
                                 major > 1 || minor >= 5 ? reset_strategy : none,
                                 lose_on_reset,
                                 none};
    Handle config = nullptr;
    Number count = 0;
    egl().BindAPI(opengl_api);
    if (!egl().ChooseConfig(display, wanted, &config, 1, &count) || count < 1) config = nullptr;
    return egl().CreateContext(display, config, nullptr, attributes);
}

}  // namespace

std::unique_ptr<WindowlessContext> WindowlessContext::make(std::string& why_not) {
    if (!egl().is_there) {
        why_not = "there is no libEGL";
        return nullptr;
    }
    for (Handle display : displays()) {
        Handle handle = make_context(display);
        if (!handle) continue;
        auto context = std::make_unique<EglContext>(display, handle);
        if (context->try_to_enter()) {
            context->leave();
            return context;
        }
    }
    why_not = "EGL gives no OpenGL 4.5";
    return nullptr;
}

Functions::Find find_function() {
    return egl().GetProcAddress;
}

bool has_hardware() {
    // Without one of these no driver of Linux has a GPU, and none need be loaded to say so.
    constexpr std::array nodes{"/dev/dri", "/dev/nvidiactl", "/dev/dxg"};
    std::error_code ignored;
    if (std::none_of(nodes.begin(), nodes.end(),
                     [&](const char* node) { return std::filesystem::exists(node, ignored); }))
        return false;
    for (Handle device : devices()) {
        const char* words = egl().QueryDeviceString ? egl().QueryDeviceString(device, extensions) : nullptr;
        if (!has_word(words, "EGL_MESA_device_software")) return true;
    }
    return false;
}

}  // namespace sweep::opengl
