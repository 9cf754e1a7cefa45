// The steps of the summed-area tables: those of [N11] and ours, and those that were published before and after it. The
// stages are those that the engine lists (core/families/tables.cpp).
#include "app/lessons/walk/step_list.h"

namespace sweep::app {
namespace {

void overlapped(Steps& s, bool one_pass) {
    const auto stage = [&](int k) { return one_pass ? std::string("1p") : fmt::format("S.{}", k); };
    s.load(stage(1), Plane::X);
    for (int i : {0, 2}) s.run_alone(stage(1), i), s.store(stage(1), i);
    for (int i : {0, 2}) {
        s.complete(stage(i == 0 ? 2 : 3), i);
        if (!one_pass) continue;
        s.tell(
            i == 0 ? "Look back, upwards" : "Look back, to the left",
            "The block looks back at what the blocks before it have published, and adds that up; it waits for "
            "those that have not come so far. Meanwhile it keeps its own numbers.",
            s.list.back().source);
        s.keep(i == 0 ? Plane::incomplete_Y : Plane::incomplete_U);
    }
    if (!one_pass) s.load(stage(4), Plane::X, true);
    for (int i : {0, 2}) s.finish(stage(4), i);
    s.save(stage(4), Plane::U, true);
}

// Each pass adds to every number the one that lies 2^k before it.
void doubling(Steps& s, const Shape& shape) {
    const char* const source = "Hensley et al. 2005";
    int k = 0;
    for (const DoublingPass& pass : doubling_passes(shape)) {
        const bool rows = pass.pass == 2;
        WalkStep& step = s.add(
            rows ? "D.1" : "D.2",
            pass.reach == 0 ? "Copy the pixel"
                            : fmt::format("Add what lies {} {}", pass.reach, rows ? "to the left" : "above"),
            pass.reach == 0
                ? "One pixel is its own table."
                : fmt::format(
                      "Every number becomes the sum of up to {} {}: the {} that it had, and the {} before "
                      "these. Each pass doubles the reach, so that log2 {} passes do.",
                      2 * pass.reach, rows ? "pixels of its row" : "rows' sums of its column", pass.reach,
                      pass.reach, rows ? "w" : "h"),
            source, Plane(planes + k++));
        step.pass = pass.pass;
        step.reach = pass.reach;
        step.in_memory = true;
    }
    s.done(s.list.back().shown);
    s.tell("",
           fmt::format("{} {} the whole picture: 2 h w (log2 w + log2 h).", k,
                       k == 1 ? "pass, which read and wrote" : "passes, and each read and wrote"),
           source);
}

// Rows, then columns: sums inside of blocks, carries of the blocks, and these added to all numbers of a block.
void multiwave(Steps& s) {
    const char* const source = "Hensley 2010, [N11] section 8";
    int number = 1;
    const auto stage = [&] { return fmt::format("W.{}", number); };
    for (int i : {2, 0}) {
        const bool rows = i == 2;
        const char* const lines = rows ? "rows" : "columns";
        s.load(stage(), rows ? Plane::X : Plane::U, !rows);
        if (!rows)
            s.tell("", "The sums of the rows lie in memory, and are read again for the columns.", source);
        s.run_alone(stage(), i);
        s.tell(fmt::format("Add up the {} of each block", lines),
               fmt::format("Prefix sums inside of every block, {}, as if nothing came before it.",
                           rows ? "from left to right" : "from above"),
               source);
        s.store(stage(), i);
        s.tell(fmt::format("Store the sums of the {}", lines),
               fmt::format("The last number of each of the block's {} is the sum of all of them: a carry.",
                           lines),
               source);
        s.save(stage(), rows ? Plane::incomplete_U : Plane::incomplete_Y, false);
        s.tell("", "The whole blocks go to memory as well, unfinished: this is what costs.", source);
        ++number;
        s.complete(stage(), i);
        s.tell(fmt::format("Add up the carries of the {}", lines),
               "Block after block: what came before a block, plus its own sum.", source);
        ++number;
        s.load(stage(), rows ? Plane::incomplete_U : Plane::incomplete_Y, true);
        s.tell("", "The unfinished blocks come back from memory.", source);
        s.finish(stage(), i);
        s.list.back().adds = true;
        s.tell(fmt::format("Add the carries to the {}", lines),
               "One number for each line of a block, added to all of its pixels: nothing is summed a second "
               "time.",
               source);
        s.save(stage(), rows ? Plane::U : Plane::Y, !rows);
        if (rows) s.tell("", "The rows go back to memory, from where the columns will read them.", source);
        ++number;
    }
    s.done(Plane::Y);
    s.tell("", "Four times the picture was read, and four times written: (8 + 8 / b) h w.", source);
}

// The same with rows and columns fused, and with carries alone between the stages.
void multiwave_fused(Steps& s) {
    const char* const source = "[N11] section 8";
    s.load("F.1", Plane::X);
    s.run_alone("F.1", 0);
    s.tell("Add up the columns of each block",
           "As if nothing came before the block; only the last row is wanted.", source);
    s.store("F.1", 0);
    s.tell("Store the sums of the columns", "The blocks themselves are forgotten, and will be read again.",
           source);
    s.complete("F.2", 0);
    s.tell("Add up the carries of the columns",
           "Block after block, down: the sums above a block, plus its own.", source);
    s.load("F.3", Plane::X, true);
    s.finish("F.3", 0);
    s.tell("Add up the columns with the carries", "From the sums above: these columns are the true ones.",
           source);
    s.run_alone("F.3", 2);
    s.tell("Add up their rows in each block", "Of the true columns, but from zero at the block's left edge.",
           source);
    s.store("F.3", 2);
    s.tell("Store the sums of the rows", "One number for each row of a block.", source);
    s.complete("F.4", 2);
    s.tell("Add up the carries of the rows",
           "Block after block, right: the columns were complete already, so the rows need nothing but their "
           "own carries.",
           source);
    s.load("F.5", Plane::X, true);
    s.finish("F.5", 0);
    s.finish("F.5", 2);
    s.save("F.5", Plane::U, true);
    s.done(Plane::U);
    s.tell("", "The picture was read three times and written once: (4 + 9 / b) h w.", source);
}

// Only rows are scanned: between the two scans the picture is turned over.
void scan_transpose(Steps& s) {
    const char* const source = "Harris et al. 2008";
    s.sweep("T.1", 2);
    s.tell("Scan the rows", "Every row becomes its prefix sums, as a scan of long arrays does it.", source);
    const auto turn = [&](const char* stage, Plane shown, bool transposed, const char* why) {
        WalkStep& step = s.add(stage, transposed ? "Transpose" : "Transpose back", why, source, shown);
        step.in_memory = true;
        step.transposed = transposed;
    };
    turn("T.2", Plane::U, true,
         "Columns become rows, so that the same scan, which reads memory in order, can do them.");
    s.sweep("T.3", 0);
    s.tell("Scan the columns",
           "The rows of the transposed picture, which are its columns, become their prefix sums.", source);
    s.list.back().transposed = true;
    turn("T.4", Plane::Y, false, "The table lies as the picture did.");
    s.done(Plane::Y);
    s.tell("", "Four stages, and each read and wrote the whole picture: 8 h w.", source);
}

void ha(Steps& s) {
    const char* const source = "[H12] section 4";
    s.load("H.1", Plane::X);
    for (int i : {0, 2}) {
        const char* const lines = i == 0 ? "columns" : "rows";
        s.run_alone("H.1", i);
        s.tell(fmt::format("Add up the {} of each block", lines),
               fmt::format("Of the pixels themselves: the {} do not wait for the {}.", lines,
                           i == 0 ? "rows" : "columns"),
               source);
        s.store("H.1", i);
        s.tell(fmt::format("Store the sums of the {}", lines), "Only the sums stay; the block is forgotten.",
               source);
    }
    s.complete("H.2", 2);
    s.tell("Add up the rows' sums",
           "For each row of a block: all pixels of that row to the left of the next block.", source);
    s.complete("H.2", 0);
    s.tell("Add up the columns' sums and the pivots",
           "The columns above, and the pivot, one number a block: all that lies above and to the left. Both "
           "together are the table's own row at the block's lower edge.",
           source);
    s.load("H.3", Plane::X, true);
    s.finish("H.3", 2);
    s.tell("Scan the rows", "From what lies to the left: the sums of whole rows.", source);
    s.finish("H.3", 0);
    s.tell("Scan the columns", "Of these rows, from the table's row above the block: the table.", source);
    s.save("H.3", Plane::Y, true);
    s.done(Plane::Y);
    s.tell("", "The picture was read twice and written once: (3 + 8 / b) h w.", source);
}

}  // namespace

std::vector<DoublingPass> doubling_passes(const Shape& shape) {
    std::vector<DoublingPass> list;
    for (const auto& [pass, n] : {std::pair{2, shape.width}, {0, shape.height}})
        for (int reach = 1; reach < n; reach *= 2) list.push_back({pass, reach});
    if (list.empty()) list.push_back({2, 0});
    return list;
}

void add_table_steps(Steps& s, const Problem& p) {
    switch (p.method.algorithm) {
        case Algorithm::sat_doubling:
            return doubling(s, p.shape);
        case Algorithm::sat_multiwave:
            return multiwave(s);
        case Algorithm::sat_multiwave_fused:
            return multiwave_fused(s);
        case Algorithm::sat_transpose:
            return scan_transpose(s);
        case Algorithm::sat_ha:
            return ha(s);
        default:
            overlapped(s, p.method.algorithm == Algorithm::sat_one_pass);
            return s.done(Plane::U);
    }
}

}  // namespace sweep::app
