#include "opengl/plan/shaders.h"

#include <algorithm>
#include <stdexcept>

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
    const std::string key = std::string(files.back()) + "\n" + definitions;
    const auto known = programs_.find(key);
    if (known != programs_.end()) return known->second;
    const std::string head = "#version 450\n" + definitions;
    std::vector<std::string_view> texts{head};
    for (const std::string_view file : files) texts.push_back(text_of(file));
    return programs_.emplace(key, make_program(context_, files.back(), texts)).first->second;
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
