#include "app/lab/judge.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/lab/suspects.h"

namespace sweep::app {
namespace {

constexpr double recursive_tolerance = 1e-4, table_tolerance = 1e-5;
constexpr double explained = 0.1;  // of the error, at most that much is left beside a known mistake

// A result beside the truth.
struct Compared {
    LabPicture out, truth;
    double largest = 0;  // magnitude of the truth
    double tolerance = 0;
    std::size_t not_finite = 0, infinite = 0, wrong = 0;
    double error = 0;                      // the largest, relative
    int x0 = 0, y0 = 0, x1 = -1, y1 = -1;  // what encloses the wrong pixels
    std::optional<LabVerdict::Pixel> first, worst;

    bool is_wrong(int x, int y) const {
        return !(std::abs(out.at(x, y) - truth.at(x, y)) <= tolerance * largest);
    }
};

Compared compare(const LabQuestion& question, LabPicture out, LabPicture truth) {
    Compared all;
    all.out = std::move(out);
    all.truth = std::move(truth);
    all.tolerance = question.kind == LabKind::table ||
                            (question.kind == LabKind::free && !is_recursive(question.problem.filter.kind))
                        ? table_tolerance
                        : recursive_tolerance;
    for (double value : all.truth.values) all.largest = std::max(all.largest, std::abs(value));
    all.x0 = all.out.width, all.y0 = all.out.height;
    for (int y = 0; y < all.out.height; ++y)
        for (int x = 0; x < all.out.width; ++x) {
            const double is = all.out.at(x, y), error = std::abs(is - all.truth.at(x, y)) / all.largest;
            all.not_finite += !std::isfinite(is);
            all.infinite += std::isinf(is);
            const LabVerdict::Pixel pixel{x, y, is, all.truth.at(x, y)};
            if (std::isfinite(error) && error > all.error) all.error = error, all.worst = pixel;
            if (!all.is_wrong(x, y)) continue;
            if (!all.first) all.first = pixel;
            ++all.wrong;
            all.x0 = std::min(all.x0, x), all.x1 = std::max(all.x1, x);
            all.y0 = std::min(all.y0, y), all.y1 = std::max(all.y1, y);
        }
    return all;
}

// |a - b|^2 over the pixels that are finite in all three.
double distance(const LabPicture& a, const LabPicture& b, const LabPicture& mask) {
    double sum = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i) {
        const double d = a.values[i] - b.values[i];
        if (std::isfinite(d) && std::isfinite(mask.values[i])) sum += d * d;
    }
    return sum;
}

// The factor by which the result is the truth, where it is nothing else.
std::optional<double> gain_of(const Compared& all) {
    double product = 0, square = 0;
    for (std::size_t i = 0; i < all.out.values.size(); ++i) {
        product += all.out.values[i] * all.truth.values[i];
        square += all.truth.values[i] * all.truth.values[i];
    }
    const double gain = product / square;
    if (!std::isfinite(gain) || std::abs(gain) < 1e-6 || std::abs(gain - 1) < 1e-3) return std::nullopt;
    for (std::size_t i = 0; i < all.out.values.size(); ++i)
        if (std::abs(all.out.values[i] / gain - all.truth.values[i]) > 10 * all.tolerance * all.largest)
            return std::nullopt;
    return gain;
}

// What is added to the truth, where the result is nothing else.
std::optional<double> offset_of(const Compared& all) {
    const double offset = all.out.values[0] - all.truth.values[0];
    for (std::size_t i = 0; i < all.out.values.size(); ++i)
        if (!(std::abs(all.out.values[i] - all.truth.values[i] - offset) <= all.tolerance * all.largest))
            return std::nullopt;
    return offset;
}

struct Diagnosis {
    std::string message;
    Fault fault = Fault::none;
};

// The recursion of one pass that the result is, where it is one with other coefficients: the least squares of
// out[n] = g in[n] - d1 out[n - 1] - .. over all pixels.
std::optional<Diagnosis> other_recursion(const LabQuestion& question, const LabPicture& in,
                                         const Compared& all) {
    if (question.passes.size() != 1 || question.blocks > 0 || question.kind != LabKind::passes ||
        all.not_finite)
        return std::nullopt;
    const int pass = question.passes[0], dx = pass < 2 ? 0 : (pass == 2 ? 1 : -1),
              dy = pass >= 2 ? 0 : (pass == 0 ? 1 : -1);
    const std::size_t n = question.c.size();
    std::vector<double> terms(n), normal(n * n), right(n);
    double square = 0, left = 0;
    const auto each_pixel = [&](const auto& take) {
        for (int y = 0; y < in.height; ++y)
            for (int x = 0; x < in.width; ++x) {
                terms[0] = in.at(x, y);
                for (int k = 1; k < int(n); ++k) {
                    const int u = x - k * dx, v = y - k * dy;
                    const bool inside = u >= 0 && u < in.width && v >= 0 && v < in.height;
                    terms[std::size_t(k)] = inside ? -all.out.at(u, v) : 0;
                }
                take(all.out.at(x, y));
            }
    };
    each_pixel([&](double value) {
        for (std::size_t i = 0; i < n; ++i) {
            right[i] += terms[i] * value;
            for (std::size_t k = 0; k < n; ++k) normal[i * n + k] += terms[i] * terms[k];
        }
    });
    for (std::size_t i = 0; i < n;
         ++i) {  // Gauss; the matrix is positive definite, or the result says nothing
        if (!(normal[i * n + i] > 1e-9)) return std::nullopt;
        for (std::size_t k = i + 1; k < n; ++k) {
            const double f = normal[k * n + i] / normal[i * n + i];
            for (std::size_t j = i; j < n; ++j) normal[k * n + j] -= f * normal[i * n + j];
            right[k] -= f * right[i];
        }
    }
    std::vector<double> c(n);
    for (std::size_t i = n; i-- > 0;) {
        c[i] = right[i];
        for (std::size_t k = i + 1; k < n; ++k) c[i] -= normal[i * n + k] * c[k];
        c[i] /= normal[i * n + i];
    }
    each_pixel([&](double value) {
        double sum = 0;
        for (std::size_t i = 0; i < n; ++i) sum += c[i] * terms[i];
        square += value * value;
        left += (value - sum) * (value - sum);
    });
    if (!(left <= 1e-9 * square)) return std::nullopt;
    std::string is, should;
    for (std::size_t i = 0; i < n; ++i) {
        if (std::abs(c[i] - question.c[i]) < 1e-3) continue;
        const std::string name = i == 0 ? "g" : fmt::format("d{}", i);
        is += fmt::format("{}{} = {:.4g}", is.empty() ? "" : ", ", name, c[i]);
        should += fmt::format("{}{:.4g}", should.empty() ? "" : ", ", question.c[i]);
    }
    const bool is_input = std::abs(c[0] - 1) < 1e-3 &&
                          std::all_of(c.begin() + 1, c.end(), [](double d) { return std::abs(d) < 1e-3; });
    if (is.empty() || is_input) return std::nullopt;
    const bool unstable = n == 2 && std::abs(c[1]) >= 1;
    return Diagnosis{fmt::format("The result is that of {}, which should be {}{}", is, should,
                                 unstable ? ": this one grows" : ""),
                     unstable ? Fault::unstable_pole : Fault::none};
}

std::optional<Diagnosis> known_mistake(const LabQuestion& question, const LabPicture& in,
                                       const Compared& all) {
    if (auto other = other_recursion(question, in, all)) return other;
    if (const auto gain = gain_of(all))
        return Diagnosis{fmt::format("The result is right but for a factor of {:.4g}: where is g?", *gain),
                         Fault::none};
    if (const auto offset = offset_of(all))
        return Diagnosis{
            fmt::format("The result is right but for {:.4g}, which is added everywhere", *offset),
            Fault::none};
    // The mistakes that say most come first: a later one has to explain much more.
    std::optional<Diagnosis> best;
    double least = explained;
    // So that nothing small explains a small result.
    const LabPicture zero{in.width, in.height, std::vector<double>(in.values.size())};
    const double itself = distance(all.out, zero, all.truth);
    for (const Suspect& suspect : suspects_of(question, in, all.truth)) {
        const double error = distance(all.out, all.truth, suspect.picture);
        const double left =
            std::sqrt(distance(all.out, suspect.picture, all.truth) / std::min(error, itself));
        if (!(error > 0) || !(left < least)) continue;
        least = left / 2;
        best = {suspect.message, suspect.fault};
    }
    return best;
}

// "columns 64 to 76".
std::string range(const char* name, int from, int to) {
    return from == to ? fmt::format("{} {}", name, from) : fmt::format("{}s {} to {}", name, from, to);
}

// The side of blocks of which the last is not full, where all that is wrong lies in the last; 0: there is none.
int part_block(int from, int to, int size) {
    for (int block : {32, 16, 64, 8, 128})
        if (to == size - 1 && size % block != 0 && size > block && from == size / block * block) return block;
    return 0;
}

// Says of blocks in whose first or last lines most of the error lies; empty: there are none.
std::string blocks_text(const Compared& all) {
    for (const bool rows : {true, false}) {
        const int size = rows ? all.out.height : all.out.width, other = rows ? all.out.width : all.out.height;
        std::vector<double> errors(std::size_t(size), 0.);  // squared, of each row or column
        double sum = 0;
        for (int i = 0; i < size; ++i)
            for (int k = 0; k < other; ++k) {
                const double d =
                    rows ? all.out.at(k, i) - all.truth.at(k, i) : all.out.at(i, k) - all.truth.at(i, k);
                if (!std::isfinite(d)) continue;
                errors[std::size_t(i)] += d * d;
                sum += d * d;
            }
        for (const bool firsts : {true, false}) {
            const auto at_ends = [&](int block) {
                double at = 0;
                for (int i = firsts ? block : block - 1; i < size; i += block) at += errors[std::size_t(i)];
                return at;
            };
            // The largest blocks whose ends have what those of smaller ones have.
            int block = 8;
            while (block < 64 && size > 2 * block && at_ends(2 * block) > 0.9 * at_ends(block)) block *= 2;
            // Of equal errors these lines would have one part in `block`.
            if (size > block && at_ends(block) > sum * std::min(0.9, 4.0 / block))
                return fmt::format("The errors are largest in the {} {} of blocks of {}",
                                   firsts ? "first" : "last", rows ? "row" : "column", block);
        }
    }
    return {};
}

// "pass down begins", of those edges of the picture where nearly all of the error lies; empty: it lies elsewhere.
std::string begins_text(const Compared& all) {
    const int width = all.out.width, height = all.out.height;
    const std::array<const char*, 4> passes{"down", "up", "right", "left"};
    std::array<double, 4> at{};
    double elsewhere = 0, sum = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double d = all.out.at(x, y) - all.truth.at(x, y), square = std::isfinite(d) ? d * d : 0;
            const std::array<bool, 4> is{4 * y < height, 4 * (height - 1 - y) < height, 4 * x < width,
                                         4 * (width - 1 - x) < width};
            sum += square;
            bool is_inside = true;
            for (std::size_t k = 0; k < 4; ++k)
                if (is[k]) at[k] += square, is_inside = false;
            if (is_inside) elsewhere += square;
        }
    if (width < 16 || height < 16 || !(elsewhere < 0.02 * sum)) return {};
    // A corner belongs to two edges, so that edges beside a wrong one have some of its error.
    std::string text;
    int edges = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        if (at[k] < 0.4 * sum) continue;
        text += fmt::format("{}{}", text.empty() ? "" : " and ", passes[k]);
        ++edges;
    }
    if (edges == 0 || edges > 2) return {};
    return edges == 1 ? "pass " + text + " begins" : "passes " + text + " begin";
}

