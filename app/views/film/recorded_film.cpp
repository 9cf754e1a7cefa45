#include "app/views/film/recorded_film.h"

#include <utility>

namespace sweep::app {

void RecordedFilm::add(const Image& frame, std::optional<std::int64_t> number) {
    if (is_over_) return;
    try {
        if (!writer_) {
            output_.width = frame.shape().width;
            output_.height = frame.shape().height;
            writer_ = open_film_writer(output_, [this] { return stops_.load(); });
        }
        if (number)
            writer_->add(frame.view(), *number);
        else
            writer_->add(frame.view());
    } catch (...) {
        is_over_ = true;
        throw;
    }
}

void RecordedFilm::finish() {
    is_over_ = true;
    if (writer_) writer_->finish();
}

std::string RecordedFilm::keep_as_part() {
    is_over_ = true;
    return writer_ ? writer_->keep_as_part() : std::string();
}

void RecordedFilm::discard() {
    is_over_ = true;
    if (writer_) writer_->discard();
}

}  // namespace sweep::app
