// Algorithm 7: its buffers and its dispatches. opengl/shaders/ has the steps.
#include "opengl/plan/plan.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/blocks/extension.h"
#include "core/families/family.h"
#include "core/problem/datum.h"
#include "opengl/overlapped/block.h"
#include "opengl/overlapped/numbers.h"
#include "opengl/plan/picture.h"

namespace sweep::opengl {
namespace {

constexpr int lanes = 32;
constexpr int most_shared_lines =
    7500;  // floats: 30000 bytes, beside what else the step has in shared memory

constexpr int max_order_of_large_blocks = 5, max_order_of_once = 5;

// A thread of a scan loads the perimeters of so many blocks at once, and holds them where these are all that it has;
// of orders that few ask for, one block's, so that their programs are small.
int most_held(int order) {
    return order <= 3 ? 8 : order <= 5 ? 4 : 1;
}

// The threads of a line in a scan, and the blocks that each has: four, as long as there are threads enough, or eight,
// where a thread holds these. Few numbers of threads mean few programs.
struct Segments {
    int threads, blocks;
    Segments(int count, int most, int order)
        : threads(std::min(most, count <= 16                      ? 4
                                 : count <= 16 * most_held(order) ? 16
                                                                  : 32)),
          blocks(divided(count, threads)) {}

    // 1, 2, 4 or 8 blocks: few numbers of these mean few programs, too.
    int held(int order) const {
        int held = 1;
        while (held < std::min(blocks, most_held(order))) held *= 2;
        return held;
    }
    bool fit(int order) const { return blocks <= held(order) && order <= max_order_of_once; }
};

class OverlappedPlan final : public Plan {
  public:
    OverlappedPlan(const Job& job, Shaders& shaders)
        : shaders_(shaders),
          job_(job),
          T_(job.block),
          R_(job.design.order()),
          M_(divided(job.problem.shape.height, T_)),
          N_(divided(job.problem.shape.width, T_)),
          Q_(job.problem.passes > 2 ? 2 * R_ * N_ + 2 : 0),
          NX_(N_ + divided(Q_, T_)),
          // Shared memory holds the ends of the segments.
          of_columns_(M_, R_ > 7 ? 16 : 32, R_),
          of_rows_(N_, 512 / T_, R_),
          picture_(shaders.context(), job.problem),
          columns_(shaders.context(), column_numbers() * sizeof(float), "the columns of this filter"),
          rows_(shaders.context(), (row_numbers() + datums()) * sizeof(float), "the rows of this filter") {
        put_numbers();
        put_picture();
    }

    std::size_t working_bytes() const override {
        return picture_.bytes() + passes_.bytes() + weights_.bytes() + scan_columns_.bytes() +
               scan_rows_.bytes() + columns_.bytes() + rows_.bytes();
    }
    bool adopt(const Job& job) override;
    void make_ready(const Images& images) override;
    void start(const Stage& stage) override;
    Carries carries() const override;

  private:
    std::size_t channels() const { return std::size_t(job_.problem.shape.channels); }
    std::size_t column_numbers() const {
        return channels() * std::size_t(M_) * std::size_t(NX_) * std::size_t(2 * R_ * T_);
    }
    // Whether rows of floats are whole vectors of four.
    bool has_rows_of_fours() const { return job_.problem.shape.width * job_.problem.shape.channels % 4 == 0; }
    std::size_t row_numbers() const {
        return channels() * std::size_t(M_) * std::size_t(Q_) * std::size_t(T_);
    }
    std::size_t datums() const { return channels() * std::size_t(M_) * std::size_t(N_); }
    // Fewer where a thread holds many numbers, so that it has registers for them.
    int lanes_of_columns() const { return of_columns_.held(R_) > 4 ? lanes / 2 : lanes; }
    void put_numbers();
    void put_picture();
    void bind_uniforms(unsigned binding, const Buffer& buffer) const {
        bind(*shaders_.context(), gl::uniform_buffer, binding, buffer.name());
    }

