#include <memory>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "bench/peers.h"

namespace sweep::bench {
namespace {

// OpenCV does not write into its input, but has no way to say so.
cv::Mat wrap(const Image& image, int type) {
    return cv::Mat(image.shape().height, image.shape().width, type,
                   const_cast<std::byte*>(image.data<std::byte>()));
}

const std::string name = std::string("OpenCV ") + CV_VERSION + " ";

}  // namespace

std::vector<Comparison> opencv(const Image& floats, const Image& bytes) {
    const Shape shape = floats.shape();
    std::vector<Comparison> all;
    for (double sigma : {5., 40.}) {
        // OpenCV's kernel ends at 4 sigma, and Sweep's Gaussian is an approximation of order 3.
        const auto out = std::make_shared<cv::Mat>();
        all.push_back({"Gaussian, sigma " + std::to_string(int(sigma)), gaussian(shape, sigma),
                       name + "GaussianBlur", sigma == 5 ? 8. : 0, 0.01, 0,
                       [in = wrap(floats, CV_32F), out, sigma] {
                           cv::GaussianBlur(in, *out, cv::Size(), sigma, sigma, cv::BORDER_REPLICATE);
                       },
                       [out](int y, int x) { return double(out->at<float>(y, x)); }});
    }
    // OpenCV's tables begin with a row and a column of zeros, and add up floats one after the other.
    const auto sums = std::make_shared<cv::Mat>(), counts = std::make_shared<cv::Mat>();
    all.push_back({"table, float", table(shape, Sample::f32), name + "integral, f32 to f32", 1.8, 1e-4, 0,
                   [in = wrap(floats, CV_32F), sums] { cv::integral(in, *sums, CV_32F); },
                   [sums](int y, int x) { return double(sums->at<float>(y + 1, x + 1)); }});
    all.push_back({"table, bytes", table(shape, Sample::u8), name + "integral, u8 to s32", 1, 0, 0,
                   [in = wrap(bytes, CV_8U), counts] { cv::integral(in, *counts, CV_32S); },
                   [counts](int y, int x) { return double(std::uint32_t(counts->at<int>(y + 1, x + 1))); }});
    return all;
}

}  // namespace sweep::bench
