#include "app/work/pictures/gallery.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/screen/gl/timing.h"
#include "core/base/error.h"
#include "files/image_file.h"

namespace sweep::app {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::vector<fs::path> pictures_in(const fs::path& folder, const std::stop_token& stop) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
        if (stop.stop_requested()) return {};
        std::error_code unknown;
        if (file->is_regular_file(unknown) && !is_depth_name(file->path()) && is_readable(file->path()))
            found.push_back(file->path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

const fs::path& Gallery::current() const {
    if (!work_.running()) return shown_;
    const Request& last = next_ ? *next_ : reading_;
    const bool is_depth = !last.depth && is_depth_name(last.path) && !last.current.empty();
    return is_depth ? last.current : last.path;
}

int Gallery::current_page() const {
    return work_.running() ? (next_ ? *next_ : reading_).page : page_;
}

const PictureChoice& Gallery::current_choice() const {
    return work_.running() ? (next_ ? *next_ : reading_).choice : choice_;
}

int Gallery::layer() const {
    const auto found = std::find(layers_.begin(), layers_.end(), current_choice());
    return found == layers_.end() ? 0 : int(found - layers_.begin());
}

void Gallery::open(const fs::path& path, const std::optional<fs::path>& depth, int page,
                   const PictureChoice& choice) {
    steps_ = 0;
    const bool is_map_of_current = !depth && is_depth_name(path) && !current().empty();
    start({path, depth, current(), is_map_of_current ? current_page() : page,
           is_map_of_current ? current_choice() : choice});
}

void Gallery::step(int by) {
    // How many pages and layers a file has is known when one of them has been read.
    const bool is_known = current() == shown_;
    const int pages = is_known ? this->pages() : 1;
    int page = (is_known ? this->page() : current_page()) + by;
    if (const bool is_alone = folder_.size() < 2 && !listing_.running(); is_alone && pages > 1)
        page = (page - 1 + pages) % pages + 1;
    if (page >= 1 && page <= pages) {
        if (is_known)
            go_to(page);
        else
            start({current(), std::nullopt, {}, page});
        return;
    }
    if (listing_.running()) {
        steps_ += by;
        return;
    }
    if (folder_.size() < 2) return;
    const auto now = std::find(folder_.begin(), folder_.end(), current());
    const auto count = std::ptrdiff_t(folder_.size());
    const std::ptrdiff_t index = now == folder_.end() ? 0 : now - folder_.begin() + by;
    start({folder_[std::size_t((index % count + count) % count)], std::nullopt, {}, 1});
}

void Gallery::go_to(int page) {
    if (current() != shown_ || page < 1 || page > pages()) return;
    if (layers_.size() > 1)
        start({current(), std::nullopt, {}, 1, layers_[std::size_t(page) - 1]});
    else
        start({current(), std::nullopt, {}, page});
}

// The picture and the depth map to read: the first picture of a folder, or the current picture for a depth
// map alone.
Gallery::Request Gallery::resolved(const Request& request, const std::stop_token& stop) {
    std::error_code error;
    if (fs::is_directory(request.path, error)) {
        const std::vector<fs::path> pictures = pictures_in(request.path, stop);
        if (pictures.empty())
            throw Error(ExitCode::unreadable_input,
                        fmt::format("no picture in the folder '{}': drop a .png, .jpg, .tif, .exr or .npy",
                                    request.path.string()));
        return {pictures.front(), request.depth, {}, request.page, request.choice};
    }
    if (!request.depth && is_depth_name(request.path) && !request.current.empty())
        return resolved({request.current, request.path, {}, request.page, request.choice}, stop);
    return request;
}

void Gallery::start(Request request) {
    if (work_.running()) {  // the result of the running read will be dropped
        next_ = std::move(request);
        return;
    }
    reading_ = std::move(request);
    started_ = wall_seconds();
    bytes_ = std::make_shared<std::atomic<std::uintmax_t>>(0);
    work_.start([request = reading_, bytes = bytes_, side = largest_side_](const std::stop_token& stop) {
        const Request file = resolved(request, stop);
        std::error_code error;
        const std::uintmax_t size = fs::file_size(file.path, error);
        if (!error) *bytes = size;
        return load_picture(file.path, file.depth, side, file.page, file.choice);
    });
}

std::optional<PictureData> Gallery::finished(bool wait) {
    take_neighbours();
    std::optional<PictureData> data;
    while (work_.running() && !data) {
        if (wait) work_.wait();
        try {
            data = work_.take();
        } catch (const std::exception&) {
            if (!next_) throw;  // the error of a superseded read does not matter
        }
        if (work_.running()) return std::nullopt;
        if (next_) {
            data.reset();
            start(*std::exchange(next_, std::nullopt));
        }
    }
    if (!data) return std::nullopt;
    const bool is_same_file = shown_ == data->path;
    shown_ = data->path;
    choice_ = data->choice;
    layers_ = data->layers;
    page_ = data->page;
    pages_ = data->pages;
    other_folder_ = !is_same_file || pages_ == 1 || folder_.empty();
    take_neighbours();
    if (wait) {
        listing_.wait();
        take_neighbours();
    }
    return data;
}

// Takes the list of the folder's pictures when it is there, unless the picture has changed since; starts a
// new one.
void Gallery::take_neighbours() {
    if (auto pictures = listing_.take(); pictures && !other_folder_) {
        folder_ = *std::move(pictures);
        if (const int by = std::exchange(steps_, 0)) step(by);
    }
    if (!other_folder_ || listing_.running()) return;
    other_folder_ = false;
    listing_.start([folder = shown_.parent_path()](const std::stop_token& stop) {
        std::vector<fs::path> pictures = pictures_in(folder.empty() ? fs::path(".") : folder, stop);
        if (folder.empty())
            for (fs::path& path : pictures) path = path.filename();
        return pictures;
    });
}

std::string Gallery::progress() const {
    if (!work_.running()) return {};
    const fs::path& path = current();
    return fmt::format("reading {}, {:.1f} MB, {:.1f} s", path.filename().string(),
                       double(bytes_->load()) * 1e-6, wall_seconds() - started_);
}

std::string Gallery::place() const {
    if (layers_.size() > 1) return fmt::format("layer {} of {}", layer() + 1, layers_.size());
    if (pages_ > 1) return fmt::format("page {} of {}", page_, pages_);
    const auto now = std::find(folder_.begin(), folder_.end(), shown_);
    if (folder_.size() < 2 || now == folder_.end()) return {};
    return fmt::format("{} of {}", now - folder_.begin() + 1, folder_.size());
}

}  // namespace sweep::app
