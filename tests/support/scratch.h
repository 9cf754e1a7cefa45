// A folder of a test's own, and files in it.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/image.h"

namespace sweep::test {

// The folder is empty at the start of each test, and is removed at its end.
class ScratchTest : public testing::Test {
  protected:
    ScratchTest() {
        const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
        std::random_device dice;
        folder_ = std::filesystem::temp_directory_path() /
                  ("sweep-" + std::string(test.name()) + "-" + std::to_string(dice()));
        std::filesystem::create_directories(folder_);
    }
    ~ScratchTest() override {
        std::error_code nothing;
        std::filesystem::remove_all(folder_, nothing);
    }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    std::string write(const std::string& name, std::string_view bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
        return path(name);
    }

    std::string read(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    std::size_t count_files() const {
        return std::size_t(std::distance(std::filesystem::directory_iterator(folder_), {}));
    }

  private:
    std::filesystem::path folder_;
};

// Fills an image with whole numbers over the sample's range, or floats in [0, 1); they are the same every
// time.
inline Image noise(Shape shape, Sample sample, unsigned seed = 1) {
    Image image(shape, sample);
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < shape.samples(); ++i) {
        const std::uint32_t bits = std::uint32_t(random());
        if (sample == Sample::f32)
            image.data<float>()[i] = float(bits >> 8) * 0x1p-24f;
        else if (sample == Sample::f64)
            image.data<double>()[i] = double(bits) * 0x1p-32;
        else
            std::memcpy(image.data<std::uint8_t>() + i * size_of(sample), &bits, size_of(sample));
    }
    return image;
}

inline void expect_contains(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "in: " << text << "\nmissing: " << part;
}

template <class T>
std::vector<T> samples_of(const Image& image) {
    return {image.data<T>(), image.data<T>() + image.shape().samples()};
}

}  // namespace sweep::test
