// What is measured as tables for other programs.
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "app/views/measure/view.h"

namespace sweep::app {
namespace {

constexpr int bins = 256;

// All digits of a float; nothing where there is no value.
std::string number(double value) {
    return std::isnan(value) ? "" : fmt::format("{:.9g}", value);
}

std::string profile_table(const MeasureView::Measured& m, const std::array<Pixel, 2>& line,
                          const std::string& titles) {
    const Profile before = profile_of(m.before, line);
    const Profile after = m.after.values.empty() ? Profile{} : profile_of(m.after, line);
    const double steps = std::max(double(before.values.size()) - 1, 1.0);
    std::string text = "distance,x,y," + titles;
    for (std::size_t i = 0; i < before.values.size(); ++i) {
        const double t = double(i) / steps;
        text +=
            fmt::format("{},{},{},{}", number(double(i) * before.step),
                        number(std::lerp(double(line[0].x), double(line[1].x), t)),
                        number(std::lerp(double(line[0].y), double(line[1].y), t)), number(before.values[i]));
        if (!after.values.empty()) text += "," + number(after.values[i]);
        text += "\n";
    }
    return text;
}

std::string histogram_table(const MeasureView::Measured& m, const std::string& titles) {
    const bool filtered = !m.after.values.empty();
    const double least = double(filtered ? std::min(m.before.least, m.after.least) : m.before.least),
                 most = double(filtered ? std::max(m.before.most, m.after.most) : m.before.most);
    std::string text = "from,to," + titles;
    // Both sides have the steps of the original, so that they stand in one table.
    ValuePlane after = m.after;
    after.is_whole = m.before.is_whole;
    const Histogram before = histogram_of(m.before, least, most, bins),
                    other = histogram_of(after, least, most, bins);
    for (std::size_t i = 0; i < before.counts.size(); ++i) {
        const double from = before.low + before.step * double(i);
        text += fmt::format("{},{},{}", number(from), number(from + before.step), before.counts[i]);
        if (filtered) text += fmt::format(",{}", other.counts[i]);
        text += "\n";
    }
    return text;
}

std::string statistics_table(const MeasureView::Measured& m, const Region& box,
                             const std::array<std::string, 2>& names) {
    std::string text = "side,x,y,width,height,pixels,mean,deviation,least,most\n";
    const auto row = [&](const std::string& name, const ValuePlane& plane,
                         const std::optional<ValueTable>& table) {
        const auto s = table ? statistics_of(plane, *table, box) : std::nullopt;
        if (!s) return;
        text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", name, box.x, box.y, box.width, box.height,
                            s->count, number(s->mean), number(s->deviation), number(double(s->least)),
                            number(double(s->most)));
    };
    row(names[0], m.before, m.table_before);
    row(names[1], m.after, m.table_after);
    return text;
}

// A file's own integers are written as such.
std::string number_of(double value, const ValueKind& kind) {
    return number(kind.is_whole ? std::nearbyint(kind.of(value)) : kind.of(value));
}

std::string pins_table(const std::vector<PixelValues>& pins, const ShownImages& shown,
                       const std::array<std::string, 2>& names) {
    const std::size_t channels = shown.before.unit.one_channel ? 1 : 3;
    constexpr std::string_view colours[] = {" red", " green", " blue"};
    std::string text = "pin,x,y";
    for (const std::string& name : names)
        for (std::size_t c = 0; c < channels; ++c)
            text += fmt::format(",{}{}", name, channels == 1 ? "" : colours[c]);
    text += "\n";
    for (std::size_t i = 0; i < pins.size(); ++i) {
        text += fmt::format("{},{},{}", i + 1, pins[i].at.x, pins[i].at.y);
        for (std::size_t c = 0; c < channels; ++c)
            text += "," + number_of(pins[i].before[c], shown.before.kind());
        for (std::size_t c = 0; c < channels; ++c)
            text += "," + (pins[i].has_after ? number_of(pins[i].after[c], shown.after.kind()) : "");
        text += "\n";
    }
    return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> MeasureView::tables(
    const MeasureSettings& settings, const ShownImages& shown, const std::vector<PixelValues>& pins) const {
    std::vector<std::pair<std::string, std::string>> all;
    if (settings.panel && measured_) {
        const std::string titles =
            measured_->after.values.empty() ? names_[0] + "\n" : names_[0] + "," + names_[1] + "\n";
        if (settings.line) all.emplace_back("profile", profile_table(*measured_, *settings.line, titles));
        all.emplace_back("histogram", histogram_table(*measured_, titles));
        if (settings.box)
            all.emplace_back("statistics", statistics_table(*measured_, box_between(*settings.box), names_));
    }
    if (!pins.empty()) all.emplace_back("pins", pins_table(pins, shown, names_));
    return all;
}

}  // namespace sweep::app
