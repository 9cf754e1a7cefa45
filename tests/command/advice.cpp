// A refusal gives advice that helps: a user who follows it has a problem that is accepted, and every accepted
// problem is also prepared. The test runs random problems of all algorithms, filters, boundaries and engines.
#include <random>
#include <sstream>

#include "core/base/error.h"
#include "core/problem/reference.h"
#include "cpu/engine.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

class Dice {
  public:
    explicit Dice(unsigned seed) : random_(seed) {}
    int below(int n) { return int(random_() % unsigned(n)); }
    bool once_in(int n) { return below(n) == 0; }
    double between(double a, double b) { return a + (b - a) * double(random_()) * 0x1p-32; }
    template <class T>
    T one_of(std::initializer_list<T> values) {
        return values.begin()[below(int(values.size()))];
    }

  private:
    std::mt19937 random_;
};

// The poles are of every kind: slow, fast, at zero, near -1, repeated, conjugate.
std::vector<double> random_feedback(Dice& dice, int order) {
    std::vector<std::complex<double>> poles;
    while (order > 0) {
        if (order >= 2 && dice.once_in(2)) {
            poles.push_back(std::polar(dice.between(0.1, 0.95), dice.between(0.1, 3)));
            order -= 2;
            continue;
        }
        const double pole = dice.between(-0.95, 0.95);
        poles.push_back(dice.once_in(8)                     ? 0
                        : dice.once_in(4) && !poles.empty() ? poles.front().real()
                                                            : pole);
        --order;
    }
    return feedback(poles);
}

std::vector<double> random_numbers(Dice& dice, int count) {
    std::vector<double> numbers;
    for (int i = 0; i < count; ++i) numbers.push_back(dice.between(-2, 2));
    return numbers;
}

FilterSpec random_filter(Dice& dice) {
    FilterSpec f;
    f.kind = FilterKind(dice.below(int(FilterKind::none) + 1));
    f.order = f.kind == FilterKind::gaussian ? 3 + dice.below(3) : 1 + dice.below(max_order);
    f.sigma = std::pow(10, dice.between(0, 3.9));
    f.cutoff = dice.between(0.01, 0.45);
    f.band = dice.once_in(2) ? Band::high : Band::low;
    if (dice.once_in(3)) f.derivative_x = dice.below(3), f.derivative_y = dice.below(3);
    if (f.kind != FilterKind::iir) return f;
    const int order = dice.once_in(3) ? 1 + dice.below(max_cascade_order) : 1 + dice.below(max_order);
    f.causal = random_feedback(dice, order);
    if (dice.once_in(12)) f.causal = {-(1 - std::pow(10, dice.between(-9, -4)))};  // a very slow pole
    if (dice.once_in(3)) f.anticausal = random_feedback(dice, int(f.causal.size()));
    if (dice.once_in(3)) f.feedforward = random_numbers(dice, 1 + dice.below(order + 2));
    return f;
}

Problem random_problem(Dice& dice) {
    Problem p = problem({1 + dice.below(70), 1 + dice.below(70), 1 + dice.below(4)}, random_filter(dice),
                        BoundaryKind(dice.below(int(boundary_table.size()))));
    if (dice.once_in(3)) (dice.once_in(2) ? p.shape.width : p.shape.height) = 1;
    if (dice.once_in(12)) p.shape = {20000000 + dice.below(100000000), 64, 1};
    const auto all = algorithms();
    p.method.algorithm = all[std::size_t(dice.below(int(all.size())))].algorithm;
    if (p.method.algorithm == Algorithm::cascade)
        p.method.cascade = *parse_cascade(dice.one_of({"2x5_1", "4_2+4_1", "5_1+4_2", "5_8+4_8", "2x4_3"}));
    p.input = dice.one_of({Sample::u8, Sample::f32, Sample::f64});
    p.passes = dice.once_in(2) || !is_recursive(p.filter.kind) ? all_passes : 1 + dice.below(all_passes);
    if (dice.once_in(4)) p.method.realisation = Realisation::direct;
    if (dice.once_in(4)) p.method.block = dice.one_of({8, 16, 32, 48, 64, 128});
    if (dice.once_in(4)) p.method.taps = dice.one_of({1, 33, (1 << 24) - 1});
    if (dice.once_in(3)) p.method.precision = Precision(dice.below(int(Precision::f64) + 1));
    if (dice.once_in(16) && p.shape.channels == 4) p.method.half_result = true;
    return p;
}

