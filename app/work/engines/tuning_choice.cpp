#include "app/work/engines/tuning_choice.h"

#include <ctime>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stdexcept>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "app/base/terminal.h"
#include "app/work/user/tuning_file.h"
#include "core/base/error.h"
#include "files/output_file.h"

namespace sweep::app {
namespace {

// Engines start in several threads.
std::mutex mutex;
std::optional<TuningInUse> in_use;

TuningInUse built_in(const gpu::Device& device) {
    if (gpu::has_built_in_tuning(device.name))
        return {gpu::built_in_tuning(device.name), "built in, for " + device.name, false};
    return {gpu::built_in_tuning(device.name),
            "built in, for GPUs that have not been measured: sweep tune measures this one", true};
}

TuningInUse from_file(const std::filesystem::path& file, const gpu::Device& device) {
    gpu::Tuning tuning = read_tuning(file, device);
    std::string text = fmt::format("{} ('{}')", tuning.origin, file.string());
    return {std::move(tuning), std::move(text), false};
}

// The row that was measured here, otherwise the built-in one.
TuningInUse usual(const gpu::Device& device) {
    const auto file = tuning_file(device);
    try {
        if (file && std::filesystem::exists(*file)) return from_file(*file, device);
    } catch (const std::exception& error) {
        note(fmt::format(
            "cannot use the measured choices in '{}': {}: using the built-in ones; sweep tune makes others",
            file->string(), error.what()));
    }
    return built_in(device);
}

TuningInUse asked_for(const std::string& asked, const gpu::Device& device) {
    if (asked == "built-in") return built_in(device);
    std::filesystem::path file = asked;
    if (asked == "measured") {
        const auto measured = tuning_file(device);
        if (!measured || !std::filesystem::exists(*measured))
            throw Error(ExitCode::usage,
                        fmt::format("--tuning measured: nothing was measured on this {}: run sweep tune",
                                    device.name));
        file = *measured;
    }
    try {
        return from_file(file, device);
    } catch (const std::exception& error) {
        throw Error(
            ExitCode::unreadable_input,
            fmt::format("cannot use the choices in '{}': {}: run sweep tune, or use --tuning built-in",
                        file.string(), error.what()));
    }
}

}  // namespace

void choose_tuning(const std::string& asked) {
    if (asked.empty()) {
        const std::scoped_lock lock(mutex);
        return in_use.reset();
    }
    const gpu::Device device = gpu::probe();
    if (!device.usable) return note("--tuning has no effect: " + device.reason);
    TuningInUse chosen = asked_for(asked, device);
    const std::scoped_lock lock(mutex);
    in_use = std::move(chosen);
}

const TuningInUse& tuning_in_use() {
    const std::scoped_lock lock(mutex);
    if (!in_use) in_use = usual(gpu::probe());
    return *in_use;
}

std::string store_tuning(gpu::Tuning tuning) {
    const gpu::Device device = gpu::probe();
    tuning.origin = fmt::format("measured here on {:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
    const auto file = tuning_file(device);
    if (!file)
        throw Error(ExitCode::unwritable_output,
                    "there is no folder for measured choices: set XDG_CACHE_HOME to a folder, or use --out");
    make_folder(file->parent_path());
    write_file(*file, {bytes_of(text_of(tuning, device))});
    const std::scoped_lock lock(mutex);
    in_use = {std::move(tuning), fmt::format("measured here ('{}')", file->string()), false};
    return file->string();
}

}  // namespace sweep::app
