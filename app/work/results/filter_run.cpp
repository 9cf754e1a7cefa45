#include "app/work/results/filter_run.h"

#include <optional>
#include <utility>
#include <vector>

#include "app/work/results/rounding.h"
#include "core/base/memory.h"
#include "core/problem/accuracy.h"
#include "files/format.h"

namespace sweep::app {

FilterRun::FilterRun(FileImage file, const std::string& name, const FilterSettings& request, EngineRoom& room,
                     Say say)
    : request_(request),
      say_(std::move(say)),
      page_(facts_of(file)),
      missing_(file, request),
      alpha_(file, request),
      derived_(request),
      turn_(room.mutex, std::defer_lock) {
    missing_.tell(file, name, say_);
    std::optional<Sample> floats = derived_.floats();
    if (!floats && (alpha_.multiplies() || info(request.filter.kind).follows_picture)) floats = Sample::f32;
    input_ = input_for(request, std::move(file.image), page_, name, floats, say_);
    alpha_.before(input_);
    small_.before(input_);
    derived_.before(input_, small_, missing_.missing(), alpha_.stays());
    require_box_fits(input_.problem, input_.image);
    following_.before(request, input_, missing_.missing());
    turn_.lock();
    const Sample sample = input_.image.sample();
    started_ = &room.engine(engine_for(request, sample), sample);
    engine().prepare(derived_.runs().front().problem);
}

void FilterRun::warn(bool is_checked) {
    note_clamped(problem(), input(), say_);
    if (engine().kind() != EngineKind::reference && !is_checked)
        note_lost_digits(derived_.worst_run(engine().resolved()),
                         problem().method.algorithm != Algorithm::automatic, say_);
    if (is_checked) following_.require_time_for_truth();
}

Image FilterRun::run() {
    report_ = {};
    missing_.begin();
    std::vector<Image> results;
    Image made;
    for (const DerivedRun& one : derived_.runs()) {
        engine().prepare(one.problem);
        missing_.filter(engine(), one.problem, following_);
        results.push_back(filtered(engine(), derived_.input_of(one, input(), results, made)));
        const RunReport& report = engine().report();
        report_.engine = report.engine;
        report_.stages.insert(report_.stages.end(), report.stages.begin(), report.stages.end());
        following_.after(results.back().view(), report_);
    }
    const bool narrows = engine().kind() != EngineKind::reference &&
                         engine_sample(page_.sample, problem().filter.kind, request_.engine) != Sample::f64;
    return derived_.after(std::move(results), input_, narrows, !missing_.empty());
}

Image FilterRun::encoded(const Codes& codes, Alpha wanted) {
    CodesEngine* const writer = engine().on_codes();
    if (!writer || !derived_.is_none() || following_.is_there() || !missing_.leaves_all() ||
        !small_.leaves_all() || !alpha_.leaves_all(wanted))
        return {};
    Image result = make_image(problem().shape, codes.sample, "the filtered image");
    written_ = writer->run_to_codes(input().view(), result.view(), codes);
    report_ = engine().report();
    return result;
}

Image FilterRun::run_for(const std::filesystem::path& out) {
    if (std::optional<Codes> codes = codes_of(out, request_, page_)) {
        codes->counts_last = codes->counts_last && !alpha_.limits();
        Image result = encoded(*codes, output_format(out).alpha);
        // Where little is left, warn_of() has to see it.
        if (!result.empty() && !is_little_left(problem(), input(), double(written_.largest))) {
            encoded_ = written_.misfits;
            return result;
        }
    }
    return run();
}

void FilterRun::warn_of(const Image& result) {
    // What is derived is what is left where samples cancel.
    if (derived_.is_none() && engine().kind() != EngineKind::reference)
        note_rounding(engine(), problem(), input(), result, say_);
}

ResultCheck FilterRun::check(const Image& result) {
    const ConstImageView found = result.view();
    if (following_.is_there()) {
        std::vector<Image> truth;
        truth.push_back(following_.truth());
        return compare(found, derived_.after(std::move(truth), input_, false, false).view(),
                       found.shape.channels,
                       found.sample == Sample::f64 ? float64_tolerance : float32_tolerance, 0);
    }
    if (!derived_.is_none()) return derived_.check(input(), result);
    return check_result(engine().resolved(), input().view(), found, engine().table_mean());
}

void FilterRun::restore(Image& result, Alpha wanted) const {
    alpha_.put_back(result, input());
    small_.after(result);
    alpha_.after(result, wanted);
}

Image FilterRun::run_and_restore(double& milliseconds) {
    Image result = run();
    restore(result, Alpha::straight);
    milliseconds += report_.total_ms();
    return result;
}

Image FilterRun::run_to_codes(const Codes& codes, double& milliseconds) {
    Image result = encoded(codes, Alpha::straight);
    if (!result.empty()) milliseconds += report_.total_ms();
    return result;
}

void FilterRun::save(Image result, const std::filesystem::path& out, Beside beside) {
    turn_.unlock();
    const std::size_t holes = missing_.after(result, derived_, input_, say_);
    restore(result, output_format(out).alpha);
    alpha_.limit(result);
    beside.has_alpha = alpha_.is_there();
    missing_.put_beside(beside);
    beside.encoded = encoded_;
    save_result(out, request_, page_, std::move(result), say_, holes, std::move(beside));
}

void filter_to_file(const FilterFiles& files, const FilterSettings& request, const std::string& label,
                    const Say& say) {
    require_holds(files.out, request);
    EngineRoom room;
    FilterRun run(read_to_filter(files, request, require_memory), files.in.string(), request, room, say);
    run.warn();
    Image result = run.run_for(files.out);
    run.warn_of(result);
    run.save(std::move(result), files.out,
             {.label = label, .metadata = metadata_to_keep(files.in, files.page, request, say)});
}

}  // namespace sweep::app
