// The programs of an engine, each linked when it is first asked for, beside other work where the driver can do so,
// and how they are started.
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

// How many groups of b it takes for a.
inline int divided(int a, int b) {
    return (a + b - 1) / b;
}

// The numbers of work groups of a step.
struct Groups {
    int x = 1, y = 1, z = 1;
    friend bool operator==(const Groups&, const Groups&) = default;
};

class Shaders {
  public:
    explicit Shaders(std::shared_ptr<Context> context) : context_(std::move(context)) {}

    const std::shared_ptr<Context>& context() const { return context_; }

    // The program of these files, the last of which has main(), after lines of definitions. It may be started when
    // one of the following two has said so.
    const Program& program(const std::vector<std::string_view>& files, const std::string& definitions);
    // Whether all programs are linked. Where the driver links beside other work, this waits for nothing; where it
    // does not, each call links one, and a program may be a frame late but all of them together hold up none.
    // Both throw Error(failed) when the driver refuses a program, which may then be asked for again.
    bool are_linked();
    void require_linked();

    // Starts the groups, and lets what follows see what they write to buffers and images. More than 65535 groups a
    // dimension, which is all that OpenGL promises, are several dispatches.
    void dispatch(const Program& program, Groups groups);

    // From now on each group is a dispatch of its own, and these run one after the other in random order: a test that
    // no group waits for another, nor reads what another writes.
    void run_groups_apart(unsigned seed) { apart_.emplace(seed); }

  private:
    struct Asked {
        std::string name;                // the last of its files
        std::vector<std::string> texts;  // empty: the driver has them
        Program program;
    };
    using Programs = std::map<std::string, Asked>;

    void start(const Program& program, Groups first, Groups groups);
    // Hands the texts to the driver, once.
    void hand_over(Asked& asked) const;
    // Waits for the program, and takes it off the list of those that are awaited.
    void finish(Programs::iterator awaited);

    const std::shared_ptr<Context> context_;
    Programs programs_;  // by their last file and their definitions
    std::vector<Programs::iterator> awaited_;
    std::map<Name, Groups> first_groups_;  // as the programs have it
    std::optional<std::mt19937> apart_;
};

}  // namespace sweep::opengl
