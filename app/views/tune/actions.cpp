#include "app/views/tune/actions.h"

#include <algorithm>
#include <cmath>

#include "app/views/tune/filter_code.h"
#include "app/views/tune/panel.h"
#include "app/work/options/option_values.h"
#include "app/work/options/size_number.h"
#include "app/work/request/settings.h"
#include "core/design/design.h"

namespace sweep::app {

void reset_size(Settings& settings, const PoleEditor& editor) {
    FilterSpec& filter = settings.filter;
    if (editor.design_of(filter)) return editor.reset(filter);
    set_size_of_columns(filter, {});
    if (const SizeNumber* size = size_number(filter.kind))
        set_value(filter, size->parameter, value_of({}, size->parameter));
}

void scale_size(Settings& settings, float steps) {
    FilterSpec& filter = edited_filter(settings).filter;
    const SizeNumber* size = size_number(filter.kind);
    if (!size) return;
    const double now = value_of(filter, size->parameter),
                 next = std::round(now * std::pow(1.1, double(steps)) * 1e4) / 1e4;
    // A radius changes by one pixel at least.
    const bool stays = size->parameter == Parameter::radius && std::lround(next) == std::lround(now);
    set_size(filter, stays ? now + (steps < 0 ? -1 : 1) : next);
}

void add_tune_actions(std::vector<Action>& actions, Settings& settings, TuneView& tuning) {
    Settings* s = &settings;
    TuneView* t = &tuning;
    const auto recursive = [s] { return is_recursive(s->filter.kind); };
    const auto times = [s, t](void (TuneView::*what)()) {
        return [=] {
            (t->*what)();
            s->tune.panel = s->panels = true;
            s->tune.page = TunePage::times;
        };
    };
    const auto page = [s](TunePage there) {
        return [=] {
            s->tune.panel = !s->tune.panel || s->tune.page != there;
            s->tune.page = there;
            if (s->tune.panel) s->panels = true;
        };
    };
    const auto shows = [s](TunePage there) { return [=] { return s->tune.panel && s->tune.page == there; }; };
    actions.insert(
        actions.end(),
        {{"poles",
          group::tune,
          "Poles, frequency and impulse response",
          {'q'},
          page(TunePage::filter),
          shows(TunePage::filter)},
         {"flat-line",
          group::tune,
          "Time against sigma and size",
          {'Q'},
          page(TunePage::times),
          shows(TunePage::times)},
         {"sigma-translated",
          group::tune,
          "Sigma, translated: FWHM, CSS blur, OpenCV ksize, radius ..",
          {},
          [t] { t->has_sigma_panel() = !t->has_sigma_panel(); },
          [t] { return t->has_sigma_panel(); }},
         {"reset-size",
          group::tune,
          "Reset sigma, radius or poles",
          {Key::backspace},
          [s, t] { reset_size(*s, t->poles().editor); }},
         {"measure-convolution",
          group::tune,
          "Measure direct convolution at some sigmas",
          {},
          times(&TuneView::measure_convolution)},
         {"measure-sizes",
          group::tune,
          "Measure pictures of 256 to 4096 pixels",
          {},
          times(&TuneView::measure_sizes)},
         {"stop-measuring",
          group::tune,
          "Stop measuring",
          {},
          times(&TuneView::stop_measuring),
          {},
          [t] { return t->measuring(); }},
         {"clear-times", group::tune, "Clear the measured times", {}, times(&TuneView::clear_times)}});
    for (const CodeInfo& code : code_languages)
        actions.push_back({code.action,
                           group::tune,
                           code.what,
                           {},
                           [s, t, &code] { copy_filter(*s, t->poles(), code); },
                           {},
                           recursive});
}

}  // namespace sweep::app
