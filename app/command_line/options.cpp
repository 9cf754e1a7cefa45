#include "app/command_line/options.h"

#include <set>
#include <utility>

namespace sweep::app {

std::vector<EngineKind> Options::engines() const {
    std::vector<EngineKind> engines;
    for (const Axis& axis : axes)
        if (axis.option->name == "engine")
            for (const std::string& item : axis.items) {
                FilterSettings one;
                axis.option->set(one, item);
                engines.push_back(one.engine);
            }
    if (engines.empty()) engines.push_back(request.engine);
    return engines;
}

std::vector<FilterSettings> Options::requests() const {
    std::vector<FilterSettings> all{request};
    for (const Axis& axis : axes) {
        if (axis.option->name == "engine") continue;
        std::vector<FilterSettings> varied;
        for (const FilterSettings& one : all) {
            const std::size_t count = axis.option->listens(one) ? axis.items.size() : 1;
            for (std::size_t i = 0; i < count; ++i) {
                varied.push_back(one);
                axis.option->set(varied.back(), axis.items[i]);
            }
        }
        all = std::move(varied);
    }
    return all;
}

std::vector<FilterSettings> Options::kinds() const {
    std::vector<FilterSettings> all{request};
    for (const Axis& axis : axes) {
        if (axis.option->name != "filter" && axis.option->name != "algorithm") continue;
        const std::set<std::string> items(axis.items.begin(), axis.items.end());
        std::vector<FilterSettings> varied;
        for (const FilterSettings& one : all)
            for (const std::string& item : items) axis.option->set(varied.emplace_back(one), item);
        all = std::move(varied);
    }
    return all;
}

Settings settings_of(const Options& options) {
    require_sense(options.request);
    Settings settings = options.view;
    static_cast<FilterSettings&>(settings) = options.request;
    return settings;
}

}  // namespace sweep::app
