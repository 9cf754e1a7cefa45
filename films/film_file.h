// The file that a film grows in: beside its place and under a name of its own until it is whole. Some of the disk is kept free
// for the film's end, without which many players read nothing of it. Only .cpp files of this folder include it.
#pragma once

#include <filesystem>

#include "films/libav.h"

namespace sweep {

class FilmFile {
  public:
    // Throws Error(unwritable_output).
    explicit FilmFile(std::filesystem::path whole);
    // Removes the file, unless it was kept.
    ~FilmFile();
    FilmFile(const FilmFile&) = delete;
    FilmFile& operator=(const FilmFile&) = delete;

    AVIOContext* context() const { return context_.get(); }
    // The disk is full, but for what was kept free: the film should end now.
    bool is_full() const { return is_full_; }
    // Gives the file its name. Throws Error(unwritable_output).
    void keep();

  private:
    struct FreeContext {
        void operator()(AVIOContext* context) const;
    };
    int write(const std::uint8_t* from, int size);
    std::int64_t seek(std::int64_t offset, int whence) const;

    std::filesystem::path whole_, part_;
    int file_ = -1, reserve_ = -1;
    bool is_full_ = false;
    std::unique_ptr<AVIOContext, FreeContext> context_;
};

}  // namespace sweep
