// Comparisons with other libraries, which filter the image that Sweep filters; bench/peers.cpp times them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/image.h"
#include "core/problem/problem.h"

namespace sweep::bench {

// One kind of work, done by Sweep and by a peer. A peer keeps what it needs between runs, as it would for its
// users.
struct Comparison {
    std::string work;
    Problem problem;
    std::string peer;
    double target;  // how many times as fast as the peer Sweep should be; 0: no target
    // The largest difference allowed, relative to the largest value, `margin` pixels inside the image. Two
    // approximations of a Gaussian, or two boundaries, are not the same.
    double tolerance;
    int margin;
    std::function<void()> run;
    std::function<double(int y, int x)> result;  // the result of the last run; empty: it is not compared
};

// The problems for Sweep, on the image that both are given.
Problem gaussian(Shape shape, double sigma);
Problem bspline3(Shape shape);
Problem table(Shape shape, Sample input);

// The comparisons with each library. The images have one channel, and must outlive the result.
std::vector<Comparison> opencv(const Image& floats, const Image& bytes);
std::vector<Comparison> itk(const Image& floats);

}  // namespace sweep::bench
