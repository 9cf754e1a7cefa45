// The pixels of a whole texture, read back once for each subject: all that what is made of them depends on.
#pragma once

#include <cstddef>
#include <utility>

#include "app/gl/read_back.h"

namespace sweep::app {

enum class ReadEvent { nothing, asked, too_large, arrived };

// `Subject` can be compared, and changes with the texture's content.
template <class Subject>
class SubjectRead {
  public:
    static constexpr std::size_t most_pixels = std::size_t(1) << 22;

    // To be called once a frame. Says `asked` or `too_large` when the subject is another one, and `arrived` once its pixels
    // are there. Throws as ReadBack::ask() does.
    ReadEvent update(const Texture& input, Subject subject) {
        if (!(subject == subject_)) {
            subject_ = std::move(subject);
            asked_ = false;
        }
        if (read_.arrived() && asked_) return ReadEvent::arrived;
        if (asked_ || read_.busy()) return ReadEvent::nothing;
        asked_ = true;
        if (std::size_t(input.width()) * std::size_t(input.height()) > most_pixels)
            return ReadEvent::too_large;
        const ReadBack::Part part{&input, whole(input)};
        read_.ask({&part, 1});
        return ReadEvent::asked;
    }

    const Subject& subject() const { return subject_; }
    bool busy() const { return read_.busy(); }
    // Those that have arrived, until others are asked for.
    const ConstImageView& pixels() const { return read_.parts()[0]; }

  private:
    Subject subject_;
    bool asked_ = false;
    ReadBack read_;
};

}  // namespace sweep::app
