#include "app/ui/gui.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include "app/base/files/fonts.h"
#include "app/screen/gl/glfw.h"
#include "app/ui/large_letters.h"
#include "app/ui/tips.h"
#include "core/base/error.h"
#include "platform/dynamic_library.h"

namespace sweep::app {
namespace {

// Sizes at scale 1.
constexpr float text_pixels = 16.5f, mono_pixels = 14.5f, title_pixels = 25.0f, big_pixels = 64.0f;

// The letters of panels and captions: Latin, punctuation.
constexpr ImWchar own_letters[] = {0x0020, 0x00FF, 0x2010, 0x2027, 0};
constexpr ImWchar plain_letters[] = {0x0020, 0x007E, 0};
// Names of files need more letters, as far as a font of the system has them: Latin, IPA, accents, Greek,
// Cyrillic, Armenian, Georgian, arrows, mathematical signs.
constexpr ImWchar all_letters[] = {0x0020, 0x058F, 0x10A0, 0x10FF, 0x1E00, 0x1FFF, 0x2010, 0x2027,
                                   0x2070, 0x20BF, 0x2190, 0x2193, 0x2200, 0x22FF, 0};

ImFont* font_of(Face face) {
    return ImGui::GetIO().Fonts->Fonts[int(face)];
}

#if IMGUI_VERSION_NUM < 19200  // newer versions make letters of every size
constexpr ImWchar number_letters[] = {0x002B, 0x003F, 0x0065, 0x0065, 0};
// The pictures of letters that are drawn larger than those of the four faces, behind these in the list of fonts.
struct LargeLetters {
    Face face;
    FontFace file;
    float pixels;  // at scale 1
    const ImWchar* letters;
};
constexpr LargeLetters large_letters[] = {{Face::text, FontFace::sans, 1.45f * text_pixels, own_letters},
                                          {Face::mono, FontFace::mono, 2 * mono_pixels, number_letters},
                                          {Face::mono, FontFace::mono, 4 * mono_pixels, number_letters}};
constexpr int first_large = int(Face::big) + 1;
#endif

void add_font(FontFace face, float pixels, const ImWchar* letters) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    if (const auto path = find_font(face))
        if (atlas.AddFontFromFileTTF(path->string().c_str(), std::round(pixels), nullptr, letters)) return;
    ImFontConfig config;
    config.SizePixels = std::round(pixels);
    atlas.AddFontDefault(&config);  // a font that is built into ImGui
}

void paint_style(float scale) {
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowPadding = {14, 12};
    style.FramePadding = {8, 5};
    style.ItemSpacing = {8, 7};
    style.ItemInnerSpacing = {6, 4};
    style.CellPadding = {7, 2};
    style.WindowRounding = 0;
    style.ChildRounding = 6;
    style.FrameRounding = 5;
    style.PopupRounding = 6;
    style.GrabRounding = 4;
    style.ScrollbarRounding = 6;
    style.GrabMinSize = 12;
    style.ScrollbarSize = 10;
    style.WindowBorderSize = 0;
    style.FrameBorderSize = 0;
    style.PopupBorderSize = 1;
    style.DisabledAlpha = 0.42f;

    using namespace colours;
    const auto faintly = [](float alpha) {
        ImVec4 colour = ImGui::ColorConvertU32ToFloat4(line(255));
        colour.w = alpha;
        return colour;
    };
    const auto set = [&](ImGuiCol which, ImVec4 colour) { style.Colors[which] = colour; };
    set(ImGuiCol_Text, text);
    set(ImGuiCol_TextDisabled, faint);
    set(ImGuiCol_WindowBg, panel);
    set(ImGuiCol_ChildBg, {0, 0, 0, 0});
    set(ImGuiCol_PopupBg, {popup.x, popup.y, popup.z, 0.98f});
    set(ImGuiCol_Border, faintly(0.08f));
    set(ImGuiCol_FrameBg, control);
    set(ImGuiCol_FrameBgHovered, hovered);
    set(ImGuiCol_FrameBgActive, hovered);
    set(ImGuiCol_Button, control);
    set(ImGuiCol_ButtonHovered, hovered);
    set(ImGuiCol_ButtonActive, accent_dim);
    set(ImGuiCol_SliderGrab, accent);
    set(ImGuiCol_SliderGrabActive, {std::min(1.1f * accent.x, 1.0f), 1.12f * accent.y, 1.5f * accent.z, 1});
    set(ImGuiCol_CheckMark, accent);
    set(ImGuiCol_Header, {1, 1, 1, 0});
    set(ImGuiCol_HeaderHovered, faintly(0.05f));
    set(ImGuiCol_HeaderActive, faintly(0.09f));
    set(ImGuiCol_Separator, faintly(0.09f));
    set(ImGuiCol_TableHeaderBg, {0, 0, 0, 0});
    set(ImGuiCol_TableRowBg, {0, 0, 0, 0});
    set(ImGuiCol_TableRowBgAlt, faintly(0.022f));
    set(ImGuiCol_TableBorderLight, faintly(0.06f));
    set(ImGuiCol_TableBorderStrong, faintly(0.10f));
    set(ImGuiCol_PlotHistogram, accent);
    set(ImGuiCol_PlotLines, accent);
    set(ImGuiCol_ScrollbarBg, {0, 0, 0, 0});
    set(ImGuiCol_TextSelectedBg, accent_dim);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

// Dear ImGui numbers the corners of a text's letters by 16 bits: it aborts where the last text of a list has more than
// these, and mixes up the letters of any other. This leaves out the letters that have no numbers of their own, whatever
// the text is and wherever it came from.
void cut_long_texts(ImDrawList& list) {
    constexpr unsigned numbers = 1u << 16;
    if (sizeof(ImDrawIdx) > 2 || unsigned(list.VtxBuffer.Size) < numbers) return;
    for (ImDrawCmd& command : list.CmdBuffer) {
        const ImDrawIdx* const corners = list.IdxBuffer.Data + command.IdxOffset;
        for (unsigned i = 1; i < command.ElemCount; ++i)
            // A letter has 4 corners: between its last and those of the next one the numbers begin again.
            if (corners[i - 1] >= numbers - 4 && corners[i] < 4) {
                command.ElemCount = i - i % 3;
                break;
            }
    }
    list._VtxCurrentIdx = std::min(list._VtxCurrentIdx, numbers - 1);
}

void move_mouse(const ScriptedMouse& mouse) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM < 18700
    io.MousePos = {mouse.x, mouse.y};
    io.MouseDown[0] = mouse.down;
    io.MouseWheel = mouse.wheel;
    io.KeyShift = mouse.shift;
    io.KeyCtrl = mouse.control;
#else
    io.AddMousePosEvent(mouse.x, mouse.y);
    io.AddMouseButtonEvent(0, mouse.down);
    if (mouse.wheel != 0) io.AddMouseWheelEvent(0, mouse.wheel);
    io.AddKeyEvent(ImGuiMod_Shift, mouse.shift);
    io.AddKeyEvent(ImGuiMod_Ctrl, mouse.control);
#endif
    if (!mouse.typed.empty()) io.AddInputCharactersUTF8(mouse.typed.c_str());
}

}  // namespace

