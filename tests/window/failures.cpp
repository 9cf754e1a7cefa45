// A failure inside a frame is reported in words, once, and the window goes on with what it has.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <numeric>

#include <gtest/gtest.h>
#include <imgui_internal.h>
#include <sys/resource.h>

#include "app/command_line/window_request.h"
#include "app/screen/gl/frame_grabber.h"
#include "app/ui/overlays.h"
#include "app/window/demo.h"
#include "core/base/error.h"
#include "files/image_file.h"
#include "tests/support/broken_gl.h"
#include "tests/support/cases.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

// This process may have so much memory.
class Memory {
  public:
    explicit Memory(const char* mebibytes) { ::setenv("SWEEP_MEMORY", mebibytes, 1); }
    ~Memory() { ::unsetenv("SWEEP_MEMORY"); }
};

// The disk is full behind so many bytes of a file.
class FullDisk {
  public:
    explicit FullDisk(rlim_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &before_);
        rlimit limit = before_;
        limit.rlim_cur = bytes;
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, SIG_DFL);
    }

  private:
    rlimit before_{};
};

class Failures : public DemoFrames {
  protected:
    static constexpr int width = 640, height = 400;
    Failures() : DemoFrames(width, height) {}

    void start(std::vector<std::string> arguments, const std::string& image = {}) {
        arguments.insert(arguments.begin(), {"--engine=cpu", "--animate=off", "--panels=off"});
        WindowOptions options;
        static_cast<Settings&>(options) = settings_of(parse_options(arguments));
        if (!image.empty()) options.image = image;
        DemoFrames::start(options, {}, 2);
    }
    std::string picture(const std::string& name, Shape shape) {
        save_image(path(name), test::noise(shape, Sample::u8).view());
        return path(name);
    }
    // Returns the part of the frame between the caption and the messages.
    Screen seen() { return frame().part({0, 120, width, 70}); }
    // Returns how many lines of the list contain the words.
    int said(const std::string& words) const {
        int count = 0;
        for (const Message& message : demo_->messages().all())
            count += message.text.find(words) != std::string::npos ? message.count : 0;
        return count;
    }
    bool is_on_screen(const std::string& words) const {
        const Message* shown = demo_->messages().shown(wall_seconds());
        return shown && shown->text.find(words) != std::string::npos;
    }
};

// What a picture is said to be is no error: it is not red, and names no option and no folder.
TEST_F(Failures, ANoteIsNone) {
    Image image({16, 12, 1}, Sample::f32);
    std::fill_n(image.data<float>(), image.shape().samples(), 0.5f);
    image.data<float>()[5] = std::numeric_limits<float>::infinity();
    save_image(path("holes.npy"), image.view());
    start({}, path("holes.npy"));
    EXPECT_EQ(said("1 infinite samples became"), 1);
    EXPECT_EQ(said("holes.npy"), 0);
    for (const Message& message : demo_->messages().all()) EXPECT_FALSE(message.trouble) << message.text;
    EXPECT_EQ(note_in_window(
                  "'/a/x.exr': shown is its layer 'V.Combined'; 2 others are left: --layer takes another"),
              "showing layer 'V.Combined'");
    EXPECT_EQ(note_in_window("'a.tif': page 1 of 3 is filtered: --page takes another"),
              "page 1 of 3 is filtered");
    EXPECT_EQ(note_in_window("3 samples are clamped by --precision fixed: --precision double keeps them"),
              "3 samples are clamped by precision fixed: precision double keeps them");
    EXPECT_EQ(note_in_window("'o.jpg' does not keep what the input says"),
              "'o.jpg' does not keep what the input says");
    EXPECT_EQ(note_in_window(""), "");
}

// A filter that has no sigma takes any as its own.
TEST_F(Failures, ASigmaThatIsNoneHasNoOtherNames) {
    start({"--filter=butterworth", "--radius=30", "--sigma=-39"});
    demo_->run_action("sigma-translated");
    draw(3);
    for (const Message& message : demo_->messages().all()) EXPECT_FALSE(message.trouble) << message.text;
}

TEST_F(Failures, WithoutMemoryForTheYardstickThereIsNone) {
    const Memory memory("7");  // the picture has 4 MiB, a copy needs twice as much
    start({"--sigma=3"});
    EXPECT_NO_THROW(draw(5));
    EXPECT_EQ(said("memory"), 0) << "nobody asked for it";
}

TEST_F(Failures, MemoryThatIsShortIsSaidOnceAndTheLastPictureStays) {
    start({"--view=depth-of-field", "--focus-method=gather"});
    const Screen before = seen();
    {
        const Memory memory("6");
        demo_->set("focus-method", "layers");  // three times as large
        EXPECT_NO_THROW(draw(30));
        EXPECT_TRUE(seen() == before) << "the picture has gone";
        EXPECT_EQ(said("of memory"), 1);
        EXPECT_TRUE(is_on_screen("of memory"));
    }
    draw(2);
    EXPECT_FALSE(seen() == before) << "it does not come back when there is memory again";
}

