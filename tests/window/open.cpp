// Choosing a file: dialogs, which are programs of the system, and the list of our own.
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "app/window/open/dialog.h"
#include "app/window/open/folder.h"
#include "tests/support/scratch.h"

namespace sweep::app {
namespace {

namespace fs = std::filesystem;

DialogCommand shell(const std::string& line) {
    return {"sh", "-c", line};
}

TEST(Dialogs, GiveTheChosenFiles) {
    const Chosen chosen = run_dialogs({shell("echo '/a/one two.png'; echo /b.jpg")});
    ASSERT_EQ(chosen.files.size(), 2u);
    EXPECT_EQ(chosen.files[0], "/a/one two.png");
    EXPECT_EQ(chosen.files[1], "/b.jpg");
    EXPECT_FALSE(chosen.none_works);
}

TEST(Dialogs, ThatAreMissingOrFailFallToTheNext) {
    const DialogCommand good = shell("echo /a.png");
    for (const DialogCommand& bad :
         {DialogCommand{"no-such-program-of-dialogs"}, shell("exit 255"), shell("kill -9 $$"),
          shell("echo cannot open display >&2; exit 1"), shell("exit 0")}) {
        const Chosen chosen = run_dialogs({bad, good});
        ASSERT_EQ(chosen.files.size(), 1u) << bad.back();
        EXPECT_TRUE(run_dialogs({bad, bad}).none_works) << bad.back();
    }
    EXPECT_TRUE(run_dialogs({}).none_works);
}

TEST(Dialogs, ThatAreCancelledAskNoOther) {
    const Chosen chosen = run_dialogs({shell("sleep 0.5; exit 1"), shell("echo /a.png")});
    EXPECT_TRUE(chosen.files.empty());
    EXPECT_FALSE(chosen.none_works);
}

TEST(Dialogs, AreClosedWithTheWindow) {
    const auto began = std::chrono::steady_clock::now();
    {
        FileDialog dialog;
        dialog.show({{"sleep", "60"}});
        EXPECT_TRUE(dialog.is_shown());
        EXPECT_FALSE(dialog.take());
    }
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
}

TEST(Dialogs, OfTheDesktopComeFirst) {
    EXPECT_EQ(dialogs_for("/x", "KDE").front().front(), "kdialog");
    EXPECT_EQ(dialogs_for("/x", "GNOME").front().front(), "zenity");
    for (const DialogCommand& command : dialogs_for("/some folder", ""))
        EXPECT_NE(std::find_if(command.begin(), command.end(),
                               [](const std::string& word) {
                                   return word.find("/some folder/") != std::string::npos;
                               }),
                  command.end());
}

class Folders : public test::ScratchTest {};

TEST_F(Folders, ListsFoldersFirstAndReadableFilesAlone) {
    fs::create_directories(path("album/b folder"));
    fs::create_directories(path("album/.hidden"));
    for (const char* name : {"album/b.png", "album/A.JPG", "album/text.txt", "album/.c.png"})
        write(name, "x");
    const FolderList list = list_folder(path("album"));
    std::string names;
    for (const FolderEntry& entry : list.entries) names += entry.name + " ";
    EXPECT_EQ(names, "b folder/ A.JPG b.png ");
    EXPECT_EQ(list.entries[1].size, 1u);
    EXPECT_TRUE(list.trouble.empty());
    ASSERT_EQ(matching(list, "PN").size(), 1u);
    EXPECT_EQ(matching(list, "PN").front()->name, "b.png");
    EXPECT_EQ(matching(list, "").size(), 3u);
    EXPECT_FALSE(list_folder(path("nowhere")).trouble.empty());
}

TEST_F(Folders, TypedPathsMayBeRelativeOrOfTheHome) {
    EXPECT_EQ(typed_path("x/y.png", "/a"), "/a/x/y.png");
    EXPECT_EQ(typed_path("../y.png", "/a/b"), "/a/y.png");
    EXPECT_EQ(typed_path("/y.png", "/a"), "/y.png");
    if (const char* home = std::getenv("HOME")) {
        EXPECT_EQ(typed_path("~/y.png", "/a"), fs::path(home) / "y.png");
    }
}

}  // namespace
}  // namespace sweep::app
