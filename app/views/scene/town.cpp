#include "app/views/scene/town.h"

#include <algorithm>
#include <numbers>

#include "app/views/scene/signs.h"

namespace sweep::app {
namespace {

constexpr float half_street = 5.0f;  // from the middle to the house fronts
constexpr float street_start = 12, street_end = -78;
constexpr float shop_height = 3.6f;

constexpr Vec3 warm{1.0f, 0.62f, 0.28f}, amber{1.0f, 0.45f, 0.10f}, cyan{0.10f, 0.80f, 1.0f},
    magenta{1.0f, 0.10f, 0.55f}, green{0.25f, 1.0f, 0.45f}, red{1.0f, 0.10f, 0.06f},
    violet{0.50f, 0.25f, 1.0f}, white{1.0f, 0.92f, 0.80f};
constexpr std::array<Vec3, 6> sign_colours{cyan, magenta, amber, green, red, violet};

class Builder {
  public:
    Town build() {
        ground();
        row_of_houses(-1, 11);
        row_of_houses(+1, 23);
        title_sign();
        street_lamps();
        fairy_lights();
        trees();
        foreground();
        far_end();
        bake(town_.solid, sources_);
        bake(town_.ground, sources_);
        return std::move(town_);
    }

  private:
    Mesh& solid() { return town_.solid; }
    // The power of a lamp is its radiance times its cross-section. In a row of equal lamps only some cast
    // light, each for `others` lamps: the difference is invisible, and baking takes a tenth of the time.
    void lamp(Vec3 position, float radius, Vec3 radiance, float others = 1) {
        town_.lamps.push_back({position, radius, radiance});
        if (others > 0)
            throws_light(position, radiance * (others * radius * radius * std::numbers::pi_v<float>));
    }
    void throws_light(Vec3 position, Vec3 power) { sources_.push_back({position, power}); }

    void ground() {
        const float length = street_start - street_end + 30;
        town_.ground.quad({-14, 0, street_start}, {28, 0, 0}, {0, 0, -length},
                          {0, 0, 28 / 4.0f, length / 4.0f}, {Material::paving}, 0.8f);
    }

    // A panel with a front and a back, both of which carry the same picture the right way round.
    void panel(Vec3 corner, Vec3 along, Vec3 up, Rectangle area, const Surface& surface,
               float thickness = 0.12f) {
        const Vec3 outwards = normalize(cross(along, up)) * (thickness / 2);
        solid().quad(corner + outwards, along, up, area, surface, 0.6f);
        solid().quad(corner + along - outwards, along * -1.0f, up, area, surface, 0.6f);
        const Surface edge{Material::metal};
        solid().quad(corner - outwards, outwards * 2.0f, up, {}, edge);
        solid().quad(corner + along + outwards, outwards * -2.0f, up, {}, edge);
        solid().quad(corner - outwards, along, outwards * 2.0f, {}, edge);
        solid().quad(corner + up + outwards, along, outwards * -2.0f, {}, edge);
    }

    // `side`: -1 is the left side of the street, where the fronts face +x.
    void row_of_houses(int side, std::uint32_t seed) {
        Dice dice(seed);
        const auto s = float(side);
        int number = side < 0 ? 0 : 4;
        for (float z = street_start; z > street_end;) {
            const float width = dice(6.0f, 11.0f), height = dice(10.0f, 19.0f), setback = dice(0.0f, 0.5f);
            const float front = s * (half_street + setback), back = s * (half_street + 9);
            const std::array<Material, 3> kinds{Material::brick, Material::plaster, Material::glass};
            const Material kind = kinds[std::size_t(dice() * 2.999f)];
            house(s, front, back, z, width, height, kind, dice);
            if (z < 7) {
                blade_sign(s, front, z - width * dice(0.25f, 0.75f), dice(4.0f, 5.2f), number, dice);
                shop_front(s, front, z, width, number, dice);
                ++number;
            }
            z -= width;
        }
    }

