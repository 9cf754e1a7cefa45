// Offers: what an engine can do. Each engine publishes its own (cpu/offers.cpp), and core, which knows no engine by its
// name, asks those that the program has.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/families/family.h"

namespace sweep {

// An algorithm that an engine has.
struct Offer {
    Algorithm algorithm;
    int most_order;  // the highest order of a filter; 1 for tables

    // Why the engine, and not the family, cannot solve the problem, in one line; empty, or nullptr: it can.
    std::string (*refusal)(const DesignedProblem&) = nullptr;
};

// An algorithm that `auto` takes on an engine, where it pays: always (nullptr), or where the function says so.
struct Preference {
    Algorithm algorithm;
    bool (*pays)(const DesignedProblem&) = nullptr;
};

struct EngineOffers {
    EngineKind engine;
    bool has_textures = false;      // it takes images in textures (Memory::texture)
    bool has_half_results = false;  // it rounds results to float16 (Method::half_result)
    std::span<const Offer> offers;
    // For recursive filters, the fastest first: `auto` takes the first that is exact.
    std::span<const Preference> preferences;
};

// The engines of this program (engines/list.cpp), the fastest first; the last one is there on every machine. The
// reference is not among them: it solves everything, without an algorithm.
std::span<const EngineOffers* const> engines();

// What the engine offers; of the reference, what the last engine does.
const EngineOffers& offers_of(EngineKind engine);

// The offer of the algorithm; nullptr where the engine does not have it.
const Offer* find_offer(const EngineOffers& engine, Algorithm algorithm);

// True if the engine has the algorithm, whatever the problem. Every engine has `automatic`.
bool has_algorithm(EngineKind engine, Algorithm algorithm);

}  // namespace sweep
