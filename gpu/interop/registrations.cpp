#include "gpu/interop/registrations.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace sweep::gpu {
namespace {

// OpenGL is called from one thread, and so are these functions.
struct Book {
    std::vector<std::pair<GlKind, unsigned>> alive;
    GlRegistrations counts;
};

Book& book() {
    static Book one;
    return one;
}

}  // namespace

Registration::Registration(GlKind kind, unsigned name) : kind_(kind), name_(name) {
    book().alive.emplace_back(kind, name);
    ++book().counts.made;
}

Registration::~Registration() {
    auto& alive = book().alive;
    if (const auto it = std::ranges::find(alive, std::pair(kind_, name_)); it != alive.end()) alive.erase(it);
}

GlRegistrations gl_registrations() {
    GlRegistrations counts = book().counts;
    counts.alive = int(book().alive.size());
    return counts;
}

void note_deletion(GlKind kind, unsigned name) {
    book().counts.deleted_too_early += std::ranges::count(book().alive, std::pair(kind, name));
}

}  // namespace sweep::gpu
