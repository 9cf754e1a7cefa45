// The main function of the GoogleTest programs. ctest runs a whole program, or a shard of its cases, as one test:
// where no case ran because each was skipped, the exit code says so; a test of the GPU says so where any was.
// tests/run.sh sets SWEEP_SHORT, and leaves out the cases of tests/thorough.cmake.
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

int main(int count, char** arguments) {
    constexpr int skipped = 77;  // SKIP_RETURN_CODE in tests/CMakeLists.txt
    const char* thorough = std::getenv("SWEEP_THOROUGH_CASES");
    if (thorough && std::getenv("SWEEP_SHORT")) testing::GTEST_FLAG(filter) = "-" + std::string(thorough);
    testing::InitGoogleTest(&count, arguments);
    const int status = RUN_ALL_TESTS();
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    const bool is_skipped =
        all.skipped_test_count() > 0 && (std::getenv("SWEEP_NEEDS_GPU") || all.successful_test_count() == 0);
    return status == 0 && is_skipped ? skipped : status;
}
