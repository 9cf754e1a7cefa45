#include "app/work/results/volume.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/design/design.h"

namespace sweep::app {
namespace {

constexpr std::size_t samples_at_once = std::size_t(1)
                                        << 23;  // of lines from page to page: 32 MiB of float32

// What a filter makes of the constant 1 that continues pages: of the box and of no filter the same.
double response_to_constants(const FilterSpec& filter) {
    if (!is_recursive(filter.kind)) return 1;
    const FilterDesign passes = design(filter);
    return passes.gain_after(all_passes) * passes.response_after(all_passes);
}

class Volume {
  public:
    Volume(const FilterFiles& files, int pages, const VolumeRequest& request, const FilterContext& context)
        : files_(files),
          pages_(pages),
          request_(request),
          room_(context.room),
          say_(context.say),
          take_(context.take) {
        // Before the first page and behind the last one there are filtered pages, too.
        const double response = response_to_constants(request_.in_page.filter);
        for (double& value : request_.across.boundary.value) value *= response;
    }

    // Filters a page, from 1 on, and keeps the result.
    void add(int page) {
        const auto take = [&](std::uint64_t bytes, const std::string& what) { take_(bytes + bytes_, what); };
        FilterFiles one = files_;
        one.page = page;
        FileImage file = read_to_filter(one, request_.in_page, take, true);
        require_size(one, file.image.shape());
        require_plain(file);
        facts_.push_back(facts_of(file));
        FilterRun run(std::move(file), files_.in.string(), request_.in_page, room_, say_);
        if (run.problem().linear && run.problem().boundary.kind == BoundaryKind::constant)
            throw Error(
                ExitCode::usage,
                "a constant outside of a volume is for samples that are light or numbers: take another "
                "--boundary, or --linear off");
        run.warn();
        const Image result = run.run_and_restore(done_.milliseconds);
        if (page == 1) begin(result);
        if (result.shape() != done_.page || result.sample() != sample_)
            throw Error(ExitCode::unreadable_input,
                        fmt::format("'{}' is no volume: page {} has another size or type than the first",
                                    printable(files_.in.string()), page));
        std::memcpy(slice(page - 1), result.view().data, page_bytes());
    }

    // Filters from page to page, some rows of all pages at once: where these are the rows of a picture, its columns
    // are lines along z.
    void filter_across() {
        const int height = done_.page.height,
                  at_once = int(std::clamp<std::size_t>(samples_at_once / (row_samples() * slices_.size()), 1,
                                                        std::size_t(height)));
        const auto say_once = [&, said = false](const std::string& text) mutable {
            if (!std::exchange(said, true)) say_(text);
        };
        for (int first = 0; first < height; first += at_once) {
            const int rows = std::min(at_once, height - first);
            const std::size_t bytes = std::size_t(rows) * row_samples() * size_of(sample_),
                              from = std::size_t(first) * row_samples() * size_of(sample_);
            Image lines = make_image({done_.page.width * rows, pages_, done_.page.channels}, sample_,
                                     "lines from page to page");
            for (int z = 0; z < pages_; ++z)
                std::memcpy(lines.view().row<std::byte>(z), slice(z) + from, bytes);
            FilterRun run(FileImage{.image = std::move(lines)}, files_.in.string(), request_.across, room_,
                          say_once);
            run.warn();
            const Image result = run.run_and_restore(done_.milliseconds);
            done_.engine = run.started().text();
            for (int z = 0; z < pages_; ++z)
                std::memcpy(slice(z) + from, result.view().row<std::byte>(z), bytes);
        }
    }

    FilteredVolume write(const TakeImage& write) {
        for (int page = 1; page <= pages_; ++page) {
            const auto i = std::size_t(page - 1);
            const FilterSettings& request = request_.in_page;
            save_result(files_.out, request, facts_[i], std::move(slices_[i]), say_, 0,
                        {.metadata = metadata_to_keep(files_.in, page, request, say_),
                         .has_alpha = false,
                         .take = write});
        }
        return done_;
    }

  private:
    // What lies between the two runs are numbers without alpha, and without holes.
    void require_plain(const FileImage& file) const {
        const auto refuse = [&](const char* what) {
            throw Error(ExitCode::unreadable_input,
                        fmt::format("'{}' has {}, which a volume may not have: filter its pages, without z",
                                    printable(files_.in.string()), what));
        };
        if (file.alpha != Alpha::none) refuse("alpha");
        if (!file.missing.empty()) refuse("samples that are missing");
    }

    void begin(const Image& first) {
        done_.page = first.shape();
        sample_ = first.sample();
        bytes_ = page_bytes() * std::uint64_t(pages_);
        const std::string what =
            fmt::format("a volume of {} x {} x {}", pages_, done_.page.height, done_.page.width);
        take_(bytes_ + 3 * page_bytes(), what);
        for (int z = 0; z < pages_; ++z) slices_.push_back(make_image(done_.page, sample_, what));
    }

    std::size_t row_samples() const {
        return std::size_t(done_.page.width) * std::size_t(done_.page.channels);
    }
    std::size_t page_bytes() const { return done_.page.samples() * size_of(sample_); }
    std::byte* slice(int z) { return slices_[std::size_t(z)].data<std::byte>(); }

    const FilterFiles& files_;
    const int pages_;
    VolumeRequest request_;
    EngineRoom& room_;
    const Say& say_;
    const TakeMemory& take_;
    std::vector<PageFacts> facts_;
    std::vector<Image> slices_;
    Sample sample_ = Sample::f32;  // of the slices
    std::uint64_t bytes_ = 0;      // of all slices
    FilteredVolume done_;
};

}  // namespace

FilteredVolume filter_volume(const FilterFiles& files, int pages, const VolumeRequest& request,
                             const FilterContext& context, const TakeImage& write) {
    Volume volume(files, pages, request, context);
    for (int page = 1; page <= pages; ++page) volume.add(page);
    volume.filter_across();
    return volume.write(write);
}

}  // namespace sweep::app
