// Changes of texts that others wrote, which may be long: each is one pass that copies the text. Only .cpp files of
// this folder and tests include it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sweep::metadata {

// What becomes of a property of XMP, wherever it is, as an attribute, name="value", or as an element,
// <name>value</name>.
struct PropertyEdit {
    std::string_view name;             // where it ends with *, all that begin so
    std::optional<std::string> value;  // nothing: the property is taken out
};

// The text with these changes; the first edit of a name counts. `steps`, where it is given, grows by the bytes that
// were looked at.
std::string with_properties(std::string_view text, std::span<const PropertyEdit> edits,
                            std::uint64_t* steps = nullptr);

// The text without all that lies from one text to the end of another that follows.
std::string without(std::string_view text, std::string_view from, std::string_view to,
                    std::uint64_t* steps = nullptr);

}  // namespace sweep::metadata
