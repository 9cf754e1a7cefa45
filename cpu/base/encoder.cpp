#include "cpu/base/encoder.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/base/encoder.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using FloatTag = hn::ScalableTag<float>;
using IntTag = hn::RebindToSigned<FloatTag>;
using Floats = hn::Vec<FloatTag>;
using Ints = hn::Vec<IntTag>;

// Samples, less the float of the first place: a place and the bits within it.
struct Placed {
    Floats sample;
    Ints place, within;
    // NaN is not above the least, and takes its place.
    HWY_INLINE Placed(Floats x, int octaves) {
        constexpr FloatTag f;
        constexpr IntTag i;
        constexpr std::int32_t one = 0x3f800000;
        const Ints least = hn::Set(i, one - (octaves << 23));
        const Floats from = hn::BitCast(f, least);
        sample = hn::Min(hn::IfThenElse(hn::Gt(x, from), x, from), hn::Set(f, 1.0f));
        const Ints bits = hn::Sub(hn::BitCast(i, sample), least);
        place = hn::ShiftRight<16>(bits);
        within = hn::And(bits, hn::Set(i, within_place - 1));
    }
};

// `curve` has no bits, or all, for each sample.
HWY_INLINE Ints encoded(const ByteCodes& codes, Floats x, Ints curve) {
    constexpr IntTag i;
    const Placed at(x, ByteCodes::octaves);
    const Ints index = hn::Add(at.place, hn::And(curve, hn::Set(i, ByteCodes::places)));
    return hn::ShiftRight<16>(hn::Add(hn::GatherIndex(i, codes.code[0], index), at.within));
}

HWY_INLINE Ints encoded(const WordCodes& codes, Floats x, Ints curve) {
    constexpr FloatTag f;
    constexpr IntTag i;
    const Placed at(x, WordCodes::octaves);
    const Ints index = hn::Add(at.place, hn::And(curve, hn::Set(i, WordCodes::places)));
    const Floats line = hn::MulAdd(hn::GatherIndex(f, codes.slope[0], index), hn::ConvertTo(f, at.within),
                                   hn::GatherIndex(f, codes.begin[0], index));
    const Ints word = hn::ConvertTo(i, line),
               next = hn::Add(hn::Add(word, hn::Set(i, 1)), hn::And(curve, hn::Set(i, WordCodes::words + 1)));
    const auto is_next = hn::Ge(at.sample, hn::GatherIndex(f, codes.first[0], next));
    return hn::Sub(word, hn::VecFromMask(i, hn::RebindMask(i, is_next)));
}

template <class Numbers, class Code>
HWY_INLINE Encoder::Seen encode_row(const Encoder& encoder, const Numbers& codes, const float* from,
                                    int samples, Code* to) {
    constexpr FloatTag f;
    constexpr IntTag i;
    constexpr hn::Rebind<Code, FloatTag> narrow;
    constexpr int N = int(hn::MaxLanes(f));
    const Floats least = hn::Set(f, encoder.least()), most = hn::Set(f, encoder.most());
    Floats smallest = hn::Zero(f), largest = hn::Zero(f);
    auto is_number = hn::Eq(smallest, smallest);
    const auto encode = [&](const float* at, int sample, Code* code) {
        const Floats x = hn::LoadU(f, at);
        const Ints curve = hn::LoadU(i, encoder.curves() + sample % Encoder::pattern);
        hn::StoreU(hn::DemoteTo(narrow, encoded(codes, x, curve)), narrow, code);
        is_number = hn::And(is_number, hn::Eq(x, x));
        smallest = hn::Min(smallest, x);
        largest = hn::Max(largest, x);
    };
    int x = 0;
    for (; x + N <= samples; x += N) encode(from + x, x, to + x);
    if (x < samples) {
        float rest[N] = {};
        Code code[N];
        std::copy_n(from + x, samples - x, rest);
        encode(rest, x, code);
        std::copy_n(code, samples - x, to + x);
    }
    const bool fits =
        hn::AllTrue(f, hn::And(is_number, hn::And(hn::Ge(smallest, least), hn::Le(largest, most))));
    return {fits, hn::GetLane(hn::MaxOfLanes(f, hn::Max(hn::Neg(smallest), largest)))};
}

