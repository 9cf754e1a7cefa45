// sweep filter IN .. --out PATTERN: many files.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <thread>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "app/base/progress.h"
#include "app/base/terminal.h"
#include "app/command_line/output_names.h"
#include "app/commands/filter_file.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "files/output_file.h"
#include "platform/signals.h"

namespace sweep::app {
namespace {

namespace fs = std::filesystem;

// The file that a path means, whatever links and dots are in it.
std::string identity(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
    return (error ? path : whole).string();
}

// Refuses names by which files would replace each other.
void check_names(const std::string& pattern, const std::vector<std::string>& inputs,
                 const std::vector<std::string>& outputs) {
    std::unordered_map<std::string, const std::string*> read, written;
    for (const std::string& in : inputs) read.emplace(identity(in), &in);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const std::string file = identity(outputs[i]);
        if (const auto [other, is_new] = written.emplace(file, &inputs[i]); !is_new)
            throw Error(ExitCode::usage, fmt::format("'{}' and '{}' would both be written to '{}': {}",
                                                     *other->second, inputs[i], outputs[i],
                                                     pattern.find("{name}") == std::string::npos
                                                         ? "put {name} or {index} into --out"
                                                         : "{index} in --out tells them apart"));
        if (const auto replaced = read.find(file); replaced != read.end())
            throw Error(ExitCode::usage,
                        fmt::format("'{}' would replace the input '{}': give --out another folder or name",
                                    outputs[i], *replaced->second));
    }
}

// Lets as many files be in memory as fit. One alone may take all there is.
class MemoryBudget {
  public:
    explicit MemoryBudget(std::uint64_t total) : total_(total) {}
    void take(std::uint64_t bytes) {
        std::unique_lock lock(mutex_);
        freed_.wait(lock, [&] { return used_ == 0 || bytes <= total_ - std::min(used_, total_); });
        used_ += bytes;
    }
    void give_back(std::uint64_t bytes) {
        const std::lock_guard lock(mutex_);
        used_ -= bytes;
        freed_.notify_all();
    }

  private:
    std::mutex mutex_;
    std::condition_variable freed_;
    std::uint64_t total_, used_ = 0;
};

// What one file has of the budget.
class Share {
  public:
    explicit Share(MemoryBudget& budget) : budget_(budget) {}
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    ~Share() {
        if (bytes_ > 0) budget_.give_back(bytes_);
    }
    // In place of what it had.
    void take(std::uint64_t bytes) {
        if (bytes_ > 0) budget_.give_back(std::exchange(bytes_, 0));
        budget_.take(bytes);
        bytes_ = bytes;
    }

  private:
    MemoryBudget& budget_;
    std::uint64_t bytes_ = 0;
};

void replace_all(std::string& text, const std::string& part, const std::string& by) {
    for (std::size_t at = 0; !part.empty() && (at = text.find(part, at)) != std::string::npos;
         at += by.size())
        text.replace(at, part.size(), by);
}

// What is said of many files. A note that says the same of several is said once, with their number.
class FilesReport {
  public:
    FilesReport(int count, double work)
        : progress_(stderr, Progress::style_for(stderr), count, work, {}, "filtered") {}

    void begin(const std::string& in) {
        const std::lock_guard lock(mutex_);
        progress_.show(in);
    }
    void note_of(const std::string& in, const std::string& out, const std::string& text) {
        std::string alike = text;
        replace_all(alike, out, "OUT");
        replace_all(alike, in, "IN");
        const std::lock_guard lock(mutex_);
        auto& [first, count] = notes_[alike];
        if (count++ == 0) first = text;
    }
    void done(const std::string& in, const FilteredFile& file, double work) {
        const std::lock_guard lock(mutex_);
        progress_.clear();
        if (file.engine != engine_) print(stdout, (engine_ = file.engine) + "\n");
        print(stdout, file.summary + "\n");
        if (file.check) print(stdout, *file.check + "\n");
        std::fflush(stdout);
        progress_.advance(work);
        progress_.show(in);
    }
    void failed(const std::string& why, double work) {
        const std::lock_guard lock(mutex_);
        failures_.push_back(why);
        progress_.advance(work);
    }

    // Prints the notes and what failed; returns how many files that is.
    std::size_t finish() {
        progress_.clear();
        for (const auto& [alike, told] : notes_) {
            const auto& [first, count] = told;
            note(count == 1 ? first : fmt::format("{} (and so for {} more)", first, count - 1));
        }
        for (const std::string& failure : failures_)
            print(stderr, fmt::format("sweep: failed: {}\n", printable(failure)));
        return failures_.size();
    }

  private:
    std::mutex mutex_;
    Progress progress_;
    std::string engine_;
    std::map<std::string, std::pair<std::string, int>> notes_;
    std::vector<std::string> failures_;
};

// What a file weighs for the estimate of the time that is left.
double weight_of(const std::string& in) {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(in, error);
    return 1e5 + (error ? 0.0 : double(bytes));
}

}  // namespace

void filter_files(const FilterFileOptions& options) {
    const std::vector<std::string>& inputs = options.inputs;
    const std::vector<std::string> outputs = output_names(*options.pattern, inputs);
    for (std::size_t i = 0; i < inputs.size(); ++i) refuse_film(inputs[i], outputs[i], true);
    for (const std::string& out : outputs) check_request(options, out);
    check_names(*options.pattern, inputs, outputs);
    for (const std::string& out : outputs) require_writable(out);

    std::vector<double> weights;
    double work = 0;
    for (const std::string& in : inputs) work += weights.emplace_back(weight_of(in));
    FilesReport report(int(inputs.size()), work);
    EngineRoom room;
    MemoryBudget budget(available_memory() / 2);  // the rest is for the engine and for files as they are read
    const platform::Interruption interruption;
    std::atomic<std::size_t> next = 0, started = 0;
    const auto filter_next_ones = [&] {
        for (std::size_t i; !interruption.requested() && (i = next++) < inputs.size();) {
            ++started;
            FilterFileOptions one = options;
            one.in = inputs[i];
            one.out = outputs[i];
            report.begin(inputs[i]);
            try {
                Share share(budget);
                const FilteredFile done = filter_file(
                    one, {room, [&](const std::string& text) { report.note_of(inputs[i], outputs[i], text); },
                          [&](std::uint64_t bytes, const std::string& what) {
                              share.take(bytes);
                              require_memory(bytes, what);
                          }});
                report.done(inputs[i], done, weights[i]);
            } catch (const std::bad_alloc&) {
                report.failed(fmt::format("'{}': out of memory", inputs[i]), weights[i]);
            } catch (const std::exception& error) {
                const std::string what = error.what();
                report.failed(what.find(printable(inputs[i])) == std::string::npos
                                  ? fmt::format("'{}': {}", inputs[i], what)
                                  : what,
                              weights[i]);
            }
        }
    };
    {
        const std::size_t at_once =
            std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, inputs.size());
        std::vector<std::jthread> workers;
        for (std::size_t i = 1; i < at_once; ++i) workers.emplace_back(filter_next_ones);
        filter_next_ones();
    }
    const std::size_t failures = report.finish(), done = started - failures;
    if (interruption.requested())
        throw Error(ExitCode::failed,
                    fmt::format("interrupted: {} of {} files are written", done, inputs.size()));
    if (failures > 0)
        throw Error(ExitCode::failed, fmt::format("{} of {} files failed, and {} {} written", failures,
                                                  inputs.size(), done, done == 1 ? "is" : "are"));
}

}  // namespace sweep::app
