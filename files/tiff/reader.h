// A TIFF that libtiff has open, at one of its pages. Only .cpp files of this folder include it.
#pragma once
#if SWEEP_HAS_TIFF
#include <cstdint>

#include <tiffio.h>

#include "files/codecs.h"

namespace sweep {

class TiffReader {
  public:
    // Throws DecodeError.
    explicit TiffReader(const FileReader& file);
    TiffReader(const TiffReader&) = delete;
    TiffReader& operator=(const TiffReader&) = delete;
    ~TiffReader();

    TIFF* tiff() const { return tiff_; }
    std::uint64_t file_size() const { return stream_.file.size; }

    // Reads bytes as they lie in the file; false when there are not so many.
    bool read_bytes(std::uint64_t at, void* to, std::size_t count) const {
        return stream_.file.read(at, to, count);
    }

    // Says why the file cannot be read.
    [[noreturn]] void fail() const;
    // Throws DecodeError where libtiff has reported an error, even one that it got over by guessing.
    void check() const {
        if (*stream_.message) fail();
    }

    template <class T>
    T field(std::uint32_t tag, T otherwise) const {
        T value{};
        return TIFFGetFieldDefaulted(tiff_, tag, &value) == 1 ? value : otherwise;
    }

    // Goes to a page, the first being 1, and returns how many there are. Smaller copies and masks of the
    // page before them are no pages. Throws DecodeError.
    int go_to(int page);

    // What libtiff reads from, and what it says when it cannot.
    struct Stream {
        const FileReader& file;
        std::uint64_t at = 0;
        bool truncated = false;
        char message[200] = "";  // the first error
    };

  private:
    Stream stream_;
    TIFF* tiff_ = nullptr;
};

}  // namespace sweep
#endif
