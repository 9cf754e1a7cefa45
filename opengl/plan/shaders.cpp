#include "opengl/plan/shaders.h"

#include <algorithm>
#include <stdexcept>

#include "core/base/error.h"
#include "opengl/plan/shader_texts.h"

namespace sweep::opengl {
namespace {

constexpr int most_groups = 65535;  // GL_MAX_COMPUTE_WORK_GROUP_COUNT is at least this
constexpr unsigned barriers = gl::shader_storage_barrier_bit | gl::buffer_update_barrier_bit |
                              gl::texture_fetch_barrier_bit | gl::shader_image_access_barrier_bit;

std::string_view text_of(std::string_view file) {
    for (const ShaderText& shader : shader_texts())
        if (shader.file == file) return shader.text;
    throw std::logic_error("there is no shader " + std::string(file));
}

}  // namespace

const Program& Shaders::program(const std::vector<std::string_view>& files, const std::string& definitions) {
    const auto [found, is_new] = programs_.try_emplace(std::string(files.back()) + "\n" + definitions);
    Asked& asked = found->second;
    if (!is_new) return asked.program;
    asked.name = files.back();
    asked.texts.push_back("#version 450\n" + std::string(text_of("bindings")) + definitions);
    for (const std::string_view file : files) asked.texts.emplace_back(text_of(file));
    awaited_.push_back(found);
    if (context_->driver().links_beside) hand_over(asked);
    return asked.program;
}

void Shaders::hand_over(Asked& asked) const {
    if (asked.texts.empty()) return;
    asked.program = begin_program(context_, asked.texts);
    asked.texts.clear();
}

void Shaders::finish(Programs::iterator awaited) {
    std::erase(awaited_, awaited);
    try {
        hand_over(awaited->second);
        sweep::opengl::require_linked(awaited->second.program, awaited->second.name);
    } catch (const Error&) {
        programs_.erase(awaited);
        throw;
    }
}

bool Shaders::are_linked() {
    if (awaited_.empty()) return true;
    if (!context_->driver().links_beside) {
        finish(awaited_.front());
        return false;
    }
    for (const Programs::iterator awaited : std::vector(awaited_))
        if (is_complete(awaited->second.program)) finish(awaited);
    return false;
}

void Shaders::require_linked() {
    for (const Programs::iterator awaited : awaited_) hand_over(awaited->second);
    while (!awaited_.empty()) finish(awaited_.front());
}

void Shaders::start(const Program& program, Groups first, Groups groups) {
    const Functions& gl = context_->gl();
    Groups& known = first_groups_.try_emplace(program.name(), Groups{0, 0, 0}).first->second;
    if (known != first) gl.ProgramUniform3i(program.name(), 0, first.x, first.y, first.z);
    known = first;
    gl.DispatchCompute(unsigned(groups.x), unsigned(groups.y), unsigned(groups.z));
}

void Shaders::dispatch(const Program& program, Groups groups) {
    const Functions& gl = context_->gl();
    gl.UseProgram(program.name());
    if (apart_) {
        std::vector<Groups> order;
        for (int z = 0; z < groups.z; ++z)
            for (int y = 0; y < groups.y; ++y)
                for (int x = 0; x < groups.x; ++x) order.push_back({x, y, z});
        std::shuffle(order.begin(), order.end(), *apart_);
        for (const Groups& one : order) {
            start(program, one, {});
            gl.MemoryBarrier(barriers);
        }
        return;
    }
    for (int y = 0; y < groups.y; y += most_groups)
        for (int x = 0; x < groups.x; x += most_groups)
            start(program, {x, y, 0},
                  {std::min(groups.x - x, most_groups), std::min(groups.y - y, most_groups), groups.z});
    gl.MemoryBarrier(barriers);
}

}  // namespace sweep::opengl
