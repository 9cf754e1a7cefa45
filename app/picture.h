// A picture from a file, as textures: what the engines read, and the same in the light that is displayed; and its
// depth map, where there is one.
#pragma once

#include "app/file_watch.h"
#include "app/gl.h"
#include "core/encoding.h"
#include "core/image.h"

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace sweep::app {

// What a thread without OpenGL can do of opening a picture.
struct PictureData {
    std::filesystem::path path;
    std::string note;      // of load_image()
    std::string label;     // of label_of(); of a picture of the window it is its state (app/picture_state.h)
    Image image;           // four channels, samples as in the file
    bool is_grey = false;  // the file has one channel, which is each of the first three
    Encoding encoding;     // of the file
    Image light;           // float, decoded as the file says
    Image
        depth;  // empty, or one channel of floats: 0 .. 1 from black to white, of .npy from least to largest
    std::filesystem::path depth_path;
    std::vector<StampedFile> files;  // all that it was read from, as they were before
};

// `depth`: the file of its depth map; nothing: the one beside the picture, if there is one (depth_beside()).
// `largest_side`: of a texture, in pixels.
// Throws Error(unreadable_input) for what load_image() refuses, for a picture that is larger than a texture or than memory
// (both before pixels are made), and for a depth map of other proportions.
PictureData load_picture(const std::filesystem::path& path,
                         const std::optional<std::filesystem::path>& depth = std::nullopt,
                         int largest_side = std::numeric_limits<int>::max());

// NAME.depth.EXTENSION or NAME_depth.EXTENSION beside NAME.anything; of any extension that can be read.
std::optional<std::filesystem::path> depth_beside(const std::filesystem::path& picture);
// Whether a file's name says that it is a depth map.
bool is_depth_name(const std::filesystem::path& path);

class Picture {
  public:
    // Throws Error(unreadable_input) for pictures larger than a texture.
    explicit Picture(PictureData data);
    // Of a texture here, in pixels.
    static int largest_side();

    // As decoding(linear) says. False, and free, when nothing changes.
    bool decode(std::optional<bool> linear);
    Decoding decoding(std::optional<bool> linear) const {
        return decoding_of(image_.sample(), encoding_, linear);
    }
    // "16 bits, as numbers", as core/encoding.h has it.
    std::string decoding_text(std::optional<bool> linear) const {
        return sweep::decoding_text(image_.sample(), encoding_, linear);
    }

    // GL_RGBA8 for 8-bit files that an engine can decode, otherwise GL_RGBA32F; row 0 is the top.
    const Texture& source() const { return integers_ ? integers_ : floats_; }
    // GL_RGBA32F with mip levels, as decode() was told.
    const Texture& light() const { return floats_; }
    // u8 or f32, as source().
    Sample sample() const { return integers_ ? Sample::u8 : Sample::f32; }
    // 8 or 16 bits, which end at the white of the screen and can be decoded; floats are light already.
    bool is_integer() const { return image_.sample() == Sample::u8 || image_.sample() == Sample::u16; }
    // As the file has them, the samples are no light.
    bool is_encoded() const { return encoding_.curve == Curve::srgb || encoding_.curve == Curve::power; }

    // GL_R32F as PictureData::depth, of the picture's size. When there is none: null, or for `tilt_shift` one that is
    // near (1) at the bottom and far (0) at the top.
    const Texture* depth(bool tilt_shift = false);

    bool is_grey() const { return is_grey_; }
    int width() const { return image_.shape().width; }
    int height() const { return image_.shape().height; }
    const std::filesystem::path& path() const { return path_; }
    const std::string& name() const { return name_; }
    const std::filesystem::path& depth_path() const { return depth_path_; }  // empty: none
    const std::vector<StampedFile>& files() const { return files_; }         // as of PictureData
    const std::string& note() const { return note_; }                        // of load_image()
    const std::string& label() const { return label_; }                      // of label_of()

  private:
    std::filesystem::path path_, depth_path_;
    std::vector<StampedFile> files_;
    std::string name_, note_, label_;
    Image image_;  // four channels, samples as in the file
    Encoding encoding_;
    Texture integers_, floats_, depth_, slope_;
    bool is_grey_ = false;
    std::optional<Decoding> decoded_;  // what floats_ hold
    bool is_new_ = true;               // decode() was not called yet
};

}  // namespace sweep::app
