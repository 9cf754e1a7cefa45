// Remembers Ctrl+C (SIGINT) and SIGTERM, so that a command can save its work before it ends.
#pragma once

namespace sweep::app {

// While one of these lives, the first such signal is remembered; the next one ends the program as usual.
class Interruption {
  public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;
    bool requested() const;

  private:
    using Handler = void (*)(int);
    Handler old_interrupt_, old_terminate_;
};

}  // namespace sweep::app
