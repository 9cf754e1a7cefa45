// The system's dialog to choose files, which another program shows: zenity or kdialog. Nothing here waits for it.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/base/task.h"

namespace sweep::app {

struct Chosen {
    std::vector<std::filesystem::path> files;  // empty: nothing was chosen
    bool none_works = false;                   // there is no such program here, or each of them failed
};

// A program with its arguments that prints the chosen paths, a line each.
using DialogCommand = std::vector<std::string>;

// The dialogs that may be there, the desktop's own first, beginning in this folder.
std::vector<DialogCommand> dialogs_for(const std::filesystem::path& folder, const std::string& desktop);

class FileDialog {
  public:
    // Shows the first of the dialogs that works. Does nothing while one is shown.
    void show(std::vector<DialogCommand> dialogs);
    bool is_shown() const { return task_.running(); }
    // What was chosen, once, after the dialog was closed.
    std::optional<Chosen> take();

  private:
    Task<Chosen> task_;  // its end closes the dialog
};

// Runs the dialogs in turn until one of them works, and waits for it. A dialog that ends at once without an answer did
// not work: nobody cancels so quickly.
Chosen run_dialogs(const std::vector<DialogCommand>& dialogs, const std::stop_token& stop = {});

}  // namespace sweep::app
