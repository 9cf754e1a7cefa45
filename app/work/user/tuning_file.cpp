#include "app/work/user/tuning_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

#include <fmt/format.h>

#include "app/base/files/json_file.h"
#include "app/work/options/option_values.h"
#include "app/work/user/user_settings.h"
#include "core/base/printable.h"
#include "core/families/algorithms.h"

namespace sweep::app {
namespace {

using Json = nlohmann::ordered_json;
using gpu::Choice;
using gpu::ClassChoices;

constexpr std::array<std::pair<std::string_view, Sample>, 2> samples{
    {{"u8", Sample::u8}, {"f32", Sample::f32}}};

[[noreturn]] void refuse(const std::string& what) {
    throw std::runtime_error(what);
}

// The number of this member; refuses one outside of [least, most].
std::uint64_t number(const Json& json, const char* name, std::uint64_t least, std::uint64_t most) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_number_unsigned() || found->get<std::uint64_t>() < least ||
        found->get<std::uint64_t>() > most)
        refuse(fmt::format("its '{}' is no number from {} to {}", name, least, most));
    return found->get<std::uint64_t>();
}

std::string text(const Json& json, const char* name) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_string()) refuse(fmt::format("it has no '{}'", name));
    return found->get<std::string>();
}

template <class T, std::size_t N>
T word(const Json& json, const char* name, const std::array<std::pair<std::string_view, T>, N>& words) {
    const std::string said = text(json, name);
    const auto found =
        std::find_if(words.begin(), words.end(), [&](const auto& w) { return w.first == said; });
    if (found == words.end()) refuse(fmt::format("its '{}' says '{}'", name, said));
    return found->second;
}

const Json& list(const Json& json, const char* name) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_array() || found->empty())
        refuse(fmt::format("it has no list '{}'", name));
    return *found;
}

// The algorithm that a file chooses; refuses those that are no choice for filters, or for tables.
Algorithm algorithm_of(const Json& json, bool of_tables) {
    const std::string name = text(json, "algorithm");
    using enum Algorithm;
    for (const Algorithm a : of_tables ? std::array{sat_one_pass, sat} : std::array{alg7, alg8})
        if (info(a).name == name) return a;
    refuse(fmt::format("it chooses algorithm '{}'", name));
}

int block_of(const Json& json, const char* name, bool may_be_none) {
    const int block = int(number(json, name, 0, 128));
    if (block != 32 && block != 64 && block != 128 && !(may_be_none && block == 0))
        refuse(fmt::format("it has blocks of {}", block));
    return block;
}

ClassChoices class_of(const Json& json) {
    ClassChoices c;
    c.of.order = int(number(json, "order", 0, gpu::most_tuned_order));
    c.of.channels = int(number(json, "channels", 1, 4));
    c.of.samples = word(json, "samples", samples);
    c.of.in_bulk = number(json, "in_bulk", 0, 1) != 0;
    c.wide = int(number(json, "wide", 0, 1 << 30));
    c.wide_block = block_of(json, "wide_block", true);
    for (const Json& item : list(json, "choices")) {
        const Choice choice{number(item, "from", 0, SIZE_MAX), algorithm_of(item, c.of.order == 0),
                            block_of(item, "block", false), word(item, "path", path_words)};
        if (c.choices.empty() ? choice.from != 0 : choice.from <= c.choices.back().from)
            refuse("its sizes do not ascend from 0");
        c.choices.push_back(choice);
    }
    return c;
}

Json json_of(const ClassChoices& c) {
    Json choices = Json::array();
    for (const Choice& choice : c.choices)
        choices.push_back({{"from", choice.from},
                           {"algorithm", info(choice.algorithm).name},
                           {"block", choice.block},
                           {"path", word_for(path_words, choice.path)}});
    return {{"order", c.of.order},
            {"channels", c.of.channels},
            {"samples", word_for(samples, c.of.samples)},
            {"in_bulk", int(c.of.in_bulk)},
            {"wide", c.wide},
            {"wide_block", c.wide_block},
            {"choices", std::move(choices)}};
}

}  // namespace

std::optional<std::filesystem::path> tuning_file(const gpu::Device& device) {
    const auto folder = cache_folder();
    if (!folder) return std::nullopt;
    std::string name = fmt::format("{}, CUDA {}, Sweep " SWEEP_VERSION ".json", device.name, device.driver);
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.') c = '-';
    return *folder / "tuning" / name;
}

std::string text_of(const gpu::Tuning& tuning, const gpu::Device& device) {
    Json classes = Json::array();
    for (const ClassChoices& c : tuning.classes) classes.push_back(json_of(c));
    const Json json{{"sweep", SWEEP_VERSION},
                    {"gpu", device.name},
                    {"driver", device.driver},
                    {"origin", tuning.origin},
                    {"classes", std::move(classes)}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

gpu::Tuning read_tuning(const std::filesystem::path& file, const gpu::Device& device) {
    Json json;
    try {
        json = read_json_file(file);
    } catch (const Json::exception&) {
        refuse("it is no JSON");
    }
    const auto expect = [&](const char* name, const char* of, const std::string& here) {
        if (const std::string there = text(json, name); there != here)
            refuse(fmt::format("it is of {} {}, and this is {}", of, there, here));
    };
    expect("sweep", "Sweep", SWEEP_VERSION);
    expect("gpu", "the GPU", device.name);
    expect("driver", "a driver for CUDA", device.driver);
    gpu::Tuning tuning{device.name, printable(text(json, "origin")), {}};
    for (const Json& item : list(json, "classes")) {
        if (!item.is_object()) refuse("its classes are no objects");
        tuning.classes.push_back(class_of(item));
    }
    return tuning;
}

}  // namespace sweep::app
