// Draws the built-in scene by compute shaders alone, in two views at once: the scene, and its reflection in
// the street. The steps, by their shaders in shaders/scene:
//   sprites             where wires, lamps and halos are, and which tiles of the picture they touch
//   bins, places, bins  how many triangles touch each tile; where the tile's list begins; the lists
//   find                the nearest triangle of each sample
//   shade, mipmaps      the reflection and its mip levels
//   shade               the scene, whose ground reads the reflection
// Nothing is rasterized: some GPUs have few units for that, and take longer to clear a texture than for all
// of this.
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <map>
#include <vector>

#include "app/views/scene/camera.h"
#include "app/views/scene/painter.h"
#include "app/views/scene/scene.h"

namespace sweep::app {
namespace {

constexpr int tile = 16;
// The entries that the lists of triangles have room for. A triangle beyond it is found the slow way
// (painter.h).
constexpr int entries_per_tile = 64, entries_per_triangle = 4;
// At 4K edges are fine enough with one sample a pixel; up to 1080p each pixel is the mean of four samples.
constexpr std::int64_t pixels_fine_enough = 2'200'000;

// The barriers after which all later readers see what the compute shaders have written.
constexpr GLbitfield what_is_read_next = GL_FRAMEBUFFER_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                                         GL_TEXTURE_UPDATE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT;

// What the shaders know of both views. It is declared twice: here, and in GLSL below (std140).
struct ViewBlock {
    Mat4 to_clip;       // from world to clip coordinates; upside down for the reflection
    Mat4 ray_to_world;  // maps (x, y, -1), x and y -1 .. 1 over the picture, to the ray to one metre of depth
    Vec3 eye;
    float facing;                // sign of the determinant of the corners of a triangle seen from its front
    std::int32_t width, height;  // in samples
    std::int32_t first_tile;
    std::int32_t triangle_count;
    float samples_per_unit;  // samples per metre at a distance of one metre
    std::int32_t finer;      // a pixel has finer x finer samples
    float unused[2];
};
struct SceneBlock {
    ViewBlock views[2];
    float pulses[int(Pulse::count)][4];
    float seconds;
    float unused[3];
};
static_assert(sizeof(ViewBlock) == 176 && sizeof(SceneBlock) == 2 * 176 + 16 * int(Pulse::count) + 16);

constexpr const char* block_definition = R"(struct View {
    mat4 to_clip, ray_to_world;
    vec3 eye;
    float facing;
    ivec2 size;
    int first_tile, triangle_count;
    float samples_per_unit;
    int finer;
};
layout(std140, binding = 0) uniform Scene {
    View views[2];
    vec4 pulses[PULSES];
    float seconds;
};
)";

// The attributes of a vertex, as shaders/scene/shade.comp reads them.
struct Corner {
    float u, v;
    Vec3 light, glow;
};
struct Triangle {
    std::array<std::uint32_t, 3> corners;
    std::uint32_t kind;
};
struct Kind {
    float material, pulse, window_seed, unused;
    auto operator<=>(const Kind&) const = default;
};

struct Triangles {
    std::vector<std::array<float, 4>> positions;
    std::vector<Corner> corners;
    std::vector<Triangle> triangles;
    std::vector<Kind> kinds;
};

Triangles triangles_of(const Mesh& mesh) {
    Triangles result;
    for (const SceneVertex& vertex : mesh.vertices) {
        result.positions.push_back({vertex.position.x, vertex.position.y, vertex.position.z, 1});
        result.corners.push_back({vertex.u, vertex.v, vertex.light, vertex.glow});
    }
    std::map<Kind, std::uint32_t> numbers;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const SceneVertex& vertex = mesh.vertices[mesh.indices[i]];  // the kind is the same at all three
        const Kind kind{vertex.material, vertex.pulse, vertex.window_seed, 0};
        const auto [at, is_new] = numbers.emplace(kind, std::uint32_t(result.kinds.size()));
        if (is_new) result.kinds.push_back(kind);
        result.triangles.push_back({{mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]}, at->second});
    }
    return result;
}

