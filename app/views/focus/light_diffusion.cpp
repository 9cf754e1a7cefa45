#include "app/views/focus/light_diffusion.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/screen/gl/cuda_share.h"
#include "cpu/effects/depth_diffusion.h"

namespace sweep::app {
namespace {

// The pixels of a block, whose means a thread holds in registers; and the lines and blocks of a group of threads.
constexpr int block = 16, lines_of_group = 32, blocks_of_group = 4;

int divided(int a, int b) {
    return (a + b - 1) / b;
}

}  // namespace

void LightDiffusion::run(const Texture& sharp, const Texture& result,
                         const std::function<void(const Program&)>& set_circle) {
    const int width = sharp.width(), height = sharp.height();
    for (int step = 0; step < int(steps_.size()); ++step)
        if (Program& program = steps_[std::size_t(step)]; !program)
            program = Program({"focus/circle.comp", "focus/diffusion.comp"},
                              fmt::format("#define STEP {}\n#define B {}\n#define TIME {}.0\n", step, block,
                                          6 * cpu::diffusion_steps));
    if (!half_way_.is(width, height)) half_way_ = Texture(width, height, GL_RGBA32F);
    const int nodes = std::max(divided(width, block) * height, divided(height, block) * width);
    if (const GLsizeiptr bytes = GLsizeiptr(nodes) * 3 * 4 * GLsizeiptr(sizeof(float)); bytes != bytes_) {
        bytes_ = 0;  // until all storage is there
        nodes_ = make_shared_buffer(bytes, false);
        bytes_ = bytes;
    }
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, nodes_.name());
    for (const Program& program : steps_) {
        program.use();
        set_circle(program);
        program.set("sharp", 0);
        program.set("result", 0);
    }
    const int passes = 2 * cpu::diffusion_steps;
    for (int pass = 0; pass < passes; ++pass) {
        const bool along_rows = pass % 2 == 0;
        const int lines = along_rows ? height : width, blocks = divided(along_rows ? width : height, block);
        // A thread reads and writes the same pixels, so that all passes but the last are in place.
        const Texture &from = pass == 0 ? sharp : half_way_, &to = pass == passes - 1 ? result : half_way_;
        from.bind(0);
        glBindImageTexture(0, to.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, to.format());
        for (const Program& program : steps_) {
            program.use();
            program.set("along_rows", along_rows ? 1 : 0);
            const bool of_blocks = &program != &steps_[1];
            glDispatchCompute(GLuint(divided(lines, lines_of_group)),
                              of_blocks ? GLuint(divided(blocks, blocks_of_group)) : 1, 1);
            glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                            GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT |
                            GL_FRAMEBUFFER_BARRIER_BIT);
        }
    }
}

std::string LightDiffusion::reload() {
    std::string message;
    for (Program& program : steps_) message += program.reload();
    return message;
}

}  // namespace sweep::app
