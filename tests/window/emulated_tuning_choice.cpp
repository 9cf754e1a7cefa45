// The row of choices that the program takes on the emulated GPU, which nobody has measured: what --tuning
// says, what is kept, and what the window offers.
#include <cstdlib>

#include "app/work/checks/gpu_measuring.h"
#include "app/work/engines/engines.h"
#include "app/work/engines/tuning_choice.h"
#include "app/work/user/tuning_file.h"
#include "core/base/error.h"
#include "tests/support/cases.h"
#include "tests/support/demo_frames.h"
#include "tests/support/scratch.h"

namespace sweep::app {
namespace {

class TuningChoice : public test::ScratchTest {
  protected:
    void SetUp() override {
        setenv("XDG_CACHE_HOME", path("cache").c_str(), 1);
        choose_tuning("");
    }
    void TearDown() override {
        setenv("XDG_CACHE_HOME", "/nonexistent", 1);
        choose_tuning("");
    }
    // The row gives order 3 blocks of that side, whatever the image is.
    static gpu::Tuning by(int block) {
        gpu::Tuning tuning{gpu::probe().name, "measured", {}};
        for (const bool in_bulk : {false, true})
            tuning.classes.push_back(
                {{3, 1, Sample::f32, in_bulk}, {{0, Algorithm::alg7, block, KernelPath::hopper}}});
        return tuning;
    }
    static int stages_for(int block) {
        const std::unique_ptr<Engine> engine = start_engine(EngineKind::cuda).engine;
        engine->prepare(test::problem({64, 64, 1}, test::gaussian(4)));
        return engine->block() == block ? block : 0;
    }
    static std::pair<ExitCode, std::string> refusal(const std::string& asked) {
        try {
            choose_tuning(asked);
            return {ExitCode::done, ""};
        } catch (const Error& error) {
            return {error.code(), error.what()};
        }
    }
};

TEST_F(TuningChoice, IsTheBuiltInRowUntilSomethingWasMeasured) {
    EXPECT_TRUE(tuning_in_use().is_unmeasured);
    EXPECT_EQ(unmeasured_gpu(), gpu::probe().name);
    const auto [code, why] = refusal("measured");
    EXPECT_EQ(code, ExitCode::usage);
    EXPECT_NE(why.find("run sweep tune"), std::string::npos) << why;

    const std::string file = store_tuning(by(64));
    EXPECT_TRUE(std::filesystem::exists(file));
    EXPECT_FALSE(tuning_in_use().is_unmeasured);
    choose_tuning("");  // as at the next start of the program
    EXPECT_EQ(tuning_in_use().tuning.classes, by(64).classes);
    EXPECT_EQ(unmeasured_gpu(), "");
    EXPECT_EQ(refusal("measured").first, ExitCode::done);
    choose_tuning("built-in");
    EXPECT_TRUE(tuning_in_use().is_unmeasured);
}

TEST_F(TuningChoice, HoldsForTheEnginesOfTheProgram) {
    store_tuning(by(64));
    EXPECT_EQ(stages_for(64), 64);
    store_tuning(by(32));
    EXPECT_EQ(stages_for(32), 32);
    choose_tuning(write("row.json", text_of(by(64), gpu::probe())));
    EXPECT_EQ(stages_for(64), 64);
}

TEST_F(TuningChoice, ADamagedFileIsRefusedAndTheBuiltInRowHolds) {
    const std::string file = store_tuning(by(64));
    std::filesystem::resize_file(file, 100);
    choose_tuning("");
    EXPECT_TRUE(tuning_in_use().is_unmeasured);
    EXPECT_EQ(tuning_in_use().tuning.classes, gpu::built_in_tuning("").classes);
    const auto [code, why] = refusal("measured");
    EXPECT_EQ(code, ExitCode::unreadable_input);
    EXPECT_NE(why.find("it is no JSON"), std::string::npos) << why;
    EXPECT_EQ(why.find('\n'), std::string::npos);
}

TEST_F(TuningChoice, AFileOfAnotherGpuIsRefused) {
    gpu::Device other = gpu::probe();
    other.name = "NVIDIA L4";
    const auto [code, why] = refusal(write("row.json", text_of(by(64), other)));
    EXPECT_EQ(code, ExitCode::unreadable_input);
    EXPECT_NE(why.find("NVIDIA L4"), std::string::npos) << why;
    EXPECT_EQ(refusal(path("nothing.json")).first, ExitCode::unreadable_input);
}

class MeasuringWindow : public DemoFrames {
  protected:
    MeasuringWindow() : DemoFrames(640, 400) {}
    bool is_offered() { return find_action(demo_->actions(), "measure-gpu")->available(); }
};

TEST_F(MeasuringWindow, BeginsAndStopsWhenSomebodyAsksAndNeverOnStage) {
    start({});
    EXPECT_TRUE(is_offered());
    demo_->run_action("present");
    EXPECT_FALSE(is_offered());
    demo_->run_action("usual");
    EXPECT_FALSE(find_action(demo_->actions(), "measure-gpu")->is_on());
    demo_->run_action("measure-gpu");
    EXPECT_TRUE(find_action(demo_->actions(), "measure-gpu")->is_on());
    demo_->run_action("measure-gpu");
    EXPECT_FALSE(find_action(demo_->actions(), "measure-gpu")->is_on());
    EXPECT_NE(demo_->messages().all().back().text.find("was stopped: nothing changes"), std::string::npos);
    draw(2);
}

}  // namespace
}  // namespace sweep::app