Gui::Gui(GLFWwindow* window, float scale) : window_(window), scale_(scale) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // ImGui is to write no files
    io.LogFilename = nullptr;
    if (window_) ImGui_ImplGlfw_InitForOpenGL(window_, false);
#if IMGUI_VERSION_NUM >= 18700
    // A script gives all events of a frame at once, and InputQueue those that go together.
    io.ConfigInputTrickleEventQueue = false;
#endif
    // These libraries must stay loaded: Dear ImGui closes them at its end, and since 1.92 keeps the functions
    // that it has found in them.
    for (const char* library : {"libOpenGL.so.0", "libGL.so.1"}) platform::DynamicLibrary{library};
    if (!ImGui_ImplOpenGL3_Init("#version 450 core"))
        throw Error(ExitCode::failed, "Dear ImGui cannot draw with this OpenGL: is libGL.so.1 installed?");
    build_fonts();
}

Gui::~Gui() {
    ImGui_ImplOpenGL3_Shutdown();
    if (window_) ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
}

void Gui::build_fonts() {
    set_colours(theme_);
    paint_style(scale_);
    ImGui::GetIO().Fonts->Clear();
    // In the order of Face: each context has fonts of its own, and font_of() finds them by their place.
    add_font(FontFace::sans, text_pixels * scale_, all_letters);
    add_font(FontFace::mono, mono_pixels * scale_, own_letters);
    add_font(FontFace::bold, title_pixels * scale_, own_letters);
    add_font(FontFace::bold, big_pixels * scale_, plain_letters);
#if IMGUI_VERSION_NUM < 19200  // newer versions make the pictures when they need them
    for (const LargeLetters& large : large_letters)
        add_font(large.file, large.pixels * scale_, large.letters);
#endif
}

