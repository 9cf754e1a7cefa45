#include "app/page/walk_json.h"

#include <functional>
#include <map>

#include "core/families/algorithms.h"
#include "core/filter/design.h"

namespace sweep::app {
namespace {

using Json = nlohmann::ordered_json;

// Texts that many sums share are written once.
class Words {
  public:
    int of(const std::string& word) {
        const auto [at, is_new] = numbers_.try_emplace(word, int(numbers_.size()));
        if (is_new) list_.push_back(word);
        return at->second;
    }
    const Json& list() const { return list_; }

  private:
    std::map<std::string, int> numbers_;
    Json list_ = Json::array();
};

class Writer {
  public:
    explicit Writer(const Walk& walk) : walk_(walk) {
        for (int p = 0; p < int(walk.values.size()); ++p)
            if (!walk.values[std::size_t(p)].empty())
                add({Kind::pixel, p}, int(walk.values[std::size_t(p)].size()));
        for (int i = 0; i < borders; ++i) {
            const BorderStates& s = walk.states[std::size_t(i)];
            if (s.blocks == 0) continue;
            add({Kind::incomplete, i}, int(s.incomplete.size()));
            if (half_step(i) >= 0) add({Kind::half, i}, int(s.whole.size()));
            add({Kind::whole, i}, int(s.whole.size()));
            add({Kind::entering, i}, int(s.entering.size()));
        }
    }

    Json all() {
        Json json{{"algorithm", algorithm_name(walk_.problem)},
                  {"recursive", is_recursive(walk_.problem.filter.kind)},
                  {"width", walk_.width},
                  {"height", walk_.height},
                  {"block", walk_.block},
                  {"order", walk_.order}};
        Json arrays = Json::array();
        for (const Array& array : arrays_) arrays.push_back(array_json(array));
        json["arrays"] = std::move(arrays);
        json["words"] = words_.list();
        Json steps = Json::array();
        for (int i = 0; i < int(walk_.steps.size()); ++i) steps.push_back(step_json(i));
        json["steps"] = std::move(steps);
        return json;
    }

  private:
    // A state half way has the carries of the columns, and not yet those of the rows.
    enum class Kind { pixel, incomplete, half, whole, entering };
    struct Array {
        Kind kind;
        int of;  // the plane, or the border
        int first = 0, count = 0, index = 0;
    };

    void add(Array array, int count) {
        array.first = arrays_.empty() ? 0 : arrays_.back().first + arrays_.back().count;
        array.count = count;
        array.index = int(arrays_.size());
        arrays_.push_back(array);
    }
    const Array* find(Kind kind, int of) const {
        for (const Array& array : arrays_)
            if (array.kind == kind && array.of == of) return &array;
        return nullptr;
    }
    int index(Kind kind, int of) const {
        const Array* array = find(kind, of);
        return array ? array->index : -1;
    }

    int first_step(const std::function<bool(const WalkStep&)>& is) const {
        for (int i = 0; i < int(walk_.steps.size()); ++i)
            if (is(walk_.steps[std::size_t(i)])) return i;
        return -1;
    }
    int half_step(int border) const {
        return border < 2 ? -1 : first_step([&](const WalkStep& step) {
            return step.border == 2 && step.in_memory && step.known[std::size_t(border)] == Known::incomplete;
        });
    }
    // The step that makes the numbers of an array; -1: none, they are given.
    int maker(const Array& array) const {
        switch (array.kind) {
            case Kind::pixel:
                return first_step(
                    [&](const WalkStep& step) { return step.pass >= 0 && step.shown == Plane(array.of); });
            case Kind::half:
                return half_step(array.of);
            case Kind::incomplete:
            case Kind::whole:
                return first_step([&](const WalkStep& step) {
                    return step.known[std::size_t(array.of)] ==
                           (array.kind == Kind::whole ? Known::complete : Known::incomplete);
                });
            case Kind::entering:
                break;
        }
        return -1;
    }

