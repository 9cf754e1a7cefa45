// Pictures that are larger than memory, read and written some rows at a time.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "files/format.h"
#include "files/image_file.h"
#include "files/input_file.h"
#include "files/output_file.h"

namespace sweep {

class RowFile {
  public:
    // Opens the only page of a file; null where its rows cannot be read alone. Throws Error(unreadable_input).
    static std::unique_ptr<RowFile> open(const std::filesystem::path& path);

    Shape shape() const { return rows_->claim().shape; }
    Sample sample() const { return rows_->claim().sample; }
    int rows_together() const { return rows_->rows_together(); }
    std::uint64_t bytes() const { return rows_->bytes(); }  // that reading takes beside the rows
    // What a file of the same format keeps (files/codecs.h); null: nothing.
    const KeptFacts* kept() const { return facts_.kept.get(); }

    // So many rows from `first` on, as read_image() has a picture of them. Throws Error(unreadable_input), also where
    // samples are missing or infinite: what becomes of these, the whole picture says.
    FileImage read(int first, int count);

    // Rows of which this is true have words in place of samples of fewer bits (widen_to_words()).
    void widen_for(std::function<bool(const FileImage& rows)> is_widened) {
        is_widened_ = std::move(is_widened);
    }

  private:
    RowFile(const std::filesystem::path& path);

    std::filesystem::path path_;
    InputFile file_;
    const Format& format_;
    FileFacts facts_;
    std::unique_ptr<RowSource> rows_;
    std::function<bool(const FileImage& rows)> is_widened_;
};

// Whether files of this name are written by rows. Throws as output_format() does.
bool is_written_by_rows(const std::filesystem::path& out);

// The file appears whole when it is finished, or not at all.
class RowOutput {
  public:
    RowOutput(const std::filesystem::path& out, const Shape& shape, Sample sample,
              const std::optional<Encoding>& encoding, const KeptFacts* kept = nullptr);
    // Throws Error(unwritable_output).
    void add(ConstImageView rows);
    // Returns what is left out of the metadata, in words. Throws Error(unwritable_output).
    std::string finish(const Metadata& metadata, const Described& picture);

  private:
    std::filesystem::path out_;
    std::unique_ptr<OutputFile> file_;
    std::unique_ptr<RowWriter> writer_;  // writes to the file, and so ends before it
};

}  // namespace sweep
