// The targets of tests/fuzz with their seeds, with those seeds cut short and changed, and with inputs that
// fuzzing found.
#include <random>

#include "tests/fuzz/targets.h"
#include "tests/support/scratch.h"

namespace sweep::fuzz {
namespace {

class Fuzz : public testing::TestWithParam<Target> {};

TEST_P(Fuzz, SeedsAreTakenWholeAndInPieces) {
    const Target& target = GetParam();
    std::mt19937 random(5);
    const std::vector<std::string> seeds = target.seeds();
    const std::size_t rounds = 1 + 200 / seeds.size();
    for (const std::string& seed : seeds) {
        EXPECT_LE(seed.size(), target.longest);
        target.run(bytes_of(seed));
        for (std::size_t round = 0; round < rounds; ++round) {
            std::string changed = seed.substr(0, seed.size() - random() % (seed.size() + 1));
            for (unsigned i = random() % 3; i > 0 && !changed.empty(); --i)
                changed[random() % changed.size()] = char(random());
            target.run(bytes_of(changed));
        }
    }
    target.run({});
}

TEST_P(Fuzz, WhatWasFoundStaysMended) {
    const std::filesystem::path folder = std::filesystem::path(SWEEP_FUZZ_FOUND) / GetParam().name;
    if (!std::filesystem::exists(folder)) return;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        SCOPED_TRACE(entry.path().string());
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        GetParam().run(bytes_of(bytes));
    }
}

std::string name_of(const testing::TestParamInfo<Target>& info) {
    return std::string(info.param.name);
}
INSTANTIATE_TEST_SUITE_P(Pictures, Fuzz,
                         testing::ValuesIn(picture_targets().begin(), picture_targets().end()), name_of);
INSTANTIATE_TEST_SUITE_P(Text, Fuzz, testing::ValuesIn(text_targets().begin(), text_targets().end()),
                         name_of);

}  // namespace
}  // namespace sweep::fuzz
