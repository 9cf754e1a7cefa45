#include "platform/signals.h"

#include <csignal>
#include <cstring>

namespace sweep::platform {
namespace {

constexpr std::array remembered{SIGINT, SIGTERM, SIGHUP};
constexpr std::array endings{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU};

volatile std::sig_atomic_t is_requested = 0;
void (*clean)() = nullptr;

// Ends the program as the signal does without a handler, so that its caller sees which one it was.
void end(int signal) {
    if (clean) clean();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void remember(int signal) {
    is_requested = 1;
    std::signal(signal, end);
}

// Returns what handled it before.
auto handle_unless_ignored(int signal, void (*handler)(int)) {
    const auto before = std::signal(signal, handler);
    if (before == SIG_IGN) std::signal(signal, SIG_IGN);
    return before;
}

}  // namespace

void clean_up_on_signals(void (*clean_up)()) {
    clean = clean_up;
    for (const int signal : endings) handle_unless_ignored(signal, end);
    std::signal(SIGXFSZ, SIG_IGN);
}

void ignore_broken_pipes() {
    std::signal(SIGPIPE, SIG_IGN);
}

SignalMask block_signals() {
    SignalMask before;
    static_assert(sizeof(sigset_t) <= sizeof before);
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &old);
    std::memcpy(before.bits.data(), &old, sizeof old);
    return before;
}

void restore_signals(const SignalMask& before) {
    sigset_t old;
    std::memcpy(&old, before.bits.data(), sizeof old);
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
}

Interruption::Interruption() {
    is_requested = 0;
    for (std::size_t i = 0; i < remembered.size(); ++i) {
        before_[i] = handle_unless_ignored(remembered[i], remember);
    }
}

Interruption::~Interruption() {
    for (std::size_t i = 0; i < remembered.size(); ++i) std::signal(remembered[i], before_[i]);
}

bool Interruption::requested() const {
    return is_requested != 0;
}

}  // namespace sweep::platform
