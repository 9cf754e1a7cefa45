// A picture from a file as textures: one that the engines read, one that is decoded for display, and its
// depth map, where there is one.
#pragma once

#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/base/files/file_watch.h"
#include "app/screen/gl/gl.h"
#include "app/work/options/value_unit.h"
#include "app/work/request/compare_settings.h"
#include "core/base/image.h"
#include "files/encoding.h"
#include "files/image_file.h"

namespace sweep::app {

// The distances of the ends of a depth map, in metres.
struct Metres {
    float farthest, nearest;
};

// The part of opening a picture that needs no OpenGL, so that any thread can do it.
struct PictureData {
    std::filesystem::path path;
    PictureChoice choice;
    int page = 1, pages = 1;  // which picture of its file it is, and of how many
    // Of a file of several layers what each is chosen by, the usual one first (files/exr/layers.h); mostly empty.
    std::vector<PictureChoice> layers;
    int frames = 1;            // of an animation, of which it is the first
    std::string note;          // of read_image()
    std::string missing_note;  // how many samples are missing, as FileImage has it
    std::string unseen;        // of unseen_values()
    // The text of label_of(); a saved picture of the window has its state there
    // (app/command_line/picture_state.h).
    std::string label;
    Image image;                  // four channels, samples as in the file
    Image missing;                // u8: 1 where the file has no number, and `image` has 0; empty: it has all
    bool is_grey = false;         // the file has one channel, which the first three repeat
    bool is_transparent = false;  // alpha is below 1 somewhere
    Alpha alpha = Alpha::none;    // of the file
    Encoding encoding;            // of the file
    Image light;                  // float, decoded as the file says, its colours associated with alpha
    // Empty, or one channel of floats 0 .. 1: from black to white, from the least to the largest number of a
    // map of floats, or, of distances in an .exr, their reciprocals from those of the farthest, 0, to the nearest, 1.
    Image depth;
    std::optional<Metres> metres;  // of 0 and of 1 of a map of distances
    std::filesystem::path depth_path;
    std::vector<StampedFile> files;  // all files that it was read from, stamped before that
};

// Reads a page of a picture, or what is chosen of it, in the primaries of sRGB. `depth`: the file of its depth map;
// nothing: the one beside the picture, if there is one (depth_beside()), or its channel Z. `largest_side`: the
// largest side of a texture, in pixels. Throws Error(unreadable_input) for what load_image() refuses, for a picture
// that is larger than a texture or than memory (both before its pixels are read),
// and for a depth map of other proportions.
PictureData load_picture(const std::filesystem::path& path,
                         const std::optional<std::filesystem::path>& depth = std::nullopt,
                         int largest_side = std::numeric_limits<int>::max(), int page = 1,
                         const PictureChoice& choice = {});

// Where the values of numbers lie, "values from 154 to 1543 of 65535", if hardly anything is to be seen of them
// between black and white as they stand; empty where enough is. One in a thousand at each end does not count, and
// of a large picture not every pixel is looked at. `image` has four channels, and so has `missing`, or it is empty.
std::string unseen_values(const Image& image, const Encoding& encoding, const Image& missing = {});

// The existing file NAME.depth.EXTENSION or NAME_depth.EXTENSION beside the picture NAME.anything.
std::optional<std::filesystem::path> depth_beside(const std::filesystem::path& picture);
// True when the name of a file says that it is a depth map.
bool is_depth_name(const std::filesystem::path& path);

class Picture {
  public:
    // Throws Error(unreadable_input) for pictures larger than a texture.
    explicit Picture(PictureData data);
    // The largest side of a texture of this context, in pixels.
    static int largest_side();

    // Fills light() as decoding(linear) says, and with `premultiply` its colours associated with alpha, where alpha is
    // below 1 anywhere: so that those of what is transparent do not bleed. False, and free, when nothing changes.
    bool decode(std::optional<bool> linear, bool premultiply);
    Decoding decoding(std::optional<bool> linear) const {
        return decoding_of(image_.sample(), encoding_, linear);
    }
    // "16 bits, as numbers", as files/encoding.h has it.
    std::string decoding_text(std::optional<bool> linear) const {
        return sweep::decoding_text(image_.sample(), encoding_, linear);
    }

