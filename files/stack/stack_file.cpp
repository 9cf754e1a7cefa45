#include "files/stack/stack_file.h"

#include <stdexcept>

#include "core/base/error.h"
#include "files/image_file.h"
#include "files/input_file.h"

namespace sweep {
namespace {

// Calls a function of a writer, whose errors lack the file's name.
template <class F>
void named(const std::filesystem::path& out, F&& write) {
    try {
        write();
    } catch (const Error&) {
        throw;
    } catch (const std::logic_error&) {
        throw;
    } catch (const std::exception& error) {
        throw Error(ExitCode::unwritable_output, "cannot write '" + out.string() + "': " + error.what());
    }
}

// Calls a function with the format of a file, where this has pages, and a reader.
template <class F>
void with_pages(const std::filesystem::path& path, F&& ask) {
    require_readable(path);
    try {
        InputFile file(path);
        for (const Format* format : formats())
            if (format->count_pages && format->probe && format->probe(file.head()) && format->why_not.empty())
                return ask(*format, file.reader());
    } catch (const DecodeError& error) {
        throw Error(ExitCode::unreadable_input, "cannot read '" + path.string() + "': " + error.what());
    }
}

}  // namespace

int count_pages(const std::filesystem::path& path) {
    int count = 1;
    with_pages(path, [&](const Format& format, const FileReader& file) { count = format.count_pages(file); });
    return count;
}

bool is_stack(const std::filesystem::path& path, std::string& axes) {
    bool is = false;
    with_pages(path, [&](const Format& format, const FileReader& file) {
        if (format.axes_of_one) axes = format.axes_of_one(file);
        is = axes.empty();
    });
    return is;
}

StackFile::StackFile(const std::filesystem::path& out, const std::filesystem::path& in, int pages)
    : out_(out),
      file_(open_output(out)),
      writer_(output_format(out).open_stack(file_->stream(), pages, InputFile(in).size())) {}

std::string StackFile::add(ConstImageView image, const std::optional<Encoding>& encoding,
                           const Metadata& metadata, const Described& picture) {
    std::string left_out;
    named(out_, [&] { left_out = writer_->add(image, encoding, metadata, picture); });
    return left_out;
}

void StackFile::finish() {
    named(out_, [&] { writer_->finish(); });
    writer_.reset();
    file_->replace_target();
}

}  // namespace sweep
