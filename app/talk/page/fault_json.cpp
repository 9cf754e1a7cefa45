#include "app/talk/page/fault_json.h"

#include "app/lessons/broken/faults.h"
#include "app/talk/page/picture_uri.h"

namespace sweep::app {

nlohmann::ordered_json fault_json(const BrokenView& view) {
    using Json = nlohmann::ordered_json;
    const FaultWords& words = words_of(view.result()->fault);
    Json pictures = Json::array(), facts = Json::array();
    int shown = 0;
    for (const BrokenView::Picture& picture : view.side_by_side()) {
        if (picture.image == &view.wrong()) shown = int(pictures.size());
        const Image light = light_of(*picture.image);
        pictures.push_back(
            {{"label", picture.label},
             {"picture", opaque_uri(light.view(), picture.is_difference ? view.difference_gain() : 1,
                                    picture.is_difference ? 0.5f : 0)}});
    }
    for (const auto& [name, value, verdict] : view.facts())
        if (name != "at the ring") facts.push_back({name, value});  // the page draws no ring
    return {{"title", words.title},
            {"lacks", words.lacks},
            {"looks", words.looks},
            {"by", words.by},
            {"source", words.source},
            {"adds", view.adds_up()},
            {"width", view.wrong().width()},
            {"height", view.wrong().height()},
            {"shown", shown},
            {"pictures", std::move(pictures)},
            {"facts", std::move(facts)}};
}

}  // namespace sweep::app
