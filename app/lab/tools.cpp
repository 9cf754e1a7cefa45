#include "app/lab/tools.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "core/base/error.h"
#include "platform/folders.h"
#include "platform/process.h"

namespace sweep::app {

namespace fs = std::filesystem;

namespace {

template <class T>
void put(std::ofstream& to, const T* values, std::size_t count) {
    to.write(reinterpret_cast<const char*>(values), std::streamsize(count * sizeof(T)));
}

}  // namespace

TemporaryFolder::TemporaryFolder() : path(platform::make_temporary_folder("sweep-lab-")) {
    if (path.empty())
        throw Error(ExitCode::unwritable_output, "cannot make a temporary folder: is the disk full?");
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code nothing;
    fs::remove_all(path, nothing);
}

std::string quoted(const std::string& word) {
    std::string text = "'";
    for (char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
    return text + "'";
}

std::string quoted(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += quoted(word) + " ";
    return text;
}

int run_shell(const std::string& line, std::string& text) {
    platform::ChildProcess child({"sh", "-c", line});
    child.read_all(text, {});
    return child.finish();
}

std::string beginning_of(const fs::path& file, std::size_t most) {
    std::ifstream stream(file, std::ios::binary);
    std::string text(most, '\0');
    stream.read(text.data(), std::streamsize(most));
    text.resize(std::size_t(stream.gcount()));
    return text;
}

std::optional<fs::path> find_program(const std::string& name) {
    std::error_code nothing;
    if (name.find('/') != std::string::npos)
        return fs::is_regular_file(name, nothing) ? std::optional<fs::path>(fs::absolute(name))
                                                  : std::nullopt;
    const char* const folders = std::getenv("PATH");
    std::string_view rest = folders ? folders : "/usr/bin:/bin";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const fs::path path = fs::path(rest.substr(0, end)) / name;
        if (path.is_absolute() && fs::is_regular_file(path, nothing)) return path;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::nullopt;
}

void write_lab_input(const fs::path& file, const std::vector<LabPicture>& pictures,
                     const std::vector<float>& c) {
    std::ofstream to(file, std::ios::binary);
    const std::int32_t cases = std::int32_t(pictures.size());
    put(to, &cases, 1);
    for (const LabPicture& picture : pictures) {
        const std::int32_t header[]{picture.width, picture.height, std::int32_t(c.size())};
        put(to, header, 3);
        put(to, c.data(), c.size());
        const std::vector<float> samples(picture.values.begin(), picture.values.end());
        put(to, samples.data(), samples.size());
    }
    if (!to.flush())
        throw Error(ExitCode::unwritable_output,
                    fmt::format("cannot write '{}': is the disk full?", file.string()));
}

}  // namespace sweep::app
