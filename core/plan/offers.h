// Offers: what an engine can do. Each engine publishes its own (cpu/offers.cpp), and core, which knows no engine by its
// name, asks those that the program has.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/families/family.h"

namespace sweep {

// What a device has room for and what was measured on it: numbers that an engine has asked of its device, and hands to
// its own offers through core, which does not read them. An engine whose offers ask for none has none.
struct Limits {};

// An algorithm that an engine has.
struct Offer {
    Algorithm algorithm;
    int most_order;  // the highest order of a filter; 1 for tables

    // Why the engine, and not the family, cannot solve the problem, in one line; empty, or nullptr: it can.
    std::string (*refusal)(const DesignedProblem&) = nullptr;
    // Whether a device with these limits has room for what the algorithm keeps on its chip; nullptr: each has. Asked
    // of problems that are not refused.
    bool (*fits)(const DesignedProblem&, const Limits&) = nullptr;
};

// An algorithm that `auto` takes on an engine, where it pays: always (nullptr), or where the function says so.
struct Preference {
    Algorithm algorithm;
    bool (*pays)(const DesignedProblem&) = nullptr;
};

// An algorithm that `auto` takes in place of `usual`, where the limits are known, it is exact and fits, and it costs
// less than `usual`, which the problem names.
struct Alternative {
    Algorithm usual, algorithm;
    bool (*costs_less)(const DesignedProblem&, const Limits&);
};

struct EngineOffers {
    EngineKind engine;
    bool has_textures = false;      // it takes images in textures (Memory::texture)
    bool has_half_results = false;  // it rounds results to float16 (Method::half_result)
    std::span<const Offer> offers;
    // The fastest first: `auto` takes the first that is exact. For tables those of core/plan/preferences.h come
    // behind them.
    std::span<const Preference> preferences;
    std::span<const Alternative> alternatives = {};  // the best first
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