// What the places of the errors say.
Diagnosis by_place(const Compared& all, bool is_written, bool has_boundary) {
    const std::size_t pixels = all.out.values.size();
    const int width = all.out.width, height = all.out.height;
    if (all.not_finite == pixels && all.infinite == 0) {
        if (!is_written) return {"Nothing was written to out", Fault::none};
        return {
            "Every result is NaN: the recursion grows without end. Are the signs and the order of d right?",
            Fault::unstable_pole};
    }
    if (std::all_of(all.out.values.begin(), all.out.values.end(), [](double v) { return v == 0; }))
        return {"The result is zero everywhere", Fault::none};
    double most = 0;
    for (double value : all.out.values) most = std::isnan(value) ? most : std::max(most, std::abs(value));
    if (most > 100 * all.largest)
        return {"The result grows without end: the recursion is not stable. Are the signs of d right?",
                Fault::unstable_pole};
    const bool untouched = all.not_finite == all.wrong;
    const bool all_columns = all.x0 == 0 && all.x1 == width - 1,
               all_rows = all.y0 == 0 && all.y1 == height - 1;
    std::string where;
    if (!all_columns) where += range("column", all.x0, all.x1);
    if (!all_rows) where += (where.empty() ? "" : ", ") + range("row", all.y0, all.y1);
    if (where.empty()) {
        if (untouched)
            return {
                fmt::format("{} of {} pixels were never written, the others are right", all.wrong, pixels),
                Fault::none};
        std::string text = fmt::format("{} of {} pixels are wrong", all.wrong, pixels);
        if (all.not_finite > 0)
            text += fmt::format(", {} of them are no numbers or were never written", all.not_finite);
        if (const std::string begins = has_boundary ? begins_text(all) : ""; !begins.empty())
            return {text + ", nearly all of the error where the " + begins +
                        ": is what enters there that of the boundary?",
                    Fault::wrong_boundary};
        if (const std::string blocks = blocks_text(all); !blocks.empty()) text += ". " + blocks;
        return {text, Fault::none};
    }
    std::string text =
        fmt::format("All is right but for {}{}", where, untouched ? ", which were never written" : "");
    const int columns = all_columns ? 0 : part_block(all.x0, all.x1, width),
              rows = all_rows ? 0 : part_block(all.y0, all.y1, height);
    if (columns > 0 || rows > 0)
        return {text + fmt::format(": the last block of {} is not full", std::max(columns, rows)),
                Fault::odd_blocks};
    if (all.x1 - all.x0 < 2 && !all_columns && (all.x0 == 0 || all.x1 == width - 1))
        text += ": an edge of the picture";
    else if (all.y1 - all.y0 < 2 && !all_rows && (all.y0 == 0 || all.y1 == height - 1))
        text += ": an edge of the picture";
    else if (const std::string blocks = blocks_text(all); !blocks.empty())
        text += ". " + blocks;
    return {text, Fault::none};
}