Encoder::Seen EncodeBytes(const Encoder& encoder, const ByteCodes& codes, const float* from, int samples,
                          std::uint8_t* to) {
    return encode_row(encoder, codes, from, samples, to);
}
Encoder::Seen EncodeWords(const Encoder& encoder, const WordCodes& codes, const float* from, int samples,
                          std::uint16_t* to) {
    return encode_row(encoder, codes, from, samples, to);
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <cmath>
#include <cstring>
#include <limits>

#include "core/problem/problem.h"

namespace sweep::cpu {
namespace {

HWY_EXPORT(EncodeBytes);
HWY_EXPORT(EncodeWords);

// The code of light from 0 to 1, not yet rounded.
double code_of(int curve, double light, int largest) {
    return largest * (curve == 0 ? linear_to_srgb(light) : light);
}

// The first float of each code but 0, which begins at 0; behind the last there is none.
template <std::size_t Size>
void find_first(int curve, float (&first)[Size]) {
    constexpr int largest = int(Size) - 2;
    first[0] = 0;
    first[Size - 1] = std::numeric_limits<float>::infinity();
    const auto is_before = [&](float x, int code) {
        return int(std::nearbyint(code_of(curve, double(x), largest))) < code;
    };
    for (int code = 1; code <= largest; ++code) {
        const double middle = (code - 0.5) / largest;
        float x = float(curve == 0 ? srgb_to_linear(middle) : middle);
        while (!is_before(x, code)) x = std::nextafter(x, 0.f);
        while (is_before(x, code)) x = std::nextafter(x, 1.f);
        first[code] = x;
    }
}

// std::bit_cast, which Debian's emscripten has not.
std::int32_t bits_of(float x) {
    std::int32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}
float float_of(std::int32_t bits) {
    float x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

// The float with which a place begins.
float begin_of(int place, int octaves) {
    return float_of(bits_of(1.f) - (octaves << 23) + place * within_place);
}

const ByteCodes& byte_codes() {
    static const ByteCodes codes;
    return codes;
}
const WordCodes& word_codes() {
    static const WordCodes codes;
    return codes;
}

}  // namespace

ByteCodes::ByteCodes() {
    for (int curve = 0; curve < 2; ++curve) {
        float first[257];
        find_first(curve, first);
        int byte = 0;
        for (int place = 0; place < places; ++place) {
            const float begin = begin_of(place, octaves);
            while (first[byte + 1] <= begin) ++byte;
            const std::int64_t ahead = bits_of(first[byte + 1]) - std::int64_t(bits_of(begin));
            code[curve][place] =
                (byte + 1) * within_place - std::int32_t(std::min<std::int64_t>(ahead, within_place));
        }
    }
}

WordCodes::WordCodes() {
    constexpr int largest = words - 1;
    constexpr double to_one_before = 0.25;  // of a word: the line is off by 0.04 of one
    for (int curve = 0; curve < 2; ++curve) {
        find_first(curve, first[curve]);
        for (int place = 0; place < places; ++place) {
            const double at = code_of(curve, double(begin_of(place, octaves)), largest),
                         end = code_of(curve, std::min(double(begin_of(place + 1, octaves)), 1.0), largest);
            begin[curve][place] = float(at + to_one_before);
            slope[curve][place] = float((end - at) / within_place);
        }
    }
}

Encoder::Encoder(const Codes& codes, int channels)
    : codes_(codes), channels_(channels), held_(held_by(codes.sample)) {
    for (int i = 0; i < pattern; ++i) {
        const bool is_alpha = channels % 2 == 0 && i % channels == channels - 1;
        curves_[i] = codes.as_srgb && !is_alpha ? 0 : -1;
    }
}

void Encoder::count(const float* row, int samples) const {
    const int counted = codes_.counts_last || channels_ % 2 != 0 ? channels_ : channels_ - 1;
    std::size_t outside = 0, not_finite = 0;
    for (int i = 0; i < samples; ++i) {
        if (i % channels_ >= counted) continue;
        if (!std::isfinite(row[i]))
            ++not_finite;
        else if (double(row[i]) < held_.least || double(row[i]) > held_.most)
            ++outside;
    }
    outside_ += outside;
    not_finite_ += not_finite;
}

void Encoder::encode(const float* from, std::ptrdiff_t pitch, const ImageView& out, Region r) const {
    const int samples = r.columns * channels_;
    const std::ptrdiff_t x = std::ptrdiff_t(r.x) * channels_;
    for (int i = 0; i < r.rows; ++i, from += pitch) {
        const Seen seen = codes_.sample == Sample::u8
                              ? HWY_DYNAMIC_DISPATCH(EncodeBytes)(*this, byte_codes(), from, samples,
                                                                  out.row<std::uint8_t>(r.y + i) + x)
                              : HWY_DYNAMIC_DISPATCH(EncodeWords)(*this, word_codes(), from, samples,
                                                                  out.row<std::uint16_t>(r.y + i) + x);
        if (!seen.fits) count(from, samples);
        float largest = largest_;
        while (seen.largest > largest && !largest_.compare_exchange_weak(largest, seen.largest)) {
        }
    }
}

}  // namespace sweep::cpu

#endif  // HWY_ONCE
