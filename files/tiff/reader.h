// A TIFF that libtiff has open, at one of its pages. Only .cpp files of this folder include it.
#pragma once
#if SWEEP_HAS_TIFF
#include <cstdint>
#include <vector>

#include <tiffio.h>

#include "files/codecs.h"

namespace sweep {

class TiffReader {
  public:
    // At the folder that lies there; 0: at the first. Without the tags on which no sample depends, so that those
    // that many folders share are not read for each; `with_text`: with the description. Throws DecodeError.
    explicit TiffReader(const FileReader& file, std::uint64_t folder = 0, bool with_text = false);
    TiffReader(const TiffReader&) = delete;
    TiffReader& operator=(const TiffReader&) = delete;
    ~TiffReader();

    TIFF* tiff() const { return tiff_; }
    const FileReader& file() const { return stream_.file; }
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

    // Bytes that libtiff finds at a place in place of those of the file, or behind them.
    struct Patch {
        std::uint64_t at = 0;
        std::vector<std::uint8_t> bytes{};
    };
    // What libtiff reads from, and what it says when it cannot. Its folder lies behind the file, and the header names
    // it: libtiff would look for the one in the file from the first on.
    struct Stream {
        const FileReader& file;
        std::uint64_t at = 0;
        Patch header{}, folder{};
        std::uint64_t size() const { return file.size + folder.bytes.size(); }
        bool truncated = false;
        char message[200] = "";  // the first error
    };

  private:
    Stream stream_;
    TIFF* tiff_ = nullptr;
};

}  // namespace sweep
#endif
