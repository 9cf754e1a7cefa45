// What libavformat writes a film into that is a file. Some room is kept free for the film's end, without which many
// players read nothing of it. Only .cpp files of this folder include it.
#pragma once

#include "files/output_file.h"
#include "films/module.h"
#include "films/samples/libav.h"

namespace sweep {

class FilmFile {
  public:
    // Throws Error(unwritable_output).
    FilmFile(const std::string& name, OpenOutput open);
    FilmFile(const FilmFile&) = delete;
    FilmFile& operator=(const FilmFile&) = delete;

    AVIOContext* context() const { return context_.get(); }
    // How much a muxer may collect before it writes: more may find no room where the disk is full.
    std::int64_t most_at_once() const;
    // Why the film should end now: what is left of the room is what was kept free. Null: there is more.
    const char* why_full() const { return why_full_; }
    // The file, with everything that the context has taken. Throws Error(unwritable_output).
    OutputFile& flushed();

  private:
    struct FreeContext {
        void operator()(AVIOContext* context) const;
    };
    // Goes to a place, and returns it.
    std::int64_t place(std::int64_t offset, int whence) const;
    int write(const std::uint8_t* from, int size);
    std::int64_t seek(std::int64_t offset, int whence) const;

    std::string name_;
    std::unique_ptr<OutputFile> file_, reserve_;  // the reserve's only use is the room that it takes
    std::int64_t room_ = 0;                       // of the reserve
    const char* why_full_ = nullptr;
    std::unique_ptr<AVIOContext, FreeContext> context_;
};

}  // namespace sweep
