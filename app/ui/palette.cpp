#include "app/ui/palette.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "app/base/lower_case.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

constexpr std::size_t most_remembered = 8;

}  // namespace

std::optional<int> fuzzy_score(std::string_view query, std::string_view text) {
    int score = 0;
    std::size_t at = 0;
    bool follows = false;  // the previous letter was found just before `at`
    for (char wanted : query) {
        if (wanted == ' ') continue;
        // A letter directly behind the previous one is taken first, then one that begins a word, then any.
        std::size_t found = std::string_view::npos;
        if (follows && at < text.size() && lower_case(text[at]) == lower_case(wanted)) {
            found = at;
            score += 3;
        } else {
            for (std::size_t i = at; i < text.size(); ++i) {
                if (lower_case(text[i]) != lower_case(wanted)) continue;
                const bool begins = i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1]));
                if (found == std::string_view::npos || begins) found = i;
                if (begins) {
                    score += 4;
                    break;
                }
            }
        }
        if (found == std::string_view::npos) return std::nullopt;
        score -= found > at ? 1 : 0;
        at = found + 1;
        follows = true;
    }
    return score;
}

std::vector<const Action*> found_actions(const std::vector<Action>& actions, std::string_view query,
                                         const std::vector<std::string>& used) {
    struct Found {
        const Action* action;
        int score;
        std::size_t age;
    };
    std::vector<Found> found;
    for (const Action& action : actions) {
        const auto by_words = fuzzy_score(query, action.what), by_name = fuzzy_score(query, action.name);
        if (!by_words && !by_name) continue;
        const auto last = std::find(used.begin(), used.end(), action.name);
        found.push_back({&action, std::max(by_words.value_or(-1000), by_name.value_or(-1000)),
                         std::size_t(last - used.begin())});
    }
    std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
        return a.score != b.score ? a.score > b.score : a.age < b.age;
    });
    std::vector<const Action*> result;
    for (const Found& f : found) result.push_back(f.action);
    return result;
}

void Palette::press(Key key) {
    if (key == Key::enter) entered_ = true;
    if (key == Key::down) ++steps_;
    if (key == Key::up) --steps_;
}

// Fills the list with the table of actions, and after it the recent pictures.
void Palette::offer(const std::vector<RecentPicture>& recent, const std::vector<Action>& actions) {
    offered_ = actions;
    recent_ = recent;
    words_ = names_of(recent);
    for (std::size_t i = 0; i < words_.size(); ++i) {
        words_[i] = "recent: " + words_[i];
        Action action;
        action.group = group::file;
        action.what = words_[i];
        action.is_available = [there = is_there(recent[i])] { return there; };
        offered_.push_back(std::move(action));
    }
}

void Palette::draw(Settings& settings, const std::vector<Action>& actions, Requests& requests) {
    if (!settings.palette) {
        open_ = entered_ = false;
        steps_ = 0;
        return;
    }
    const float em = ImGui::GetFontSize();
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float width = std::min(34 * em, screen.x - 2 * em), height = std::min(24 * em, screen.y - 2 * em);
    ImGui::SetNextWindowPos({0.5f * (screen.x - width), std::min(4 * em, 0.5f * (screen.y - height))});
    ImGui::SetNextWindowSize({width, height});
    if (!open_) ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.5f * em);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::Begin("palette", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings);
    if (!open_) {
        query_[0] = 0;
        chosen_ = 0;
        offer(settings.recent, actions);
        ImGui::SetKeyboardFocusHere();
        open_ = true;
    }
    ImGui::SetNextItemWidth(-1);
    const std::string before = query_;
    ImGui::InputTextWithHint("##query", "Type a command", query_, sizeof query_);
    if (before != query_) chosen_ = 0;
    const std::vector<const Action*> found = found_actions(offered_, query_, used_);
    const int last = int(found.size()) - 1;
    const int before_chosen = chosen_;
    chosen_ += std::exchange(steps_, 0);
    chosen_ = std::clamp(chosen_, 0, std::max(last, 0));

    const bool entered = std::exchange(entered_, false);
    const Action* done = entered && last >= 0 ? found[std::size_t(chosen_)] : nullptr;
    // What cannot be done now says why, and the list stays open.
    if (done && !done->available()) done = nullptr;
    ImGui::BeginChild("found");
    for (int i = 0; i <= last; ++i) {
        const Action& action = *found[std::size_t(i)];
        ImGui::PushID(i);
        const bool possible = action.available();
        ImGui::BeginDisabled(!possible);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float room = ImGui::GetContentRegionAvail().x;
        if (i == chosen_) {
            ImGui::GetWindowDrawList()->AddRectFilled(
                at, {at.x + room, at.y + ImGui::GetTextLineHeight() + 0.3f * em},
                ImGui::GetColorU32(colours::hovered), 0.25f * em);
            if (before_chosen != chosen_) ImGui::SetScrollHereY();
        }
        if (ImGui::Selectable("##action", false, 0, {room, ImGui::GetTextLineHeight() + 0.3f * em}))
            done = &action;
        const std::string keys =
            possible || action.needs.empty() ? keys_of(action) : "needs " + std::string(action.needs);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float y = at.y + 0.15f * em;
        list.AddText({at.x + 0.5f * em, y}, ImGui::GetColorU32(ImGuiCol_Text), action.what.data(),
                     action.what.data() + action.what.size());
        if (action.is_on && action.is_on())
            list.AddCircleFilled({at.x + 0.15f * em, y + 0.5f * em}, 0.16f * em,
                                 ImGui::GetColorU32(colours::accent));
        list.AddText({at.x + room - ImGui::CalcTextSize(keys.c_str()).x - 0.5f * em, y},
                     ImGui::GetColorU32(possible ? colours::accent : colours::text), keys.c_str());
        ImGui::EndDisabled();
        ImGui::PopID();
    }
    if (last < 0) ImGui::TextDisabled("No matching command.");
    ImGui::EndChild();
    ImGui::End();
    ImGui::PopStyleVar(2);

    if (!done) return;
    settings.palette = false;
    if (done->name.empty()) {  // it is a picture
        requests.picture = recent_[std::size_t(done - offered_.data()) - actions.size()];
        return;
    }
    requests.actions.emplace_back(done->name);
    std::erase(used_, done->name);
    used_.insert(used_.begin(), std::string(done->name));
    if (used_.size() > most_remembered) used_.resize(most_remembered);
}

}  // namespace sweep::app
