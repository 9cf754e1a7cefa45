// sweep filter, driven as a process: what it says of its result, and what it leaves in folders.
#include <utility>

#include "tests/support/command_line.h"

namespace sweep::test {
namespace {

// The parallel realisation runs down and up at once: there is no Y and no U.
TEST_F(CommandLine, DumpsHoldWhatTheAlgorithmStopsAfter) {
    const Image in = noise({40, 33, 1}, Sample::f32);
    save("in.npy", in);
    const Arguments options{"filter",     path("in.npy"),  path("out.npy"), "--filter", "butterworth",
                            "--boundary", "mirror",        "--engine",      "cpu",      "--algorithm",
                            "par",        "--dump-stages", path("dump")};
    const Outcome outcome = run(options);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    expect_contains(outcome.error, "algorithm par does not stop after down, right: ");
    expect_contains(outcome.error, "has no Y.npy, U.npy");
    Problem p = problem(in.shape(), of_kind(FilterKind::butterworth), BoundaryKind::mirror);
    EXPECT_LE(error_of(load_image(path("dump/V.npy")), p, in), 3 * float_tolerance);
    EXPECT_EQ(read("dump/V.npy"), read("out.npy"));
    p.passes = 2;
    EXPECT_LE(error_of(load_image(path("dump/Z.npy")), p, in), 3 * float_tolerance);
    EXPECT_EQ(nlohmann::json::parse(read("dump/stages.json"))["files"].size(), 2u);
    EXPECT_FALSE(std::filesystem::exists(path("dump/Y.npy")));
}

TEST_F(CommandLine, NothingIsMadeForADumpThatIsRefused) {
    const std::string in = save("in.npy", noise({40, 33, 1}, Sample::f32));
    refused(2, {"filter", in, path("out.npy"), "--filter", "butterworth", "--boundary", "mirror", "--engine",
                "cpu", "--algorithm", "4", "--realisation", "direct", "--dump-stages", path("dump"),
                "--timings", path("t.json")});
    EXPECT_EQ(count_files(), 3u) << "the input and what the run said";
}

// Sums of 32 bits wrap around, which a box of small samples does not notice.
TEST_F(CommandLine, ABoxThatDoesNotFitIntoFixedPointIsRefused) {
    Image image({129, 65, 1}, Sample::f32);
    for (const auto& [value, radius, fits] :
         {std::tuple{1000.f, "31", false}, {1000.f, "2", true}, {16.f, "31", true}, {17.f, "31", false}}) {
        std::fill_n(image.data<float>(), image.shape().samples(), value);
        const std::string in = save("in.npy", image);
        const Outcome outcome = run({"filter", in, path("out.npy"), "--filter", "box", "--radius", radius,
                                     "--precision", "fixed", "--engine", "cpu"});
        SCOPED_TRACE(std::to_string(value) + " " + radius);
        EXPECT_EQ(outcome.code, fits ? 0 : 2);
        if (fits)
            EXPECT_NEAR(load_image(path("out.npy")).data<float>()[60], value, 1e-3f * value);
        else
            expect_contains(outcome.error,
                            "may not fit into sums of 32 bits: use --precision auto or double");
    }
}

TEST_F(CommandLine, AResultIsCheckedAgainstTheTruth) {
    const std::string in = save("in.npy", noise({70, 50, 3}, Sample::f32));
    const Outcome good = run({"filter", in, path("out.npy"), "--sigma", "40", "--engine", "cpu", "--check",
                              "--timings", path("t.json")});
    EXPECT_EQ(good.code, 0) << good.error;
    expect_contains(good.out, "check: largest error ");
    expect_contains(good.out, "all rows compared; 1e-05 is allowed");
    const auto check = nlohmann::json::parse(read("t.json"))["check"];
    EXPECT_TRUE(check["passed"].get<bool>());
    EXPECT_LE(check["error"].get<double>(), 1e-6);

    std::filesystem::remove(path("out.npy"));
    const std::string line =
        refused(1, {"filter", in, path("out.npy"), "--sigma", "300", "--realisation", "direct", "--engine",
                    "cpu", "--check", "--timings", path("t.json")});
    expect_contains(line, "the result is wrong: largest error ");
    EXPECT_FALSE(nlohmann::json::parse(read("t.json"))["check"]["passed"].get<bool>());
    EXPECT_FALSE(std::filesystem::exists(path("out.npy")));
}

TEST_F(CommandLine, ACheckSaysHowFarTheFilterIsFromTheGaussian) {
    const std::string in = save("in.npy", noise({70, 50, 1}, Sample::f32));
    const auto distance = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"filter", in, path("out.npy"), "--sigma", "5", "--engine", "cpu",
                                         "--check", "--timings", path("t.json")});
        const Outcome outcome = run(options);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        expect_contains(outcome.out, "of the sampled Gaussian's outputs");
        return nlohmann::json::parse(read("t.json"))["check"]["distance_from_gaussian"].get<double>();
    };
    EXPECT_GT(distance({"--order", "3"}), 1e-2);
    EXPECT_LT(distance({"--accuracy", "3e-4"}), 3e-4);
    EXPECT_LT(distance({"--accuracy", "6e-6"}), 6e-6);
    expect_contains(refused(2, {"filter", in, path("no.npy"), "--accuracy", "1e-9"}),
                    "is beyond the Gaussians here: --accuracy ");
    expect_contains(refused(2, {"filter", in, path("no.npy"), "--accuracy", "1e-3", "--order", "3"}),
                    "--accuracy chooses the order");
    expect_contains(refused(2, {"filter", in, path("no.npy"), "--accuracy", "0"}), "is not above 0");
    expect_contains(refused(2, {"filter", in, path("no.npy"), "--accuracy", "1e-3", "--filter", "bspline3"}),
                    "--accuracy is of the filter gaussian");
}

