// Properties: what holds of every value that a generator makes (tests/generators.h), looked for with random ones. Of a
// failure RapidCheck shows the smallest case that it can find.
//
//   TEST(Boundary, IsReadAsItIsWritten) {
//       check_property([] {
//           const Boundary boundary = *boundaries(3);
//           RC_ASSERT(parse_boundary(text(boundary)) == boundary);
//       });
//   }
//
// Inside a property RC_ASSERT takes the place of EXPECT, which would stop nothing from shrinking the wrong way.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>

namespace sweep::test {

// Fails the test when the property does not hold of `cases` values. They are the same in every run, so that a failure comes
// back; RC_PARAMS="max_success=100000" in the environment looks at others, and says the seed that would bring them back.
template <class Property>
void check_property(Property&& property, int cases = 100) {
    rc::detail::TestParams params;
    params.seed = 1;
    params.maxSuccess = cases;
    if (std::getenv("RC_PARAMS")) params = rc::detail::configuration().testParams;
    rc::detail::TestMetadata metadata;
    metadata.id = testing::UnitTest::GetInstance()->current_test_info()->name();
    const auto result = rc::detail::checkTestable(std::forward<Property>(property), metadata, params);
    if (result.template is<rc::detail::SuccessResult>()) return;
    std::ostringstream message;
    rc::detail::printResultMessage(result, message);
    ADD_FAILURE() << message.str();
}

}  // namespace sweep::test