// A picture that cannot be decoded anew stays as it was decoded before.
TEST_F(Failures, APictureThatCannotBeDecodedAnewStays) {
    start({"--sigma=1"}, picture("in.png", {500, 400, 3}));
    const Screen before = seen();
    {
        const Memory memory("2");
        demo_->set("linear", "off");
        EXPECT_NO_THROW(draw(5));
        EXPECT_TRUE(is_on_screen("decoding 'in.png' needs"));
    }
    EXPECT_FALSE(seen() == before);
}

TEST_F(Failures, APictureThatDoesNotFitIsRefusedAndTheLastOneStays) {
    start({"--sigma=1"}, picture("small.png", {64, 40, 3}));
    const std::string large = picture("large.png", {1500, 1000, 3});
    const Screen before = seen();
    {
        const Memory memory("6");
        demo_->open(large);
        EXPECT_TRUE(seen() == before);
        EXPECT_TRUE(is_on_screen("memory"));
    }
    {
        const test::NoStorage gpu;
        demo_->open(large);
        EXPECT_TRUE(seen() == before);
        EXPECT_TRUE(is_on_screen("OpenGL has no memory for a texture of 1500 x 1000"));
    }
    demo_->open(large);
    EXPECT_FALSE(seen() == before);
}

TEST_F(Failures, OpenGLWithoutMemoryIsSaidAndTheWindowGoesOn) {
    start({"--sigma=2"});
    const Screen before = seen();
    {
        const test::NoStorage gpu;
        for (const char* view : {"difference", "passes", "side-by-side", "depth-of-field"}) {
            demo_->set("view", view);
            EXPECT_NO_THROW(draw(3)) << view;
            EXPECT_TRUE(is_on_screen("OpenGL has no memory")) << view;
        }
        demo_->set("magnifier", "on");
        demo_->set("input", "checker");
        EXPECT_NO_THROW(draw(3));
    }
    demo_->set("magnifier", "off");
    demo_->set("input", "none");
    demo_->set("view", "filtered");
    draw(2);
    EXPECT_TRUE(seen() == before) << "it is not as it was";
}

TEST_F(Failures, AFramebufferThatIsRefusedIsSaid) {
    start({"--sigma=2"});
    Screen without;
    {
        const test::NoFramebuffer none;
        demo_->set("view", "difference");
        EXPECT_NO_THROW(draw(3));
        EXPECT_TRUE(is_on_screen("OpenGL cannot draw"));
        without = seen();
    }
    draw(2);
    EXPECT_FALSE(seen() == without) << "the difference does not come when it can";
}

TEST_F(Failures, BuffersThatCannotBeMappedAreSaid) {
    start({"--sigma=2", "--view=difference", "--difference=reference"}, picture("in.png", {64, 40, 3}));
    const test::NoMap none;
    demo_->set("pin", "3,4");
    demo_->set("difference", "gaussian");
    EXPECT_NO_THROW(draw(30));
    demo_->set("view", "passes");
    EXPECT_NO_THROW(draw(5));
    EXPECT_GE(said("does not give the pixels"), 1);
}

// A frame whose pixels were not read must not become a file: it would contain foreign memory.
TEST_F(Failures, AFrameThatCannotBeReadIsNoFile) {
    start({"--sigma=2"});
    {
        const test::NoMap none;
        demo_->save_frame(path("a.png"), true);
        EXPECT_NO_THROW(draw(8));
        EXPECT_TRUE(is_on_screen("cannot write '" + path("a.png") + "'"));
        EXPECT_NO_THROW(demo_->finish_files());
        EXPECT_EQ(count_files(), 0u);
        demo_->record(path("film"));
        EXPECT_NO_THROW(draw(8));
        EXPECT_FALSE(demo_->recording().running());
        EXPECT_GE(said("The recording has stopped"), 1);
    }
    demo_->save_frame(path("b.png"), true);
    draw(2);
    demo_->finish_files();
    EXPECT_EQ(load_image(path("b.png")).shape(), (Shape{width, height, 3}));
}

TEST_F(Failures, AFullDiskStopsTheRecordingAndNotTheWindow) {
    start({"--sigma=2"});
    const FullDisk full(1000);
    demo_->record(path("film"));
    for (int i = 0; i < 200 && demo_->recording().running(); ++i) EXPECT_NO_THROW(draw(1));
    EXPECT_FALSE(demo_->recording().running());
    EXPECT_EQ(said("The recording has stopped"), 1);
    EXPECT_NE(demo_->unwritten(), "") << "sweep --record has to end with code 7";
    EXPECT_NO_THROW(draw(3));
}

TEST_F(Failures, AFileThatVanishesLeavesItsPicture) {
    const std::string file = picture("in.png", {64, 40, 3});
    start({"--sigma=1", "--watch"}, file);
    const Screen before = seen();
    std::filesystem::remove(file);
    demo_->run_action("reload-picture");
    EXPECT_NO_THROW(draw(5));
    EXPECT_TRUE(seen() == before);
    EXPECT_TRUE(is_on_screen("in.png"));
}

