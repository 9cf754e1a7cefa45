#include "emulator/lab/watch.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace emulated {

const char* next_arguments = nullptr;  // declared by include/lab_names.h, for the student's file

namespace {

constexpr std::size_t guard = std::size_t(1) << 20;  // bytes around device memory that nobody else has
constexpr std::uint32_t polls_before_others = 32;

// The variable or kernel that the first argument names: "n" of "(void**)&n, bytes". Empty: it is not that simple.
std::string first_argument() {
    std::string_view text = next_arguments ? next_arguments : "";
    next_arguments = nullptr;
    text = text.substr(0, text.find(','));
    text = text.substr(std::min(text.size(), text.find_last_of("&)(", text.find_last_not_of(") ")) + 1));
    while (text.ends_with(')') || text.ends_with(' ')) text.remove_suffix(1);
    while (text.starts_with(' ')) text.remove_prefix(1);
    return std::string(text);
}

std::string place_text(std::size_t i, dim3 of) {
    const std::size_t x = i % of.x, y = i / of.x % of.y, z = i / of.x / of.y;
    std::string text = std::to_string(x);
    if (of.y > 1 || of.z > 1) text = "(" + text + "," + std::to_string(y);
    if (of.z > 1) text += "," + std::to_string(z);
    return of.y > 1 || of.z > 1 ? text + ")" : text;
}

std::string thread_text(std::size_t thread, std::size_t block) {
    return "thread " + place_text(thread, blockDim) + " of block " + place_text(block, gridDim);
}

std::string thread_text(const Mark& mark) {
    return thread_text(mark.thread, mark.block);
}

}  // namespace

void Watch::set_fault(Found found) {
    fault_ = std::move(found);
    if (record_) record_->note_fault();
}

void Watch::record(Record* record) {
    if (record_) record_->settle();
    record_ = record;
    if (!record_) return;
    for (auto& [first, span] : memory_) {
        record_->add(span, 0, false);
        if (span.name == "in" || span.name == "c") record_->host_writes(span, span.first, span.bytes);
    }
}

void Watch::end(Found found) {
    // A thread that waits in vain may do so because of a race; anything else is the worse of the two.
    if (!fault_ || found.kind != "deadlock") set_fault(std::move(found));
    live_block_ = nullptr;
    ends_();
    std::abort();
}

void Watch::fails(Fault fault, const char* message, const void* site, const void* other) {
    static constexpr const char* kinds[] = {"divergent_barrier", "deadlock", "out_of_bounds", "bad_launch",
                                            "not_supported"};
    std::string text = message;
    if (is_kernel() && (fault == Fault::divergent_barrier || fault == Fault::deadlock))
        text += " (" + thread_text(thread(), live_block_->number) + " is one)";
    bool is_shared = false;
    if (const Span* span = fault == Fault::deadlock && last_.at ? find(last_.at, is_shared) : nullptr)
        text += ". The last that was read is " + span->element_at(last_.at);
    end({kinds[int(fault)], std::move(text), site, other});
}

void Watch::crashed(const void* at, const void* site) {
    const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(at);
    if (is_kernel() && last_.at && address - reinterpret_cast<std::uintptr_t>(last_.at) < 16 &&
        address > 65536)
        beyond(last_.at, last_.writes, last_.site);
    end({"out_of_bounds",
         address < 65536 ? "a null pointer is read or written" : "memory is touched that is not there",
         is_kernel() && last_.site ? last_.site : site, nullptr});
}

void Watch::stopped(const char* kind, const char* message, const void* site) {
    std::string text = message;
    if (is_kernel()) text += " (" + thread_text(thread(), live_block_->number) + " runs)";
    end({kind, std::move(text), is_kernel() && last_.site ? last_.site : site, nullptr});
}

void Watch::add_variables(void* first, std::size_t bytes) {
    Span span = make_span("a variable of the file", first, bytes, true);
    span.host_too = true;
    span.counts = false;
    memory_.emplace(static_cast<char*>(first), std::move(span));
}

void Watch::name(const void* first, const char* name, std::size_t row) {
    Span& span = memory_.at(static_cast<char*>(const_cast<void*>(first)));
    span.name = name;
    span.row = row;
    span.row_is_width = span.counts = row > 0;
    span.host_too = row == 0;
    allocations_ = 0;  // the student's are counted from 1
}

void Watch::allocated(void* at, std::size_t bytes) {
    std::string name = first_argument();
    if (++allocations_; name.empty()) name = "cudaMalloc #" + std::to_string(allocations_);
    const auto made = memory_.emplace(static_cast<char*>(at), make_span(name, at, bytes, false)).first;
    if (record_) record_->add(made->second, 0, false);
}