    void house(float s, float front, float back, float z, float width, float height, Material kind,
               Dice& dice) {
        const float seed = dice(1.0f, 90.0f);
        const Surface facade{kind, white * dice(0.7f, 1.4f), Pulse::steady, seed};
        const float tiles = 1 / 9.6f;  // a tile of a facade is 9.6 m wide and high
        const float u = std::floor(dice(0, 4)) / 4, v = std::floor(dice(0, 3)) / 3;
        const float columns = std::max(1.0f, std::round(width / 2.4f)) / 4;  // whole windows only
        const float z1 = z - width;
        const Vec3 along = s < 0 ? Vec3{0, 0, -width} : Vec3{0, 0, width};
        const float start = s < 0 ? z : z1;
        const float upper = height - shop_height;
        const float rows = std::max(1.0f, std::round(upper / 3.2f)) / 3;
        solid().quad({front, shop_height, start}, along, {0, upper, 0}, {u, v, u + columns, v + rows}, facade,
                     1.2f);
        // Gable walls towards both neighbours, and a roof.
        const float depth = std::abs(back - front);
        const Surface blind{Material::metal};
        for (const float face : {z, z1}) {
            const bool towards_viewer = face == z;
            const float left = std::min(front, back), right = std::max(front, back);
            const Vec3 corner{towards_viewer ? left : right, 0, face};
            solid().quad(corner, {towards_viewer ? depth : -depth, 0, 0}, {0, height, 0},
                         {0, 0, depth * tiles * 2, height * tiles * 2}, blind, 3);
        }
        solid().quad({std::min(front, back), height, z}, {depth, 0, 0}, {0, 0, -width}, {}, blind, 4);
        // Cornices above the shop and under the roof.
        const float lip = front - s * 0.28f;
        for (const float y : {shop_height, height - 0.35f})
            solid().box({std::min(front, lip), y, z1 + 0.02f}, {std::max(front, lip), y + 0.3f, z - 0.02f},
                        blind);
    }

    void shop_front(float s, float front, float z, float width, int number, Dice& dice) {
        constexpr std::array<Vec3, 5> moods{warm, Vec3{0.45f, 0.85f, 1.0f}, Vec3{1.0f, 0.80f, 0.55f},
                                            Vec3{1.0f, 0.42f, 0.50f}, Vec3{0.55f, 1.0f, 0.72f}};
        const Vec3 tint =
            mix(moods[std::size_t(number * 2 + (s < 0 ? 0 : 1)) % moods.size()], white, dice(0.05f, 0.35f));
        const float brightness = number % 4 == 3 ? 0.25f : dice(0.9f, 1.7f);
        const Surface window{Material::shop, tint * (0.85f * brightness)};
        const float start = s < 0 ? z : z - width;
        const Vec3 along = s < 0 ? Vec3{0, 0, -width} : Vec3{0, 0, width};
        const float u = std::floor(dice(0, 4)) / 4;
        const float shops = std::max(1.0f, std::round(width / 3.2f)) / 4;
        solid().quad({front, 0, start}, along, {0, shop_height, 0}, {u, 0, u + shops, 1}, window, 0.7f);
        for (float along_street = 1; along_street < width; along_street += 2)
            throws_light({front - s * 0.6f, 1.5f, z - along_street}, tint * (0.30f * brightness));

        // The board above the window: 16 : 3.
        const float board = std::min(width * 0.72f, 4.6f), board_height = board * 3 / 16;
        const Vec3 colour =
            mix(sign_colours[std::size_t(number * 5 + 2) % sign_colours.size()], white, 0.45f);
        const float centre = z - width / 2, y = shop_height - board_height - 0.12f;
        const float left = s < 0 ? centre + board / 2 : centre - board / 2;
        panel({front - s * 0.22f, y, left}, {0, 0, s < 0 ? -board : board}, {0, board_height, 0},
              shop_area(number % shop_signs), {Material::posters, colour * 2.4f}, 0.14f);
        throws_light({front - s * 0.9f, y, centre}, colour * 0.25f);
    }

