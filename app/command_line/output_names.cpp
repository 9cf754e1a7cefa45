#include "app/command_line/output_names.h"

#include <filesystem>

#include <fmt/format.h>

#include "core/base/error.h"

namespace sweep::app {

std::vector<std::string> output_names(const std::string& pattern, const std::vector<std::string>& inputs) {
    const std::size_t digits = std::to_string(inputs.size()).size();
    std::vector<std::string> names;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const std::filesystem::path in = inputs[i];
        std::string name, rest = pattern;
        for (std::size_t open; (open = rest.find('{')) != std::string::npos;) {
            const std::size_t close = rest.find('}', open);
            const std::string word = rest.substr(open, close == std::string::npos ? close : close - open + 1);
            name += rest.substr(0, open);
            if (word == "{name}")
                name += in.stem().string();
            else if (word == "{ext}")
                name += in.has_extension() ? in.extension().string().substr(1) : "";
            else if (word == "{index}")
                name += fmt::format("{:0{}}", i + 1, digits);
            else
                throw Error(
                    ExitCode::usage,
                    fmt::format(
                        "--out '{}': '{}' stands for nothing: there are {{name}}, {{ext}} and {{index}}",
                        pattern, word));
            rest.erase(0, close + 1);
        }
        names.push_back(name + rest);
    }
    return names;
}

}  // namespace sweep::app
