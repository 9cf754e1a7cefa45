// Pages in HTML that are one file: a template of assets/ with its places filled.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sweep::app {

// The text of a file below assets/.
std::string page_part(const std::string& name);

// The template with "{{name}}" replaced by the text of that name. What a text says fills no place itself. Throws
// Error(failed) where a place has no text, or a text no place.
std::string filled_page(const std::string& page,
                        const std::vector<std::pair<std::string, std::string>>& texts);

// A text where markup is read.
std::string escaped_for_page(const std::string& text);

// JSON inside of an element of the page: whatever its strings say, it ends no element.
std::string json_for_page(std::string json);

}  // namespace sweep::app
