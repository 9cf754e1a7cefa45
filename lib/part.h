// A part of a larger image, whose other parts are somewhere else (core/line/parts.h has the algebra).
#pragma once

#include <cstddef>
#include <vector>

#include "core/line/parts.h"
#include "core/problem/problem.h"
#include "lib/sweep.h"

namespace sweep::library {

class Part {
  public:
    // Of the problem of a request for a part. Throws Error(usage) where its filter has no response in parts,
    // or more than one axis.
    explicit Part(const Problem& problem);

    // How the whole image continues, at the ends of its lines.
    const Boundary& boundary() const { return boundary_; }
    std::vector<double> outside() const;  // what stands there, by channel
    // The problem of the part alone, of which what enters is added afterwards.
    static Problem alone(Problem problem);

    // What of the part is an axis of the whole, which `design` filters.
    const AxisDesign& axis(const FilterDesign& design) const;
    bool is_along_x() const { return is_along_x_; }
    std::size_t lines() const { return lines_; }  // of every channel
    int length() const { return length_; }        // of each line
    std::size_t numbers() const;                  // doubles
    std::size_t bytes() const;

    // Both need numbers() doubles, and an image of floating point. `numbers`: of each line, one line beside the other.
    void perimeters(ConstImageView image, double* numbers);
    void add(const double* numbers, ImageView image);

  private:
    template <class F>
    void over_ends(F&& f);
    template <class T>
    void read(ConstImageView image);
    template <class T>
    void write(ImageView image);

    bool is_along_x_;
    int channels_, length_;
    std::size_t lines_;
    Boundary boundary_;
    ColumnParts columns_;      // the only part of them, and its numbers
    std::vector<double> row_;  // the samples of all lines at one place
};

}  // namespace sweep::library
