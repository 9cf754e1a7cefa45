// Summed-area tables by the overlapped algorithm of [N11] section 6, and boxes from them. opengl/shaders/table*.comp
// are the steps.
#include "opengl/plan/plan.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/problem/box_filter.h"
#include "opengl/plan/picture.h"

namespace sweep::opengl {
namespace {

constexpr int samples_a_group_of_boxes = 256;
constexpr int segments = 16;  // threads of a line in a scan

class TablePlan final : public Plan {
  public:
    TablePlan(const Job& job, Shaders& shaders)
        : shaders_(shaders),
          problem_(job.problem),
          T_(job.block),
          M_(divided(problem_.shape.height, T_)),
          N_(divided(problem_.shape.width, T_)),
          picture_(shaders.context(), problem_),
          columns_(shaders.context(), blocks() * std::size_t(T_) * number, "the columns of this table"),
          rows_(shaders.context(), blocks() * std::size_t(T_) * number, "the rows of this table"),
          sums_(shaders.context(), blocks() * number, "the sums of this table") {
        if (is_box()) make_boxes();
        PictureNumbers all;
        all.size = {problem_.shape.width, problem_.shape.height, M_, N_};
        all.order_of_scans = {0, 0, divided(M_, segments), divided(N_, segments)};
        const Quantisation quantisation = sweep::quantisation(problem_);
        all.result = {quantisation.scale, quantisation.limit};
        const BoxFilter box = box_filter(problem_);
        for (std::size_t k = 0; k < 4; ++k) all.outside_columns[k] = float(box.outside[k]);
        picture_.set(all);
    }

    std::size_t working_bytes() const override {
        return picture_.bytes() + columns_.bytes() + rows_.bytes() + sums_.bytes() + table_.bytes() +
               across_.bytes() + down_.bytes();
    }
    void make_ready(const Images& images) override;
    void start(const Stage& stage) override;
    TableCarries table_carries() const override;

  private:
    static constexpr std::size_t number = 4;  // the bytes of one
    std::size_t blocks() const {
        return std::size_t(problem_.shape.channels) * std::size_t(M_) * std::size_t(N_);
    }

    bool is_box() const { return problem_.filter.kind == FilterKind::box; }
    void make_boxes();

