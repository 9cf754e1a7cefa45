// sweep filter on standard input and output, as a process in a pipe.
#include "files/stack/stack_file.h"
#include "tests/support/command_line.h"
#include "tests/support/full_metadata.h"
#include "tests/support/page_bytes.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

class Pipes : public CommandLine {
  protected:
    static bool has(const std::string& format) {
        for (const ImageLibrary& library : image_libraries())
            if (library.formats == format) return !library.version.empty();
        return false;
    }
    // Runs it with a file as standard input, or with what a shell's words give it.
    Outcome piped(const std::string& arguments, const std::string& in, const std::string& after = "") {
        const std::string command = "cat '" + path(in) + "' | '" SWEEP_PROGRAM "' filter " + arguments +
                                    " 2> '" + path("stderr") + "' " + after + " > '" + path("stdout") + "'";
        const int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("stdout"), read("stderr")};
    }
};

TEST_F(Pipes, GiveTheBytesThatFilesGive) {
    save("in.png", noise({37, 21, 3}, Sample::u8));
    for (const std::string format : {"png", "jpg", "npy", "pfm", "hdr", "tif", "exr"}) {
        if ((format == "tif" || format == "exr") && !has(format == "tif" ? "TIFF" : "EXR")) continue;
        ASSERT_EQ(run({"filter", path("in.png"), path("out." + format), "--sigma", "3"}).code, 0);
        const Outcome both = piped("- - --sigma 3 --format " + format, "in.png");
        EXPECT_EQ(both.code, 0) << both.error;
        EXPECT_EQ(both.out, read("out." + format)) << format;
        expect_contains(both.error, "/dev/stdout." + format + ": 37 x 21 x 3");
    }
}

TEST_F(Pipes, TakeOneSideAlone) {
    const Image image = noise({37, 21, 4}, Sample::u16);
    save("in.png", image);
    const Outcome in = piped("- '" + path("one.png") + "' --filter none", "in.png");
    EXPECT_EQ(in.code, 0) << in.error;
    expect_contains(in.out, "one.png: 37 x 21 x 4");
    EXPECT_EQ(samples_of<std::uint16_t>(load_image(path("one.png"))), samples_of<std::uint16_t>(image));
    const Outcome out = piped("'" + path("in.png") + "' --out - --filter none --format .png", "in.png");
    EXPECT_EQ(out.code, 0) << out.error;
    EXPECT_EQ(out.out, read("one.png"));
}

