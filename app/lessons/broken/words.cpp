#include "app/lessons/broken/faults.h"

namespace sweep::app {

const FaultWords& words_of(Fault fault) {
    static constexpr std::array<FaultWords, fault_words.size()> words{{
        {"nothing is broken", "", "", "", "", ""},
        {"the carries were missing", "Without carries",
         "Every block starts all four passes from zero, as if nothing lay around it.",
         "In a block alone light fades towards the edges, where its neighbours' light should enter, so that "
         "every edge becomes a seam. What is missing is the effect of the carries alone, and both add up to "
         "the result.",
         "[N11] (9), (10)", "The algebra of blocks, in double"},
        {"the columns' carries were missing", "Without the carries of the columns",
         "The passes down and up start from zero in every block; those along the rows have their carries.",
         "Light does not get across the edges above and below a block, so that all seams are horizontal.",
         "[N11] (24), (34)", "The algebra of blocks, in double"},
        {"the rows' carries were missing", "Without the carries of the rows",
         "The passes right and left start from zero in every block; those along the columns have their "
         "carries.",
         "Light does not get across the edges left and right of a block, so that all seams are vertical.",
         "[N11] (37), (39)", "The algebra of blocks, in double"},
        {"the carries came too late", "A race for the carries",
         "Each block takes what its neighbour left in memory before the neighbour's own carry was added: an "
         "incomplete perimeter in place of the complete carry.",
         "A block sees its neighbour and nothing beyond. Where the response is longer than a block, what "
         "comes from further away is lost, and the seams are back, fainter than without any carries.",
         "[N11] (24), (34)", "The algebra of blocks, in double"},
        {"it continued with another boundary", "The wrong boundary",
         "The states that enter at the edges of the picture are those of another extension.",
         "Near the edges the filter averages over something that is not there. The error fades inwards as "
         "the response does.",
         "[N16] section 4", "The reference, in double, twice"},
        {"the recurrence ran as it is written", "The direct form in float32",
         "The filter runs as y = g x - d1 y1 - d2 y2 .., on rounded coefficients, in place of small "
         "corrections to what it holds.",
         "The coefficients d nearly cancel, so that a slow filter's g has no digits left: the result drifts, "
         "the more the larger sigma and order are.",
         "[N11] (1)", "The CPU engine in float32"},
        {"the table had 32 bits", "A table of float32",
         "The sums of the table keep 24 bits, however large they have grown.",
         "A mean is a small difference of large sums, and the sums grow to the right and down: so does what "
         "rounding took from them.",
         "[N11] section 6", "The CPU engine, float32 and double"},
        {"a pole left the unit circle", "An unstable pole",
         "The slowest pole of the first pass lies just outside of the unit circle, so that its echo does not "
         "fade.",
         "What a sample leaves behind grows instead of fading, and swings where the pole has an angle: the "
         "further from the edge at which the pass enters, the larger.",
         "[N16] theorem A.1", "The recurrence, in double"},
        {"blocks did not fit", "A last block that is not full",
         "The last blocks are shorter than the others, but are taken for full ones, with zeros for what they "
         "lack.",
         "The passes up and left enter behind these zeros and not behind the picture, so that it is dark at "
         "the right and below.",
         "[N11] (34)", "The algebra of blocks, in double"},
    }};
    return words[std::size_t(fault)];
}

}  // namespace sweep::app