    Shaders& shaders_;
    const Problem problem_;
    const int T_, M_, N_;
    const Picture picture_;
    const Buffer columns_, rows_, sums_;
    Buffer table_, across_, down_;  // of boxes
    const Program *perimeters_program_ = nullptr, *columns_program_ = nullptr, *rows_program_ = nullptr,
                  *blocks_program_ = nullptr, *box_program_ = nullptr;
};

// The box around each sample of a line, as the shader has it.
std::vector<std::array<int, 2>> boxes(const BoxLine& line) {
    std::vector<std::array<int, 2>> all;
    for (int i = 0; i < line.n; ++i) {
        const BoxSum sum = box_sum(line, i);
        for (const BoxTerm& term : sum.terms)
            all.push_back({term.index, int(std::uint32_t(std::uint64_t(term.weight)))});
        all.push_back({int(sum.inside), int(sum.length)});
    }
    return all;
}

void TablePlan::make_boxes() {
    const BoxFilter box = box_filter(problem_);
    table_ = Buffer(shaders_.context(), problem_.shape.samples() * number, "the table of these boxes");
    const auto put = [this](const BoxLine& line, Buffer& buffer) {
        const auto all = boxes(line);
        buffer = Buffer(shaders_.context(), all.size() * sizeof all[0], "the boxes of a line");
        buffer.write(all.data(), buffer.bytes());
    };
    put(box.across, across_);
    put(box.down, down_);
}

void TablePlan::make_ready(const Images& images) {
    const std::string size_of_blocks = "#define T " + std::to_string(T_) + "\n";
    Problem table = problem_;
    table.filter.kind = FilterKind::sat;
    const auto program = [&](const char* file, const Images& those, const char* columns, const char* rows,
                             const char* sums) {
        return &shaders_.program(
            {"picture.glsl", "table.glsl", file},
            Picture::definitions(table, those, is_box() ? table_out_binding : out_binding) + size_of_blocks +
                "#define S " + std::to_string(segments) + "\n#define OF_BOXES " + (is_box() ? "1" : "0") +
                "\n#define COLUMNS_ARE " + columns + "\n#define ROWS_ARE " + rows + "\n#define SUMS_ARE " +
                sums + "\n");
    };
    const Images reading{images.source, Target::buffer};
    const char *written = "restrict writeonly", *read = "restrict readonly";
    perimeters_program_ = program("table_perimeters.comp", reading, written, written, read);
    // Threads read what others of their group have written.
    columns_program_ = program("table_columns.comp", {}, "coherent restrict", read, written);
    rows_program_ = program("table_rows.comp", {}, read, "restrict", read);
    blocks_program_ = program("table_blocks.comp", is_box() ? reading : images, read, read, read);
    if (is_box())
        box_program_ = &shaders_.program(
            {"picture.glsl", "table_box.comp"},
            Picture::definitions(problem_, {Source::buffer, images.target}) + size_of_blocks);
}

void TablePlan::start(const Stage& stage) {
    const Context& context = *shaders_.context();
    const int c = problem_.shape.channels;
    picture_.bind();
    bind(context, gl::shader_storage_buffer, columns_binding, columns_.name());
    bind(context, gl::shader_storage_buffer, rows_binding, rows_.name());
    bind(context, gl::shader_storage_buffer, sums_binding, sums_.name());
    switch (stage.step) {
        case Step::sat_perimeters:
            shaders_.dispatch(*perimeters_program_, {N_, M_, 1});
            break;
        case Step::sat_columns:
            shaders_.dispatch(*columns_program_, {N_, 1, c});
            break;
        case Step::sat_rows:
            shaders_.dispatch(*rows_program_, {M_, 1, c});
            break;
        case Step::sat_blocks:
            if (is_box()) bind(context, gl::shader_storage_buffer, table_out_binding, table_.name());
            shaders_.dispatch(*blocks_program_, {N_, M_, 1});
            break;
        case Step::box:
            bind(context, gl::shader_storage_buffer, across_binding, across_.name());
            bind(context, gl::shader_storage_buffer, down_binding, down_.name());
            bind(context, gl::shader_storage_buffer, table_binding, table_.name());
            shaders_.dispatch(*box_program_, {divided(problem_.shape.width * c, samples_a_group_of_boxes),
                                              problem_.shape.height, 1});
            break;
        default:
            break;
    }
}

TableCarries TablePlan::table_carries() const {
    TableCarries all;
    all.block = T_;
    all.shape = problem_.shape;
    all.allocate();
    const auto read = [this](const Buffer& buffer) {
        std::vector<double> numbers(buffer.bytes() / number);
        const auto take = [&]<class T>(std::vector<T> from) {
            buffer.read(from.data(), buffer.bytes());
            std::copy(from.begin(), from.end(), numbers.begin());
        };
        if (table_sample(problem_) == Sample::u32)
            take(std::vector<std::uint32_t>(numbers.size()));
        else
            take(std::vector<float>(numbers.size()));
        return numbers;
    };
    const std::vector<double> columns = read(columns_), rows = read(rows_), sums = read(sums_);
    for (int k = 0; k < all.shape.channels; ++k)
        for (int m = 0; m < M_; ++m)
            for (int n = 0; n < N_; ++n) {
                const std::size_t block =
                    (std::size_t(k) * std::size_t(M_) + std::size_t(m)) * std::size_t(N_) + std::size_t(n);
                all.sum(k, m, n) = sums[block];
                for (int i = 0; i < T_; ++i) {
                    const std::size_t at = block * std::size_t(T_) + std::size_t(i);
                    if (n * T_ + i < all.shape.width) all.column(k, m, n * T_ + i) = columns[at];
                    if (m * T_ + i < all.shape.height) all.row(k, n, m * T_ + i) = rows[at];
                }
            }
    return all;
}

}  // namespace

std::unique_ptr<Plan> table_plan(const Job& job, Shaders& shaders) {
    return std::make_unique<TablePlan>(job, shaders);
}

}  // namespace sweep::opengl
