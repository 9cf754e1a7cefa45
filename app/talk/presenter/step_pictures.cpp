#include "app/talk/presenter/step_pictures.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "platform/folders.h"
#include "platform/process.h"

namespace sweep::app {
namespace {

[[noreturn]] void refuse() {
    throw Error(ExitCode::unreadable_input, "that is no PPM picture of a step");
}

}  // namespace

std::optional<Image> take_picture(std::string& bytes) {
    constexpr std::size_t longest_head = 24;
    constexpr int most = 4096;
    constexpr std::string_view begin = "P6\n", end = "\n255\n";
    const std::string_view text(bytes);
    if (text.substr(0, begin.size()) != begin.substr(0, text.size())) refuse();
    const std::size_t head = text.substr(0, longest_head).find(end);
    if (head == std::string_view::npos) {
        if (text.size() >= longest_head) refuse();
        return {};
    }
    int width = 0, height = 0;
    const char* const last = text.data() + head;
    const auto first = std::from_chars(text.data() + begin.size(), last, width);
    if (first.ec != std::errc() || first.ptr == last || *first.ptr != ' ') refuse();
    const auto second = std::from_chars(first.ptr + 1, last, height);
    if (second.ec != std::errc() || second.ptr != last) refuse();
    if (width < 1 || height < 1 || width > most || height > most) refuse();
    const std::size_t from = head + end.size(), count = std::size_t(width) * std::size_t(height) * 3;
    if (text.size() - from < count) return {};
    Image picture({width, height, 3}, Sample::u8);
    std::copy_n(text.begin() + std::ptrdiff_t(from), count, picture.data<std::uint8_t>());
    bytes.erase(0, from + count);
    return picture;
}

void StepPictures::want(const std::string& lecture, const std::string& picture) {
    if (std::pair fresh{lecture, picture}; wanted_ == fresh)
        return;
    else
        wanted_ = std::move(fresh);
    thread_ = {};
    drawn_ = std::make_shared<Drawn>();
    std::vector<std::string> command{platform::program_file().string(), "rehearse", lecture, "--pictures"};
    if (command.front().empty()) return;
    if (!picture.empty()) command.insert(command.begin() + 3, std::filesystem::absolute(picture).string());
    thread_ = std::jthread([command, drawn = drawn_](const std::stop_token& stop) {
        const platform::ChildProcess drawer(command);
        std::string bytes;
        try {
            while (drawer.has_started() && drawer.read_more(bytes, stop))
                while (auto one = take_picture(bytes)) {
                    const std::lock_guard lock(drawn->mutex);
                    drawn->pictures.push_back(std::make_shared<const Image>(*std::move(one)));
                }
        } catch (const std::exception&) {
            return;  // what has come until then is shown, and of the others their words
        }
    });
}

void StepPictures::stop() {
    thread_ = {};
    drawn_.reset();
    wanted_.reset();
}

std::shared_ptr<const Image> StepPictures::of(int step) const {
    if (!drawn_ || step < 0) return {};
    const std::lock_guard lock(drawn_->mutex);
    return std::size_t(step) < drawn_->pictures.size() ? drawn_->pictures[std::size_t(step)] : nullptr;
}

}  // namespace sweep::app
