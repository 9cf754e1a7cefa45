// The file of settings keeps what another version, another window or a user has written into it.
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/work/user/user_settings.h"
#include "core/base/error.h"
#include "tests/support/properties.h"
#include "tests/support/scratch.h"
#include "tests/support/state_generators.h"

namespace sweep::app {
namespace {

using namespace sweep::app::test;
using Json = nlohmann::json;

class SettingsFile : public sweep::test::ScratchTest {
  protected:
    std::string file() const { return path("settings.json"); }
    void is(const std::string& text) { write("settings.json", text); }
    Json now() const { return Json::parse(read("settings.json")); }
    UserSettings load() const {
        std::string note;
        const UserSettings settings = load_user_settings(file(), &note);
        EXPECT_EQ(note, "");
        return settings;
    }
};

// A save must keep the entries that this version does not know.
TEST_F(SettingsFile, OfANewerVersionKeepWhatThisOneDoesNotUnderstand) {
    is(R"({"scale": 1.25, "layout": "circus", "theme": "neon", "colours": {"a": [1, 2]},
           "recent": ["/b.png", {"url": "x://y"}, {"picture": "/a.png", "zoom": 2}]})");
    std::string note;
    const UserSettings before = load_user_settings(file(), &note);
    EXPECT_NE(note.find("recent is not understood"), std::string::npos) << note;
    EXPECT_EQ(before.scale, 1.25f);
    EXPECT_EQ(before.recent, (std::vector<RecentPicture>{{"/b.png", ""}, {"/a.png", ""}}));
    UserSettings after = before;
    after.vertical_sync = false;
    remember(after.recent, {"/a.png", "/d.npy"});
    remember(after.recent, {"/c.png", ""});
    EXPECT_EQ(save_user_settings(file(), after, before), "");
    EXPECT_EQ(now(),
              Json::parse(R"({"scale": 1.25, "layout": "circus", "theme": "neon", "colours": {"a": [1, 2]},
        "vertical_sync": false,
        "recent": ["/c.png", {"picture": "/a.png", "zoom": 2, "depth": "/d.npy"}, "/b.png", {"url": "x://y"}]})"));
    // A setting that is chosen here replaces one that is not understood.
    UserSettings chosen = after;
    chosen.theme = Theme::projector;
    EXPECT_EQ(save_user_settings(file(), chosen, after), "");
    EXPECT_EQ(now()["theme"], "projector");
    EXPECT_EQ(now()["layout"], "circus");
}

TEST_F(SettingsFile, OneValueOfAnotherKindCostsNoOther) {
    is(R"({"scale": "large", "layout": 3, "theme": "projector", "vertical_sync": null, "recent": ["/a.png", 7, ""]})");
    std::string note;
    const UserSettings settings = load_user_settings(file(), &note);
    EXPECT_EQ(settings.theme, Theme::projector);
    EXPECT_EQ(settings.recent, (std::vector<RecentPicture>{{"/a.png", ""}}));
    EXPECT_EQ(settings.scale, 1);
    EXPECT_NE(note.find("scale, layout, vertical_sync, recent"), std::string::npos) << note;
    is(R"({"scale": 1e300})");
    EXPECT_EQ(load().scale, 3);
    is(R"({"scale": -1e300, "recent": []})");
    EXPECT_EQ(load().scale, 0.6f);
    is("{}");
    EXPECT_EQ(load(), UserSettings{});
}

// The second window to close must not undo what the first one has changed.
TEST_F(SettingsFile, OfTwoWindowsHoldWhatEachOfThemHasChanged) {
    const UserSettings start{1, Arrangement::usual, Theme::dark, true, {{"/0.png", ""}}, ""};
    ASSERT_EQ(save_user_settings(file(), start), "");
    UserSettings one = load(), other = load();
    const UserSettings first = one, second = other;
    one.scale = 2;
    remember(one.recent, {"/1.png", ""});
    ASSERT_EQ(save_user_settings(file(), one, first), "");
    other.theme = Theme::projector;
    other.measuring_offered = "some GPU";
    remember(other.recent, {"/2.png", ""});
    ASSERT_EQ(save_user_settings(file(), other, second), "");
    EXPECT_EQ(load(), (UserSettings{2,
                                    Arrangement::usual,
                                    Theme::projector,
                                    true,
                                    {{"/2.png", ""}, {"/1.png", ""}, {"/0.png", ""}},
                                    "some GPU"}));
}

TEST_F(SettingsFile, ThatCannotBeReadStaysBesideTheNewOne) {
    int count = 0;
    for (const std::string& text :
         {std::string("{\"scale\": 1.5,\n"), std::string("\xff\xfe"), std::string("[1]"), std::string("null"),
          "{\"deep\": " + std::string(100, '[') + std::string(100, ']') + "}",
          std::string(2 << 20, ' ') + "{}", std::string("{\"scale\": 1e999}")}) {
        is(text);
        std::string note;
        EXPECT_EQ(load_user_settings(file(), &note), UserSettings{});
        EXPECT_NE(note.find(file()), std::string::npos) << note;
        UserSettings mine;
        mine.scale = 2;
        EXPECT_EQ(save_user_settings(file(), mine, UserSettings{}), "");
        EXPECT_EQ(load(), mine);
        EXPECT_EQ(read("settings.json.unusable-" + std::to_string(++count)), text);
    }
    // The program does not replace a folder.
    std::filesystem::remove(file());
    std::filesystem::create_directory(file());
    EXPECT_TRUE(save_user_settings(file(), {}).starts_with("settings are not kept: "));
    EXPECT_TRUE(std::filesystem::is_directory(file()));
}

TEST_F(SettingsFile, KeepTenPicturesAndWhatElseIsThere) {
    is(R"({"recent": [{"url": "x://y"}, 7]})");
    UserSettings before;
    for (int i = 0; i < 30; ++i) {
        UserSettings after = before;
        remember(after.recent, {"/" + std::to_string(i) + ".png", ""});
        ASSERT_EQ(save_user_settings(file(), after, before), "");
        before = after;
    }
    const Json recent = now()["recent"];
    ASSERT_EQ(recent.size(), 12u);
    EXPECT_EQ(recent[0], "/29.png");
    EXPECT_EQ(recent[9], "/20.png");
    EXPECT_EQ(recent[11], 7);
}

// ---- properties --------------------------------------------------------------------------------------

// File names are UTF-8, as the file itself is.
rc::Gen<std::string> names() {
    return rc::gen::map(
        rc::gen::container<std::string>(rc::gen::map(integer(0x20, 0x7e), [](int c) { return char(c); })),
        [](const std::string& name) { return "/" + name; });
}

rc::Gen<UserSettings> user_settings() {
    const auto recent = rc::gen::map(
        rc::gen::uniqueBy<std::vector<RecentPicture>>(
            rc::gen::construct<RecentPicture>(names(), rc::gen::oneOf(rc::gen::just(std::string()), names())),
            [](const RecentPicture& r) { return r.picture; }),
        [](std::vector<RecentPicture> all) {
            if (all.size() > most_recent) all.resize(most_recent);
            return all;
        });
    return rc::gen::construct<UserSettings>(
        rc::gen::map(number(0.6, 3), [](double x) { return std::clamp(float(x), 0.6f, 3.0f); }),
        rc::gen::map(integer(0, int(Arrangement::tune)), [](int i) { return Arrangement(i); }),
        rc::gen::map(integer(0, int(Theme::projector)), [](int i) { return Theme(i); }),
        rc::gen::arbitrary<bool>(), recent);
}

// A few of the values.
template <class T>
rc::Gen<std::vector<T>> some(rc::Gen<T> one) {
    constexpr int about = 5;
    return rc::gen::resize(about, rc::gen::container<std::vector<T>>(std::move(one)));
}

// Any JSON that is not deep.
rc::Gen<Json> any_json(int depth = 3) {
    const auto leaf = rc::gen::oneOf(
        rc::gen::just(Json()), rc::gen::map(rc::gen::arbitrary<bool>(), [](bool x) { return Json(x); }),
        rc::gen::map(integer(-100, 100), [](int x) { return Json(x); }),
        rc::gen::map(either_sign(magnitude(1e-300, 1e300)), [](double x) { return Json(x); }),
        rc::gen::map(names(), [](const std::string& x) { return Json(x); }));
    if (depth == 0) return leaf;
    const auto list =
        rc::gen::map(some(any_json(depth - 1)), [](const std::vector<Json>& x) { return Json(x); });
    const auto object = rc::gen::map(
        some(rc::gen::pair(rc::gen::oneOf(rc::gen::element<std::string>("picture", "depth"), names()),
                           any_json(depth - 1))),
        [](const auto& all) {
            Json x = Json::object();
            for (const auto& [key, value] : all) x[key] = value;
            return x;
        });
    return rc::gen::weightedOneOf<Json>({{3, leaf}, {1, list}, {1, object}});
}

// Settings that some version may have written: some that this one knows, values of any kind, and more.
rc::Gen<Json> settings_of_some_version() {
    const auto entry = rc::gen::pair(
        rc::gen::oneOf(rc::gen::element<std::string>("scale", "layout", "theme", "vertical_sync", "recent"),
                       names()),
        rc::gen::oneOf(any_json(),
                       rc::gen::element(Json("teach"), Json("projector"), Json(true), Json(1.5))));
    return rc::gen::map(some(entry), [](const auto& all) {
        Json x = Json::object();
        for (const auto& [key, value] : all) x[key] = value;
        return x;
    });
}

TEST_F(SettingsFile, ComeBackAsTheyWereSaved) {
    constexpr int cases = 30;  // each case goes to the disk
    const auto saved_and_loaded = [&] {
        std::filesystem::remove(file());
        const UserSettings settings = *user_settings();
        RC_ASSERT(save_user_settings(file(), settings) == "");
        RC_ASSERT(load_user_settings(file()) == settings);
        const UserSettings more = *user_settings();
        RC_ASSERT(save_user_settings(file(), more, settings) == "");
        const UserSettings both = load_user_settings(file());
        RC_ASSERT(both.scale == more.scale);
        RC_ASSERT(both.arrangement == more.arrangement);
        RC_ASSERT(both.vertical_sync == more.vertical_sync);
        // The newest are first; those that were opened before follow as far as there is room.
        RC_ASSERT(both.recent.size() >= more.recent.size());
        RC_ASSERT(std::equal(more.recent.begin(), more.recent.end(), both.recent.begin()));
    };
    sweep::test::check_property(saved_and_loaded, cases);
}

TEST_F(SettingsFile, OfAnyVersionAreReadAndOneChangeChangesOneThing) {
    sweep::test::check_property(
        [&] {
            const Json before = *settings_of_some_version();
            is(before.dump());
            const UserSettings loaded = load_user_settings(file());
            RC_ASSERT(loaded.scale >= 0.6f && loaded.scale <= 3);
            RC_ASSERT(loaded.recent.size() <= most_recent);
            UserSettings changed = loaded;
            changed.vertical_sync = !loaded.vertical_sync;
            RC_ASSERT(save_user_settings(file(), changed, loaded) == "");
            Json expected = before, after = now();
            expected["vertical_sync"] = changed.vertical_sync;
            expected.emplace("recent", Json::array());
            RC_ASSERT(after == expected);
        },
        60);
}

TEST_F(SettingsFile, OfAnyBytesAreReadOrKept) {
    const auto read_or_kept = [&] {
        const std::string bytes = *texts();
        is(bytes);
        load_user_settings(file());
        RC_ASSERT(save_user_settings(file(), {}, UserSettings{}) == "");
        for (const auto& entry :
             std::filesystem::directory_iterator(std::filesystem::path(file()).parent_path()))
            std::filesystem::remove(entry);
    };
    sweep::test::check_property(read_or_kept, 30);
}

}  // namespace
}  // namespace sweep::app