    void blade_sign(float s, float front, float z, float y, int number, Dice& dice) {
        const Vec3 colour = sign_colours[std::size_t(number) % sign_colours.size()];
        const float height = dice(2.5f, 3.6f), width = height * 2 / 7;
        const float inner = front - s * 0.35f, outer = inner - s * width;
        const Pulse pulse = number == 5 ? Pulse::flicker : Pulse::steady;
        panel({std::min(inner, outer), y, z}, {width, 0, 0}, {0, height, 0}, blade_area(number % blade_signs),
              {Material::signs, colour * 7.0f, pulse}, 0.22f);
        for (const float bracket : {y + 0.3f, y + height - 0.3f})
            town_.wires.push_back({{front, bracket, z}, {inner, bracket, z}, 0.03f});
        throws_light({(inner + outer) / 2, y + height / 2, z + 0.6f}, colour * 0.85f);
        throws_light({(inner + outer) / 2, y + height / 2, z - 0.6f}, colour * 0.85f);
    }

    // The title and four arrows, one for each pass, hang over the street.
    void title_sign() {
        constexpr float z = -13, y = 5.0f, width = 6.4f, height = 1.6f;
        const Vec3 pink = mix(magenta, white, 0.15f);
        panel({-width / 2, y, z}, {width, 0, 0}, {0, height, 0}, title_area(),
              {Material::signs, pink * 12.0f}, 0.16f);
        for (const float x : {-2.4f, -0.8f, 0.8f, 2.4f}) throws_light({x, y + 0.3f, z + 2.0f}, pink * 1.3f);

        const Rectangle down = down_arrow_area(), right = right_arrow_area();
        const Rectangle up{down.u0, down.v1, down.u1, down.v0}, left{right.u1, right.v0, right.u0, right.v1};
        const std::array<Rectangle, 4> arrows{down, up, right, left};
        for (int i = 0; i < 4; ++i) {
            const float x = -2.4f + 1.6f * float(i) - 0.42f;
            const Surface surface{Material::signs, cyan * 11.0f, Pulse(int(Pulse::down) + i)};
            solid().quad({x, y - 0.98f, z + 0.08f}, {0.84f, 0, 0}, {0, 0.84f, 0}, arrows[std::size_t(i)],
                         surface);
        }
        const Surface metal{Material::metal};
        for (const float height_above : {y - 0.08f, y + height + 0.06f})
            solid().tube({-half_street - 0.6f, height_above, z - 0.1f},
                         {half_street + 0.6f, height_above, z - 0.1f}, 0.05f, 0.05f, metal);
    }

    void street_lamps() {
        const Surface metal{Material::metal};
        for (float z = 1.5f; z > street_end; z -= 11) {
            for (const float s : {-1.0f, 1.0f}) {
                const Vec3 foot{s * 3.5f, 0, z - (s > 0 ? 5.5f : 0)}, top = foot + Vec3{0, 3.7f, 0};
                solid().tube(foot, foot + Vec3{0, 0.7f, 0}, 0.09f, 0.06f, metal);
                solid().tube(foot + Vec3{0, 0.7f, 0}, top, 0.05f, 0.035f, metal);
                const Vec3 arm = top + Vec3{-s * 0.55f, 0.18f, 0};
                solid().tube(top, arm, 0.03f, 0.025f, metal);
                lamp(arm - Vec3{0, 0.16f, 0}, 0.11f, warm * 42.0f);
            }
        }
    }

    // A hanging cable with bulbs, from a to b, that sags by `sag`.
    void garland(Vec3 a, Vec3 b, float sag, float spacing, float radius, Vec3 colour, float power) {
        const int bulbs = std::max(2, int(length(b - a) / spacing));
        Vec3 previous = a;
        for (int i = 1; i <= bulbs; ++i) {
            const float t = float(i) / float(bulbs);
            const Vec3 here = mix(a, b, t) - Vec3{0, sag * 4 * t * (1 - t), 0};
            town_.wires.push_back({previous, here, 0.008f});
            if (i < bulbs) lamp(here - Vec3{0, 0.06f, 0}, radius, colour * power, i % 6 == 3 ? 6.0f : 0.0f);
            previous = here;
        }
    }