void take(LabVerdict& verdict, const Finding& finding) {
    verdict.verdict = finding.verdict;
    verdict.message = finding.message;
    verdict.line = finding.line;
    verdict.other_line = finding.other_line;
}

}  // namespace

LabVerdict judge(const LabQuestion& question, const std::vector<LabPicture>& pictures,
                 const StudentRun& run) {
    LabVerdict verdict;
    const auto smaller = [](const LabPicture& a, const LabPicture& b) {
        return a.values.size() < b.values.size();
    };
    const std::size_t counted =
        std::size_t(std::max_element(pictures.begin(), pictures.end(), smaller) - pictures.begin());
    verdict.counted = {pictures[counted].width, pictures[counted].height};
    verdict.said = run.said;
    if (counted < run.cases.size()) verdict.kernels = run.cases[counted].kernels;
    // What stopped the run says more than a picture before it that was wrong, unless a launch was refused.
    const bool stop_says_more = run.stop && run.stop->verdict != "wrong";
    double error = 0;
    for (std::size_t k = 0; k < pictures.size(); ++k) {
        if (run.stop && (k + 1 >= run.cases.size() || k + 1 == pictures.size())) {
            take(verdict, *run.stop);
            if (k < run.cases.size()) verdict.size = {pictures[k].width, pictures[k].height};
            return verdict;
        }
        const LabPicture& in = pictures[k];
        static const CaseRun none;
        const CaseRun& ran = k < run.cases.size() ? run.cases[k] : none;
        if (stop_says_more && !ran.uninitialised) continue;
        LabPicture out{in.width, in.height, std::vector<double>(in.values.size(), std::nan(""))};
        if (!ran.out.empty()) out.values.assign(ran.out.begin(), ran.out.end());
        const Compared all = compare(question, std::move(out), truth_of(question, in));
        error = std::max(error, all.error);
        if (all.wrong == 0) continue;
        verdict.size = {in.width, in.height};
        verdict.first = all.first;
        verdict.worst = all.worst;
        if (all.not_finite < all.out.values.size()) verdict.error = all.error;
        if (ran.uninitialised) {
            take(verdict, *ran.uninitialised);
            return verdict;
        }
        // Where such a variable takes part in a result, that is enormous: the compiler fills it with a pattern.
        if (run.warning && std::any_of(all.out.values.begin(), all.out.values.end(),
                                       [](double v) { return !(std::abs(v) < 1e30); })) {
            take(verdict, *run.warning);
            return verdict;
        }
        verdict.verdict = "wrong";
        const bool is_written =
            std::any_of(ran.kernels.begin(), ran.kernels.end(),
                        [](const KernelCounts& kernel) { return kernel.written_bytes > 0; });
        Diagnosis diagnosis =
            by_place(all, is_written,
                     question.kind == LabKind::free && question.problem.boundary.kind != BoundaryKind::none);
        if (diagnosis.fault != Fault::none || all.not_finite < all.out.values.size())
            if (auto mistake = known_mistake(question, in, all)) diagnosis = *mistake;
        verdict.message = diagnosis.message;
        verdict.fault = diagnosis.fault;
        return verdict;
    }
    verdict.verdict = "right";
    verdict.error = error;
    // The first picture is filtered with its thread blocks in their order, the second in the opposite one.
    if (run.cases.size() > 1 && run.cases[0].late_blocks == 0 && run.cases[1].late_blocks > 0)
        verdict.message =
            "Blocks wait for blocks of smaller numbers, and CUDA promises no order. Many blocks could wait forever: "
            "take the number of a block from an atomic counter";
    return verdict;
}

}  // namespace sweep::app
