#include "app/base/files/text_file.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "core/base/error.h"

namespace sweep::app {

std::string read_text(const std::string& file, const std::string& what, std::size_t most) {
    const auto refuse = [&](const std::string& why) {
        throw Error(ExitCode::unreadable_input, fmt::format("cannot read the {} '{}': {}", what, file, why));
    };
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (std::filesystem::is_directory(status)) refuse("it is a folder: name a file");
    // A pipe nobody writes to would be waited for without end.
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        refuse("it is no regular file");
    std::ifstream stream(file, std::ios::binary);
    if (!stream) refuse("is it there?");
    std::string text(most + 1, '\0');
    stream.read(text.data(), std::streamsize(text.size()));
    text.resize(std::size_t(stream.gcount()));
    if (stream.bad()) refuse("reading stopped");
    if (text.size() > most) refuse(fmt::format("it is longer than {} bytes, no {} is", most, what));
    return text;
}

}  // namespace sweep::app
