// What reading an OpenEXR whole and reading it by rows share: its bytes, its headers, and the samples of its channels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <ImfHeader.h>
#include <ImfInputPart.h>
#include <ImfIO.h>
#include <ImfMultiPartInputFile.h>
#include <ImfPixelType.h>

#include "files/codecs.h"
#include "files/exr/choice.h"
#include "files/exr/kept.h"

namespace sweep::exr {

// Deflate makes at most 1032 bytes of one, and the other compressions do not reach that.
constexpr std::uint64_t pixels_per_byte = 1032 * 8;

class InStream : public Imf::IStream {
  public:
    explicit InStream(const FileReader& file) : IStream("EXR"), file_(file) {}
    bool read(char to[], int count) override {
        if (count < 0 || at_ > file_.size || std::uint64_t(count) > file_.size - at_) {
            is_truncated = true;
            throw std::runtime_error("it ends early");
        }
        if (!file_.read(at_, to, std::size_t(count))) throw std::runtime_error("reading failed");
        at_ += std::uint64_t(count);
        return at_ < file_.size;
    }
    std::uint64_t tellg() override { return at_; }
    void seekg(std::uint64_t to) override { at_ = to; }

    bool is_truncated = false;

  private:
    const FileReader& file_;
    std::uint64_t at_ = 0;
};

// Runs `work`, in which OpenEXR may throw what it likes: that is said in one line.
// DecodeErrors and a lack of memory pass.
template <class F>
auto reading(const InStream& stream, std::uint64_t bytes, F&& work) {
    try {
        return work();
    } catch (const DecodeError&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        if (stream.is_truncated) throw ends_early(bytes);
        std::string what = error.what();
        std::replace(what.begin(), what.end(), '\n', ' ');
        throw DecodeError("damaged EXR, " + what);
    }
}

// The size of a part's data window, which is its picture.
Shape size_of(const Imf::Header& header);

// How many rows the file holds together: those of a chunk of scan lines, or of tiles.
int rows_together(const Imf::Header& header);

// Throws DecodeError where headers claim more than a file of this size can have.
void check_headers(const FileReader& file);

// The picture that is chosen.
struct Picture {
    ExrChannels channels;
    Shape shape;
    Sample sample;  // u32 where all channels are of unsigned integers, otherwise f32
};
Picture picture_in(const Imf::MultiPartInputFile& file, const PictureChoice& wanted);

// What the file says beside the samples, but for channels; what is kept is in facts.kept, too.
std::shared_ptr<ExrKept> find_facts(const Imf::MultiPartInputFile& file, const Picture& picture,
                                    const PictureChoice& wanted, FileFacts& facts);

// The samples of a channel, one of every `step` of `to`.
struct Target {
    std::string channel;
    Imf::PixelType type;
    char* to;
    std::size_t step;  // in bytes
};

// Those of a picture, or of some of its rows. It has no chroma.
std::vector<Target> targets_of(const Picture& picture, ImageView rows);

// Reads `rows` rows from the data window's row `first` on.
void read_channels(Imf::InputPart& part, const std::vector<Target>& targets, int first, int rows);

}  // namespace sweep::exr