    int number(const WalkNumber& n) const {
        if (n.kind == WalkNumber::Kind::pixel)
            return find(Kind::pixel, int(n.plane))->first + n.y * walk_.width + n.x;
        const BorderStates& s = walk_.states[std::size_t(n.border)];
        const Kind kind = n.kind == WalkNumber::Kind::entering     ? Kind::entering
                          : n.kind == WalkNumber::Kind::incomplete ? Kind::incomplete
                                                                   : Kind::whole;
        const std::size_t at = kind == Kind::entering
                                   ? std::size_t(n.lane) * std::size_t(s.order) + std::size_t(n.place)
                                   : s.at(n.block, n.lane, n.place);
        return find(kind, n.border)->first + int(at);
    }

    Json numbers(const std::vector<WalkNumber>& list) const {
        Json json = Json::array();
        for (const WalkNumber& each : list) json.push_back(number(each));
        return json;
    }

    Json sum_json(const WalkSum& sum) {
        Json json{{"name", sum.name}, {"value", sum.value}};
        if (!sum.formula.empty()) json["formula"] = words_.of(sum.formula);
        if (!sum.copy_of.empty()) json["copy"] = numbers(sum.copy_of);
        if (sum.terms.empty()) return json;
        Json terms = Json::array();
        for (const WalkTerm& term : sum.terms)
            terms.push_back({words_.of(term.what), term.factor, term.value, numbers(term.of)});
        json["terms"] = std::move(terms);
        return json;
    }

    WalkSum sum_of(const Array& array, int at) const {
        WalkStep step = walk_.steps[std::size_t(std::max(maker(array), 0))];
        if (array.kind == Kind::pixel) {
            if (maker(array) < 0) step.shown = Plane(array.of);
            step.transposed = false;  // numbers are counted as they lie in the picture
            return sum_of_pixel(walk_, step, at % walk_.width, at / walk_.width);
        }
        const int order = walk_.states[std::size_t(array.of)].order;
        const int place = at % order, lane = at / order % walk_.states[std::size_t(array.of)].lanes;
        if (array.kind == Kind::entering) {
            const char* const from[] = {"above", "below", "the left", "the right"};
            WalkSum sum;
            sum.name = std::string("outside, ") + from[array.of];
            sum.formula = "what the boundary says of it";
            sum.value = walk_.states[std::size_t(array.of)].entering[std::size_t(at)];
            return sum;
        }
        const int block = at / order / walk_.states[std::size_t(array.of)].lanes, other = lane / walk_.block;
        const bool rows = array.of >= 2;
        return sum_of_state(walk_, step, Border(array.of), rows ? other : block, rows ? block : other, lane,
                            place);
    }

    Json array_json(const Array& array) {
        const char* const kinds[] = {"pixels", "incomplete", "half", "whole", "entering"};
        Json sums = Json::array(), values = Json::array();
        for (int at = 0; at < array.count; ++at) {
            const WalkSum sum = sum_of(array, at);
            values.push_back(sum.value);
            sums.push_back(sum_json(sum));
            sums.back().erase("value");
        }
        Json json{{"kind", kinds[int(array.kind)]}, {"maker", maker(array)}};
        if (array.kind != Kind::pixel) json["border"] = array.of;
        json["values"] = std::move(values);
        json["sums"] = std::move(sums);
        return json;
    }

    Json step_json(int number) const {
        const WalkStep& step = walk_.steps[std::size_t(number)];
        Json states = Json::array();
        for (int i = 0; i < borders; ++i) {
            const Known known = step.known[std::size_t(i)];
            const int half = half_step(i);
            states.push_back(known == Known::no            ? -1
                             : known == Known::complete    ? index(Kind::whole, i)
                             : half >= 0 && number >= half ? index(Kind::half, i)
                                                           : index(Kind::incomplete, i));
        }
        return {{"stage", step.stage},
                {"title", step.title},
                {"why", step.why},
                {"source", step.source},
                {"pass", step.pass},
                {"border", step.border},
                {"at_work", step.at_work},
                {"in_memory", step.in_memory},
                {"transposed", step.transposed},
                {"shows", index(Kind::pixel, int(step.shown))},
                {"states", std::move(states)}};
    }

    const Walk& walk_;
    std::vector<Array> arrays_;
    Words words_;
};

}  // namespace

Json walk_json(const Walk& walk) {
    return Writer(walk).all();
}

}  // namespace sweep::app