void Watch::freed(void* at) {
    memory_.erase(static_cast<char*>(at));
}

void Watch::written_by_host(void* at, std::size_t bytes) {
    bool is_shared = false;
    char* const first = static_cast<char*>(at);
    Span* const span = bytes ? find(at, is_shared) : nullptr;
    if (!span) return;
    char* const end = std::min(first + bytes, span->first + span->bytes);
    for (char* p = first; p < end; ++p)
        span->word(p).initialised |= std::uint8_t(1u << (p - span->first) % 4);
    if (record_) record_->host_writes(*span, first, std::size_t(end - first));
}

void Watch::launch_begins(const Launched& launched) {
    ++launch_;
    blocks_ = std::size_t(launched.grid.x) * launched.grid.y * launched.grid.z;
    threads_ = std::size_t(launched.block.x) * launched.block.y * launched.block.z;
    std::string name = first_argument();  // of a cooperative launch, which does not know it
    if (name.empty()) name = launched.kernel;
    auto known =
        std::find_if(kernels_.begin(), kernels_.end(), [&](const KernelCounts& k) { return k.name == name; });
    if (known == kernels_.end()) {
        known = kernels_.emplace(known);
        known->name = name;
    }
    kernel_ = &*known;
    ++kernel_->launches;
    if (record_) record_->launch(name, launched);
    kernel_->shared_bytes = std::max(kernel_->shared_bytes, launched.shared_bytes);
    released_.clear();
}

void Watch::launch_ends() {
    settle();
    live_.clear();
    live_block_ = nullptr;
}

void Watch::block_begins(std::size_t block, unsigned char* dynamic, std::size_t bytes) {
    LiveBlock& b = live_[block];
    b.number = block;
    b.warp_phase.assign((threads_ + 31) / 32, 1);
    b.polls.assign(threads_, 0);
    b.known.assign(blocks_, 0);
    if (record_) record_->event(RunWhat::block_begins, block);
    if (bytes) {
        b.shared.push_back(make_span("shared", dynamic, bytes, false));
        if (record_) record_->add(b.shared.back(), std::uint32_t(block), true);
    }
    live_block_ = &b;
}

void Watch::block_runs(std::size_t block) {
    if (record_ && (!live_block_ || live_block_->number != block)) record_->event(RunWhat::block_runs, block);
    live_block_ = &live_.at(block);
}

void Watch::block_ends(std::size_t block) {
    settle();
    LiveBlock& b = live_.at(block);
    b.accesses.add_to(*kernel_);
    kernel_->barriers = std::max<std::size_t>(kernel_->barriers, b.block_phase - 1);
    std::size_t shared_bytes = 0;
    for (const Span& span : b.shared) shared_bytes += span.bytes;
    kernel_->shared_bytes = std::max(kernel_->shared_bytes, shared_bytes);
    live_.erase(block);
    live_block_ = nullptr;
    ++progress_;
    if (record_) record_->event(RunWhat::block_ends, block);
}

void Watch::shared_begins(const SharedVariable& variable, void* at) {
    Span span = make_span(variable.name, at, variable.bytes, false);
    span.element = variable.element;
    span.row = variable.row;
    span.plane = variable.plane;
    live_block_->shared.push_back(std::move(span));
    if (record_) record_->add(live_block_->shared.back(), std::uint32_t(live_block_->number), true);
}

void Watch::block_meets(std::size_t block) {
    settle();
    LiveBlock& b = live_.at(block);
    ++b.block_phase;
    if (record_) record_->event(RunWhat::block_meets, block);
    for (std::uint32_t& phase : b.warp_phase) ++phase;
    ++progress_;
}

void Watch::warp_meets(std::size_t block, std::size_t first) {
    settle();
    ++live_.at(block).warp_phase[first / 32];
    ++progress_;
    if (record_) record_->event(RunWhat::warp_meets, block, first);
}

void Watch::grid_meets() {
    if (record_) record_->event(RunWhat::grid_meets, 0);
    std::vector<std::uint32_t> epochs(blocks_);
    for (auto& [number, b] : live_) {
        block_meets(number);
        epochs[number] = ++b.epoch;
    }
    for (auto& [number, b] : live_) b.known = epochs;
}

void Watch::fence() {
    if (!is_kernel()) return;
    ++live_block_->epoch;
    if (record_) record_->event(RunWhat::fence, live_block_->number, thread());
}

void Watch::release(const void* at) {
    std::vector<std::uint32_t>& told = released_[at];
    told.resize(blocks_);
    for (std::size_t i = 0; i < blocks_; ++i) told[i] = std::max(told[i], live_block_->known[i]);
    told[live_block_->number] = std::max(told[live_block_->number], live_block_->epoch);
}

