// States come back as they were written: options as a state, states as labels, words as a line of a shell,
// scripts.
#include <cmath>

#include "app/command_line/picture_state.h"
#include "app/command_line/script.h"
#include "app/command_line/view_options.h"
#include "app/command_line/window_request.h"
#include "app/screen/canvas/viewer.h"
#include "app/ui/actions.h"
#include "app/views/tune/view.h"
#include "files/image_file.h"
#include "tests/support/properties.h"
#include "tests/support/scratch.h"
#include "tests/support/state_generators.h"

namespace sweep::app {
namespace {

using namespace sweep::app::test;
using Files = sweep::test::ScratchTest;

void require_back(const Settings& settings) {
    const std::vector<std::string> arguments = state_arguments(settings);
    const Settings back = settings_of(parse_options(arguments));
    RC_ASSERT(difference(settings, back) == "");
    RC_ASSERT(state_arguments(back) == arguments);
    // The line is the label of a picture, which contains nothing that a label may not contain.
    std::string line = "sweep";
    for (const std::string& argument : arguments) line += " " + shell_word(argument);
    RC_ASSERT(is_state(line));
    const SavedState saved = read_state(line);
    RC_ASSERT(saved.note == "");
    RC_ASSERT(saved.arguments == arguments);
    RC_ASSERT(difference(settings, settings_of(saved.options)) == "");
}

TEST(States, EveryOptionOfTheViewHasValues) {
    for (const ViewOption& row : view_options()) {
        SCOPED_TRACE(row.name);
        sweep::test::check_property(
            [&] {
                Settings settings;
                row.set(settings, *values_of(row));
                require_back(settings);
            },
            5);
    }
}

TEST(States, SayTheSettingsThatTheyWereMadeOf) {
    sweep::test::check_property([] { require_back(*settings()); }, 50);
}

TEST(States, SayTheFilterThatTheyWereMadeOf) {
    sweep::test::check_property(
        [] {
            Settings all;
            static_cast<FilterSettings&>(all) = *filter_settings();
            require_back(all);
        },
        150);
}

// The changes are those of a user: actions by their names, options, wheel, drags, pictures of other sizes.
TEST(States, SayWhatActionsHaveMade) {
    struct Window {
        Settings settings;
        Viewer viewer;
        TuneView tuning;
        std::vector<Action> actions = make_actions(settings, viewer, tuning, {});
    };
    const std::size_t count = Window().actions.size();
    const auto side = integer(24, 5000);
    sweep::test::check_property(
        [&] {
            Window window;
            const int steps = *integer(0, 40);
            for (int i = 0; i < steps; ++i) {
                switch (*integer(0, 5)) {
                    case 0: {
                        const auto [name, value] = *option_changes();
                        window.settings = with_option(window.settings, name, value);
                        break;
                    }
                    case 1:
                        window.viewer.place({0, 0, *integer(1, 3000), *integer(1, 2000)}, *side, *side);
                        break;
                    case 2:
                        window.viewer.zoom_at(float(*integer(0, 3000)), float(*integer(0, 2000)),
                                              float(std::pow(1.2, *integer(-20, 20))));
                        break;
                    case 3:
                        window.viewer.pan(float(*integer(-3000, 3000)), float(*integer(-3000, 3000)));
                        break;
                    default: {
                        const Action& action = window.actions[std::size_t(*integer(0, int(count) - 1))];
                        // The actions that copy need the clipboard of a window.
                        if (!action.name.starts_with("copy-") && action.available()) action.run();
                    }
                }
            }
            Settings& state = window.settings;
            RC_LOG() << fmt::format("{}", fmt::join(state_arguments(state), " ")) << "\n";
            const Point middle = window.viewer.centre();
            if (!window.viewer.fitted()) state.framing = {window.viewer.zoom(), false, middle.x, middle.y};
            require_back(state);
        },
        100);
}

TEST(States, OneOptionMoreChangesThatOptionAlone) {
    sweep::test::check_property(
        [] {
            const Settings before = *settings();
            const auto [name, value] = *option_changes();
            Settings expected = before;
            for (const ViewOption& row : view_options())
                if (row.name == name) row.set(expected, value);
            RC_ASSERT(difference(with_option(before, name, value), expected) == "");
        },
        30);
}

TEST(Words, ComeBackFromALineOfAShell) {
    sweep::test::check_property(
        [] {
            const auto words = *rc::gen::container<std::vector<std::string>>(texts());
            std::string line;
            for (const std::string& word : words) line += shell_word(word) + " ";
            RC_ASSERT(shell_words(line) == words);
        },
        500);
}

// Any text is read as a label or refused, and quickly.
TEST(Labels, OfAnyTextAreReadOrRefused) {
    const auto wild = rc::gen::map(
        rc::gen::container<std::vector<std::string>>(rc::gen::weightedOneOf<std::string>(
            {{1, texts()},
             {2,
              rc::gen::map(option_changes(), [](const auto& o) { return "--" + o.first + "=" + o.second; })},
             {1, rc::gen::element<std::string>("--", "-", "--slot1=slot1=slot2=", "--size=1x1", "filter",
                                               "shot", "help", "'", "--help")}})),
        [](const auto& all) { return fmt::format("sweep {}", fmt::join(all, " ")); });
    sweep::test::check_property(
        [&] {
            const std::string label = *wild;
            RC_ASSERT(is_state(label));
            try {
                const SavedState saved = read_state(label);
                RC_ASSERT(!saved.options.script && !saved.options.record && !saved.options.print_state);
            } catch (const Error& error) {
                RC_ASSERT(error.code() == ExitCode::usage);
            }
        },
        100);
}

TEST_F(Files, LabelsTravelInPictures) {
    const Image image = sweep::test::noise({5, 3, 3}, Sample::u8);
    sweep::test::check_property([&] {
        const std::string label = *texts();
        save_image(path("a.png"), image.view(), label);
        RC_ASSERT(label_of(path("a.png")) == label);
    });
}

// The words of a line of a script, in the one way in which they are written back.
rc::Gen<std::vector<std::string>> script_lines() {
    const auto strings = [](std::vector<rc::Gen<std::string>> parts) {
        rc::Gen<std::vector<std::string>> all = rc::gen::just(std::vector<std::string>());
        for (auto& part : parts)
            all = rc::gen::apply(
                [](std::vector<std::string> words, std::string word) {
                    words.push_back(std::move(word));
                    return words;
                },
                all, part);
        return all;
    };
    const auto just = [](const char* word) { return rc::gen::just(std::string(word)); };
    const auto place = rc::gen::map(number(0, 3000), [](double x) { return fmt::format("{}", x); });
    const auto words = rc::gen::suchThat(
        rc::gen::map(
            rc::gen::container<std::string>(rc::gen::map(integer(0x20, 0x7e), [](int c) { return char(c); })),
            [](std::string text) {
                text.erase(0, text.find_first_not_of(' '));
                return text.substr(0, text.find_last_not_of(' ') + 1);
            }),
        [](const std::string& text) { return !text.empty(); });
    const auto action = rc::gen::map(integer(0, int(all_actions().size()) - 1),
                                     [](int i) { return std::string(all_actions()[std::size_t(i)].name); });
    const auto set = rc::gen::map(option_changes(), [](const auto& change) {
        return std::vector<std::string>{"set", change.first, change.second};
    });
    return rc::gen::weightedOneOf<std::vector<std::string>>(
        {{2, strings({action})},
         {3, set},
         {1, strings({just("frames"),
                      rc::gen::map(integer(1, 1000000), [](int n) { return std::to_string(n); })})},
         {1, strings({just("shot"), rc::gen::map(words, [](const std::string& s) { return s + ".png"; })})},
         {1, strings({just("type"), words})},
         {1, strings({just("click"), place, place})},
         {1, strings({just("click"), just("shift"), place, place})},
         {1, strings({just("drag"), place, place, place, place})},
         {1, strings({just("wheel"), place, place, place})}});
}

TEST(Scripts, AreReadAsTheyAreWritten) {
    sweep::test::check_property([] {
        const auto lines = *rc::gen::container<std::vector<std::vector<std::string>>>(script_lines());
        std::string text;
        for (const auto& words : lines)
            text += fmt::format("{}{}{}", *rc::gen::element("", "  ", "# comment\n\n"), fmt::join(words, " "),
                                *rc::gen::element("\n", " \n", "\r\n"));
        const Script script = parse_script("s", text);
        RC_ASSERT(script.lines.size() == lines.size());
        for (std::size_t i = 0; i < lines.size(); ++i) {
            RC_ASSERT(script.lines[i].command == lines[i][0]);
            RC_ASSERT(script.lines[i].words ==
                      std::vector<std::string>(lines[i].begin() + 1, lines[i].end()));
        }
    });
}

TEST(Scripts, OfAnyTextAreReadOrRefused) {
    sweep::test::check_property(
        [] {
            const std::string text = *rc::gen::map(
                rc::gen::container<std::vector<std::string>>(rc::gen::oneOf(
                    texts(),
                    rc::gen::map(script_lines(),
                                 [](const auto& w) { return fmt::format("{}", fmt::join(w, " ")); }))),
                [](const auto& lines) { return fmt::format("{}", fmt::join(lines, "\n")); });
            try {
                parse_script("s", text);
            } catch (const Error& error) {
                RC_ASSERT(error.code() == ExitCode::usage);
            }
        },
        300);
}

}  // namespace
}  // namespace sweep::app
