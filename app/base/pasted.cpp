#include "app/base/pasted.h"

#include <algorithm>
#include <optional>
#include <string>
#include <system_error>

#include "app/base/lower_case.h"
#include "app/base/text_parts.h"

namespace sweep::app {
namespace {

std::optional<int> hexadecimal(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char small = lower_case(c);
    if (small >= 'a' && small <= 'f') return small - 'a' + 10;
    return std::nullopt;
}

// Decodes the percent triples of RFC 3986 (%20 is a space) and leaves all else as it is.
std::string without_percents(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size()) {
            const auto high = hexadecimal(text[i + 1]), low = hexadecimal(text[i + 2]);
            if (high && low) {
                plain += char(16 * *high + *low);
                i += 2;
                continue;
            }
        }
        plain += text[i];
    }
    return plain;
}

std::string path_in(std::string_view line) {
    constexpr std::string_view scheme = "file://";
    if (line.starts_with(scheme)) {
        line.remove_prefix(scheme.size());
        // A host may stand before the path; it is taken to be this machine.
        return without_percents(line.substr(std::min(line.find('/'), line.size())));
    }
    if (line.size() >= 2 && line.front() == line.back() && (line.front() == '"' || line.front() == '\''))
        line = line.substr(1, line.size() - 2);
    return std::string(line);
}

}  // namespace

std::vector<std::filesystem::path> files_in_text(std::string_view text) {
    constexpr std::size_t longest = 4096;  // bytes: a longer line is no path, so the disk is not asked
    constexpr int most_lines = 100;        // a frame waits for the disk, so a long text is not searched
    std::vector<std::filesystem::path> files;
    for (int line = 0; !text.empty() && line < most_lines; ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view words = trimmed(text.substr(0, end), " \t\n\v\f\r");
        text.remove_prefix(std::min(end + 1, text.size()));
        if (words.empty() || words.size() > longest) continue;
        std::filesystem::path path = path_in(words);
        std::error_code error;
        if (std::filesystem::exists(path, error)) files.push_back(std::move(path));
    }
    return files;
}

}  // namespace sweep::app
