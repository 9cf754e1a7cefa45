// What files and their names say, as messages quote it.
#include "core/base/printable.h"

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace sweep {
namespace {

constexpr std::size_t mebibyte = std::size_t(1) << 20;

TEST(Printable, TextHoldsNothingThatATerminalObeys) {
    EXPECT_EQ(printable("a\x1b[2Jb\nc\rd\x7f\te"), "a [2Jb c d  e");
    EXPECT_EQ(printable("\xc2\x9b"
                        "31m\xc3\x9b\xe2\x82\xac"),
              "  31m\xc3\x9b\xe2\x82\xac");
    EXPECT_EQ(printable(""), "");
    EXPECT_EQ(bounded("two\nlines"), "two\nlines");
}

// The table 3-7 of the Unicode standard has the sequences that there are.
TEST(Printable, TextIsUtf8) {
    for (const char* good : {"plain", "\xc2\xa0\xdf\xbf", "\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf",
                             "\xf0\x90\x80\x80\xf3\xa0\x81\xbf\xf4\x8f\xbf\xbf", "a\\x"})
        EXPECT_EQ(bounded(good), good);
    const std::pair<const char*, const char*> bad[] = {
        {"a\x9b"
         "b",
         "a\\x9bb"},                                              // a control character of Latin-1
        {"\xc3", "\\xc3"},                                        // the end is missing
        {"\xe2\x82 \xf0\x9f\x98", "\\xe2\\x82 \\xf0\\x9f\\x98"},  // as here
        {"\xc0\xaf", "\\xc0\\xaf"},                               // a slash in two bytes
        {"\xe0\x9f\xbf", "\\xe0\\x9f\\xbf"},                      // in three
        {"\xf0\x8f\xbf\xbf", "\\xf0\\x8f\\xbf\\xbf"},             // in four
        {"\xed\xa0\x80", "\\xed\\xa0\\x80"},                      // a half of UTF-16
        {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},             // beyond U+10FFFF
        {"\xf5\xfe\xff", "\\xf5\\xfe\\xff"},
    };
    for (const auto& [text, shown] : bad) EXPECT_EQ(bounded(text), shown);
}

TEST(Printable, TextThatIsTooLongLosesItsMiddle) {
    const std::string just(longest_message, 'a');
    EXPECT_EQ(bounded(just), just);
    for (const std::string letter : {"a", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xff", "\x1b"})
        for (int shift = 0; shift < 4; ++shift) {
            std::string text(std::size_t(shift), '(');
            while (text.size() < mebibyte) text += letter;
            const std::string shown = printable(text + ": what to do");
            EXPECT_LE(shown.size(), longest_message);
            EXPECT_GT(shown.size(), longest_message - 12);
            EXPECT_TRUE(shown.ends_with(": what to do")) << shown;
            EXPECT_NE(shown.find(" ... "), std::string::npos) << shown;
            EXPECT_EQ(printable(shown), shown) << "a character is cut";
        }
}

TEST(Printable, ErrorsAre) {
    const Error error(ExitCode::usage, "unknown '" + std::string(mebibyte, '\xff') + "\n': use another");
    const std::string what = error.what();
    EXPECT_LE(what.size(), longest_message);
    EXPECT_EQ(what, printable(what));
    EXPECT_TRUE(what.starts_with("unknown '\\xff\\xff") && what.ends_with("\\xff ': use another")) << what;
}

}  // namespace
}  // namespace sweep