// The colours are those of the window that is drawn, of which there may be two.
void Gui::set_theme(Theme theme) {
    set_colours(theme);
    if (theme == theme_) return;
    theme_ = theme;
    paint_style(scale_);
}

void Gui::set_scale(float scale) {
    if (scale == scale_) return;
    scale_ = scale;
#if IMGUI_VERSION_NUM < 19200  // newer versions make the textures when they need them
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    build_fonts();
    ImGui_ImplOpenGL3_CreateFontsTexture();
#else
    build_fonts();
#endif
}

void Gui::feed(const InputEvent& event) {
    const bool acts = event.is_key() || event.kind == InputEvent::Kind::button;
    if (acts && event.action != GLFW_RELEASE) dismiss_tip();
    switch (event.kind) {
        case InputEvent::Kind::pointer:
            x_ = event.x;
            y_ = event.y;
#if IMGUI_VERSION_NUM >= 18700
            ImGui_ImplGlfw_CursorPosCallback(window_, event.x, event.y);
#endif
            break;
        case InputEvent::Kind::pointer_enters:
            if (event.code == 0 && std::find(down_.begin(), down_.end(), true) == down_.end())
                x_ = y_ = -double(FLT_MAX);
            ImGui_ImplGlfw_CursorEnterCallback(window_, event.code);
            break;
        case InputEvent::Kind::button:
            if (event.code >= 0 && event.code < int(down_.size()))
                down_[std::size_t(event.code)] = event.action != 0;
            ImGui_ImplGlfw_MouseButtonCallback(window_, event.code, event.action, event.modifiers);
            break;
        case InputEvent::Kind::wheel:
            ImGui_ImplGlfw_ScrollCallback(window_, event.x, event.y);
            break;
        case InputEvent::Kind::character:
            ImGui_ImplGlfw_CharCallback(window_, unsigned(event.code));
            break;
        case InputEvent::Kind::focus:
            ImGui_ImplGlfw_WindowFocusCallback(window_, event.code);
            break;
        default: {
            const int key = key_of_panels(event.code, takes_keys() && !types());
            ImGui_ImplGlfw_KeyCallback(window_, key, event.scancode, event.action, event.modifiers);
            // What was pressed as Space may be released when a field has the keyboard.
            const int pressed = key_of_panels(event.code, true);
            if (event.action == GLFW_RELEASE && pressed != key)
                ImGui_ImplGlfw_KeyCallback(window_, pressed, event.scancode, event.action, event.modifiers);
        }
    }
}

// Dear ImGui presses what has the keyboard by Space, and Enter begins to type into it.
int key_of_panels(int key, bool walks) {
    const bool enters = key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER;
    return walks && enters ? GLFW_KEY_SPACE : key;
}

// WantTextInput in ImGuiIO is that of the frame before the last one.
bool Gui::types() const {
    return ImGui::GetCurrentContext()->WantTextInputNextFrame == 1;
}

bool Gui::has_popup() const {
    return ImGui::GetCurrentContext()->OpenPopupStack.Size > 0;
}

bool Gui::takes_keys() const {
    return navigates_ || has_popup();
}

void Gui::navigate(bool on) {
    navigates_ = on;
    was_navigated_ = false;
    ImGui::SetWindowFocus(on ? "controls" : nullptr);
}

void Gui::begin(int width, int height, double seconds_since_last) {
    ImGui_ImplOpenGL3_NewFrame();
    // A click on the picture takes the keyboard from the panels.
    const bool has_focus = ImGui::GetCurrentContext()->NavWindow != nullptr;
    if (navigates_ && was_navigated_ && !has_focus) navigates_ = false;
    was_navigated_ = navigates_ && has_focus;
    // Only while it is wanted: otherwise the arrows would be those of the panel that was clicked last. Without a
    // window there is no keyboard, and older versions of Dear ImGui end where its keys are not mapped.
    ImGuiIO& flags = ImGui::GetIO();
    if (window_ && takes_keys())
        flags.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    else
        flags.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    if (window_) {
        ImGui_ImplGlfw_NewFrame();
#if IMGUI_VERSION_NUM < 18700
        // The backend asks for the mouse as it is now, ahead of the events that wait for the next frame.
        flags.MousePos = {float(x_), float(y_)};
        std::copy(down_.begin(), down_.end(), flags.MouseDown);
#endif
    } else {
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {float(width), float(height)};
        io.DeltaTime = std::max(float(seconds_since_last), 1e-4f);
    }
    if (mouse_) move_mouse(*mouse_);
    ImGui::NewFrame();
}