void Watch::acquire(const void* at) {
    const auto found = released_.find(at);
    if (found == released_.end()) return;
    for (std::size_t i = 0; i < blocks_; ++i)
        live_block_->known[i] = std::max(live_block_->known[i], found->second[i]);
}

// A thread that reads flags again and again lets the others run.
void Watch::poll_at_times() {
    if (++live_block_->polls[thread()] % polls_before_others == 0) poll();
}

void Watch::atomic_begins(void* at, std::size_t bytes, const void* site) {
    if (!is_kernel()) return;
    poll_at_times();
    touch(at, bytes, true, true, true, site);
    acquire(at);
    release(at);
    atomic_.at = at;
    atomic_.bytes = std::min<std::size_t>(bytes, sizeof atomic_.before);
    std::memcpy(atomic_.before, at, atomic_.bytes);
}

void Watch::atomic_ends() {
    if (!atomic_.at) return;
    progress_ += std::memcmp(atomic_.before, atomic_.at, atomic_.bytes) != 0;
    atomic_.at = nullptr;
}

Span* Watch::find(void* at, bool& is_shared) {
    char* const p = static_cast<char*>(at);
    if (is_kernel())
        for (Span& span : live_block_->shared)
            if (span.holds(p)) {
                is_shared = true;
                return &span;
            }
    auto behind = memory_.upper_bound(p);
    if (behind == memory_.begin()) return nullptr;
    Span& span = std::prev(behind)->second;
    return span.holds(p) ? &span : nullptr;
}

// Ends the program where the memory is nobody's: beside device memory, or beside a variable of the block. Whatever lies
// elsewhere is the program's own (its stacks, its constants).
void Watch::beyond(void* at, bool writes, const void* site) {
    char* const p = static_cast<char*>(at);
    const Span* near = nullptr;
    std::size_t distance = 0;
    const auto consider = [&](const Span& span) {
        const std::size_t far =
            p < span.first ? std::size_t(span.first - p) : std::size_t(p - (span.first + span.bytes));
        if (!near || far < distance) near = &span, distance = far;
    };
    for (const auto& [first, span] : memory_)
        if (span.counts) consider(span);
    for (const Span& span : live_block_->shared) consider(span);
    std::string text =
        thread_text(thread(), live_block_->number) + (writes ? " writes " : " reads ") + near->element_at(p);
    if (near->holds(p)) text += " and the bytes behind it";
    text += ", outside of its " + std::to_string(near->bytes / near->element) + " elements";
    if (p > near->first && std::size_t(p - near->first) / near->element >= std::size_t(1) << 31)
        text += ". An unsigned index went below zero: blockIdx.x and threadIdx.x are unsigned";
    if (record_)
        record_->beyond(writes ? RunWhat::beyond_write : RunWhat::beyond_read, *near, p, live_block_->number,
                        thread(), site);
    end({"out_of_bounds", std::move(text), site, nullptr});
}

void Watch::access(void* at, std::size_t bytes, bool writes, bool is_volatile, const void* site) {
    if (atomic_.at) return;
    if (is_late_) stopped("deadlock", late_message, site);
    if (!is_kernel()) {
        bool is_shared = false;
        if (const Span* span = find(at, is_shared); span && !span->host_too)
            end({"out_of_bounds",
                 std::string("the host ") + (writes ? "writes " : "reads ") + span->element_at(at) +
                     ", which is memory of the device: use a kernel, or cudaMemcpy",
                 site, nullptr});
        return;
    }
    const auto is_index = [&](const auto& of) { return at >= &of && at < &of + 1; };
    if (is_index(threadIdx) || is_index(blockIdx) || is_index(blockDim) || is_index(gridDim)) return;
    touch(at, bytes, writes, is_volatile, false, site);
}