// Daemons close what they do not want. The result is whole, and nothing that is printed gets into a file.
TEST_F(Pipes, MayBeClosed) {
    save("in.png", noise({37, 21, 3}, Sample::u16));  // of which there is a note
    const std::string filter = "'" SWEEP_PROGRAM "' filter '" + path("in.png") + "' ";
    ASSERT_EQ(std::system((filter + "'" + path("right.png") + "' --sigma 2 > /dev/null 2>&1").c_str()), 0);
    const auto code_of = [&](const std::string& rest) {
        std::filesystem::remove(path("out.png"));
        std::filesystem::remove_all(path("many"));
        std::filesystem::create_directory(path("many"));
        const int status = std::system((filter + rest).c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    };
    for (const char* streams : {"> /dev/null 2>&-", "> /dev/null <&-", "> /dev/null <&- 2>&-", ">&- 2>&- <&-",
                                ">&-", "> /dev/full 2> /dev/null", "> /dev/null 2> /dev/full"}) {
        // What was printed on standard output is missed: it is an output.
        const bool is_missed = std::string(streams).find(">&- 2") == 0 || streams == std::string(">&-") ||
                               std::string(streams).find("> /dev/full") == 0;
        EXPECT_EQ(code_of("'" + path("out.png") + "' --sigma 2 " + streams), is_missed ? 7 : 0) << streams;
        EXPECT_EQ(read("out.png"), read("right.png")) << streams;
        EXPECT_EQ(code_of("--out '" + path("many/{name}.png") + "' --sigma 2 " + streams), is_missed ? 7 : 0)
            << streams;
        EXPECT_EQ(read("many/in.png"), read("right.png")) << streams;
    }
    EXPECT_EQ(code_of("- --format png >&- 2> /dev/null"), 7);
    const int in =
        std::system(("'" SWEEP_PROGRAM "' filter - '" + path("out.png") + "' <&- 2> /dev/null").c_str());
    EXPECT_EQ(WEXITSTATUS(in), 6);
}

TEST_F(Pipes, KeepMetadata) {
    save("plain.jpg", noise({37, 21, 3}, Sample::u8));
    const Image image = load_image(path("plain.jpg"));
    save_image(path("in.jpg"), image.view(), {}, std::nullopt, nullptr, [&](std::vector<std::uint8_t>& file) {
        EXPECT_EQ(attach(full_metadata("a picture"), {image.shape()}, file), "");
    });
    const Outcome outcome = piped("- - --filter none --format jpg", "in.jpg");
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    ASSERT_EQ(run({"filter", path("in.jpg"), path("out.jpg"), "--filter", "none"}).code, 0);
    EXPECT_EQ(outcome.out, read("out.jpg"));
    expect_contains(outcome.out, "Exif");
}

// A file that is larger than a pipe's buffer and than the head that is read first.
TEST_F(Pipes, TakeLargeFiles) {
    const Image image = noise({700, 500, 1}, Sample::f32);
    save("in.npy", image);
    const Outcome outcome = piped("- - --filter none --format npy", "in.npy");
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(outcome.out, read("in.npy"));
}

TEST_F(Pipes, TakeAllPagesOfAStack) {
    if (!has("TIFF")) SKIP_WITHOUT("formats", "this build has no libtiff");
    write("in.tif", tiff_of_pages({{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}));
    const Outcome outcome = piped("- - --filter none --no-linear --format tif", "in.tif");
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    write("out.tif", outcome.out);
    EXPECT_EQ(count_pages(path("out.tif")), count_pages(path("in.tif")));
}

TEST_F(Pipes, RefuseInOneLine) {
    save("in.png", noise({37, 21, 3}, Sample::u8));
    write("empty", "");
    write("text", "no picture");
    const auto refused_as = [&](int code, const std::string& arguments, const std::string& in,
                                const std::string& why) {
        const Outcome outcome = piped(arguments, in);
        EXPECT_EQ(outcome.code, code) << arguments << "\n" << outcome.error;
        EXPECT_EQ(outcome.out, "") << arguments;
        EXPECT_TRUE(outcome.error.starts_with("sweep: error: ")) << outcome.error;
        EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1) << outcome.error;
        expect_contains(outcome.error, why);
    };
    const std::string in = "'" + path("in.png") + "'", out = "'" + path("out.png") + "'";
    refused_as(2, "- -", "in.png", "--format png");
    refused_as(2, in + " " + out + " --format png", "in.png", "has its format in its name");
    refused_as(7, "- - --format xyz", "in.png", "unknown extension '.xyz'");
    refused_as(2, "- - --format mp4", "in.png", "a film is not written to standard output");
    refused_as(2, "- '" + path("out.mp4") + "'", "in.png", "a film is not read from standard input");
    refused_as(2, "film.mp4 - --format png", "in.png", "a film is not written to standard output");
    refused_as(2, "- " + in + " --out '" + path("{index}.png") + "'", "in.png", "one file on standard input");
    refused_as(2, in + " " + in + " --out - --format png", "in.png", "takes one file");
    refused_as(6, "- - --format png", "empty", "cannot read '/dev/stdin': it is empty");
    refused_as(6, "- - --format png", "text", "its first bytes are not those of a picture");
}

// With enough bytes that they do not fit into the pipe's buffer.
TEST_F(Pipes, SayThatTheReaderIsGone) {
    save("in.npy", noise({700, 500, 1}, Sample::f32));
    piped("- - --filter none --format npy", "in.npy", "| head -c 10");
    expect_contains(read("stderr"), "sweep: error: cannot write to standard output: ");
    EXPECT_EQ(read("stdout").size(), 10u);
}

}  // namespace
}  // namespace sweep::test
