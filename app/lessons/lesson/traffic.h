// The meter of traffic: how often the picture goes through memory, by algorithm, stage by stage, as the stage lists of
// core/stages/ count it. Reads and writes are in trips of the picture: 1 is all of its pixels once.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/problem/problem.h"
#include "core/stages/stages.h"

namespace sweep::app {

struct TrafficStage {
    std::string paper, name;  // "5.1", "perimeters"
    double reads = 0, writes = 0;
};

// How far a row has come: all stages before this one, and parts of its own reads and writes, from 0 to 1.
struct TrafficPlace {
    std::size_t stage = 0;
    double read = 0, written = 0;
};

struct TrafficRow {
    std::string name;  // of the algorithm
    Algorithm algorithm = Algorithm::automatic;
    std::vector<TrafficStage> stages;
    std::optional<TrafficPlace> now;  // nothing: all of it is shown, as what to compare with
    double reads() const;
    double writes() const;
    double trips() const { return reads() + writes(); }
    double trips_done() const;
};

inline constexpr int traffic_side = 4096,
                     traffic_block = 64;  // of the picture and the blocks that are counted

// A row of these stages, where the picture has so many bytes.
TrafficRow traffic_row(std::string name, const std::vector<Stage>& stages, double bytes_of_picture);

// The row of the problem's algorithm, on a picture of traffic_side squared.
// Throws Error where it is none for the filter.
TrafficRow traffic_row(Problem problem);

// The rows of algorithms RT, 2, 4, 5 and 7 for the problem's filter, or of the tables that the papers compare, and of
// the problem's own algorithm where it is none of these.
std::vector<TrafficRow> traffic_of(const Problem& problem);

// Draws the rows below each other, on one scale, in a place of this height.
void draw_traffic(const std::vector<TrafficRow>& rows);
float traffic_height(const std::vector<TrafficRow>& rows);

}  // namespace sweep::app
