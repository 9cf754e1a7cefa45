#include "app/base/files/page_template.h"

#include <algorithm>

#include "app/base/files/data_file.h"
#include "app/base/files/text_file.h"
#include "core/base/error.h"

namespace sweep::app {

std::string page_part(const std::string& name) {
    return read_text(data_file("assets/" + name).string(), "part of the page", std::size_t(1) << 20);
}

std::string filled_page(const std::string& page,
                        const std::vector<std::pair<std::string, std::string>>& texts) {
    std::string made;
    std::size_t from = 0, places = 0;
    for (std::size_t at; (at = page.find("{{", from)) != std::string::npos; ++places) {
        const std::size_t end = page.find("}}", at);
        const std::string name = page.substr(at + 2, end - at - 2);
        const auto text =
            std::find_if(texts.begin(), texts.end(), [&](const auto& each) { return each.first == name; });
        if (text == texts.end()) throw Error(ExitCode::failed, "the page has a place for '" + name + "'");
        made.append(page, from, at - from).append(text->second);
        from = end + 2;
    }
    if (places != texts.size())
        throw Error(ExitCode::failed, "the page has not one place for each of its texts");
    return made.append(page, from);
}

std::string escaped_for_page(const std::string& text) {
    std::string safe;
    for (char c : text) {
        if (c == '<')
            safe += "&lt;";
        else if (c == '&')
            safe += "&amp;";
        else
            safe += c;
    }
    return safe;
}

std::string json_for_page(std::string json) {
    std::string safe;
    safe.reserve(json.size());
    for (char c : json) {
        if (c == '<')
            safe += "\\u003c";
        else
            safe += c;
    }
    return safe;
}

}  // namespace sweep::app