// Storage for `count` elements of `bytes` each, filled with zeros. Counts and marks are zero between frames:
// the shader that reads them clears them.
Buffer zeros(int count, int bytes) {
    const GLsizeiptr size = GLsizeiptr{std::max(count, 1)} * bytes;
    Buffer buffer = make_buffer(size, nullptr);
    glClearNamedBufferData(buffer.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    return buffer;
}

// Binds the buffers at 0, 1, ... for the next shader.
void bind_storage(std::initializer_list<const Buffer*> buffers) {
    std::array<GLuint, 8> names{};
    std::transform(buffers.begin(), buffers.end(), names.begin(), [](const Buffer* b) { return b->name(); });
    glBindBuffersBase(GL_SHADER_STORAGE_BUFFER, 0, GLsizei(buffers.size()), names.data());
}

void write_to(GLuint binding, const Texture& texture, int level = 0) {
    glBindImageTexture(binding, texture.name(), level, GL_FALSE, 0, GL_WRITE_ONLY, texture.format());
}

constexpr int divided_up(int n, int by) {
    return (n + by - 1) / by;
}

class ComputePainter final : public ScenePainter {
  public:
    ComputePainter(const SceneContent& content, int most_entries);

    void draw(int width, int height, double seconds, const Orbit& orbit, const Texture& materials) override;
    const Texture& colour() const override { return colour_; }
    const Texture& depth() const override { return depth_; }
    std::string reload() override;

  private:
    // The tiles of a view.
    struct Tiles {
        int across = 0, down = 0;
        int count() const { return across * down; }
    };
    ComputePainter(const SceneContent& content, const Triangles& triangles, int most_entries);
    std::string definitions() const;
    void resize(int width, int height);
    void set_views(const SceneView (&views)[2]) const;
    void find_triangles();
    void shade(int view, const Texture& colour) const;
    void make_mipmaps() const;
    int sprite_count() const { return wire_count_ + lamp_count_ + halo_count_; }
    int mark_words() const { return divided_up(sprite_count(), 32); }

    int triangle_count_, ground_;  // of all triangles; the first triangle of the ground
    int wire_count_, lamp_count_, halo_count_;
    int most_entries_;
    bool software_;
    Buffer positions_, corners_, triangles_, kinds_, wires_, lamps_;
    Buffer block_, planes_, sprites_, total_;
    Program sprites_program_, bins_program_, places_program_, find_program_, shade_program_, mipmaps_program_;

    int finer_ = 1;  // a pixel has finer_ x finer_ samples
    Tiles tiles_[2];
    Buffer counts_, places_, entries_, marks_;
    Texture colour_, depth_, reflection_;
    Texture seen_[2];  // the triangle that each sample shows, counted from 1
};

ComputePainter::ComputePainter(const SceneContent& content, int most_entries)
    : ComputePainter(content, triangles_of(content.mesh), most_entries) {}

ComputePainter::ComputePainter(const SceneContent& content, const Triangles& triangles, int most_entries)
    : triangle_count_(int(triangles.triangles.size())),
      ground_(content.solid_count / 3),
      wire_count_(int(content.wires.size())),
      lamp_count_(int(content.lamps.size())),
      halo_count_(content.halo_count),
      most_entries_(most_entries),
      software_(gl_is_software()),
      positions_(buffer_of(triangles.positions)),
      corners_(buffer_of(triangles.corners)),
      triangles_(buffer_of(triangles.triangles)),
      kinds_(buffer_of(triangles.kinds)),
      wires_(buffer_of(content.wires)),
      lamps_(buffer_of(content.lamps)),
      block_(make_buffer(sizeof(SceneBlock), nullptr, GL_DYNAMIC_STORAGE_BIT)),
      planes_(zeros(2 * triangle_count_, 48)),
      sprites_(zeros(2 * sprite_count(), 48)),
      total_(zeros(1, 4)),
      sprites_program_({"scene/air.glsl", "scene/sprites.comp"}, definitions()),
      bins_program_({"scene/bins.comp"}, definitions()),
      places_program_({"scene/places.comp"}, definitions()),
      find_program_({"scene/find.comp"}, definitions()),
      shade_program_({"scene/air.glsl", "scene/surface.glsl", "scene/shade.comp"}, definitions()),
      mipmaps_program_({"scene/mipmaps.comp"}) {}

std::string ComputePainter::definitions() const {
    const auto line = [](const char* name, const auto& value) {
        return std::string("#define ") + name + " " + std::to_string(value) + "\n";
    };
    return scene_definitions() + line("TILE", tile) + line("NEAR", Scene::near_plane) +
           line("FAR", Scene::far_plane) + line("TRIANGLES", triangle_count_) + line("GROUND", ground_) +
           line("WIRES", wire_count_) + line("LAMPS", lamp_count_) + line("SPRITES", sprite_count()) +
           line("MARK_WORDS", mark_words()) + line("PULSES", int(Pulse::count)) + block_definition;
}

void ComputePainter::resize(int width, int height) {
    if (colour_.is(width, height)) return;
    finer_ = std::int64_t{width} * height < pixels_fine_enough ? 2 : 1;
    Texture colour(width, height, GL_RGBA32F);
    depth_ = Texture(width, height, GL_R32F);
    const int part = software_ ? 3 : 2;
    const int part_width = divided_up(width, part), part_height = divided_up(height, part);
    reflection_ = Texture(part_width, part_height, software_ ? GL_RGBA16F : GL_R11F_G11F_B10F,
                          std::min(5, mip_levels(part_width, part_height)));
    reflection_.filter(software_ ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
    seen_[0] = Texture(finer_ * width, finer_ * height, GL_R32UI);
    seen_[1] = Texture(part_width, part_height, GL_R32UI);
    for (int view = 0; view < 2; ++view)
        tiles_[view] = {divided_up(seen_[view].width(), tile), divided_up(seen_[view].height(), tile)};
    const int tiles = tiles_[0].count() + tiles_[1].count();
    counts_ = zeros(tiles, 4);
    places_ = zeros(tiles, 4);
    marks_ = zeros(tiles, 4 * mark_words());
    entries_ = zeros(
        most_entries_ ? most_entries_ : tiles * entries_per_tile + triangle_count_ * entries_per_triangle, 4);
    colour_ = std::move(colour);  // assigned last: its size says that all of them are there
}

void ComputePainter::set_views(const SceneView (&views)[2]) const {
    SceneBlock block{};
    for (int i = 0; i < 2; ++i) {
        const SceneView& view = views[i];
        const Mat4 upright{1, 0, 0, 0, 0, view.mirror, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        const Mat4 field{view.tangent_x, 0, 0, 0, 0, -view.tangent_y, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        ViewBlock& to = block.views[i];
        to.to_clip = view.view_projection * upright;
        to.ray_to_world = view.view_to_world * field;
        to.eye = {view.eye.x, view.eye.y * view.mirror, view.eye.z};
        to.facing = -view.mirror;  // row 0 is the top of the picture
        to.width = view.width;
        to.height = view.height;
        to.first_tile = i * tiles_[0].count();
        to.triangle_count =
            view.mirror < 0 ? ground_ : triangle_count_;  // the ground does not reflect itself
        to.samples_per_unit = float(view.height) / (2 * view.tangent_y);
        to.finer = i == 0 ? finer_ : 1;
    }
    for (std::size_t i = 0; i < views[0].pulse.size(); ++i) block.pulses[i][0] = views[0].pulse[i];
    block.seconds = views[0].seconds;
    glNamedBufferSubData(block_.name(), 0, sizeof block, &block);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, block_.name());
}

void ComputePainter::draw(int width, int height, double seconds, const Orbit& orbit,
                          const Texture& materials) {
    resize(width, height);
    const SceneView view =
        view_at(float(seconds), width * finer_, height * finer_, Scene::near_plane, Scene::far_plane, orbit);
    set_views({view, mirrored(view, reflection_.width(), reflection_.height())});

    sprites_program_.use();
    bind_storage({&wires_, &lamps_, &sprites_, &marks_});
    glDispatchCompute(GLuint(sprite_count()), 2, 1);
    find_triangles();

    materials.bind(0);
    glBindTextureUnit(1, 0);  // the reflection has no ground, so nothing reads it while it is written
    shade(1, reflection_);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
    make_mipmaps();
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
    reflection_.bind(1);
    shade(0, colour_);
    glMemoryBarrier(what_is_read_next | GL_SHADER_STORAGE_BARRIER_BIT);  // the next frame marks tiles anew
}

void ComputePainter::find_triangles() {
    const auto visit = [&](bool enter) {
        bins_program_.use();
        bins_program_.set("enter", int(enter));
        bind_storage({&positions_, &triangles_, &planes_, &counts_, &places_, &entries_});
        glDispatchCompute(GLuint(divided_up(triangle_count_, 64)), 2, 1);
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    };
    visit(false);
    places_program_.use();
    bind_storage({&counts_, &places_, &total_});
    glDispatchCompute(GLuint(divided_up(tiles_[0].count() + tiles_[1].count(), 256)), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    visit(true);
    find_program_.use();
    bind_storage({&planes_, &counts_, &places_, &entries_, &total_});
    write_to(0, seen_[0]);
    write_to(1, seen_[1]);
    glDispatchCompute(GLuint(tiles_[0].across), GLuint(tiles_[0].down + tiles_[1].down), 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
}

void ComputePainter::shade(int view, const Texture& colour) const {
    shade_program_.use();
    shade_program_.set("materials", 0);
    shade_program_.set("reflection", 1);
    shade_program_.set("seen", 2);
    shade_program_.set("view", view);
    seen_[view].bind(2);
    bind_storage({&corners_, &triangles_, &planes_, &kinds_, &sprites_, &marks_});
    write_to(0, colour);
    write_to(1, depth_);
    glDispatchCompute(GLuint(tiles_[view].across), GLuint(tiles_[view].down), 1);
}

void ComputePainter::make_mipmaps() const {
    mipmaps_program_.use();
    mipmaps_program_.set("finest", 0);
    reflection_.bind(0);
    for (int level = 1; level < reflection_.levels(); ++level) {
        write_to(0, reflection_, level);
        mipmaps_program_.set("level", level);
        glDispatchCompute(GLuint(divided_up(std::max(reflection_.width() >> level, 1), 8)),
                          GLuint(divided_up(std::max(reflection_.height() >> level, 1), 8)), 1);
    }
}

std::string ComputePainter::reload() {
    std::string message;
    for (Program* program : {&sprites_program_, &bins_program_, &places_program_, &find_program_,
                             &shade_program_, &mipmaps_program_})
        message += program->reload();
    return message;
}

}  // namespace

std::unique_ptr<ScenePainter> paint_by_compute(const SceneContent& content, int most_entries) {
    return std::make_unique<ComputePainter>(content, most_entries);
}

}  // namespace sweep::app
