// Properties: statements about every value that a generator makes (tests/support/generators.h), tested with
// random values. RapidCheck shows the smallest failing case that it can find.
//
//   TEST(Boundary, IsReadAsItIsWritten) {
//       check_property([] {
//           const Boundary boundary = *boundaries(3);
//           RC_ASSERT(parse_boundary(text(boundary)) == boundary);
//       });
//   }
//
// Inside a property RC_ASSERT takes the place of EXPECT, which would not tell RapidCheck which smaller cases
// fail, too.
#pragma once

#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace sweep::test {

// Fails the test when the property does not hold for one of `cases` values. They are the same in every run,
// so that a failure comes back. RC_PARAMS="max_success=100000" in the environment tries others, and prints
// the seed that repeats them.
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
