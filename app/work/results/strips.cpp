#include "app/work/results/strips.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/design/design.h"
#include "core/line/exact_line.h"
#include "core/line/parts.h"
#include "files/format.h"

namespace sweep::app {
namespace {

// How long the two readings of a strip take, one against the other: 60000 x 60000 bytes, sigma 20, on two cores.
constexpr double work_of_ends = 1, work_of_strip = 5;

class Strips {
  public:
    Strips(RowFile& file, const StripRequest& request, const FilterContext& context,
           const StripProgress& progress);
    FilteredStrips run();

  private:
    bool is_table() const { return settings_.filter.kind == FilterKind::sat; }
    const Boundary& boundary_of_columns() const {
        return settings_.boundary_y ? *settings_.boundary_y : settings_.boundary;
    }
    bool has_carries() const { return !poles_.empty(); }
    std::size_t row_samples() const { return std::size_t(shape_.width) * std::size_t(shape_.channels); }
    std::uint64_t bytes_of(int rows) const;
    int rows_that_fit(std::uint64_t& least) const;
    int choose_rows();
    int height(int strip) const { return std::min(rows_, shape_.height - strip * rows_); }

    void read_ends();
    void read_end(int strip, int from, int to);
    FileImage with_halo(int strip, int& above);
    void filter_strip(int strip, std::optional<RowOutput>& output);
    void filter_states(int strip);
    void continue_table(Image& rows);
    void write(Image rows, const PageFacts& page, bool has_alpha, std::optional<RowOutput>& output);
    void require_opaque(FileImage& picture) const;

