// What an algorithm is to this engine: memory that it holds, and work that it starts for each of its stages. A plan
// is made in the context that is current, and used there alone.
#pragma once

#include <compare>
#include <cstddef>
#include <memory>

#include "core/blocks/carries.h"
#include "core/blocks/table_carries.h"
#include "core/plan/job.h"
#include "core/stages/stages.h"
#include "opengl/plan/bindings.h"
#include "opengl/plan/shaders.h"

namespace sweep::opengl {

// Where a run has its image and its result: buffers, or textures of a window.
enum class Source { buffer, texture };
enum class Target { buffer, rgba32f, rgba16f, r32f, rgba32ui, r32ui };  // TARGET of the shaders
struct Images {
    Source source = Source::buffer;
    Target target = Target::buffer;
    friend auto operator<=>(const Images&, const Images&) = default;
};

class Plan {
  public:
    virtual ~Plan() = default;
    virtual std::size_t working_bytes() const { return 0; }
    // Takes on another job, where the memory is as before and only numbers differ. False: it takes a new plan.
    virtual bool adopt(const Job&) { return false; }
    // Asks for the programs that runs with such images need: Shaders links them.
    virtual void make_ready(const Images& images) = 0;
    // Starts the work of one of the job's stages, which are asked for in their order. The image and the result are
    // bound, and are such as the plan was made ready for last; the programs are linked.
    virtual void start(const Stage& stage) = 0;
    // The carries of the last run. Throws Error(failed) where there are none.
    virtual Carries carries() const;
    virtual TableCarries table_carries() const;  // the same of a table
};

// Binds a buffer of numbers, or of what steps leave each other.
void bind(const Context& context, Enum target, unsigned binding, Name buffer);

// The plans of each family. They throw Error(failed) when a buffer cannot be had.
std::unique_ptr<Plan> conversion_plan(const Job& job, Shaders& shaders);
std::unique_ptr<Plan> overlapped_plan(const Job& job, Shaders& shaders);
std::unique_ptr<Plan> halo_plan(const Job& job, Shaders& shaders);
std::unique_ptr<Plan> table_plan(const Job& job, Shaders& shaders);

}  // namespace sweep::opengl
