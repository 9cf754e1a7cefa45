#include "opengl/context/context.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sweep::opengl {
namespace {

// What the shaders are written for: the least that OpenGL 4.5 promises.
constexpr int least_shared_bytes = 32768, least_invocations = 1024;

bool is_software(std::string_view renderer) {
    constexpr std::array<std::string_view, 4> names{"llvmpipe", "softpipe", "swrast", "oftware"};
    return std::any_of(names.begin(), names.end(), [renderer](std::string_view name) {
        return renderer.find(name) != std::string_view::npos;
    });
}

}  // namespace

std::string Context::load() {
    const char* missing = gl_.load(find_function());
    int major = 0, minor = 0;
    if (gl_.GetIntegerv) {
        gl_.GetIntegerv(gl::major_version, &major);
        gl_.GetIntegerv(gl::minor_version, &minor);
    }
    if (major < 4 || (major == 4 && minor < 5))
        return "OpenGL is " + std::to_string(major) + "." + std::to_string(minor) + ", and 4.5 is needed";
    if (missing) return std::string("the driver has no ") + missing;
    const auto text = [&](Enum name) {
        const unsigned char* found = gl_.GetString(name);
        return std::string(found ? reinterpret_cast<const char*>(found) : "");
    };
    driver_.renderer = text(gl::renderer);
    driver_.version = text(gl::version);
    driver_.is_software = is_software(driver_.renderer);
    std::int64_t most = 0;
    gl_.GetInteger64v(gl::max_shader_storage_block_size, &most);
    driver_.most_block = std::size_t(std::max<std::int64_t>(most, 0));
    gl_.GetIntegerv(gl::max_compute_shared_memory_size, &driver_.shared_bytes);
    gl_.GetIntegerv(gl::max_compute_work_group_invocations, &driver_.invocations);
    int extensions = 0;
    gl_.GetIntegerv(gl::extension_count, &extensions);
    for (int i = 0; i < extensions; ++i) {
        const unsigned char* name = gl_.GetStringi(gl::extensions, unsigned(i));
        if (name && reinterpret_cast<const char*>(name) == std::string_view("GL_KHR_parallel_shader_compile"))
            driver_.links_beside = true;
    }
    if (driver_.shared_bytes < least_shared_bytes || driver_.invocations < least_invocations)
        return "its compute shaders are smaller than OpenGL 4.5 promises";
    return "";
}

std::shared_ptr<Context> Context::current_or_own(std::string& why_not) {
    const std::shared_ptr<Context> context(new Context);
    const Functions::Find find = find_function();
    if (!find) {
        why_not = "there is no libEGL";
        return nullptr;
    }
    // Without a context glGetString() gives nothing.
    const auto get_string = reinterpret_cast<decltype(Functions::GetString)>(find("glGetString"));
    if (!get_string || !get_string(gl::version)) {
        context->own_ = WindowlessContext::make(why_not);
        if (!context->own_) return nullptr;
    }
    const Use use(*context);
    why_not = context->load();
    return why_not.empty() ? context : nullptr;
}

Context::~Context() = default;

Context::Use::Use(Context& context) : context_(context) {
    if (context_.own_ && context_.uses_ == 0) context_.own_->enter();
    ++context_.uses_;
}

Context::Use::~Use() {
    if (--context_.uses_ == 0 && context_.own_) context_.own_->leave();
}

}  // namespace sweep::opengl
