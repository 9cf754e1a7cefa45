#include "app/command_line/options.h"

#include <set>
#include <utility>

namespace sweep::app {
namespace {

// Replaces each request by one for every text of an option, or by one with the first text where the option is not
// heard.
template <class Items, class Listens>
void vary(std::vector<FilterSettings>& requests, const FilterOption& option, const Items& items,
          Listens listens) {
    std::vector<FilterSettings> varied;
    for (const FilterSettings& one : requests)
        for (const std::string& item : items) {
            option.set(varied.emplace_back(one), item);
            if (!listens(one)) break;
        }
    requests = std::move(varied);
}

}  // namespace

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
    for (const Axis& axis : axes)
        if (axis.option->name != "engine")
            vary(all, *axis.option, axis.items,
                 [&](const FilterSettings& one) { return axis.option->listens(one); });
    return all;
}

std::vector<FilterSettings> Options::kinds() const {
    std::vector<FilterSettings> all{request};
    for (const Axis& axis : axes)
        if (axis.option->name == "filter" || axis.option->name == "algorithm")
            vary(all, *axis.option, std::set<std::string>(axis.items.begin(), axis.items.end()),
                 [](const FilterSettings&) { return true; });
    return all;
}

Settings settings_of(const Options& options) {
    require_sense(options.request);
    Settings settings = options.view;
    static_cast<FilterSettings&>(settings) = options.request;
    return settings;
}

}  // namespace sweep::app
