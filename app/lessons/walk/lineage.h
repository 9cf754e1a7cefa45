// What every number of a walk is made of, and what is made of it, with how much of the one is due to the other.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/lessons/walk/pick.h"

namespace sweep::app {

// Of the magnitudes of all terms, that of each.
std::vector<double> shares_of_terms(std::span<const WalkTerm> terms);

// All numbers of a walk, counted through from 0.
class WalkLineage {
  public:
    // A state half way has the carries of the columns, and not yet those of the rows.
    enum class Kind { pixel, incomplete, half, whole, entering };
    // Those of a plane, or the states of one border.
    struct Array {
        Kind kind;
        int of;  // the plane, or the border
        int first = 0, count = 0, index = 0;
        int maker = -1;  // the step that makes them; -1: none, they are given
    };
    // A number of the sum, and its share: of the magnitudes of all terms, that of its own. The numbers of one term have
    // equal parts of it.
    struct Link {
        int id;
        double share;
    };

    // Refers to the walk, which does not change meanwhile.
    explicit WalkLineage(const Walk& walk);

    const std::vector<Array>& arrays() const { return arrays_; }
    const Array& array_of(int id) const;
    int size() const { return int(sources_.size()); }
    int id_of(const WalkNumber& number) const;
    // The number as the step has it, if it is one of those here.
    std::optional<int> id_of(int step, const WalkPick& pick) const;
    // Where it lies, its plane aside.
    WalkPick place(int id) const;
    // As the step computes it that makes it.
    WalkSum sum(int id) const;
    // Of the states of a border in a step: no, incomplete, half way or complete. Null: the walk has none.
    const Array* states_in(int step, int border) const;
    const Array* pixels(Plane plane) const { return find(Kind::pixel, int(plane)); }

    const std::vector<Link>& sources(int id) const { return sources_[std::size_t(id)]; }
    const std::vector<Link>& uses(int id) const { return uses_[std::size_t(id)]; }
    // Of every number the share that it has in this one, over all ways; 1 for itself, 0 for what did not make it.
    std::vector<double> shares_in(int id) const;
    // Of every number the share that this one has in it.
    std::vector<double> shares_of(int id) const;

  private:
    void add(Kind kind, int of, std::size_t count);
    const Array* find(Kind kind, int of) const;
    int half_step(int border) const;
    int maker(const Array& array) const;
    void link(int id);
    void sort();

    const Walk& walk_;
    std::vector<Array> arrays_;
    std::vector<std::vector<Link>> sources_, uses_;
    std::vector<int> order_;  // each behind those that it is made of
};

}  // namespace sweep::app
