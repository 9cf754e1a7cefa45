// Files of many pictures, which are written one after the other.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "files/format.h"
#include "files/output_file.h"

namespace sweep {

// How many pages a file has; 1 for formats that have no pages, and where nobody knows before it is read. Throws
// Error(unreadable_input).
int count_pages(const std::filesystem::path& path);

// Whether a file is a list of pages, be it of one; of an array that is none `axes` become its own: "H x W x C". Throws
// Error(unreadable_input).
bool is_stack(const std::filesystem::path& path, std::string& axes);

// The file appears whole when it is finished, or not at all.
class StackFile {
  public:
    // `in`: the file whose pages become those of `out`; they may be the same. Throws Error.
    StackFile(const std::filesystem::path& out, const std::filesystem::path& in, int pages);

    // Takes the next page, as StackWriter has it. Throws Error(unwritable_output).
    std::string add(ConstImageView image, const std::optional<Encoding>& encoding, const Metadata& metadata,
                    const Described& picture);
    void finish();

  private:
    std::filesystem::path out_;
    std::unique_ptr<OutputFile> file_;
    std::unique_ptr<StackWriter> writer_;  // writes to the file, and so ends before it
};

}  // namespace sweep
