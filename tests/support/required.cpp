// A skipped test is a failure where SWEEP_REQUIRE names what it needs.
#include "tests/support/required.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest-spi.h>

namespace sweep::test {
namespace {

class Required : public testing::Test {
  protected:
    Required() {
        if (const char* said = std::getenv("SWEEP_REQUIRE")) before_ = said;
    }
    ~Required() override { ::setenv("SWEEP_REQUIRE", before_.c_str(), 1); }
    static void require(const char* things) { ::setenv("SWEEP_REQUIRE", things, 1); }

  private:
    std::string before_;
};

void test_without_a_window() {
    SKIP_WITHOUT("window", "there is no EGL");
}

TEST_F(Required, NamesWhatMustBeHere) {
    require("");
    EXPECT_FALSE(is_required("window"));
    require("window");
    EXPECT_TRUE(is_required("window"));
    EXPECT_FALSE(is_required("gpu"));
    require("xvfb,window");
    EXPECT_TRUE(is_required("window"));
    for (const char* wrong : {"windows", "window, xvfb", ",", "all"}) {
        require(wrong);
        EXPECT_THROW(is_required("window"), std::invalid_argument) << wrong;
    }
}

TEST_F(Required, TurnsASkippedTestIntoAFailure) {
    require("gpu,window");
    EXPECT_FATAL_FAILURE(test_without_a_window(), "SWEEP_REQUIRE names window: there is no EGL");
}

}  // namespace
}  // namespace sweep::test
