// The source of the pixels: a picture of the gallery, the built-in scene, or a test input.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/base/area.h"
#include "app/base/files/file_watch.h"
#include "app/command_line/start.h"
#include "app/lessons/teach/input.h"
#include "app/screen/gl/timing.h"
#include "app/views/film/picture.h"
#include "app/views/focus/depth_of_field.h"
#include "app/views/focus/stroke_depth.h"
#include "app/views/scene/orbit.h"
#include "app/views/scene/scene.h"
#include "app/work/options/value_unit.h"
#include "app/work/pictures/gallery.h"
#include "app/work/pictures/picture.h"
#include "app/work/request/settings.h"

namespace sweep::app {

// The textures that a frame filters and shows.
struct Input {
    const Texture* source = nullptr;   // read by the engine
    const Texture* light = nullptr;    // the same in linear light (or encoded), to be shown
    const Texture* depth = nullptr;    // null: there is none
    Sample sample = Sample::f32;       // of `source`
    bool is_grey = false;              // the three channels of `source` are equal, and it is opaque
    bool decodes = true;               // the engine decodes the bytes that it reads to linear light
    bool is_encoded = false;           // a file's samples are filtered undecoded, and are not light
    bool sums_bytes = false;           // a table sums the bytes of the file undecoded
    bool is_associated = false;        // with an alpha, through which what lies behind is seen
    bool light_has_mipmaps = false;    // they are made already
    DepthRange range{};                // the distances that the depth stands for
    ValueUnit unit{};                  // of `light`
    const Texture* seen = nullptr;     // `light` with NaN where samples are missing; null: all are there
    const Texture* weights = nullptr;  // Picture::weights()

    int width() const { return source->width(); }
    int height() const { return source->height(); }
};

// Whether what has been read is an animation that the window shows as a film: one without a depth map.
bool is_for_film(const PictureData& data);

class Source {
  public:
    // Opens options.film or options.image, or makes the scene. Throws the errors of load_picture() and of FilmPlayer.
    Source(const WindowOptions& options, Scene::Painting painting);

    // The picture that is open, or the film; both null: the scene.
    const Picture* picture() const { return picture_ ? &*picture_ : nullptr; }
    const FilmPicture* film() const { return film_.get(); }
    bool shows_scene() const { return !picture_ && !film_; }
    TestInput test_input() const { return test_input_; }
    // The samples are encoded, and are decoded unless the settings say otherwise. True of the scene too,
    // and of films, whose light needs no decoding either way.
    bool is_encoded() const { return !picture_ || picture_->is_encoded(); }
    // The input moves by itself, if the settings let it.
    bool can_move() const { return shows_scene() && test_input_ == TestInput::none; }
    // A film is being opened or searched, or plays if `settings` let it.
    bool film_moves(const Settings& settings) const;
    // The name of the input: "built-in scene", "photo.jpg".
    std::string name() const;
    // What follows it: " (3 of 17)", " (page 2 of 40)", "   3.8 of 12.0 s".
    std::string facts() const;

    Gallery& gallery() { return gallery_; }
    const Gallery& gallery() const { return gallery_; }
    // Opens a page of a picture, or what is chosen of it, or a film; an empty `depth` is none that is named.
    void open(const std::filesystem::path& picture, const std::filesystem::path& depth, int page = 1,
              const PictureChoice& choice = {});
    // Reads the picture that is open again, or opens the film again.
    void reload();
    // Opens a film, at this time of it. What is shown stays until the first frame has come.
    void open_film(FilmSource source, double begin);
    // Shows a film whose first frame has come; true if there is one.
    bool show_film();
    // What has gone wrong with a film since the last call.
    std::optional<std::string> film_trouble();
    // Takes the frame of the film whose time has come. `waits`: as FilmPlay has it.
    void play_film(double passed, const Settings& settings, bool waits);
    // For keys and buttons; null where no film is open.
    FilmPlayer* film_player() { return film_ ? &film_->player() : nullptr; }
    // Whether the files of the picture have changed on the disk since they were read.
    bool files_changed() { return picture_ && watch_.changed(wall_seconds()); }
    // Takes the picture that the gallery has read. True: it is the same picture with other pixels or another
    // depth map.
    bool show(PictureData data);
    void show_scene();
    // The open picture or film, as the list of recent pictures holds it; nothing for the scene, cameras and streams.
    std::optional<RecentPicture> as_recent() const;

    // The size of the input that the next draw() returns for this area.
    struct Extent {
        int width, height;
    };
    Extent extent(const Settings& settings, const Area& area) const;
    // That of the scene: the area's, but for a view that could not take so many pixels.
    static Extent scene_extent(const Settings& settings, const Area& area);
    // Draws the scene into this area, decodes the picture, or makes the test input.
    // `holds`: the user holds a button, and strokes may go on.
    Input draw(const Settings& settings, const Area& area, Timings& timings, bool holds = false);
    // What draw() returned last, or as much of it as there is.
    Input without_drawing(const Settings& settings) const;
    // The depth map of strokes over the picture is still to come.
    bool makes_depth() const {
        return picture_ && !picture_->has_depth_map() && test_input_ == TestInput::none &&
               stroke_depth_.pending();
    }
    // That map; null: there is none.
    const Texture* stroke_depth() const { return stroke_depth_.map(); }
    // Whether the pixels have changed since the last call.
    bool take_changed() { return std::exchange(changed_, false); }
    // Counts inputs: another number means another picture, even if its texture has the same name.
    int generation() const { return generation_; }

    // The camera of the scene.
    Orbit& orbit() { return orbit_; }
    std::string reload_shaders() { return scene_ ? scene_->reload() : std::string(); }

  private:
    Input describe(Input input, const Settings& settings) const;
    // The picture's depth map, or that of strokes, or of a ramp; null: there is none.
    const Texture* depth_of_picture(const Settings& settings, bool holds, bool is_decoded);

    // All that the picture of the scene depends on, besides its shaders.
    struct SceneMoment {
        int width = 0, height = 0;
        double seconds = 0;
        float yaw = 0, pitch = 0;
        friend bool operator==(const SceneMoment&, const SceneMoment&) = default;
    };

    Scene::Painting painting_;
    std::optional<Scene> scene_;
    SceneMoment scene_moment_;  // of the picture of the scene that is drawn
    GpuTimer scene_timer_;
    Orbit orbit_;
    std::optional<Picture> picture_;
    std::unique_ptr<FilmPicture> film_,
        opening_;         // the film that is shown; one whose first frame has not come yet
    int film_sizes_ = 0;  // FilmPicture::sizes() when generation_ was counted last
    Gallery gallery_{Picture::largest_side()};
    Picture::Ramp ramp_;  // of the depth that was drawn last
    StrokeDepth stroke_depth_;
    int stroke_generation_ = 0;  // of the picture under the strokes
    FileWatch watch_;            // on the picture that is open
    TestPicture test_picture_;
    TestInput test_input_ = TestInput::none;  // of the last frame
    Texture nothing_{1, 1, GL_RGBA32F};       // stands for a missing picture
    bool changed_ = true;
    int generation_ = 0;
};

}  // namespace sweep::app