void Watch::touch(void* at, std::size_t bytes, bool writes, bool is_volatile, bool is_atomic,
                  const void* site) {
    settle();
    last_ = {at, writes, site};
    bool is_shared = false;
    char* const p = static_cast<char*>(at);
    Span* const span = find(at, is_shared);
    if (!span || p + bytes > span->first + span->bytes) {
        const auto is_near = [&](const Span& s, std::size_t room) {
            return p + room >= s.first && p < s.first + s.bytes + room;
        };
        bool near = span != nullptr;
        for (const auto& [first, s] : memory_) near = near || (!s.host_too && is_near(s, guard));
        for (const Span& s : live_block_->shared) near = near || is_near(s, 4096);
        if (near) beyond(at, writes, site);
        return;
    }
    const bool is_sync = is_volatile && !is_shared;
    if (is_sync && !writes) {
        poll_at_times();
        acquire(at);
    }
    if (writes) {
        if (is_sync) release(at);
        if (!is_volatile) ++progress_, live_block_->polls[thread()] = 0;
    }
    if (span->counts) {
        live_block_->accesses.add(site, thread(), threads_, reinterpret_cast<std::uintptr_t>(at), bytes,
                                  writes, is_shared);
        if (!is_shared) (writes ? kernel_->written_bytes : kernel_->read_bytes) += bytes;
    }
    if (record_)
        record_->access(is_atomic ? RunWhat::atomic : (writes ? RunWhat::write : RunWhat::read), *span, p,
                        bytes, live_block_->number, thread(), site);
    Mark mark;
    mark.launch = launch_;
    mark.block = std::uint32_t(live_block_->number);
    mark.thread = std::uint32_t(thread());
    mark.block_phase = live_block_->block_phase;
    mark.warp_phase = live_block_->warp_phase[mark.thread / 32];
    mark.epoch = live_block_->epoch;
    mark.synchronises = is_sync || (is_volatile && is_atomic);
    mark.site = site;
    look(*span, p, bytes, writes, mark);
}

bool Watch::are_ordered(const Mark& before, const Mark& now) const {
    if (before.launch != now.launch || before.is_of(now)) return true;
    if (before.block != now.block) return live_block_->known[before.block] > before.epoch;
    if (before.thread / 32 == now.thread / 32) return before.warp_phase < now.warp_phase;
    return before.block_phase < now.block_phase;
}

void Watch::look(Span& span, char* at, std::size_t bytes, bool writes, const Mark& mark) {
    for (char* p = at; p < at + bytes;) {
        Word& word = span.word(p);
        const std::size_t first = std::size_t(p - span.first) % 4,
                          count = std::min<std::size_t>(4 - first, std::size_t(at + bytes - p));
        Mark now = mark;
        now.bytes = std::uint8_t(((1u << count) - 1) << first);
        const auto collides = [&](const Mark& before) {
            // Two that synchronise meet by intention; in shared memory only atomic operations do.
            return before.launch && (before.bytes & now.bytes) && !are_ordered(before, now) &&
                   !(before.synchronises && now.synchronises);
        };
        if (!fault_ && pending_.at == nullptr) {
            if (collides(word.write))
                race(span, p, word.write, true, now, writes);
            else if (writes && collides(word.read))
                race(span, p, word.read, false, now, true);
            else if (writes && collides(word.other_read))
                race(span, p, word.other_read, false, now, true);
        }
        if (writes) {
            word.write = now;
            word.initialised |= now.bytes;
        } else {
            if ((word.initialised & now.bytes) != now.bytes && !uninitialised_) {
                uninitialised_ =
                    Found{"uninitialised",
                          thread_text(now) + " reads " + span.element_at(p) + ", which nobody has written",
                          now.site, nullptr};
                if (record_) record_->note_uninitialised();
            }
            if (!word.read.is_of(now)) word.other_read = word.read;
            word.read = now;
        }
        p += count;
    }
}

void Watch::race(Span& span, char* at, const Mark& before, bool before_writes, const Mark& now, bool writes) {
    std::string text = thread_text(now) + (writes ? " writes " : " reads ") + span.element_at(at) +
                       ", which " + thread_text(before) + " has " + (before_writes ? "written" : "read");
    if (before.synchronises != now.synchronises)
        text +=
            ": one of the two is a flag, the other treats it as a plain number. Use an atomic operation or volatile";
    else if (before.block != now.block)
        text +=
            " in the same launch: between the two is neither a flag behind a __threadfence() nor a barrier of the grid";
    else if (before.thread / 32 == now.thread / 32)
        text += " with no barrier between the two";
    else
        text += " since the last barrier";
    Found found{"race", std::move(text), now.site, before.site};
    if (writes && before_writes && !before.synchronises && !now.synchronises) {
        // Two that store the same value may meet.
        pending_.at = at;
        pending_.bytes = std::min<std::size_t>(4, std::size_t(span.first + span.bytes - at));
        std::memcpy(pending_.before, at, pending_.bytes);
        pending_.race = std::move(found);
        return;
    }
    set_fault(std::move(found));
}

void Watch::settle() {
    if (record_) record_->settle();
    if (!pending_.at) return;
    if (!fault_ && std::memcmp(pending_.before, pending_.at, pending_.bytes) != 0)
        set_fault(std::move(pending_.race));
    pending_.at = nullptr;
}

}  // namespace emulated
