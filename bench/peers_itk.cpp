#include <itkBSplineDecompositionImageFilter.h>
#include <itkImage.h>
#include <itkSmoothingRecursiveGaussianImageFilter.h>
#include <itkVersion.h>

#include "bench/peers.h"

namespace sweep::bench {
namespace {

using Pixels = itk::Image<float, 2>;

Pixels::Pointer copy(const Image& image) {
    const auto pixels = Pixels::New();
    Pixels::SizeType size;
    size[0] = itk::SizeValueType(image.shape().width);
    size[1] = itk::SizeValueType(image.shape().height);
    pixels->SetRegions(size);
    pixels->Allocate();
    std::copy_n(image.data<float>(), image.shape().pixels(), pixels->GetBufferPointer());
    return pixels;
}

template <class Filter>
Comparison comparison(const std::string& work, const Problem& problem, const std::string& call,
                      double tolerance, int margin, const itk::SmartPointer<Filter>& filter) {
    return {work,
            problem,
            std::string("ITK ") + itk::Version::GetITKVersion() + " " + call,
            25,
            tolerance,
            margin,
            [filter] {
                filter->Modified();  // otherwise the filter keeps its last result
                filter->Update();
            },
            [filter](int y, int x) {
                const Pixels::IndexType at{{x, y}};
                return double(filter->GetOutput()->GetPixel(at));
            }};
}

}  // namespace

std::vector<Comparison> itk(const Image& floats) {
    const Pixels::Pointer in = copy(floats);
    std::vector<Comparison> all;
    for (double sigma : {5., 40.}) {
        // This is Deriche's Gaussian of order 4.
        const auto filter = ::itk::SmoothingRecursiveGaussianImageFilter<Pixels, Pixels>::New();
        filter->SetInput(in);
        filter->SetSigma(sigma);
        all.push_back(comparison("Gaussian, sigma " + std::to_string(int(sigma)),
                                 gaussian(floats.shape(), sigma), "SmoothingRecursiveGaussian", 0.01, 0,
                                 filter));
    }
    // ITK mirrors about the outermost samples and Sweep about the image's edge; 32 pixels inside both are the
    // same.
    const auto filter = ::itk::BSplineDecompositionImageFilter<Pixels, Pixels>::New();
    filter->SetInput(in);
    filter->SetSplineOrder(3);
    all.push_back(comparison("bspline3", bspline3(floats.shape()), "BSplineDecomposition", 1e-5, 32, filter));
    return all;
}

}  // namespace sweep::bench
