// What lies over everything else: the page of keys, an error of the panels, and the plate of a recording.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "app/ui/actions.h"
#include "app/ui/layout.h"

namespace sweep::app {

// The page of keys, in as many columns as there is room for; it scrolls, and is searched.
class KeyPage {
  public:
    void draw(const Settings& settings, const std::vector<Action>& actions);

  private:
    bool is_open_ = false;
    char query_[64] = "";
};
// What the program is and where to begin, with the keys: the card's text on the page of keys.
std::string intro_line(const std::vector<Action>& actions);

// The lines in which a text is found, in either column, whatever its capitals; an empty text is in all of them.
std::vector<SheetGroup> found_lines(std::vector<SheetGroup> groups, std::string_view text);

// Shows an error of the panels over the picture, because the panels cannot show it.
void trouble_line(const Area& area, const std::string& text);

// Says that the window is recorded, how much, into which folder, and what the keys do. The plate stands in
// the middle of the upper edge, or beside or below what stands there already (`taken`, which may be empty).
// It lies over everything, and is not in the recorded frames.
void recording_plate(ImDrawList& list, const Area& taken, const std::string& status,
                     const std::string& folder, const std::string& keys);

}  // namespace sweep::app