    RowFile& file_;
    const StripRequest& request_;
    const FilterSettings& settings_;
    EngineRoom& room_;
    const Say say_;
    const StripProgress& progress_;
    const Shape shape_;
    FilterSettings in_strip_;      // what a strip is filtered with
    FilterDesign design_;          // of a recursive filter
    std::vector<PartPole> poles_;  // of the columns
    int halo_ = 0;                 // rows that a box reads on either side of a strip
    int rows_ = 1;                 // of a strip
    std::unique_ptr<OutputFile>
        scratch_;  // for what lies between strips, beside OUT; null: it fits into memory
    std::optional<ColumnParts> parts_;
    std::vector<double> sums_;           // the last row of a table of floats so far
    std::vector<std::uint32_t> counts_;  // and of integers
    Unfit unfit_;
    std::optional<double> no_data_;  // of the file, which keeps it
    Metadata metadata_;
    Described picture_;
    FilteredStrips filtered_;
};

Strips::Strips(RowFile& file, const StripRequest& request, const FilterContext& context,
               const StripProgress& progress)
    : file_(file),
      request_(request),
      settings_(request.settings),
      room_(context.room),
      say_(each_once(context.say)),
      progress_(progress),
      shape_(file.shape()),
      in_strip_(settings_) {
    file_.widen_for([&](const FileImage& rows) { return is_widened(rows, request_.out, settings_); });
    const FilterSpec& filter = settings_.filter;
    if (is_recursive(filter.kind)) {
        design_ = design(filter);
        if (filter.axes != Axes::x) poles_ = part_poles(design_.columns);
        in_strip_.boundary_y = Boundary{BoundaryKind::clamp, {}};
        in_strip_.premultiply = is_weighted_by_alpha(settings_);
    } else if (filter.kind == FilterKind::box) {
        const BoxExtent box = filter.box_down_columns();
        halo_ = std::max({box.before, box.after, 0});
        if (halo_ >= shape_.height)
            throw Error(
                ExitCode::failed,
                fmt::format("'{}' does not fit into memory, and the box is higher than it: use a smaller box",
                            printable(request.in.string())));
    }
    rows_ = request.rows > 0 ? std::min(request.rows, shape_.height) : choose_rows();
    context.take(bytes_of(rows_),
                 fmt::format("filtering {} x {} pixels in strips", shape_.width, shape_.height));
    filtered_ = {.engine = {}, .shape = shape_, .strips = (shape_.height + rows_ - 1) / rows_};
    if (!has_carries()) return;
    std::vector<int> heights;
    for (int strip = 0; strip < filtered_.strips; ++strip) heights.push_back(height(strip));
    parts_.emplace(design_.columns, std::move(heights), row_samples(),
                   scratch_ ? scratch_->stream() : nullptr);
}

// What strips of so many rows take: one of them, and the states of all, or where there is a file of one and those that
// are carried on. A table may be of doubles, and a box is cut out of its halo.
std::uint64_t Strips::bytes_of(int rows) const {
    const Shape strip{shape_.width, std::min(rows + 2 * halo_, shape_.height), shape_.channels};
    const std::uint64_t strips = std::uint64_t((shape_.height + rows - 1) / rows),
                        states = ColumnParts::rows_of_part(poles_.size()) * row_samples() * sizeof(double),
                        more = halo_ > 0 || is_table() ? strip.samples() * sizeof(double) : 0;
    return filter_memory(settings_, output_format(request_.out), strip, file_.sample()) + more +
           file_.bytes() + (poles_.empty() ? 0 : states * (scratch_ ? 2 : 1 + strips));
}

// As many as leave a third of the memory to the engine; 0: there is not even room for `least`.
int Strips::rows_that_fit(std::uint64_t& least) const {
    const std::uint64_t there = available_memory() / 3 * 2;
    constexpr std::size_t most_samples = std::size_t(1) << 30;
    const auto most = int(std::min<std::size_t>(std::size_t(shape_.height),
                                                std::max<std::size_t>(1, most_samples / row_samples())));
    least = std::numeric_limits<std::uint64_t>::max();
    for (int rows = most; rows >= 1; rows -= std::max(1, rows / 16)) {
        const std::uint64_t bytes = bytes_of(rows);
        least = std::min(least, bytes);
        if (bytes > there) continue;
        const int together = file_.rows_together(), whole = rows - rows % together;
        return whole > 0 && bytes_of(whole) <= there ? whole : rows;
    }
    return 0;
}

int Strips::choose_rows() {
    std::uint64_t least = 0;
    if (const int rows = rows_that_fit(least); rows > 0) return rows;
    if (has_carries()) {
        scratch_ = open_output(request_.out);
        if (const int rows = rows_that_fit(least); rows > 0) return rows;
    }
    throw Error(
        ExitCode::failed,
        fmt::format(
            "filtering {} x {} pixels in strips of rows needs {} of memory, {} are available: use a smaller image",
            shape_.width, shape_.height, memory_text(least / 2 * 3), memory_text(available_memory())));
}

// A colour weighs by its alpha, and associated colours have a range, which the whole picture says. Of opaque ones
// nothing depends on how alpha is meant, where OUT means it in the same way.
void Strips::require_opaque(FileImage& picture) const {
    if (picture.alpha == Alpha::associated && output_format(request_.out).alpha == Alpha::associated &&
        !is_transparent(picture.image.view()))
        picture.alpha = Alpha::straight;
    if (picture.alpha == Alpha::associated ||
        (picture.alpha == Alpha::straight && is_weighted_by_alpha(settings_) &&
         is_transparent(picture.image.view())))
        throw Error(
            ExitCode::unreadable_input,
            fmt::format(
                "'{}' does not fit into memory, and has pixels that are transparent, for which it has to: "
                "use a smaller one, or --no-premultiply",
                printable(request_.in.string())));
}

void Strips::read_ends() {
    for (int strip = 0; strip < filtered_.strips; ++strip) {
        const int n = height(strip), felt = parts_->reach(strip);
        if (2 * felt >= n) {
            read_end(strip, 0, n);
        } else {
            read_end(strip, 0, felt);
            read_end(strip, n - felt, n);
        }
        progress_.done(work_of_ends);
    }
    std::vector<double> outside;
    const Boundary& boundary = boundary_of_columns();
    for (int c = 0; c < shape_.channels; ++c) outside.push_back(boundary.outside(std::size_t(c)));
    parts_->enter(boundary.kind, outside);
}

// Reads rows of a strip in the samples that are filtered, in double.
void Strips::read_end(int strip, int from, int to) {
    const int at_once = std::max(16, file_.rows_together());
    for (int first = from; first < to; first += at_once) {
        FileImage rows = file_.read(strip * rows_ + first, std::min(at_once, to - first));
        require_opaque(rows);
        const Decoding decoding = decoding_of(rows.image.sample(), rows.encoding, settings_.linear);
        const Image numbers = engine_input(std::move(rows.image), decoding, settings_.filter.kind,
                                           settings_.engine, say_, Sample::f64);
        for (int y = 0; y < numbers.shape().height; ++y)
            parts_->read(strip, first + y, numbers.view().row<double>(y));
    }
}

// What goes along the rows goes along the states, too; of a constant outside nothing is in them,
// which the engine adds once.
void Strips::filter_states(int strip) {
    if (settings_.filter.axes == Axes::y) return;
    const auto line =
        exact_line(design_.rows, exact_form(design_.rows), settings_.boundary.kind, true, shape_.width);
    double* row = parts_->states(strip).data();
    for (std::size_t i = 0; i < parts_->rows_of_states(); ++i, row += row_samples())
        for (int c = 0; c < shape_.channels; ++c) (*line)(row + c, shape_.channels, 0);
}

// A strip with the rows around it that a box reads: those of the other end, too, where the picture repeats.
FileImage Strips::with_halo(int strip, int& above) {
    const int first = strip * rows_, end = first + height(strip);
    const Boundary& boundary = boundary_of_columns();
    std::vector<std::pair<int, int>> pieces;
    const auto add = [&](int from, int to) {
        if (from < to) pieces.emplace_back(from, to - from);
    };
    const int before = first - halo_, behind = end + halo_;
    above = halo_;
    if (wraps_around(boundary.kind))
        add(before + shape_.height, shape_.height);
    else
        above = std::min(halo_, first);
    add(std::max(before, 0), std::min(behind, shape_.height));
    if (wraps_around(boundary.kind)) add(0, behind - shape_.height);
    FileImage whole = file_.read(pieces.front().first, pieces.front().second);
    if (pieces.size() == 1) return whole;
    int rows = 0;
    for (const auto& [from, count] : pieces) rows += count;
    Image joined({shape_.width, rows, shape_.channels}, file_.sample());
    int at = 0;
    for (const auto& [from, count] : pieces) {
        const Image piece = std::move(file_.read(from, count).image);
        std::memcpy(joined.view().row<std::byte>(at), piece.view().data, piece.bytes());
        at += count;
    }
    whole.image = std::move(joined);
    return whole;
}

void Strips::continue_table(Image& table) {
    const std::size_t count = row_samples();
    const auto add = [&]<class T>(T, auto& carry) {
        carry.resize(count);
        for (int y = 0; y < table.shape().height; ++y) {
            T* const row = table.view().row<T>(y);
            const bool is_last = y == table.shape().height - 1;
            for (std::size_t i = 0; i < count; ++i) {
                const auto sum = carry[i] + row[i];
                if (is_last) carry[i] = sum;
                row[i] = T(sum);
            }
        }
    };
    if (table.sample() == Sample::u32)
        add(std::uint32_t(), counts_);
    else if (table.sample() == Sample::f64)
        add(double(), sums_);
    else
        add(float(), sums_);
}

void Strips::filter_strip(int strip, std::optional<RowOutput>& output) {
    int above = 0;
    FileImage picture = with_halo(strip, above);
    require_opaque(picture);
    const PageFacts page = facts_of(picture);
    const bool has_alpha = picture.alpha != Alpha::none;
    if (gives_weights(settings_) && !settings_.strip) no_data_ = picture.no_data;
    if (picture.smaller > 0)
        say_(fmt::format("'{}': {}", printable(request_.in.string()), text_of_smaller(picture.smaller)));
    const Image alpha =
        has_alpha && settings_.keeps_alpha() ? alpha_of(std::as_const(picture.image).view()) : Image();
    Image rows;
    {
        FilterRun run(std::move(picture), request_.in.string(), in_strip_, room_, say_);
        run.warn();
        rows = run.run_and_restore(filtered_.milliseconds);
        filtered_.engine = run.started().text();
    }
    const int n = height(strip);
    if (rows.shape().height > n) {
        Image cut({shape_.width, n, shape_.channels}, rows.sample());
        std::memcpy(cut.data<std::byte>(), rows.view().row<std::byte>(above), cut.bytes());
        rows = std::move(cut);
    }
    if (is_table()) continue_table(rows);
    if (has_carries()) {
        filter_states(strip);
        for (int i = 0; i < n; ++i) {
            if (rows.sample() == Sample::f64)
                parts_->add(strip, i, rows.view().row<double>(i));
            else
                parts_->add(strip, i, rows.view().row<float>(i));
        }
    }
    if (!alpha.empty()) set_alpha(rows, alpha);  // what the other strips add is not of alpha
    write(std::move(rows), page, has_alpha, output);
    progress_.done(work_of_strip);
}

void Strips::write(Image rows, const PageFacts& page, bool has_alpha, std::optional<RowOutput>& output) {
    const auto take = [&](ConstImageView image, const std::optional<Encoding>& encoding, const Metadata&,
                          const Described& picture) {
        if (!output) {
            const Shape whole{image.shape.width, shape_.height, image.shape.channels};
            picture_ = picture;
            picture_.shape = whole;
            picture_.is_page = false;
            output.emplace(request_.out, whole, image.sample, encoding,
                           settings_.strip ? nullptr : file_.kept());
        }
        output->add(image);
        return std::string();
    };
    save_result(request_.out, settings_, page, std::move(rows), say_, 0,
                {.has_alpha = has_alpha, .no_data = no_data_, .unfit = &unfit_, .take = take});
}

FilteredStrips Strips::run() {
    const int strips = filtered_.strips;
    if (has_carries())
        progress_.begin(2 * strips, strips * (work_of_ends + work_of_strip));
    else
        progress_.begin(strips, strips * work_of_strip);
    metadata_ = metadata_to_keep(request_.in, 1, settings_, say_);
    if (has_carries()) read_ends();
    std::optional<RowOutput> output;
    for (int strip = 0; strip < filtered_.strips; ++strip) filter_strip(strip, output);
    std::string left_out = describe(metadata_, picture_);
    if (const std::string more = output->finish(metadata_, picture_); !more.empty())
        left_out += (left_out.empty() ? "" : ", ") + more;
    say_left_out(request_.out, left_out, say_);
    say_unfit(request_.out, unfit_, 0, no_data_, say_);
    return filtered_;
}

}  // namespace

std::string whole_picture_option(const FilterSettings& request) {
    if (info(request.filter.kind).follows_picture) return fmt::format("--filter {}", request.filter_word());
    if (!request.derived.is_none()) return "--derive";
    if (request.passes != all_passes) return "--passes";
    if (request.method.taps > 0) return "--taps";
    if (request.method.precision == Precision::f32_less_mean) return "--precision float-mean";
    if (request.method.precision == Precision::fixed_point) return "--precision fixed";
    return {};
}

FilteredStrips filter_in_strips(RowFile& file, const StripRequest& request, const FilterContext& context,
                                const StripProgress& progress) {
    return Strips(file, request, context, progress).run();
}

}  // namespace sweep::app
