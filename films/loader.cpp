// Loads the module of films when the first one is opened, and keeps it.
#include <atomic>
#include <filesystem>
#include <mutex>

#include <fmt/format.h>

#include "core/base/error.h"
#include "files/output_file.h"
#include "files/stack/webp_frames.h"
#include "films/module.h"
#include "films/webp.h"
#include "platform/dynamic_library.h"
#include "platform/folders.h"

namespace sweep {
namespace {

namespace fs = std::filesystem;

// Where the module is: beside an installed program, or in the folder of the build; empty where it is in neither.
fs::path module_path() {
    if (std::string_view(SWEEP_FILM_MODULE_BUILT).empty()) return {};
    std::error_code nothing;
    const fs::path program = platform::program_file();
    for (const fs::path& path : {(program.parent_path() / SWEEP_FILM_MODULE_INSTALLED).lexically_normal(),
                                 fs::path(SWEEP_FILM_MODULE_BUILT)})
        if (fs::exists(path, nothing)) return path;
    return {};
}

struct Loaded {
    const FilmModule* module = nullptr;
    std::string why_not;
};

Loaded load() {
    const fs::path path = module_path();
    if (path.empty())
        return {nullptr,
                std::string_view(SWEEP_FILM_MODULE_BUILT).empty()
                    ? "this build has no films: build Sweep where libavformat, libavcodec, libavdevice and "
                      "libswscale are"
                    : "films cannot be had: sweep_film_module.so is missing: install sweep-films, or build the "
                      "target sweep_film_module"};
    const platform::DynamicLibrary module(path.string());
    const FilmModuleEntry entry = module.function<FilmModuleEntry>(film_module_entry);
    if (!entry) return {nullptr, fmt::format("films cannot be had: {}", platform::DynamicLibrary::why_not())};
    return {entry(), {}};
}

// A module that is missing is looked for again: app/demo.sh builds it while the window is open.
Loaded loaded() {
    static std::mutex one_at_a_time;
    static Loaded kept;
    const std::lock_guard lock(one_at_a_time);
    if (!kept.module) kept = load();
    return kept;
}

const FilmModule& module_or(ExitCode code) {
    const Loaded found = loaded();
    if (!found.module) throw Error(code, found.why_not);
    return *found.module;
}

bool is_webp(const FilmSource& source) {
    return source.kind == FilmKind::file && is_animated_webp(source.address);
}

bool is_webp(const std::string& output) {
    return small_extension(output) == ".webp";
}

}  // namespace

bool has_films() {
    static std::atomic<bool> has = false;
    if (!has) has = !module_path().empty();
    return has;
}

std::string films_text() {
    const Loaded found = loaded();
    return found.module ? found.module->text() : "none: " + found.why_not;
}

void require_film(const FilmSource& source) {
    if (is_webp(source)) return;
    module_or(ExitCode::unreadable_input);
    if (source.kind != FilmKind::file) return;
    std::error_code error;
    const auto status = fs::status(source.address, error);
    if (fs::is_regular_file(status)) return;
    throw Error(ExitCode::unreadable_input,
                "cannot open '" + source.address +
                    "': " + (fs::exists(status) ? "it is no file" : "there is no such file"));
}

void require_film_output(const std::string& name) {
    if (!is_webp(name)) module_or(ExitCode::unwritable_output);
    if (name != "-" && !is_stream_output(name)) require_writable(name);
}

std::unique_ptr<FilmReader> open_film(const FilmSource& source, FilmReader::Stop stop, bool may_use_gpu) {
    require_film(source);
    if (is_webp(source)) return webp_reader(source);
    return module_or(ExitCode::unreadable_input).reader(source, std::move(stop), may_use_gpu);
}

std::unique_ptr<FilmWriter> open_film_writer(const FilmOutput& output, std::function<bool()> stop) {
    if (!output.is_stream) require_film_output(output.name);
    if (is_webp(output.name)) return webp_writer(output);
    return module_or(ExitCode::unwritable_output).writer(output, open_output, std::move(stop));
}

}  // namespace sweep