    void fairy_lights() {
        Dice dice(7);
        int index = 0;
        for (float z = 3; z > street_end + 4; z -= 4.6f, ++index) {
            const bool crossing = index % 2 == 0;
            const Vec3 a{-half_street - 0.1f, dice(4.4f, 5.2f), z},
                b{half_street + 0.1f, dice(4.4f, 5.2f), z + (crossing ? -3.4f : 3.4f)};
            garland(a, b, dice(0.7f, 1.1f), 0.42f, 0.030f, mix(warm, white, 0.3f), 30);
        }
    }

    void branch(Vec3 from, Vec3 direction, float size, int depth, Dice& dice, Vec3 colour) {
        const Vec3 to = from + direction * size;
        if (depth > 2)
            solid().tube(from, to, 0.012f * float(depth * depth),
                         0.010f * float((depth - 1) * (depth - 1)) + 0.008f, {Material::metal});
        else
            town_.wires.push_back({from, to, 0.007f * float(depth + 1)});
        const int bulbs = depth > 3 ? 0 : 2;
        for (int i = 0; i < bulbs; ++i) {
            const Vec3 around{dice(-0.05f, 0.05f), dice(-0.05f, 0.05f), dice(-0.05f, 0.05f)};
            lamp(mix(from, to, dice()) + around, 0.018f, colour * 20.0f, 0);
        }
        if (depth == 0) return;
        const int children = depth > 3 ? 3 : 2;
        for (int child = 0; child < children; ++child) {
            const Vec3 turn{dice(-0.75f, 0.75f), dice(-0.15f, 0.55f), dice(-0.75f, 0.75f)};
            branch(to, normalize(direction + turn), size * dice(0.62f, 0.82f), depth - 1, dice, colour);
        }
    }

    void trees() {
        Dice dice(5);
        const std::array<Vec3, 5> places{Vec3{-3.3f, 0, -8.5f}, Vec3{3.4f, 0, -19}, Vec3{-3.4f, 0, -30},
                                         Vec3{3.3f, 0, -41}, Vec3{-3.3f, 0, -52}};
        for (const Vec3& place : places) {
            solid().box(place - Vec3{0.45f, 0, 0.45f}, place + Vec3{0.45f, 0.5f, 0.45f}, {Material::plaster},
                        0.2f);
            branch(place + Vec3{0, 0.4f, 0}, {0, 1, 0}, 1.15f, 5, dice, mix(white, warm, 0.35f));
            throws_light(place + Vec3{0, 3.4f, 0}, mix(white, warm, 0.35f) * 2.0f);
        }
    }

    void lantern(Vec3 foot, float size) {
        const Surface metal{Material::metal};
        const float half = 0.5f * size;
        solid().box(foot - Vec3{half, 0, half}, foot + Vec3{half, 0.12f * size, half}, metal);
        for (const float x : {-half * 0.85f, half * 0.85f})
            for (const float z : {-half * 0.85f, half * 0.85f})
                solid().tube(foot + Vec3{x, 0, z}, foot + Vec3{x, 1.6f * size, z}, 0.035f * size,
                             0.035f * size, metal);
        solid().box(foot + Vec3{-half, 1.6f * size, -half}, foot + Vec3{half, 1.72f * size, half}, metal);
        solid().tube(foot + Vec3{0, 1.72f * size, 0}, foot + Vec3{0, 2.1f * size, 0}, 0.5f * size,
                     0.06f * size, metal);
        lamp(foot + Vec3{0, 0.75f * size, 0}, 0.17f * size, amber * 60.0f);
    }

