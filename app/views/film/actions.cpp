#include "app/views/film/actions.h"

#include <algorithm>
#include <limits>

#include "app/ui/action_rows.h"

namespace sweep::app {

void add_film_actions(std::vector<Action>& actions, Settings& settings, const Commands& commands) {
    ActionRows row(actions, group::film);
    Settings* s = &settings;
    constexpr std::string_view frames = "one frame back, on", jumps = "5 seconds back, on",
                               ends = "beginning, end of the film", speeds = "faster, slower";
    constexpr double far = std::numeric_limits<double>::infinity();
    const auto& open = commands.has_film;
    if (const auto& step = commands.step_film) {
        const auto pause_and_step = [s, step](int way) {
            return [=] {
                s->animate = false;
                step(way);
            };
        };
        row("film-back", "One frame back", {{Key::left, true}}, pause_and_step(-1))
            .when(open, "a film")
            .shares(frames);
        row("film-on", "One frame on", {{Key::right, true}}, pause_and_step(1))
            .when(open, "a film")
            .shares(frames);
    }
    if (const auto& jump = commands.jump_in_film) {
        const auto by = [jump](double seconds) { return [=] { jump(seconds); }; };
        row("film-rewind", "5 seconds back", {{Key::left, true, true}}, by(-5))
            .when(open, "a film")
            .shares(jumps);
        row("film-forward", "5 seconds on", {{Key::right, true, true}}, by(5))
            .when(open, "a film")
            .shares(jumps);
        row("film-start", "To the beginning of the film", {{Key::home, true}}, by(-far))
            .when(open, "a film")
            .shares(ends);
        row("film-end", "To its last frame", {{Key::end, true}}, by(far)).when(open, "a film").shares(ends);
    }
    const auto pace = [s](double factor) {
        return [=] { s->film.speed = std::clamp(s->film.speed * factor, slowest_film, fastest_film); };
    };
    row("film-faster", "Play it twice as fast", {{Key::up, true}}, pace(2))
        .when(open, "a film")
        .shares(speeds);
    row("film-slower", "Play it half as fast", {{Key::down, true}}, pace(0.5))
        .when(open, "a film")
        .shares(speeds);
    row("film-loop", "Begin it again at its end", {}, s->film.loops).when(open, "a film");
}

}  // namespace sweep::app