    Shaders& shaders_;
    Job job_;
    const int T_, R_, M_, N_, Q_, NX_;
    const Segments of_columns_, of_rows_;
    const Picture picture_;
    const Buffer columns_, rows_;
    Buffer passes_, weights_, scan_columns_, scan_rows_;
    bool is_slow_ = false;           // lines of such a filter enter a block with a level
    bool has_same_weights_ = false;  // a block of the columns and one of the rows
    std::optional<Images> ready_for_;
    const Program *perimeters_program_ = nullptr, *columns_program_ = nullptr, *rows_program_ = nullptr,
                  *filter_program_ = nullptr;
};

void OverlappedPlan::make_ready(const Images& images) {
    if (ready_for_ == images) return;
    ready_for_ = images;
    const auto define = [](const char* name, int value) {
        return "#define " + std::string(name) + " " + std::to_string(value) + "\n";
    };
    const auto carries = [](const char* columns, const char* rows) {
        return "#define COLUMNS_ARE " + std::string(columns) + "\n#define ROWS_ARE " + rows + "\n";
    };
    // The rows' dots change their datums while they are filtered along the columns.
    const auto scan = [&](int lanes_of_group, const Segments& segments, const char* buffer) {
        return define("LANES", lanes_of_group) + define("S", segments.threads) +
               define("HELD", segments.held(R_)) + define("ONCE", segments.fit(R_)) +
               define("CHANGES_DATUMS", buffer == std::string_view("columns")) + "#define CARRIES " + buffer +
               "\n";
    };
    const auto usual = [&](const Images& those) {
        return Picture::definitions(job_.problem, those) + define("T", T_) + define("R", R_);
    };
    const std::string form = define("FORM", int(form_of({job_.problem, job_.design}))),
                      reading = usual({images.source, Target::buffer});
    perimeters_program_ =
        &shaders_.program({"picture.glsl", "carries.glsl", "weights.glsl", "datum.glsl", "perimeters.comp"},
                          reading + carries("restrict writeonly", "restrict writeonly") +
                              define("QUADS", images.source == Source::buffer && has_rows_of_fours() &&
                                                  job_.problem.input == Sample::f32) +
                              define("SAME_WEIGHTS", has_same_weights_));
    columns_program_ =
        &shaders_.program({"picture.glsl", "carries.glsl", "weights.glsl", "scan.glsl", "columns.comp"},
                          reading + carries("restrict", "restrict readonly") +
                              scan(lanes_of_columns(), of_columns_, "columns"));
    if (Q_ > 0) {
        // Lines of all segments fit into shared memory so many blocks at a time,
        // and the ends of the segments there, too.
        const int of_a_block = of_rows_.threads * 2 * R_ * (T_ + 1);
        int at_once = 1;
        while (2 * at_once <= of_rows_.held(R_) && 2 * at_once * of_a_block <= most_shared_lines)
            at_once *= 2;
        const bool once = of_rows_.fit(R_);
        rows_program_ = &shaders_.program(
            {"picture.glsl", "carries.glsl", "recurrence.glsl", "scan.glsl", "rows.comp"},
            // Without ONCE threads read what others of their group have written.
            usual({}) + form + carries("restrict readonly", once ? "restrict" : "coherent") +
                scan(T_, of_rows_, "rows") +
                (once ? define("AT_ONCE", at_once) +
                            define("SHARED",
                                   std::max(at_once * of_a_block + 2 * (T_ + 1), of_rows_.threads * R_ * T_))
                      : ""));
    }
    filter_program_ =
        &shaders_.program({"picture.glsl", "carries.glsl", "recurrence.glsl", "filter.comp"},
                          usual(images) + form + carries("restrict readonly", "restrict readonly") +
                              define("QUADS", images.target == Target::buffer && has_rows_of_fours()));
}

void OverlappedPlan::put_numbers() {
    const OverlappedNumbers all =
        overlapped_numbers({job_.problem, job_.design}, T_, of_columns_.blocks, of_rows_.blocks);
    const auto put = [this](const Vectors& vectors, Buffer& buffer) {
        const std::size_t bytes = vectors.size() * sizeof vectors[0];
        if (buffer.bytes() != bytes) buffer = Buffer(shaders_.context(), bytes, "the numbers of this filter");
        buffer.write(vectors.data(), bytes);
    };
    const auto of_line = [&](int line) {
        const std::ptrdiff_t length = std::ptrdiff_t(T_) * ((2 * R_ + 3) / 4);
        return all.weights.begin() + line * length;
    };
    const bool same = std::equal(of_line(0), of_line(1), of_line(2));
    if (std::exchange(has_same_weights_, same) != same) ready_for_.reset();
    is_slow_ = false;
    for (std::size_t pass = 0; pass < 4; ++pass)
        is_slow_ = is_slow_ || all.passes[pass * all.passes.size() / 4][2] != 0;
    put(all.passes, passes_);
    put(all.weights, weights_);
    put(all.columns, scan_columns_);
    put(all.rows, scan_rows_);
}

void OverlappedPlan::put_picture() {
    const Problem& p = job_.problem;
    PictureNumbers all;
    all.size = {p.shape.width, p.shape.height, M_, N_};
    all.lines = {NX_, Q_, p.passes, 0};
    all.order_of_scans = {int(scan_order(p.boundary_of_columns().kind)), int(scan_order(p.boundary.kind)),
                          of_columns_.blocks, of_rows_.blocks};
    const auto ends = [](const Boundary& boundary) {
        return reads_edge_samples(boundary.kind) ? 2 : boundary.kind == BoundaryKind::constant ? 1 : 0;
    };
    put_outside(p, all);
    bool has_datums = false;
    for (std::size_t k = 0; k < channels(); ++k) has_datums = has_datums || constant_outside(p, k) != 0.0;
    all.ends = {ends(p.boundary_of_columns()), ends(p.boundary), has_datums ? 1 + int(is_slow_) : 0, 0};
    all.result[0] = float(job_.design.gain_after(p.passes));
    all.result[1] = float(job_.design.response_after(p.passes));
    all.result[2] = float(job_.design.response_after(2));
    picture_.set(all);
}

bool OverlappedPlan::adopt(const Job& job) {
    const auto programs_of = [](const Job& one) {
        return std::tuple(one.block, one.design.order(), one.problem.shape, one.problem.passes > 2,
                          one.problem.input, one.problem.linear, form_of({one.problem, one.design}));
    };
    if (&family_of(job.problem) != &families::overlapped || programs_of(job) != programs_of(job_))
        return false;
    job_ = job;
    put_numbers();
    put_picture();
    return true;
}

void OverlappedPlan::start(const Stage& stage) {
    const Context& context = *shaders_.context();
    const int c = job_.problem.shape.channels;
    picture_.bind();
    bind(context, gl::shader_storage_buffer, columns_binding, columns_.name());
    bind(context, gl::shader_storage_buffer, rows_binding, rows_.name());
    bind_uniforms(passes_binding, passes_);
    bind_uniforms(weights_binding, weights_);
    switch (stage.step) {
        case Step::perimeters:
            shaders_.dispatch(*perimeters_program_, {N_, M_, 1});
            break;
        case Step::columns:
            bind_uniforms(scan_binding, scan_columns_);
            shaders_.dispatch(*columns_program_, {NX_ * T_ / lanes_of_columns(), 1, c});
            break;
        case Step::rows:
            bind_uniforms(scan_binding, scan_rows_);
            bind(context, gl::shader_storage_buffer, old_rows_binding, rows_.name());
            bind(context, gl::shader_storage_buffer, new_rows_binding, rows_.name());
            shaders_.dispatch(*rows_program_, {M_, 1, c});
            break;
        case Step::filter:
            shaders_.dispatch(*filter_program_, {N_, M_, 1});
            break;
        default:
            break;
    }
}

Carries OverlappedPlan::carries() const {
    Carries all;
    all.block = T_;
    all.order = R_;
    all.shape = job_.problem.shape;
    all.allocate(true, Q_ > 0);
    const OfOnes of_ones = states_of_ones({job_.problem, job_.design});
    std::vector<float> columns(column_numbers()), rows(row_numbers() + datums());
    columns_.read(columns.data(), columns_.bytes());
    rows_.read(rows.data(), rows_.bytes());
    const std::size_t T = std::size_t(T_), K = std::size_t(2 * R_);
    const auto datum = [&](std::size_t k, std::size_t m, std::size_t n) {
        return double(rows[row_numbers() + (k * std::size_t(M_) + m) * std::size_t(N_) + n]);
    };
    for (std::size_t k = 0; k < channels(); ++k)
        for (std::size_t q = 0; q < K; ++q) {
            const std::size_t number = q % std::size_t(R_), anticausal = q / std::size_t(R_);
            for (std::size_t m = 0; m < std::size_t(M_); ++m)
                for (std::size_t x = 0; x < std::size_t(all.shape.width); ++x)
                    all.column(int(k), int(m), int(x), int(q)) =
                        double(columns[(((k * std::size_t(M_) + m) * std::size_t(NX_) + x / T) * K + q) * T +
                                       x % T]) +
                        of_ones[anticausal][number] * datum(k, m, x / T);
            for (std::size_t n = 0; n < std::size_t(N_) && Q_ > 0; ++n)
                for (std::size_t y = 0; y < std::size_t(all.shape.height); ++y)
                    all.row(int(k), int(n), int(y), int(q)) =
                        double(
                            rows[((k * std::size_t(M_) + y / T) * std::size_t(Q_) + n * K + q) * T + y % T]) +
                        of_ones[2 + anticausal][number] * datum(k, y / T, n);
        }
    return all;
}

}  // namespace

int block_for(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    // A block of 64 fits into shared memory with one channel, and its weights into a block of uniforms up to order 5.
    if (p.shape.channels > 1 || filter.order() > max_order_of_large_blocks) return 32;
    // Where nobody asks, blocks of 32: on an H100 they are faster at every size
    // (bench/results/2026-11-27-h100-lines.md).
    return p.method.block >= 64 ? 64 : 32;
}

std::unique_ptr<Plan> overlapped_plan(const Job& job, Shaders& shaders) {
    return std::make_unique<OverlappedPlan>(job, shaders);
}

}  // namespace sweep::opengl
