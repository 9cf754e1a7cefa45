// The CPU engine: the algorithms by blocks, on all cores, with SIMD across columns.
#pragma once

#include <memory>
#include <string>

#include "core/engine/codes_engine.h"
#include "core/engine/engine.h"

namespace sweep::cpu {

// Problems of another engine's algorithms are refused, not replaced. run() allocates nothing. An engine may be
// moved.
class Engine final : public sweep::Engine, public CodesEngine {
  public:
    explicit Engine(int threads = 0);  // 0: one thread per core
    ~Engine() override;
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;
    EngineKind kind() const override { return EngineKind::cpu; }

    void prepare(const Problem& problem) override;
    void run(ConstImageView in, ImageView out) override;
    CodesEngine* on_codes() override;
    WrittenCodes run_to_codes(ConstImageView in, ImageView out, const Codes& codes) override;
    const Job& job() const override;
    const RunReport& report() const override;
    Trace trace(ConstImageView in, ImageView out) override;
    Carries carries() const override;
    TableCarries table_carries() const override;
    std::vector<double> table_mean() const override;
    std::size_t working_bytes() const override;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// The instruction set and the threads of this machine, for instance "AVX-512, 2 threads".
std::string description();

// The milliseconds that all cores take to copy `bytes` from one buffer to another, the median of nine copies.
// Throws Error(failed) when both do not fit into memory.
double measure_copy_ms(std::size_t bytes);

}  // namespace sweep::cpu