void Gui::end() {
    ImGui::EndFrame();
    for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) cut_long_texts(*window->DrawList);
    cut_long_texts(*ImGui::GetBackgroundDrawList());
    cut_long_texts(*ImGui::GetForegroundDrawList());
    ImGui::Render();
}

void Gui::recover() {
#if IMGUI_VERSION_NUM < 19130
    // The recovery asserts if fonts are left, and ends tables and tab bars before what was opened in them, which
    // asserts, too. So these are forgotten, with all that they hold of the windows.
    ImGuiContext& context = *ImGui::GetCurrentContext();
    context.FontStack.resize(0);
    ImGui::SetCurrentFont(ImGui::GetDefaultFont());
    for (; context.TablesTempDataStacked > 0; --context.TablesTempDataStacked) {
        ImGuiTableTempData& opened = context.TablesTempData[context.TablesTempDataStacked - 1];
        ImGuiTable* const table = context.Tables.GetByIndex(opened.TableIndex);
        opened.DrawSplitter.Merge(table->InnerWindow->DrawList);
        ImGui::TableRemove(table);
    }
    context.CurrentTable = nullptr;
    context.CurrentTabBarStack.resize(0);
    context.CurrentTabBar = nullptr;
    for (ImGuiWindowStackData& opened : context.CurrentWindowStack) {
        opened.Window->IDStack.resize(1);
        opened.Window->DC.CurrentTableIdx = -1;
        opened.Window->DC.TreeDepth = 0;
    }
    ImGui::ErrorCheckEndFrameRecover(nullptr);
#else
    ImGuiIO& io = ImGui::GetIO();
    const bool asserts = std::exchange(io.ConfigErrorRecoveryEnableAssert, false);
    ImGui::ErrorRecoveryTryToRecoverState(&ImGui::GetCurrentContext()->StackSizesInNewFrame);
    io.ConfigErrorRecoveryEnableAssert = asserts;
#endif
}

void Gui::draw() {
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Gui::draw_over(const std::function<void(ImDrawList&)>& paint) {
    const ImDrawData& drawn = *ImGui::GetDrawData();
    ImDrawList list(ImGui::GetDrawListSharedData());
    list._ResetForNewFrame();
#if IMGUI_VERSION_NUM < 19200
    list.PushTextureID(ImGui::GetIO().Fonts->TexID);
#else
    list.PushTexture(ImGui::GetIO().Fonts->TexRef);
#endif
    list.PushClipRectFullScreen();
    paint(list);
    cut_long_texts(list);
    ImDrawData data;
    data.Valid = true;
    data.DisplayPos = drawn.DisplayPos;
    data.DisplaySize = drawn.DisplaySize;
    data.FramebufferScale = drawn.FramebufferScale;
#if IMGUI_VERSION_NUM >= 19200
    data.Textures = &ImGui::GetPlatformIO().Textures;  // for letters that were not drawn before
#endif
#if IMGUI_VERSION_NUM < 18990
    ImDrawList* lists[] = {&list};
    data.CmdLists = lists;
    data.CmdListsCount = 1;
    data.TotalVtxCount = list.VtxBuffer.Size;
    data.TotalIdxCount = list.IdxBuffer.Size;
#else
    data.AddDrawList(&list);
#endif
    ImGui_ImplOpenGL3_RenderDrawData(&data);
}

ImFont* font_for(Face face, float pixels) {
    ImFont* font = font_of(face);
#if IMGUI_VERSION_NUM < 19200
    constexpr float unseen = 1.1f;  // times larger than its picture
    for (int i = 0; i < int(std::size(large_letters)) && pixels > unseen * font->FontSize; ++i)
        if (large_letters[i].face == face) font = ImGui::GetIO().Fonts->Fonts[first_large + i];
#else
    (void)pixels;
#endif
    return font;
}

void push_face(Face face) {
#if IMGUI_VERSION_NUM < 19200
    ImGui::PushFont(font_of(face));
#else
    ImGui::PushFont(font_of(face), font_of(face)->LegacySize);
#endif
}

void pop_face() {
    ImGui::PopFont();
}

float thick(float pixels) {
    return pixels * std::max(ImGui::GetFontSize() / text_pixels, 1.0f);
}

}  // namespace sweep::app