// The result would have no derivative: the pass along its axis does not run.
TEST_F(CommandLine, RefusesADerivativeAlongAnAxisThatDoesNotRun) {
    const std::string in = save("in.npy", noise({20, 10, 1}, Sample::f32)), out = path("out.npy");
    expect_contains(refused(2, {"filter", in, out, "--axes", "y", "--derivative", "1,0"}),
                    "--derivative 1,0: no pass runs along x: leave --axes y out");
    expect_contains(refused(2, {"filter", in, out, "--axes", "x", "--derivative", "1,2"}),
                    "no pass runs along y");
    EXPECT_EQ(run({"filter", in, out, "--axes", "x", "--derivative", "1,0"}).code, 0);
    EXPECT_EQ(run({"filter", in, out, "--axes", "x", "--filter", "box", "--derivative", "0,1"}).code, 0);
}

// Where neither order nor accuracy is said, and what is said takes filters with zeros, the picture is the Gaussian's.
TEST_F(CommandLine, BlursAsTheGaussianWhereNoOrderIsSaid) {
    const std::string in = save("in.npy", noise({70, 50, 1}, Sample::f32));
    const auto parameters = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"filter", in, path("out.npy"), "--timings", path("t.json")});
        const Outcome outcome = run(options);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        const nlohmann::json json = nlohmann::json::parse(read("t.json"));
        EXPECT_EQ(outcome.out.find("gaussian (accuracy 0.0003)") != std::string::npos,
                  json["parameters"].contains("accuracy"));
        return json["parameters"];
    };
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{}, {"--sigma", "40", "--boundary", "mirror"}, {"--engine", "reference"}})
        EXPECT_EQ(parameters(options)["accuracy"], 3e-4);
    for (const std::vector<std::string>& options : {std::vector<std::string>{"--order", "3"},
                                                    {"--passes", "down,up"},
                                                    {"--realisation", "direct"},
                                                    {"--engine", "cpu", "--algorithm", "4"}})
        EXPECT_EQ(parameters(options)["order"], 3);
}

// Tables of integers are checked to the last bit, those of x - mean with the engine's mean; doubles are
// checked more strictly than floats.
TEST_F(CommandLine, EveryKindOfResultIsChecked) {
    save("bytes.png", noise({90, 70, 3}, Sample::u8));
    save("doubles.npy", noise({41, 67, 1}, Sample::f64));
    save("floats.npy", noise({200, 130, 2}, Sample::f32));
    for (const Arguments& options :
         {Arguments{"bytes.png", "--filter", "sat"}, Arguments{"bytes.png", "--filter", "box"},
          Arguments{"floats.npy", "--filter", "sat", "--precision", "float-mean"},
          Arguments{"floats.npy", "--filter", "sat", "--precision", "fixed"},
          Arguments{"doubles.npy", "--filter", "bspline3"}, Arguments{"bytes.png", "--filter", "none"},
          Arguments{"doubles.npy", "--filter", "sat"}}) {
        Arguments arguments{"filter", path(options.front()), path("out.npy"), "--check", "--engine", "cpu"};
        arguments.insert(arguments.end(), options.begin() + 1, options.end());
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, 0) << fmt::format("{}", fmt::join(options, " ")) << outcome.error;
        expect_contains(outcome.out, "check: largest error ");
    }
}

TEST_F(CommandLine, SamplesThatFixedPointClampsAreNoted) {
    Image in = noise({20, 10, 1}, Sample::f64);
    in.data<double>()[3] = -0.25;
    in.data<double>()[7] = 1e6;
    save("in.npy", in);
    const Arguments options{"filter", path("in.npy"), path("out.npy"), "--filter", "box", "--engine", "cpu"};
    EXPECT_EQ(run(options).error, "");
    Arguments fixed = options;
    fixed.insert(fixed.end(), {"--precision", "fixed"});
    const Outcome outcome = run(fixed);
    EXPECT_EQ(outcome.code, 0);
    expect_contains(outcome.error, "sweep: note: 2 of 200 samples are outside [0, 32767.998]");
}

}  // namespace
}  // namespace sweep::test
