// The user's choices for a film. Whether it plays is Settings::animate, as for the scene.
#pragma once

namespace sweep::app {

inline constexpr double slowest_film = 0.1, fastest_film = 16;

struct FilmSettings {
    double time = 0;  // seconds, at which it begins
    double speed = 1;
    bool loops = true;
};

}  // namespace sweep::app
