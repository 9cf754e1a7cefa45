// The walk of a small picture for a page: every number that an algorithm computes on the way, as the lessons have it.
#include "app/lessons/walk/walk.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/talk/page/walk_json.h"
#include "core/base/error.h"
#include "lib/guarded.h"
#include "lib/request.h"

namespace sweep::web {
namespace {

constexpr int most_side = 16;  // of a picture whose numbers can be seen

std::string walk_of(const sweep_request& request, const double* pixels, int block) {
    Problem problem = library::problem_of(request);
    problem.input = Sample::f64;
    validate(problem);
    const Shape& shape = problem.shape;
    if (shape.channels != 1 || std::max(shape.width, shape.height) > most_side)
        library::refuse("a walk has one channel and at most 16 x 16 pixels");
    if (block < 1) library::refuse("block is at least 1");
    Image X(shape, Sample::f64);
    for (std::size_t i = 0; i < shape.samples(); ++i) {
        if (!std::isfinite(pixels[i])) library::refuse("a pixel is no finite number");
        X.data<double>()[i] = pixels[i];
    }
    return app::walk_json(app::make_walk(problem, X, block)).dump();
}

}  // namespace
}  // namespace sweep::web

extern "C" {

// The walk of the request over its pixels in blocks of `block`, as the JSON of the lecture's page, until the next call.
sweep_status sweep_web_walk(const sweep_request* request, const double* pixels, int block,
                            const char** text) {
    return sweep::library::guarded([&] {
        static std::string newest;
        newest = sweep::web::walk_of(*request, pixels, block);
        *text = newest.c_str();
    });
}
}