// Returns the line of the error that is thrown; empty: there is none.
template <class F>
std::string refusal_of(F&& f) {
    try {
        f();
    } catch (const Error& error) {
        return error.code() == ExitCode::usage ? error.what() : "";
    }
    return "";
}

void expect_accepted(const Problem& p, EngineKind engine, const std::string& because) {
    EXPECT_EQ(why_not(p, engine), "") << text(p) << "\n" << because;
    // The CPU engine is on every machine: what it accepts must also pass its prepare().
    const bool is_small = p.shape.samples() < 100000;
    if (engine == EngineKind::cpu && is_small) {
        EXPECT_EQ(refusal_of([&] { cpu::Engine().prepare(p); }), "") << text(p) << "\n" << because;
    }
}

// Takes the advice of a line apart and follows all of it.
void follow(const Problem& p, EngineKind engine, const std::string& line) {
    const std::size_t at = line.rfind(": use ");
    ASSERT_NE(at, std::string::npos) << line;
    std::string advice = line.substr(at + 6);
    if (advice.starts_with("--algorithm ")) {
        for (char& c : advice)
            if (c == ',' || c == '(' || c == ')') c = ' ';
        std::istringstream names(advice.substr(12));
        int count = 0;
        for (std::string name; names >> name; ++count) {
            Problem other = p;
            const auto all = algorithms();
            const auto found =
                std::find_if(all.begin(), all.end(), [&](const AlgorithmInfo& a) { return a.name == name; });
            ASSERT_NE(found, all.end()) << line;
            other.method.algorithm = found->algorithm;
            expect_accepted(other, engine, line);
        }
        EXPECT_GT(count, 0) << line;
    } else if (advice.starts_with("--engine reference")) {
        if (p.shape.samples() < 100000) {
            const Image in = random_image(p.shape, p.input);
            EXPECT_EQ(refusal_of([&] { reference(p, in.view()); }), "") << text(p) << "\n" << line;
        }
    } else if (advice.starts_with("--engine cuda")) {
        expect_accepted(p, EngineKind::cuda, line);
    } else if (advice.starts_with("--engine cpu")) {
        expect_accepted(p, EngineKind::cpu, line);
    } else {
        EXPECT_EQ(advice, "another boundary or filter") << line;
    }
}

TEST(Advice, IsAcceptedByWhoeverGaveIt) {
    Dice dice(7);
    int refused = 0, accepted = 0;
    for (int i = 0; i < 1500; ++i) {
        const Problem p = random_problem(dice);
        if (!refusal_of([&] { validate(p); }).empty()) continue;
        for (EngineKind engine : {EngineKind::cpu, EngineKind::cuda, EngineKind::opengl}) {
            const std::string line = refusal_of([&] { require_support(p, engine); });
            if (line.empty())
                ++accepted, expect_accepted(p, engine, "accepted");
            else
                ++refused, follow(p, engine, line);
            if (HasFailure()) return;
        }
    }
    EXPECT_GT(refused, 300);
    EXPECT_GT(accepted, 300);
}

// For a repeated pole with a zero at its reciprocal under mirror, the advice of neither algorithm may lead to the
// other.
TEST(Advice, OfParDoesNotLeadBackToPar) {
    FilterSpec filter = of_kind(FilterKind::iir);
    filter.causal = feedback({0.5, 0.5});
    filter.feedforward = {1, -2};
    Problem p = problem({40, 30, 1}, filter, BoundaryKind::mirror);
    for (Algorithm algorithm : {Algorithm::alg7, Algorithm::parallel}) {
        p.method.algorithm = algorithm;
        const std::string line = refusal_of([&] { cpu::Engine().prepare(p); });
        EXPECT_NE(line.find("use --algorithm auto (rt64, halo)"), std::string::npos) << line;
    }
    p.method.algorithm = Algorithm::automatic;
    cpu::Engine().prepare(p);
}

}  // namespace
}  // namespace sweep::test
