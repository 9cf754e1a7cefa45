#include "app/gallery.h"

#include "app/timing.h"
#include "core/error.h"
#include "core/image_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace sweep::app {
namespace {

namespace fs = std::filesystem;

bool is_picture(const fs::path& path) {
    try {
        require_readable(path);
        return true;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace

std::vector<fs::path> pictures_in(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
        std::error_code unknown;
        if (file->is_regular_file(unknown) && !is_depth_name(file->path()) && is_picture(file->path()))
            found.push_back(file->path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

void Gallery::open(const fs::path& path, const std::optional<fs::path>& depth) {
    std::error_code error;
    refusal_.clear();
    const fs::path current = !work_.valid() ? shown_ : next_ ? next_->picture : reading_.picture;
    if (fs::is_directory(path, error)) {
        const std::vector<fs::path> pictures = pictures_in(path);
        if (pictures.empty())
            refusal_ =
                fmt::format("no picture in the folder '{}': drop a .png, .jpg, .hdr or .npy", path.string());
        else
            start({pictures.front(), depth});
    } else if (!depth && is_depth_name(path) && !current.empty()) {
        start({current, path});
    } else {
        start({path, depth});
    }
}

void Gallery::step(int by) {
    if (folder_.size() < 2) return;
    const fs::path& from = work_.valid() ? (next_ ? next_->picture : reading_.picture) : shown_;
    const auto now = std::find(folder_.begin(), folder_.end(), from);
    const auto count = std::ptrdiff_t(folder_.size());
    const std::ptrdiff_t index = now == folder_.end() ? 0 : now - folder_.begin() + by;
    start({folder_[std::size_t((index % count + count) % count)], std::nullopt});
}

void Gallery::start(Request request) {
    if (work_.valid()) {  // the one that is being read is not wanted any more
        next_ = std::move(request);
        return;
    }
    reading_ = std::move(request);
    started_ = wall_seconds();
    std::error_code error;
    bytes_ = fs::file_size(reading_.picture, error);
    if (error) bytes_ = 0;
    work_ = std::async(std::launch::async, [request = reading_, side = largest_side_] {
        return load_picture(request.picture, request.depth, side);
    });
}

std::optional<PictureData> Gallery::finished(bool wait) {
    using namespace std::chrono_literals;
    if (!refusal_.empty()) throw Error(ExitCode::unreadable_input, std::exchange(refusal_, {}));
    while (work_.valid() && (wait || work_.wait_for(0s) == std::future_status::ready)) {
        std::future<PictureData> done = std::exchange(work_, {});
        done.wait();
        if (next_) {
            start(*std::exchange(next_, std::nullopt));
            continue;
        }
        PictureData data = done.get();
        shown_ = data.path;
        // Its neighbours, which may have changed since.
        const fs::path folder = shown_.parent_path();
        folder_ = pictures_in(folder.empty() ? fs::path(".") : folder);
        if (folder.empty())
            for (fs::path& path : folder_) path = path.filename();
        return data;
    }
    return std::nullopt;
}

std::string Gallery::progress() const {
    if (!work_.valid()) return {};
    const Request& request = next_ ? *next_ : reading_;
    return fmt::format("reading {}, {:.1f} MB, {:.1f} s", request.picture.filename().string(),
                       double(bytes_) * 1e-6, wall_seconds() - started_);
}

std::string Gallery::place() const {
    const auto now = std::find(folder_.begin(), folder_.end(), shown_);
    if (folder_.size() < 2 || now == folder_.end()) return {};
    return fmt::format("{} of {}", now - folder_.begin() + 1, folder_.size());
}

}  // namespace sweep::app