// The folder that vanishes is the one in which the program was started.
TEST_F(Failures, AFolderThatVanishesIsNoReasonToEnd) {
    const std::filesystem::path here = std::filesystem::current_path();
    std::filesystem::create_directory(path("gone"));
    std::filesystem::current_path(path("gone"));
    picture("gone/in.png", {64, 40, 3});
    start({"--sigma=1"}, "in.png");
    std::filesystem::remove_all(path("gone"));
    EXPECT_NO_THROW(demo_->state_line());
    demo_->press({int(Key::f12)});
    demo_->press({int(Key::f10)});
    EXPECT_NO_THROW(draw(3));
    std::filesystem::current_path(here);
}

// An error may leave windows, tables, trees, tabs, popups, styles, fonts and groups of ImGui open.
TEST_F(Offscreen, TheInterfaceClosesWhatAnErrorLeavesOpen) {
    Gui gui(nullptr, 1);
    for (int i = 0; i < 3; ++i) {
        gui.begin(320, 200, 0.02);
        push_face(Face::title);
        ImGui::Begin("window");
        ImGui::BeginChild("child", {50, 50});
        ImGui::PushStyleColor(ImGuiCol_Text, 0xffffffff);
        ImGui::PushStyleVar(ImGuiStyleVar_Alpha, 0.5f);
        ImGui::PushID("id");
        ImGui::BeginTable("outer table", 2);
        ImGui::TableNextColumn();
        ImGui::PushID("id in a table");
        ImGui::BeginTable("inner table", 2, ImGuiTableFlags_ScrollY, {40, 40});
        ImGui::TableNextColumn();
        ImGui::TreeNodeEx("tree", ImGuiTreeNodeFlags_DefaultOpen);
        ImGui::BeginTabBar("tab bar");
        ImGui::BeginTabItem("tab");
        ImGui::PushID("id in a tab");
        ImGui::BeginGroup();
        ImGui::BeginDisabled();
        push_face(Face::mono);
        ImGui::BeginTooltip();
        gui.recover();
        trouble_line({0, 0, 320, 200}, "words");
        const ImGuiContext& context = *ImGui::GetCurrentContext();
        EXPECT_EQ(context.CurrentWindowStack.Size, 1);
        EXPECT_EQ(context.ColorStack.Size, 0);
        EXPECT_EQ(context.StyleVarStack.Size, 0);
        gui.end();
    }
    EXPECT_GT(ImGui::GetDrawData()->TotalVtxCount, 20) << "the trouble is not said";
}

// Some calls of OpenGL count bytes in 31 bits.
TEST_F(Offscreen, TexturesAreReadInBandsOfRows) {
    constexpr int width = 13, height = 29;
    constexpr std::size_t row = width * 4 * sizeof(float);
    const Texture texture(width, height, GL_RGBA32F);
    std::vector<float> pixels(std::size_t(width) * height * 4);
    std::iota(pixels.begin(), pixels.end(), 1.0f);
    texture.upload(GL_RGBA, GL_FLOAT, pixels.data());
    static std::vector<GLsizei> calls;
    static PFNGLGETTEXTURESUBIMAGEPROC real;
    real = glad_glGetTextureSubImage;
    const test::Replaced<PFNGLGETTEXTURESUBIMAGEPROC> counted(
        glad_glGetTextureSubImage, [](GLuint name, GLint level, GLint x, GLint y, GLint z, GLsizei w,
                                      GLsizei h, GLsizei d, GLenum f, GLenum t, GLsizei bytes, void* to) {
            calls.push_back(bytes);
            real(name, level, x, y, z, w, h, d, f, t, bytes, to);
        });
    for (const auto& [most, bands] : {std::pair<std::size_t, std::size_t>{std::size_t(1) << 30, 1},
                                      {height * row, 1},
                                      {height * row - 1, 2},
                                      {10 * row, 3},
                                      {10 * row + row / 2, 3},
                                      {row, height},
                                      {1, height}}) {
        calls.clear();
        std::vector<float> read(pixels.size());
        texture.read_part(0, 0, width, height, GL_RGBA, GL_FLOAT, height * row, read.data(), most);
        EXPECT_EQ(read, pixels) << "bands of " << most << " bytes";
        EXPECT_EQ(calls.size(), bands);
        for (const GLsizei bytes : calls) EXPECT_LE(std::size_t(bytes), std::max(most, row));
    }
    // A part of the texture is read into a buffer of OpenGL, behind what is there.
    constexpr std::size_t offset = 64, part = 5 * 4 * sizeof(float), lines = 20;
    const Buffer buffer = make_buffer(GLsizeiptr(offset + lines * part), nullptr, 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer.name());
    texture.read_part(3, 4, 5, int(lines), GL_RGBA, GL_FLOAT, lines * part, reinterpret_cast<void*>(offset),
                      3 * part);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    std::vector<float> found(lines * 5 * 4);
    glGetNamedBufferSubData(buffer.name(), GLintptr(offset), GLsizeiptr(lines * part), found.data());
    for (std::size_t y = 0; y < lines; ++y)
        for (std::size_t i = 0; i < 20; ++i)
            ASSERT_EQ(found[y * 20 + i], pixels[((y + 4) * width + 3) * 4 + i]) << "row " << y;
}

}  // namespace
}  // namespace sweep::app
