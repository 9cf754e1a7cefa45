// The controls of a film.
#pragma once

#include <string>

#include "app/work/request/requests.h"
#include "app/work/request/settings.h"
#include "films/player.h"

namespace sweep::app {

// `saves`: the film is being filtered into a file.
void film_section(Settings& settings, const FilmStatus& film, bool saves, Requests& requests);

// "12.4 of 60.0 s, 3 frames dropped", beside the film's name.
std::string film_text(const FilmStatus& film);

}  // namespace sweep::app
