// The program's own list of folders and pictures, for where the system has no dialog: by mouse, or by typing letters
// of a name, or a path, with arrows, Enter and Backspace.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/base/task.h"
#include "app/ui/actions.h"
#include "app/window/open/folder.h"
#include "app/work/request/recent.h"
#include "app/work/request/requests.h"

namespace sweep::app {

class OpenPanel {
  public:
    void show(const std::filesystem::path& folder);
    bool is_open() const { return is_open_; }
    void close() { is_open_ = false; }
    // Whether a folder is being read.
    bool is_busy() const { return listing_.running(); }
    // Draws the list while it is open; requests the picture that is chosen.
    void draw(const std::vector<RecentPicture>& recent, Requests& requests);
    // Passes on Enter, up, down, Backspace, PgUp and PgDn while its field has the keyboard.
    void press(Key key) { pressed_.push_back(key); }

  private:
    void go_to(const std::filesystem::path& folder);
    void take_keys(int count);
    void take_typed(Requests& requests);
    void choose(const std::filesystem::path& path, bool is_folder, Requests& requests);
    void places(const std::vector<RecentPicture>& recent, Requests& requests);
    void entries(Requests& requests);

    bool is_open_ = false, is_new_ = false, wants_keyboard_ = false, scrolls_ = false;
    bool was_empty_ = true;  // the field, before this frame
    FolderList list_;
    Task<FolderList> listing_;
    std::filesystem::path wanted_;  // the folder that is being read, or is to be read next
    char typed_[256] = "";
    int field_ =
        0;  // another number is another field, since ImGui keeps the text of one that is being typed into
    int chosen_ = 0;
    std::vector<Key> pressed_;
};

// The folder in which to begin: that of the open picture, or the user's for pictures, or the current one.
std::filesystem::path first_folder(const std::filesystem::path& open_picture);

}  // namespace sweep::app