    // Things close to the camera: they are sharp when it focuses near, and large soft shapes when it does
    // not.
    void foreground() {
        const Surface metal{Material::metal};
        // Easels with the resolution chart on the left and a poster on the right.
        const auto easel = [&](Vec3 corner, Vec3 along, Rectangle area) {
            panel(corner + Vec3{0, 0.55f, 0}, along, {0, length(along), 0}, area,
                  {Material::posters, {0.5f, 0.5f, 0.5f}}, 0.08f);
            for (const float t : {0.06f, 0.94f})
                solid().tube(corner + along * t, corner + along * t + Vec3{0, 2.2f, 0}, 0.03f, 0.03f, metal);
            const Vec3 outwards = normalize(cross(along, {0, 1, 0}));
            throws_light(corner + along * 0.5f + Vec3{0, 2.6f, 0} + outwards * 0.7f, white * 0.8f);
        };
        easel({-2.75f, 0, -2.7f}, {1.30f, 0, -0.45f}, chart_area());
        easel({1.75f, 0, -5.6f}, {1.35f, 0, 0.5f}, text_poster_area());
        // Lanterns on the ground.
        lantern({1.35f, 0, -0.7f}, 0.24f);
        lantern({1.95f, 0, -1.6f}, 0.30f);
        lantern({-1.15f, 0, -5.2f}, 0.26f);
        lantern({0.55f, 0, -9.5f}, 0.30f);
        lantern({-1.9f, 0, -14.0f}, 0.32f);
        for (float z = -1; z > -60; z -= 2.2f)
            for (const float s : {-1.0f, 1.0f}) {
                const Vec3 foot{s * 2.95f, 0, z};
                solid().tube(foot, foot + Vec3{0, 0.8f, 0}, 0.06f, 0.05f, metal);
                lamp(foot + Vec3{0, 0.83f, 0}, 0.035f, cyan * 12.0f, 3);
            }
    }

    void far_end() {
        Dice dice(3);
        // The tower that closes the street.
        const Surface tower{Material::glass, white * 2.2f, Pulse::steady, 17};
        solid().box({-7, 0, -112}, {7, 40, -100}, tower, 1 / 9.6f, 12);
        solid().box({-5, 40, -110}, {5, 52, -102}, tower, 1 / 9.6f, 12);
        solid().tube({0, 52, -106}, {0, 66, -106}, 0.5f, 0.1f, {Material::metal});
        lamp({0, 66, -106}, 0.5f, red * 60.0f);
        panel({-5.6f, 31.0f, -99.7f}, {11.2f, 0, 0}, {0, 2.8f, 0}, hotel_area(),
              {Material::signs, amber * 7.0f});
        // The city behind: blocks with lit windows, and beacons.
        for (int i = 0; i < 46; ++i) {
            const float x = dice(-130.0f, 130.0f), z = dice(-240.0f, -125.0f), width = dice(8.0f, 18.0f);
            const float height = dice(14.0f, 58.0f) * (1 - std::abs(x) / 260);
            solid().box({x - width / 2, 0, z - width}, {x + width / 2, height, z},
                        {Material::skyline, white * 3.0f, Pulse::steady, dice(1.0f, 90.0f)}, 1 / 24.0f, 30);
            if (dice() < 0.5f)
                lamp({x, height + 1, z - width / 2}, 0.35f, (dice() < 0.6f ? red : white) * 40.0f, 0);
        }
        // Headlights and tail lights on the square before the tower.
        for (int i = 0; i < 26; ++i) {
            const float x = dice(-24.0f, 24.0f), z = dice(-97.0f, -84.0f);
            const bool coming = dice() < 0.5f;
            for (const float side : {-0.6f, 0.6f})
                lamp({x + side, 0.7f, z}, coming ? 0.16f : 0.12f, coming ? white * 50.0f : red * 30.0f, 0);
        }
    }

    Town town_;
    std::vector<LightSource> sources_;
};

}  // namespace

Town build_town() {
    return Builder().build();
}

}  // namespace sweep::app
