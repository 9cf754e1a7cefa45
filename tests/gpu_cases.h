// The CUDA engine over the table of cases: the base of the tests of a family of algorithms.
#pragma once

#include <memory>
#include <string>

#include "core/algorithms.h"
#include "gpu/engine.h"
#include "tests/cases.h"
#include "tests/required.h"

namespace sweep::test {

class GpuCases : public testing::Test {
  protected:
    void SetUp() override {
        const gpu::Device device = gpu::probe();
        if (!device.usable) SKIP_WITHOUT("gpu", device.reason);
        emulated_ = device.name.find("emulated") != std::string::npos;
        engine_ = std::make_unique<gpu::Engine>();
    }
    test::Run on() {
        return [this](const Problem& p, ConstImageView in, ImageView out) {
            engine_->prepare(p);
            engine_->run(in, out);
        };
    }
    void expect(Problem p, Algorithm algorithm, double tolerance = float_tolerance) {
        p.algorithm = algorithm;
        expect_matches({text(p), p, tolerance}, on());
    }
    // The cases of a group that the algorithm has and the family takes: `least` of them at least.
    void expect_group(const std::string& name, Algorithm algorithm, int least) {
        int count = 0;
        for (const Group& group : groups())
            if (group.name == name)
                for (const Case& c : group.cases) {
                    Problem p = c.problem;
                    p.algorithm = algorithm;
                    if (p.input == Sample::f64 || !takes(p) || !why_not(p, EngineKind::cuda).empty())
                        continue;
                    ++count;
                    expect_matches({c.name, p, c.tolerance + further_tolerance(p)}, on());
                }
        EXPECT_GE(count, least) << "too few cases of the group " << name;
    }
    virtual bool takes(const Problem& p) const = 0;
    virtual double further_tolerance(const Problem&) const { return 0; }

    std::unique_ptr<gpu::Engine> engine_;
    bool emulated_ = false;  // slow: what is large is for devices
};

}  // namespace sweep::test
