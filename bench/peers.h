// What other libraries make of the image that Sweep filters: bench/peers.cpp times them side by side.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/image.h"
#include "core/problem.h"

namespace sweep::bench {

// One kind of work, done by Sweep and by somebody else. A peer owns what it needs between runs, as its users would.
struct Comparison {
    std::string work;
    Problem problem;
    std::string peer;
    double target;  // how many times as fast as the peer Sweep is to be; 0: not asked
    // The largest difference allowed, as a share of the largest value, `margin` pixels inside the image: two
    // approximations of one Gaussian, or two boundaries, are not the same.
    double tolerance;
    int margin;
    std::function<void()> run;
    std::function<double(int y, int x)> result;  // of the last run; empty: not compared
};

// What is asked of Sweep, for the image that both are given.
Problem gaussian(Shape shape, double sigma);
Problem bspline3(Shape shape);
Problem table(Shape shape, Sample input);

// Single-channel images; they stay where they are.
std::vector<Comparison> opencv(const Image& floats, const Image& bytes);
std::vector<Comparison> itk(const Image& floats);

}  // namespace sweep::bench
