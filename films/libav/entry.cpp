// The module's one name that can be seen.
#include "films/module.h"

extern "C" __attribute__((visibility("default"))) const sweep::FilmModule* sweep_film_module() {
    static constexpr sweep::FilmModule module{sweep::libav_reader, sweep::libav_writer, sweep::libav_text};
    return &module;
}
