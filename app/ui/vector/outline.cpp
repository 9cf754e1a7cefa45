#include "app/ui/vector/outline.h"

#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace sweep::app {
namespace {

constexpr float parts = 64;  // of a pixel

}  // namespace

Outline::Corner Outline::corner(ImVec2 p) {
    return {int(std::lround(p.x * parts)), int(std::lround(p.y * parts))};
}

void Outline::add(ImVec2 a, ImVec2 b, ImVec2 c) {
    const float area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
    if (area == 0) return;
    if (area < 0) std::swap(b, c);
    const Corner p = corner(a), q = corner(b), r = corner(c);
    for (const Edge& edge : {Edge{p, q}, Edge{q, r}, Edge{r, p}})
        if (edge.from != edge.to) edges_.push_back(edge);
}

std::vector<std::vector<ImVec2>> Outline::take() {
    // An edge and its reverse are inside of the area together.
    std::multiset<Edge> left;
    for (const Edge& edge : edges_) {
        const auto reverse = left.find({edge.to, edge.from});
        if (reverse == left.end())
            left.insert(edge);
        else
            left.erase(reverse);
    }
    edges_.clear();
    std::vector<std::vector<ImVec2>> loops;
    while (!left.empty()) {
        std::vector<Corner> loop;
        auto next = left.begin();
        do {
            const Edge edge = *next;
            left.erase(next);
            // A corner on a straight line is none.
            const auto turns = [](Corner a, Corner b, Corner c) {
                return (long long)(b.x - a.x) * (c.y - b.y) != (long long)(c.x - b.x) * (b.y - a.y);
            };
            if (loop.size() > 1 && !turns(loop[loop.size() - 2], loop.back(), edge.from)) loop.pop_back();
            loop.push_back(edge.from);
            next = left.lower_bound({edge.to, {-(1 << 30), -(1 << 30)}});
            if (next != left.end() && next->from != edge.to) next = left.end();
        } while (next != left.end());
        std::vector<ImVec2>& points = loops.emplace_back();
        for (const Corner& c : loop) points.push_back({float(c.x) / parts, float(c.y) / parts});
    }
    return loops;
}

}  // namespace sweep::app
