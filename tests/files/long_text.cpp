// Whatever strings a picture brings, it is read or refused in one short line.
#include "tests/support/long_text.h"

#include "core/base/printable.h"

namespace sweep::test {
namespace {

void expect_short(const std::string& text) {
    EXPECT_LE(text.size(), longest_message);
    EXPECT_EQ(text, printable(text));
}

class LongText : public ScratchTest {
  protected:
    // Reads or is refused; returns whether it is read.
    bool is_read(const std::string& name, const std::string& bytes) {
        SCOPED_TRACE(name);
        const std::string file = write(name, bytes);
        try {
            const FileImage read = read_image(file);
            expect_short(read.note);
            return true;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ExitCode::unreadable_input);
            expect_short(error.what());
            return false;
        }
    }
};

TEST_F(LongText, IsReadOrRefusedInAShortLine) {
    int count = 0;
    for (const std::string letter : {"a", "\xe2\x82\xac", "\xff\x9b", "\x1b["})
        for (const auto& [name, bytes] : pictures_with(repeated(letter, mebibyte)))
            count += is_read(name, bytes);
    EXPECT_GE(count, 4 * 8) << "comments and names are no damage";
    for (const std::string letter : {"a", "\xff"}) is_read(repeated(letter, 200) + ".png", "no picture");
}

TEST_F(LongText, OfALabelComesWhole) {
    const std::string text = repeated("caption ", mebibyte);
    for (const auto& [name, bytes] : pictures_with(text))
        if (name == "label.png") {
            EXPECT_EQ(label_of(write(name, bytes)), text);
        }
}

// OpenEXR quotes the names of a header in what it says of damage.
TEST_F(LongText, ThatIsNoUtf8IsEscaped) {
    const std::vector<float> samples(4, 0.5f);
    write("a.exr", exr_of(2, 2, {{"\xff\x9b", samples}, {"\xe9t\xe9", samples}}));
    if (!has_library(".exr")) GTEST_SKIP() << "this build has no OpenEXR";
    try {
        read_image(path("a.exr"));
        ADD_FAILURE() << "it was read";
    } catch (const Error& error) {
        expect_contains(error.what(), "it has the channels \\xe9t\\xe9, \\xff\\x9b: sweep reads R, G and B");
    }
    write("b.exr", exr_of(2, 2, {{"\xe9t\xe9.Y", samples}}));
    expect_contains(read_image(path("b.exr")).note, "shown is its layer '\\xe9t\\xe9'");
}

}  // namespace
}  // namespace sweep::test
