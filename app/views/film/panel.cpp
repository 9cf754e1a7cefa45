#include "app/views/film/panel.h"

#include <array>

#include <fmt/format.h>

#include "app/ui/gui.h"
#include "app/ui/player.h"
#include "app/ui/widgets.h"

namespace sweep::app {

std::string film_text(const FilmStatus& film) {
    std::string text = film.has_failed ? "gone: the last frame"
                       : film.is_live  ? "live"
                       : film.facts.seconds > 0
                           ? fmt::format("{:.1f} of {:.1f} s", film.seconds, film.facts.seconds)
                           : fmt::format("{:.1f} s", film.seconds);
    if (film.is_seeking && !film.has_failed) text += ", searching ..";
    if (film.has_ended) text += ", the end";
    if (film.dropped > 0)
        text += fmt::format(", {} frame{} dropped", film.dropped, film.dropped == 1 ? "" : "s");
    if (film.damaged > 0) text += fmt::format(", {} damaged", film.damaged);
    return text;
}

void film_section(Settings& settings, const FilmStatus& film, bool saves, Requests& requests) {
    heading("FILM");
    constexpr PlayerActions names{"film-start", "film-back", "play", "film-on", "film-end"};
    if (const auto clicked = player_buttons(settings.animate, names))
        requests.actions.emplace_back(names[std::size_t(*clicked == Icon::first     ? 0
                                                        : *clicked == Icon::back    ? 1
                                                        : *clicked == Icon::forward ? 3
                                                        : *clicked == Icon::last    ? 4
                                                                                    : 2)]);
    if (film.has_failed) {
        ImGui::SameLine();
        if (ImGui::Button("Try again")) requests.actions.emplace_back("reload-picture");
        tip("reload-picture");
    }
    if (film.facts.can_seek && film.facts.seconds > 0) {
        float at = float(film.seconds);
        ImGui::SetNextItemWidth(-1);
        if (ImGui::SliderFloat("##film-time", &at, 0, float(film.facts.seconds), "%.2f s",
                               ImGuiSliderFlags_AlwaysClamp))
            requests.film_time = at;
        tip({"film-rewind", "film-forward"}, "Drag to look for a moment.");
    }
    const char* const label = saves              ? "Stop filtering"
                              : settings.animate ? "Filter and save the film"
                                                 : "Save this frame";
    if (ImGui::Button(label)) requests.actions.emplace_back("save-result");
    tip("save-result", "While it plays: every frame, with its sound, as `sweep filter FILM OUT` does.");
    if (settings.more) {
        auto speed = float(settings.film.speed);
        if (slider("speed", speed, float(slowest_film), float(fastest_film), "%.2f", true))
            settings.film.speed = double(speed);
        tip({"film-faster", "film-slower"}, "1 is the film's own speed.");
        ImGui::Checkbox("begin again at the end", &settings.film.loops);
        tip("film-loop");
    }
    std::string facts = film.facts.decoder;
    if (film.facts.rate.num > 0) facts += fmt::format(", {:.4g} frames/s", film.facts.rate.value());
    faint_line(facts + ", " + film_text(film));
}

}  // namespace sweep::app
