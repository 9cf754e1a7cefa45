#include "app/talk/page/walk_json.h"

#include <map>

#include "app/lessons/walk/lineage.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"

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
    explicit Writer(const Walk& walk) : walk_(walk), lineage_(walk) {}

    Json all() {
        Json json{{"algorithm", algorithm_name(walk_.problem)},
                  {"recursive", is_recursive(walk_.problem.filter.kind)},
                  {"width", walk_.width},
                  {"height", walk_.height},
                  {"block", walk_.block},
                  {"order", walk_.order}};
        Json arrays = Json::array();
        for (const WalkLineage::Array& array : lineage_.arrays()) arrays.push_back(array_json(array));
        json["arrays"] = std::move(arrays);
        json["words"] = words_.list();
        Json steps = Json::array();
        for (int i = 0; i < int(walk_.steps.size()); ++i) steps.push_back(step_json(i));
        json["steps"] = std::move(steps);
        json["traffic"] = {{"side", traffic_side},
                           {"block", traffic_block},
                           {"stages", traffic_json(traffic_row(walk_.problem))}};
        return json;
    }

  private:
    Json numbers(const std::vector<WalkNumber>& list) const {
        Json json = Json::array();
        for (const WalkNumber& each : list) json.push_back(lineage_.id_of(each));
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

    // What the program says of a number in its step; what comes from outside is given, and the page says from where.
    WalkSum sum_of(const WalkLineage::Array& array, int at) const {
        if (array.kind != WalkLineage::Kind::entering) return lineage_.sum(array.first + at);
        const char* const from[] = {"above", "below", "the left", "the right"};
        WalkSum sum;
        sum.name = std::string("outside, ") + from[array.of];
        sum.formula = "what the boundary says of it";
        sum.value = walk_.states[std::size_t(array.of)].entering[std::size_t(at)];
        return sum;
    }

    Json array_json(const WalkLineage::Array& array) {
        const char* const kinds[] = {"pixels", "incomplete", "half", "whole", "entering"};
        Json sums = Json::array(), values = Json::array();
        for (int at = 0; at < array.count; ++at) {
            const WalkSum sum = sum_of(array, at);
            values.push_back(sum.value);
            sums.push_back(sum_json(sum));
            sums.back().erase("value");
        }
        Json json{{"kind", kinds[int(array.kind)]}, {"maker", array.maker}};
        if (array.kind != WalkLineage::Kind::pixel) json["border"] = array.of;
        json["values"] = std::move(values);
        json["sums"] = std::move(sums);
        return json;
    }

    Json step_json(int number) const {
        const WalkStep& step = walk_.steps[std::size_t(number)];
        Json states = Json::array();
        const auto index = [](const WalkLineage::Array* array) { return array ? array->index : -1; };
        for (int i = 0; i < borders; ++i) states.push_back(index(lineage_.states_in(number, i)));
        return {{"stage", step.stage},           {"engine_stage", engine_stage(step)},
                {"title", step.title},           {"why", step.why},
                {"source", step.source},         {"pass", step.pass},
                {"border", step.border},         {"at_work", step.at_work},
                {"in_memory", step.in_memory},   {"forgotten", step.forgotten},
                {"transposed", step.transposed}, {"shows", index(lineage_.pixels(step.shown))},
                {"states", std::move(states)}};
    }

    const Walk& walk_;
    WalkLineage lineage_;
    Words words_;
};

}  // namespace

Json walk_json(const Walk& walk) {
    return Writer(walk).all();
}

Json traffic_json(const TrafficRow& row) {
    Json stages = Json::array();
    for (const TrafficStage& stage : row.stages)
        stages.push_back(
            {{"step", stage.paper}, {"name", stage.name}, {"reads", stage.reads}, {"writes", stage.writes}});
    return stages;
}

}  // namespace sweep::app
