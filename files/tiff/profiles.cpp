// The colour profiles of the pages of a TIFF, which may share them: each is read and understood once.
#if SWEEP_HAS_TIFF
#include <any>
#include <map>
#include <tuple>
#include <vector>

#include "files/tiff/samples.h"

namespace sweep {
namespace {

// By where a profile lies, its bytes, and what it is to mean.
template <class Meaning>
using Meanings = std::map<std::tuple<std::uint64_t, std::uint64_t, int>, Meaning>;
struct Known {
    Meanings<ProfileMeaning> of_light;
    Meanings<std::shared_ptr<const InkProfile>> of_ink;
};

// Calls understand(bytes) for a profile that is not known yet. Nothing: the file has none.
template <class Meaning, class Understand>
std::optional<Meaning> understood(const TiffReader& reader, const TiffPage& page, int channels,
                                  Meanings<Meaning> Known::*which, const Understand& understand) {
    const std::uint64_t size = reader.file_size();
    if (page.profile_bytes == 0 || page.profile > size || page.profile_bytes > size - page.profile) return {};
    std::any* const remembered = memory_of_profiles(reader.file());
    if (remembered && !remembered->has_value()) *remembered = Known{};
    Meanings<Meaning>* const known = remembered ? &(std::any_cast<Known>(remembered)->*which) : nullptr;
    const std::tuple key(page.profile, page.profile_bytes, channels);
    if (known)
        if (const auto found = known->find(key); found != known->end()) return found->second;
    std::vector<std::uint8_t> bytes(std::size_t(page.profile_bytes));
    if (!reader.read_bytes(page.profile, bytes.data(), bytes.size())) return {};
    Meaning meaning = understand(Bytes(bytes));
    if (known) known->emplace(key, meaning);
    return meaning;
}

}  // namespace

std::optional<ProfileMeaning> profile_of(const TiffReader& reader, const TiffPage& page, int channels) {
    return understood(reader, page, channels, &Known::of_light,
                      [&](Bytes bytes) { return meaning_of_profile(bytes, channels); });
}

std::shared_ptr<const InkProfile> ink_profile_of(const TiffReader& reader, const TiffPage& page) {
    const auto understand = [](Bytes bytes) -> std::shared_ptr<const InkProfile> {
        return is_ink_profile(bytes) ? meaning_of_ink(bytes, false).profile : nullptr;
    };
    return understood(reader, page, 4, &Known::of_ink, understand).value_or(nullptr);
}

}  // namespace sweep
#endif
