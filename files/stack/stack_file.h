// Files of many pictures, which are made of the pages of another, one after the other.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "files/format.h"
#include "files/input_file.h"

namespace sweep {

// How many pages a file has; 1 for formats that have no pages, and where nobody knows before it is read. Throws
// Error(unreadable_input).
int count_pages(const std::filesystem::path& path);

// The file appears whole when it is finished, or not at all.
class StackFile {
  public:
    // `in`: the file whose pages become those of `out`; they may be the same. `strips`: nothing that it says beside them is
    // kept. Throws Error.
    StackFile(const std::filesystem::path& out, const std::filesystem::path& in, int pages, bool strips);

    // Takes the next page. Throws Error(unwritable_output).
    void add(ConstImageView image, const std::optional<Encoding>& encoding);
    void finish();

  private:
    std::filesystem::path out_;
    InputFile in_;
    bool strips_;
    FileReader reader_;
    int page_ = 0;
    std::unique_ptr<OutputFile> file_;
    std::unique_ptr<StackWriter> writer_;  // writes to the file, and so ends before it
};

}  // namespace sweep
