#if SWEEP_HAS_OPENEXR
#include "files/exr/choice.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include <ImfChannelList.h>
#include <ImfHeader.h>
#include <ImfPartType.h>

namespace sweep {
namespace {

// The channels of a part whose names have the same layer.
struct Layer {
    int part = 0;
    std::string name;                // "layer" of "layer.R", and "" of "R"
    std::set<std::string> channels;  // "R"
    bool is_deep = false;

    bool has(const char* channel) const { return channels.count(channel) > 0; }
    bool has_rgb() const { return has("R") && has("G") && has("B"); }
    // Of normals and positions, whose Y is no brightness and whose Z is no distance.
    bool is_vector() const { return has("X") && has("Y"); }
    bool is_picture() const { return !is_deep && (has_rgb() || (has("Y") && !is_vector())); }
    std::string whole(const std::string& channel) const {
        return name.empty() ? channel : name + "." + channel;
    }
};

std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return text;
}

std::string last_word(const std::string& name) {
    return name.substr(name.rfind('.') + 1);  // npos + 1 is 0
}

template <std::size_t N>
bool is_one_of(const std::string& text, const std::array<std::string_view, N>& words) {
    return std::find(words.begin(), words.end(), lower(text)) != words.end();
}

bool is_beauty(const std::string& name) {
    static constexpr std::array<std::string_view, 8> words{"beauty", "combined", "rgba",    "rgb",
                                                           "color",  "colour",   "default", "main"};
    return is_one_of(name, words);
}

bool is_depth_word(const std::string& name) {
    static constexpr std::array<std::string_view, 5> words{"z", "depth", "zdepth", "depthz", "distance"};
    return is_one_of(name, words);
}

// The channel of the layer that is a depth map: Z or depth, or the only one of a layer that is called so.
// Empty: none is.
std::string depth_of(const Layer& layer) {
    if (layer.is_deep || layer.is_vector()) return {};
    for (const std::string& channel : layer.channels)
        if (is_depth_word(channel)) return layer.whole(channel);
    return layer.channels.size() == 1 && is_depth_word(last_word(layer.name))
               ? layer.whole(*layer.channels.begin())
               : std::string();
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 24;
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < most; ++i) text += (i ? ", " : "") + names[i];
    return names.size() > most ? text + ", .." : text;
}

std::string quoted(const std::string& name) {
    return "'" + name + "'";
}

std::string part_name(const Imf::MultiPartInputFile& file, int part) {
    const Imf::Header& header = file.header(part);
    return header.hasName() ? header.name() : std::string();
}

std::vector<Layer> layers_of(const Imf::MultiPartInputFile& file) {
    std::vector<Layer> layers;
    for (int part = 0; part < file.parts(); ++part) {
        const Imf::Header& header = file.header(part);
        const bool is_deep = header.hasType() && Imf::isDeepData(header.type());
        std::map<std::string, Layer> of_part;
        for (auto i = header.channels().begin(); i != header.channels().end(); ++i) {
            const std::string name = i.name();
            const std::size_t dot = name.rfind('.');
            const std::string layer = dot == std::string::npos ? std::string() : name.substr(0, dot);
            Layer& in = of_part[layer];
            in.part = part;
            in.name = layer;
            in.is_deep = is_deep;
            in.channels.insert(dot == std::string::npos ? name : name.substr(dot + 1));
        }
        for (auto& [name, layer] : of_part) layers.push_back(std::move(layer));
    }
    return layers;
}

void keep_part(const Imf::MultiPartInputFile& file, const std::string& wanted, std::vector<Layer>& layers) {
    int found = -1;
    std::vector<std::string> names;
    for (int part = 0; part < file.parts(); ++part) {
        const std::string name = part_name(file, part);
        names.push_back(std::to_string(part + 1) + (name.empty() ? "" : " " + quoted(name)));
        if (found < 0 && name == wanted) found = part;
    }
    for (int part = 0; found < 0 && part < file.parts(); ++part)
        if (std::to_string(part + 1) == wanted) found = part;
    if (found < 0) throw DecodeError("it has no part " + quoted(wanted) + ": its parts are " + listed(names));
    std::erase_if(layers, [&](const Layer& layer) { return layer.part != found; });
}