    // GL_RGBA8 for 8-bit files that an engine can decode and whose colours are filtered as they are, otherwise
    // GL_RGBA32F; row 0 is the top.
    const Texture& source() const { return reads_integers() ? integers_ : floats_; }
    // GL_RGBA32F with mip levels, as decode() was told.
    const Texture& light() const { return floats_; }
    // light() with NaN where the file has no number.
    const Texture& seen() const { return seen_ ? seen_ : floats_; }
    // 1 where there is a number and 0 where there is none, GL_RGBA32F; null: there are all.
    const Texture* weights() const { return weights_ ? &weights_ : nullptr; }
    // u8 or f32, as source().
    Sample sample() const { return reads_integers() ? Sample::u8 : Sample::f32; }
    // Colours are associated with an alpha that is below 1 somewhere: what lies behind shines through.
    bool is_associated() const { return is_transparent_ && (alpha_ == Alpha::associated || multiplied_); }
    // True for 8 or 16 bits, whose largest value is white and which can be decoded; floats are linear
    // already.
    bool is_integer() const { return image_.sample() == Sample::u8 || image_.sample() == Sample::u16; }
    // True when the file's samples are encoded, not linear light.
    bool is_encoded() const { return sweep::is_encoded(encoding_); }

    // The depth map as PictureData::depth, GL_R32F, of the picture's size. When there is none: null, or with
    // `tilt_shift` a ramp from near (1) to far (0): from the bottom to the top, or from the first pixel of `ramp` to
    // the second.
    using Ramp = std::optional<std::array<Pixel, 2>>;
    const Texture* depth(bool tilt_shift = false, const Ramp& ramp = {});

    // The unit of light(), decoded so.
    ValueUnit unit(std::optional<bool> linear) const;

    Sample file_sample() const { return image_.sample(); }  // f64 and u32 count as f32
    const Encoding& file_encoding() const { return encoding_; }
    bool is_grey() const { return is_grey_; }
    int width() const { return image_.shape().width; }
    int height() const { return image_.shape().height; }
    const std::filesystem::path& path() const { return path_; }
    const std::string& name() const { return name_; }
    int page() const { return page_; }
    const PictureChoice& choice() const { return choice_; }
    std::size_t layers() const { return layers_; }  // how many the file has to choose from; 0: one
    // Of the depth map, where that is of distances.
    const std::optional<Metres>& metres() const { return metres_; }
    // Empty: none, or the picture's own channel Z.
    const std::filesystem::path& depth_path() const { return depth_path_; }
    bool has_depth_map() const { return bool(depth_); }
    const std::vector<StampedFile>& files() const { return files_; }   // as in PictureData
    const std::string& note() const { return note_; }                  // of read_image()
    const std::string& missing_note() const { return missing_note_; }  // as in PictureData
    const std::string& unseen() const { return unseen_; }              // as in PictureData
    const std::string& label() const { return label_; }                // of label_of()

  private:
    bool reads_integers() const { return integers_ && !multiplied_; }
    void upload(const Image& light);

    std::filesystem::path path_, depth_path_;
    std::vector<StampedFile> files_;
    std::string name_, note_, missing_note_, unseen_, label_;
    int page_ = 1;
    PictureChoice choice_;
    std::size_t layers_ = 0;
    std::optional<Metres> metres_;
    Image image_;    // four channels, samples as in the file
    Image missing_;  // as in PictureData
    Encoding encoding_;
    Texture integers_, floats_, depth_, slope_;
    Texture seen_, weights_;  // where samples are missing
    Ramp slopes_;             // the ramp of slope_
    bool is_grey_ = false, is_transparent_ = false;
    Alpha alpha_ = Alpha::none;
    std::optional<Decoding> decoded_;  // what floats_ hold,
    bool multiplied_ = false;          // and that their colours are multiplied by alpha here
    bool is_new_ = true;               // decode() has not been called
};

}  // namespace sweep::app
