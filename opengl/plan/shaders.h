// The programs of an engine, each linked when it is first asked for, and how they are started.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "opengl/context/objects.h"

namespace sweep::opengl {

// The numbers of work groups of a step.
struct Groups {
    int x = 1, y = 1, z = 1;
    friend bool operator==(const Groups&, const Groups&) = default;
};

class Shaders {
  public:
    explicit Shaders(std::shared_ptr<Context> context) : context_(std::move(context)) {}

    const std::shared_ptr<Context>& context() const { return context_; }

    // The program of these files, the last of which has main(), after lines of definitions. Throws Error(failed) as
    // make_program() does.
    const Program& program(const std::vector<std::string_view>& files, const std::string& definitions);

    // Starts the groups, and lets what follows see what they write to buffers and images. More than 65535 groups a
    // dimension, which is all that OpenGL promises, are several dispatches.
    void dispatch(const Program& program, Groups groups);

    // From now on each group is a dispatch of its own, and these run one after the other in random order: a test that no
    // group waits for another, nor reads what another writes.
    void run_groups_apart(unsigned seed) { apart_.emplace(seed); }

  private:
    void start(const Program& program, Groups first, Groups groups);

    const std::shared_ptr<Context> context_;
    std::map<std::string, Program> programs_;
    std::map<Name, Groups> first_groups_;  // as the programs have it
    std::optional<std::mt19937> apart_;
};

}  // namespace sweep::opengl