void keep_layer(const std::string& wanted, std::vector<Layer>& layers) {
    const auto keep = [&](auto name_of) {
        if (std::none_of(layers.begin(), layers.end(), [&](const Layer& l) { return name_of(l) == wanted; }))
            return false;
        std::erase_if(layers, [&](const Layer& layer) { return name_of(layer) != wanted; });
        return true;
    };
    if (keep([](const Layer& layer) { return layer.name; })) return;
    std::vector<std::string> names;
    for (const Layer& layer : layers)
        if (!layer.name.empty()) names.push_back(quoted(layer.name));
    if (keep([](const Layer& layer) { return last_word(layer.name); })) return;
    throw DecodeError(
        "it has no layer " + quoted(wanted) +
        (names.empty() ? ": its channels have no layers" : ": its layers are " + listed(names)));
}

// Of each part, whether it is likely what the file is for.
std::vector<bool> main_parts(const Imf::MultiPartInputFile& file) {
    std::vector<bool> are_main;
    for (int part = 0; part < file.parts(); ++part) {
        const std::string name = part_name(file, part);
        are_main.push_back(file.parts() == 1 || name.empty() || is_beauty(last_word(name)));
    }
    return are_main;
}

// Smaller is more likely what the file is for.
int rank_of(bool is_main, const Layer& layer) {
    const int by_name = layer.name.empty() ? (is_main ? 0 : 2) : is_beauty(last_word(layer.name)) ? 1 : 3;
    return 2 * by_name + !layer.has_rgb();
}

ExrChannels channels_of(const Layer& layer) {
    ExrChannels channels;
    channels.part = layer.part;
    if (layer.is_picture()) {
        channels.is_colour = true;
        channels.names =
            layer.has_rgb() ? std::vector<std::string>{"R", "G", "B"} : std::vector<std::string>{"Y"};
        channels.has_chroma = !layer.has_rgb() && layer.name.empty() && (layer.has("RY") || layer.has("BY"));
        if (layer.has("A")) channels.names.emplace_back("A");
    } else {
        channels.names.assign(layer.channels.begin(), layer.channels.end());
        channels.is_distance = channels.names.size() == 1 && !depth_of(layer).empty();
    }
    for (std::string& name : channels.names) name = layer.whole(name);
    return channels;
}

void find_depth(const Imf::MultiPartInputFile& file, const Layer& shown, const std::vector<Layer>& all,
                ExrChannels& channels) {
    const Imath::Box2i& window = file.header(shown.part).dataWindow();
    const auto take = [&](const auto& may_be) {
        for (const Layer& layer : all) {
            if (!channels.depth.empty() || !may_be(layer)) continue;
            const Imath::Box2i& other = file.header(layer.part).dataWindow();
            if (other.min != window.min || other.max != window.max) continue;
            channels.depth = depth_of(layer);
            channels.depth_part = layer.part;
        }
    };
    take([&](const Layer& layer) { return layer.part == shown.part && layer.name == shown.name; });
    take([&](const Layer& layer) { return layer.part == shown.part && layer.name.empty(); });
    take([&](const Layer& layer) { return layer.part == shown.part; });
    take([](const Layer&) { return true; });
}

void find_beside(const Imf::MultiPartInputFile& file, const Layer& shown, ExrChannels& channels) {
    const auto take = [&](const std::string& name) {
        const Imf::Channel& channel = file.header(shown.part).channels()[name];
        const bool is_shown =
            std::find(channels.names.begin(), channels.names.end(), name) != channels.names.end();
        if (channel.xSampling == 1 && channel.ySampling == 1 && !is_shown) channels.beside.push_back(name);
    };
    // Each once: a layer has channels of different names, thousands perhaps.
    bool has_depth = false;
    for (const std::string& channel : shown.channels) {
        if (channels.has_chroma && (channel == "RY" || channel == "BY")) continue;
        has_depth = has_depth || shown.whole(channel) == channels.depth;
        take(shown.whole(channel));
    }
    if (!channels.depth.empty() && channels.depth_part == shown.part && !has_depth) take(channels.depth);
}

