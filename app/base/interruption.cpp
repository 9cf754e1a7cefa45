#include "app/base/interruption.h"

#include <csignal>

namespace sweep::app {
namespace {

volatile std::sig_atomic_t is_requested = 0;

void remember(int signal) {
    is_requested = 1;
    std::signal(signal, SIG_DFL);
}

}  // namespace

Interruption::Interruption()
    : old_interrupt_(std::signal(SIGINT, remember)), old_terminate_(std::signal(SIGTERM, remember)) {
    is_requested = 0;
}

Interruption::~Interruption() {
    std::signal(SIGINT, old_interrupt_);
    std::signal(SIGTERM, old_terminate_);
}

bool Interruption::requested() const {
    return is_requested != 0;
}

}  // namespace sweep::app
