// What lab() of a student would give with a mistake, to tell which one a wrong result looks like.
#pragma once

#include <string>
#include <vector>

#include "app/lab/truth.h"
#include "app/work/request/teach_settings.h"

namespace sweep::app {

// A result that a mistake would give.
struct Suspect {
    std::string message;  // a sentence
    Fault fault = Fault::none;
    LabPicture picture;
};

// The results of all mistakes that are known for the question, those that say most first.
std::vector<Suspect> suspects_of(const LabQuestion& question, const LabPicture& in, const LabPicture& truth);

}  // namespace sweep::app