std::string remark_of(const Imf::MultiPartInputFile& file, const Layer& shown, const std::vector<Layer>& all,
                      const ExrChannels& channels) {
    const bool has_parts = file.parts() > 1;
    std::string remark;
    if (has_parts) {
        const std::string name = part_name(file, shown.part);
        remark = "shown is its part " + (name.empty() ? std::to_string(shown.part + 1) : quoted(name));
    }
    if (!shown.name.empty())
        remark += std::string(remark.empty() ? "shown is its layer " : ", layer ") + quoted(shown.name);
    const auto left = std::count_if(all.begin(), all.end(), [&](const Layer& layer) {
        const bool is_shown = layer.part == shown.part && layer.name == shown.name;
        const bool is_depth = layer.part == channels.depth_part && layer.channels.size() == 1 &&
                              depth_of(layer) == channels.depth;
        return !is_shown && !is_depth;
    });
    if (left > 0)
        remark += (remark.empty() ? "" : "; ") + std::to_string(left) +
                  (left == 1 ? " other is" : " others are") +
                  " left: " + (has_parts ? "--part or --layer" : "--layer") + " takes another";
    return remark;
}

ExrChannels one_channel(const std::string& wanted, const std::vector<Layer>& layers) {
    std::vector<std::string> names;
    for (const Layer& layer : layers)
        for (const std::string& channel : layer.channels) {
            const std::string name = layer.whole(channel);
            if (name == wanted || (layers.size() == 1 && channel == wanted)) {
                ExrChannels one;
                one.part = layer.part;
                one.names = {name};
                one.is_distance = !layer.is_vector() && (is_depth_word(channel) || depth_of(layer) == name);
                return one;
            }
            names.push_back(name);
        }
    throw DecodeError("it has no channel " + quoted(wanted) + ": its channels are " + listed(names));
}

}  // namespace

ExrChannels choose_channels(const Imf::MultiPartInputFile& file, const PictureChoice& choice) {
    const std::vector<Layer> all = layers_of(file);
    std::vector<Layer> layers = all;
    if (!choice.part.empty()) keep_part(file, choice.part, layers);
    if (!choice.layer.empty()) keep_layer(choice.layer, layers);
    std::erase_if(layers, [](const Layer& layer) { return layer.is_deep; });
    if (layers.empty())
        throw DecodeError(choice.empty() ? "an EXR of deep samples, which sweep does not read"
                                         : "what is chosen has deep samples, which sweep does not read");
    if (!choice.channel.empty()) return one_channel(choice.channel, layers);

    const std::vector<bool> are_main = main_parts(file);
    const auto rank = [&](const Layer& layer) { return rank_of(are_main[std::size_t(layer.part)], layer); };
    const Layer* best = nullptr;
    for (const Layer& layer : layers)
        if (layer.is_picture() && (!best || rank(layer) < rank(*best))) best = &layer;
    // Without a picture the vectors, or a channel or a layer alone, are data.
    for (const Layer& layer : layers)
        if (!best && layer.is_vector() && layer.channels.size() <= 4) best = &layer;
    if (!best && layers.size() == 1 && (layers[0].channels.size() == 1 || !choice.layer.empty()) &&
        layers[0].channels.size() <= 4)
        best = layers.data();
    if (!best) {
        std::vector<std::string> names;
        for (const Layer& layer : layers)
            for (const std::string& channel : layer.channels) names.push_back(layer.whole(channel));
        throw DecodeError("it has the channels " + listed(names) +
                          ": sweep reads R, G and B, Y, or one alone, which --channel names");
    }
    ExrChannels channels = channels_of(*best);
    if (file.parts() > 1) channels.has_chroma = false;
    if (channels.is_colour) find_depth(file, *best, all, channels);
    find_beside(file, *best, channels);
    channels.remark = remark_of(file, *best, all, channels);
    return channels;
}

std::vector<PictureChoice> choices_of(const Imf::MultiPartInputFile& file) {
    const ExrChannels usual = choose_channels(file, {});
    std::vector<PictureChoice> choices{{}};
    for (const Layer& layer : layers_of(file)) {
        if (layer.is_deep || (!layer.is_picture() && layer.channels.size() > 4)) continue;
        PictureChoice choice;
        const std::string name = part_name(file, layer.part);
        if (file.parts() > 1) choice.part = name.empty() ? std::to_string(layer.part + 1) : name;
        choice.layer = layer.name;
        const bool is_usual = layer.part == usual.part && channels_of(layer).names == usual.names,
                   is_its_depth = layer.part == usual.depth_part && layer.channels.size() == 1 &&
                                  !usual.depth.empty() && depth_of(layer) == usual.depth;
        if (!is_usual && !is_its_depth && !choice.empty()) choices.push_back(std::move(choice));
    }
    return choices;
}

}  // namespace sweep
#endif
