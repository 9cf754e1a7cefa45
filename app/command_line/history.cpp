#include "app/command_line/history.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/command_line/view_options.h"
#include "app/work/options/filter_options.h"

namespace sweep::app {
namespace {

// Options that say where one looks, and what lies over the picture for a moment.
constexpr std::string_view places[] = {"zoom", "at", "key-page", "drawer"};

// The option whose values are too long to be read, and what is said of a change of it.
constexpr std::string_view strokes_option = "depth-strokes";
std::string strokes_between(const DepthStrokes& a, const DepthStrokes& b) {
    return std::max(a.size(), b.size()) - std::min(a.size(), b.size()) == 1 ? "a stroke" : "strokes";
}

struct Row {
    std::string_view name;
    std::function<std::string(const Settings&)> get;
};

const std::vector<Row>& rows() {
    static const std::vector<Row> made = [] {
        std::vector<Row> all;
        for (const FilterOption& row : filter_options()) all.push_back({row.name, row.get});
        for (const ViewOption& row : view_options())
            if (!row.keep && std::find(std::begin(places), std::end(places), row.name) == std::end(places))
                all.push_back({row.name, row.get});
        return all;
    }();
    return made;
}

std::vector<std::string> texts_of(const Settings& settings) {
    std::vector<std::string> texts;
    // A sigma that sweeps changes by itself.
    Settings resting;
    if (settings.sweep_sigma) {
        resting = settings;
        resting.filter.sigma = FilterSpec().sigma;
    }
    for (const Row& row : rows()) texts.push_back(row.get(settings.sweep_sigma ? resting : settings));
    return texts;
}

std::vector<std::size_t> differing(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] != b[i]) found.push_back(i);
    return found;
}

// Puts back what is no setting.
void keep_places(Settings& restored, const Settings& now) {
    restored.framing = now.framing;
    restored.recent = now.recent;
    restored.help = now.help;
    restored.palette = now.palette;
    restored.messages = now.messages;
    restored.drawer = now.drawer;
    for (const ViewOption& row : view_options())
        if (row.keep) row.keep(restored, now);
}

}  // namespace

void SettingsHistory::note(const Settings& settings, double now) {
    constexpr double quick = 1;                          // seconds
    const double since = std::exchange(noted_at_, now);  // when the change was made
    std::vector<std::string> texts = texts_of(settings);
    if (states_.empty()) {
        states_.push_back({settings, std::move(texts)});
        return;
    }
    std::vector<std::size_t> changed = differing(states_[place_].texts, texts);
    if (changed.empty()) return;
    states_.resize(place_ + 1);
    const bool goes_on = changed == last_changed_ && since - changed_at_ < quick && place_ > 0;
    if (goes_on)
        states_.back() = {settings, std::move(texts)};
    else
        states_.push_back({settings, std::move(texts)});
    if (states_.size() > most) states_.pop_front();
    place_ = states_.size() - 1;
    last_changed_ = std::move(changed);
    changed_at_ = since;
}

std::string SettingsHistory::undo(Settings& settings) {
    return can_undo() ? restore(settings, place_ - 1, "undone") : std::string();
}

std::string SettingsHistory::redo(Settings& settings) {
    return can_redo() ? restore(settings, place_ + 1, "redone") : std::string();
}

std::string SettingsHistory::restore(Settings& settings, std::size_t place, const char* what) {
    constexpr std::size_t most_named = 4;
    const std::vector<std::size_t> changed = differing(states_[place_].texts, states_[place].texts);
    const std::string strokes =
        strokes_between(states_[place_].settings.focus.strokes, states_[place].settings.focus.strokes);
    const auto name = [&](std::size_t i) {
        return rows()[i].name == strokes_option ? strokes : std::string(rows()[i].name);
    };
    place_ = place;
    last_changed_.clear();
    Settings restored = states_[place].settings;
    keep_places(restored, settings);
    settings = std::move(restored);

    std::string text = fmt::format("{}: ", what);
    if (changed.size() == 1 && rows()[changed.front()].name == strokes_option) return text + strokes;
    if (changed.size() == 1) {
        const std::string& value = states_[place].texts[changed.front()];
        return text + fmt::format("{}, now {}", rows()[changed.front()].name, value.empty() ? "none" : value);
    }
    for (std::size_t i = 0; i < std::min(changed.size(), most_named); ++i)
        text += fmt::format("{}{}", i ? ", " : "", name(changed[i]));
    if (changed.size() > most_named) text += fmt::format(" and {} more", changed.size() - most_named);
    return text;
}

}  // namespace sweep::app
