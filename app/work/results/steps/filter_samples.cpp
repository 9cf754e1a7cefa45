#include "app/work/results/steps/filter_samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/work/engines/engines.h"
#include "core/base/memory.h"
#include "engines/smoothing.h"
#include "files/format.h"
#include "files/pixels.h"

namespace sweep::app {
namespace {

// What a format makes of the samples of a result.
struct Holds {
    bool numbers = false;  // floats as they are; otherwise integers of [0, 1]
    double least, most;
};

Holds what_holds(const Keeps& keeps, Sample file_sample, FilterKind kind, bool is_narrow) {
    const bool is_picture =
        (file_sample == Sample::u8 || file_sample == Sample::u16) && kind != FilterKind::sat;
    if (keeps.numbers && !(keeps.picture_bits > 0 && is_picture)) return {true, keeps.least, keeps.most};
    const Held held = held_by(is_narrow ? Sample::u8 : Sample::u16);
    return {false, held.least, held.most};
}

// How the samples of a result become those of its file.
struct AsWritten {
    bool is_narrow;
    Holds holds;
    Decoding as;
    bool is_coded, keeps_codes;
    Encoding encoding;  // of integers
};

AsWritten as_written(const Format& format, const FilterSettings& request, const PageFacts& page) {
    const Keeps& keeps = format.keeps;
    const bool is_narrow = keeps.picture_bits == 8 || page.sample == Sample::u8;
    AsWritten all{is_narrow,
                  what_holds(keeps, page.sample, request.filter.kind, is_narrow),
                  encoding_for_output(page.sample, page.encoding, request.linear),
                  false,
                  false,
                  {}};
    Decoding& as = all.as;
    all.is_coded = as.stored.curve == Curve::profile && as.stored.profile->is_coded();
    if (all.is_coded && !keeps.codes && as.to_light) as.stored = {Curve::srgb, 1, true};
    all.keeps_codes = all.is_coded && keeps.codes;
    if (all.keeps_codes && as.to_light && !all.holds.numbers) {
        // Colours of other primaries are outside of those of sRGB, and become samples all the same.
        all.holds.most = as.stored.profile->largest_light();
        all.holds.least = -all.holds.most;
    }
    // A file that cannot name its encoding, a JPEG, is taken for sRGB by every reader.
    const bool as_srgb = !keeps.encoding && request.linear.value_or(true);
    all.encoding = as_srgb ? Encoding{Curve::srgb, 1, false} : as.to_light ? as.stored : Encoding{};
    return all;
}

// ".png, .tif and .npy": the endings of the formats that are written and keep what is asked for.
std::string endings_of(bool (*keep)(const Keeps& keeps)) {
    std::vector<std::string_view> endings;
    for (const Format* format : formats())
        if (format->encode && keep(format->keeps)) endings.push_back(format->endings.front());
    return fmt::format("{} and {}", fmt::join(endings.begin(), endings.end() - 1, ", "), endings.back());
}

// What a picture of 8 or 16 bits does not keep of the samples of a file; empty: it has as many bits.
std::string lost_bits(Sample file_sample, int bits, bool is_narrow) {
    if (file_sample == Sample::u8 || (file_sample == Sample::u16 && !is_narrow)) return {};
    const auto keeps_floats = [](const Keeps& keeps) {
        return keeps.numbers && keeps.most >= std::numeric_limits<float>::max();
    };
    const auto keeps_16 = [](const Keeps& keeps) { return keeps.picture_bits == 16 || keeps.any_samples; };
    const auto keeps_any = [](const Keeps& keeps) { return keeps.any_samples; };
    const std::string endings = file_sample == Sample::u16   ? endings_of(keeps_16)
                                : file_sample == Sample::f32 ? endings_of(keeps_floats)
                                                             : endings_of(keeps_any);
    return fmt::format("{} bits become {}: {} keep them",
                       bits > 0 ? std::size_t(bits) : 8 * size_of(file_sample), is_narrow ? 8 : 16, endings);
}

// Writes a number where samples of the result are missing, and its neighbour where others were rounded to it; returns
// how many of these there are.
template <class T>
std::size_t write_no_data(const Image& result, T no_data, Image& shown) {
    const auto is_missing = [&](std::size_t i) {
        return result.sample() == Sample::f64   ? std::isnan(result.data<double>()[i])
               : result.sample() == Sample::f32 ? std::isnan(result.data<float>()[i])
                                                : false;
    };
    std::size_t moved = 0;
    T* const to = shown.data<T>();
    for (std::size_t i = 0; i < result.shape().samples(); ++i) {
        const bool is_it = to[i] == no_data;
        if (is_missing(i)) {
            to[i] = no_data;
        } else if (is_it) {
            to[i] = T(no_data > 0 ? no_data - 1 : 1);
            ++moved;
        }
    }
    return moved;
}

// A byte for each pixel: 0 where all of its samples are missing.
Image mask_of(const Image& result) {
    const auto channels = std::size_t(result.shape().channels);
    Image mask({result.shape().width, result.shape().height, 1}, Sample::u8);
    const auto fill = [&](const auto* x) {
        for (std::size_t i = 0; i < result.shape().pixels(); ++i)
            mask.data<std::uint8_t>()[i] = std::all_of(x + i * channels, x + (i + 1) * channels,
                                                       [](auto one) { return std::isnan(one); })
                                               ? 0
                                               : 1;
    };
    if (result.sample() == Sample::f64)
        fill(result.data<double>());
    else
        fill(result.data<float>());
    return mask;
}

// Whether a sample of so many bits can be the number.
bool is_sample(double number, bool is_narrow) {
    return number >= 0 && number <= (is_narrow ? 255 : 65535) && number == std::floor(number);
}

// Everybody expects bytes in sRGB and floats. For other samples the user is told how they were decoded.
bool is_worth_saying(Sample sample, const Encoding& encoding) {
    return sample == Sample::u16 || (sample == Sample::u8 && encoding.curve != Curve::srgb);
}

}  // namespace

Say each_once(const Say& say) {
    return [&say, said = std::make_shared<std::set<std::string>>()](const std::string& text) {
        if (said->insert(text).second) say(text);
    };
}

PageFacts facts_of(const FileImage& page) {
    return {page.image.sample(), page.encoding, page.kept, page.bits, page.bands};
}

std::uint64_t filter_memory(const FilterSettings& request, const Format& format, const Shape& shape,
                            Sample sample) {
    const Sample read_by_engine = engine_sample(sample, request.filter.kind, request.engine);
    const bool is_double = read_by_engine == Sample::f64 || request.engine == EngineKind::reference;
    if (info(request.derived.kind).of_moments) {
        // All runs are of doubles: the samples, what is made of these for a run, the results, and what is derived.
        const std::size_t images = 3 + runs_of(request.derived, request.problem()).size();
        return shape.samples() * (images * sizeof(double) + (format.writes_in_place ? 0 : sizeof(float)));
    }
    if (info(request.filter.kind).follows_picture)
        return memory_of(request.filter, shape, is_double ? Sample::f64 : Sample::f32) +
               (format.writes_in_place ? 0 : 2 * sizeof(float) * shape.samples());
    const bool is_derived = !request.derived.is_none(),
               may_be_multiplied = (shape.channels % 2 == 0 || is_derived) && read_by_engine == Sample::u8;
    const std::size_t read = size_of(sample),
                      input = may_be_multiplied ? sizeof(float) : size_of(read_by_engine),
                      converted = read_by_engine == sample && !may_be_multiplied ? 0 : input,
                      runs = is_derived ? weights_of(request.derived, request.filter).runs.size() : 1,
                      result = runs * (is_double ? sizeof(double) : sizeof(float)),
                      written = format.writes_in_place ? 0 : 2 * sizeof(float);
    return shape.samples() * std::max(read + converted, input + result + written);
}

Sample engine_sample(Sample of_file, FilterKind kind, EngineKind engine) {
    switch (of_file) {
        case Sample::u16:
            if (kind != FilterKind::sat) return Sample::f32;
            [[fallthrough]];  // in double the sums of a table stay exact
        case Sample::u32:
        case Sample::f64:
            return engine == EngineKind::automatic || entry_of(engine).takes_doubles ? Sample::f64
                                                                                     : Sample::f32;
        default:
            return of_file;
    }
}

Image engine_input(Image image, const Decoding& decoding, FilterKind kind, EngineKind engine, const Say& say,
                   std::optional<Sample> floats) {
    const Sample from = image.sample();
    const bool is_table = kind == FilterKind::sat;
    const Encoding encoding = decoding.to_light ? decoding.stored : Encoding{};
    Sample to = engine_sample(from, kind, engine);
    if (from == Sample::u8 && !is_table && (floats || !engines_decode(encoding))) to = Sample::f32;
    if (floats == Sample::f64) to = Sample::f64;
    if (to == from) return image;
    require_memory(image.shape().samples() * size_of(to), "the image in floating point");
    const auto say_rounded = [&](const char* what) {
        say(fmt::format("the engine {} works in float32: {} rounded", name_of(engine).word, what));
    };
    if (from == Sample::u32 && to == Sample::f32) say_rounded("integers of 32 bits are");
    if (from == Sample::f64) say_rounded("the float64 input is");
    // A table sums the numbers of the file.
    return is_table ? to_number(image.view(), to) : to_float(image.view(), to, encoding);
}

EngineKind engine_for(const FilterSettings& request, Sample input) {
    if (info(request.filter.kind).follows_picture) return engine_of(request.filter, request.engine, input);
    const bool needs_doubles = info(request.derived.kind).of_moments;
    return needs_doubles && request.engine == EngineKind::cuda ? EngineKind::cpu : request.engine;
}

EngineInput input_for(const FilterSettings& request, Image image, const PageFacts& page,
                      const std::string& name, std::optional<Sample> floats, const Say& say) {
    if (is_worth_saying(page.sample, page.encoding))
        say(fmt::format("'{}': {}", name,
                        decoding_text(page.sample, page.encoding, request.linear, page.bits)));
    const FilterKind kind = request.filter.kind;
    const Decoding decoding = decoding_of(page.sample, page.encoding, request.linear);
    // `auto` chooses by the samples of the file, and these then become what the chosen engine reads. Only float64 is
    // not for every engine: what there is on this machine is not asked for each frame of a film.
    const EngineKind asked =
        info(kind).follows_picture
            ? engine_for(request, request.engine == EngineKind::automatic ? page.sample : Sample::f32)
            : request.engine;
    const Sample reads = engine_sample(page.sample, kind, asked);
    const EngineKind engine = reads == Sample::f64 ? pick_engine(asked, reads).kind : asked;
    EngineInput input{engine_input(std::move(image), decoding, kind, engine, say, floats), {}};
    input.problem = request.problem(input.image.shape(), input.image.sample());
    input.problem.linear = decoding.to_light;
    return input;
}

bool is_widened(const FileImage& file, const std::filesystem::path& out, const FilterSettings& request) {
    const bool is_light = decoding_of(file.image.sample(), file.encoding, request.linear).to_light;
    return file.bits > 0 && request.filter.kind != FilterKind::sat &&
           (is_light || !holds_tables(output_format(out)));
}

std::string text_of_smaller(int copies) {
    return copies == 1 ? "its smaller copy is left out"
                       : fmt::format("its {} smaller copies are left out", copies);
}

bool holds_tables(const Format& format) {
    return format.keeps.numbers && format.keeps.any_samples;
}

void say_left_out(const std::filesystem::path& path, const std::string& left_out, const Say& say) {
    if (!left_out.empty())
        say(fmt::format("'{}' does not keep what the input says beside its picture: {}", path.string(),
                        left_out));
}

void say_unfit(const std::filesystem::path& path, const Unfit& unfit, std::size_t holes,
               const std::optional<double>& no_data, const Say& say) {
    const Keeps& keeps = output_format(path).keeps;
    const bool is_limited = keeps.most < std::numeric_limits<float>::max();
    const Misfits& misfits = unfit.misfits;
    if (misfits.outside > 0)
        say(fmt::format("{} of {} samples were {} and are clipped in '{}': .npy keeps them", misfits.outside,
                        unfit.samples,
                        unfit.as_numbers && is_limited ? fmt::format("below 0 or above {}", float(keeps.most))
                        : unfit.as_numbers             ? "beyond float32"
                                                       : "outside [0, 1]",
                        path.string()));
    if (unfit.moved > 0)
        say(fmt::format(
            "{} samples were rounded to the no-data value {} and moved to the number beside it in '{}'",
            unfit.moved, *no_data, path.string()));
    if (misfits.not_finite > holes)
        say(fmt::format(
            "{} of {} samples of the result are NaN or infinite: it outgrows {}{}",
            misfits.not_finite - holes, unfit.samples, unfit.sample == Sample::f64 ? "float64" : "float32",
            unfit.as_numbers && !is_limited ? "" : "; NaN is written as 0, infinities are clipped"));
}

std::optional<Codes> codes_of(const std::filesystem::path& path, const FilterSettings& request,
                              const PageFacts& page) {
    const Format& format = output_format(path);
    const AsWritten written = as_written(format, request, page);
    if (written.holds.numbers || !engines_decode(written.encoding)) return std::nullopt;
    return Codes{.sample = written.is_narrow ? Sample::u8 : Sample::u16,
                 .as_srgb = is_encoded(written.encoding),
                 .counts_last = format.keeps.alpha};
}

void save_result(const std::filesystem::path& path, const FilterSettings& request, const PageFacts& page,
                 Image result, const Say& say, std::size_t holes, Beside beside) {
    const Sample file_sample = page.sample;
    const Encoding& file = page.encoding;
    const KeptFacts* const kept = request.strip ? nullptr : page.kept.get();
    const Format& format = output_format(path);
    const Keeps& keeps = format.keeps;
    const auto [is_narrow, holds, as, is_coded, keeps_codes, encoding] = as_written(format, request, page);
    const bool has_last = result.shape().channels % 2 == 0, drops_last = has_last && !keeps.alpha,
               shows_band = has_last && !drops_last && !beside.has_alpha && !keeps.bands && !kept;
    if (drops_last) result = without_alpha(result.view());
    const Shape shape = result.shape();
    const Misfits misfits =
        beside.encoded ? *beside.encoded : count_misfits(result.view(), holds.least, holds.most);

    const bool writes_no_data =
        beside.no_data && keeps.no_data && !holds.numbers && is_sample(*beside.no_data, is_narrow);
    const bool writes_mask = beside.has_mask && keeps.mask && holes > 0;
    const Image mask = writes_mask ? mask_of(result) : Image();
    std::size_t moved = 0;  // samples that were rounded to it
    std::string left_out;
    const auto save = [&](const Image& image, const std::optional<Encoding>& encoding, bool is_srgb) {
        const Described picture{.shape = image.shape(),
                                .sample = image.sample(),
                                .is_srgb = is_srgb,
                                .has_holes = holes > 0 && !writes_no_data,
                                .has_alpha = beside.has_alpha,
                                .is_page = beside.take != nullptr,
                                .is_assumed = is_srgb && file.curve == Curve::srgb && !file.stated,
                                .bands = page.bands,
                                .mask = writes_mask ? mask.view() : ConstImageView()};
        left_out = describe(beside.metadata, picture);
        const auto leave_out = [&](const std::string& words) {
            if (!words.empty()) left_out += (left_out.empty() ? "" : ", ") + words;
        };
        if (beside.take)
            leave_out(beside.take(image.view(), encoding, beside.metadata, picture));
        else
            save_image(path, image.view(), beside.label, encoding, kept,
                       [&](std::vector<std::uint8_t>& bytes) {
                           leave_out(attach(beside.metadata, picture, bytes));
                       });
    };
    if (holds.numbers && holds_tables(format)) {
        save(result, std::nullopt, false);
    } else if (holds.numbers) {
        save(to_float(result.view(), Sample::f32, false), std::nullopt, false);
    } else {
        // A picture of 8 bits is taken for sRGB, too, so it does not have to say so.
        const bool is_usual =
            (is_narrow && as.stored.curve == Curve::srgb) || (is_coded && !keeps_codes && !as.to_light);
        Image shown = beside.encoded
                          ? std::move(result)
                          : to_display(result.view(), is_narrow ? Sample::u8 : Sample::u16, encoding);
        if (writes_no_data)
            moved = is_narrow ? write_no_data(result, std::uint8_t(*beside.no_data), shown)
                              : write_no_data(result, std::uint16_t(*beside.no_data), shown);
        save(shown, is_usual ? std::nullopt : std::optional(as.stored), as.stored.curve == Curve::srgb);
    }

    const std::string name = path.string();
    const auto keeps_alpha = [](const Keeps& each) { return each.alpha; };
    const auto keeps_bands = [](const Keeps& each) { return each.bands; };
    if (drops_last)
        say(fmt::format("{} is dropped in '{}': {} keep it", beside.has_alpha ? "alpha" : "the last channel",
                        name, beside.has_alpha ? endings_of(keeps_alpha) : endings_of(keeps_bands)));
    if (shows_band)
        say(fmt::format("the last channel is no alpha, and is shown as alpha in '{}': {} keep it as it is",
                        name, endings_of(keeps_bands)));
    if (!page.bands.empty() && !keeps.bands && shape.channels > 2)
        say(fmt::format(
            "its channels are no colours, and are shown as red, green and blue in '{}': {} keep them as they are",
            name, endings_of(keeps_bands)));
    if (const std::string lost = lost_bits(file_sample, page.bits, is_narrow);
        !holds.numbers && !lost.empty())
        say(fmt::format("'{}': {}", name, lost));
    say_left_out(path, left_out, say);
    const bool holds_nan = holds.numbers && keeps.most >= std::numeric_limits<float>::max();
    if (holes > 0 && !holds_nan && !writes_no_data && !writes_mask)
        say(fmt::format("{} missing samples are written as 0 in '{}': .npy keeps them", holes, name));
    Unfit all{misfits, moved, shape.samples(), holds.numbers, result.sample()};
    if (!beside.unfit) return say_unfit(path, all, holes, beside.no_data, say);
    all.misfits.outside += beside.unfit->misfits.outside;
    all.misfits.not_finite += beside.unfit->misfits.not_finite;
    all.moved += beside.unfit->moved;
    all.samples += beside.unfit->samples;
    *beside.unfit = all;
}

}  // namespace sweep::app
