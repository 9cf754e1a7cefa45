// Two engines as one: the faster where it has the problem, and otherwise the one that has nearly all.
#pragma once

#include <memory>
#include <utility>

#include "core/engine/engine.h"

namespace sweep {

// For `automatic`, where the fastest engine has few algorithms: prepare() asks `first`, and takes `second` for a
// problem that `first` refuses, or for which it has no memory. Everything else is done by the one that is prepared.
class EitherEngine final : public Engine {
  public:
    EitherEngine(std::unique_ptr<Engine> first, std::unique_ptr<Engine> second)
        : first_(std::move(first)), second_(std::move(second)), prepared_(first_.get()) {}

    EngineKind kind() const override { return prepared_->kind(); }
    void prepare(const Problem& problem) override;
    void run(ConstImageView in, ImageView out) override { prepared_->run(in, out); }
    const Job& job() const override { return prepared_->job(); }
    const RunReport& report() const override { return prepared_->report(); }
    std::vector<double> table_mean() const override { return prepared_->table_mean(); }
    Carries carries() const override { return prepared_->carries(); }
    TableCarries table_carries() const override { return prepared_->table_carries(); }
    Trace trace(ConstImageView in, ImageView out) override { return prepared_->trace(in, out); }
    std::size_t working_bytes() const override { return prepared_->working_bytes(); }
    std::vector<double> time_runs(ConstImageView in, ImageView out, int repeats) override {
        return prepared_->time_runs(in, out, repeats);
    }
    TextureEngine* on_textures() override { return prepared_->on_textures(); }
    DeviceEngine* on_device() override { return prepared_->on_device(); }
    LinksPrograms* on_programs() override { return prepared_->on_programs(); }
    Sample best_sample(const Problem& problem) const override { return prepared_->best_sample(problem); }

  private:
    const std::unique_ptr<Engine> first_, second_;
    Engine* prepared_;
};

}  // namespace sweep
