// Ctrl+C (SIGINT) and SIGTERM: asked for, so that work that has been done is not lost.
#pragma once

namespace sweep::app {

// While one of these lives, the first of the two signals is remembered; the next ends the program as ever.
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
