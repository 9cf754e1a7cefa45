// sweep filter on the command line: its help, its options, and what they say against each other.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command_line/output_names.h"
#include "app/commands/commands.h"
#include "app/commands/filter_file.h"
#include "files/format.h"
#include "files/standard_names.h"
#include "films/samples/samples.h"

namespace sweep::app {
namespace {

constexpr const char* filter_help = R"(Filters one file, or many.

Examples:
  sweep filter photo.jpg blurred.png --sigma 12
  sweep filter photo.png table.npy --filter sat
  sweep filter height.npy out.npy --filter bspline3 --boundary clamp --engine reference
  sweep filter in.png out.hdr --filter iir --causal -1.8,0.83 --gain 0.03
  sweep filter in.npy edges.npy --sigma 2 --derivative 1,0
  sweep filter photo.jpg sharp.jpg --sigma 2 --derive unsharp:1.5,0.02
  sweep filter page.png ink.png --filter box --radius 15 --derive sauvola
  sweep filter in.npy out.npy --filter butterworth --order 4 --cutoff 0.05 --band high
  sweep filter in.png half.png --passes down,up --dump-stages passes
  sweep filter in.npy out.npy --sigma 300 --check
  sweep filter *.tif --out 'results/{name}.exr' --sigma 8
  sweep filter stack.tif soft.tif --axes x,y,z --sigma 3,3,1
  sweep filter film.mp4 soft.mp4 --sigma 8
  curl -s URL | sweep filter - - --format png --sigma 8 > soft.png

IN - is standard input: its first bytes tell its format. OUT - is standard output: --format says its format, and notes
and times go to stderr. Both are for pictures, not for films.
With --out each file is an input, and several are filtered at a time. The files that fail are listed at the end, with
exit code 1. The others are written. Names by which a file would replace another one, or an input, are refused first.

IN:  {endings}, or
     .npy (W, H x W or H x W x C, C up to 4) of any numbers but complex ones. Signed integers and bool become floats. A
     .npy of Z x H x W, W above 4, or Z x H x W x C has Z pages.
     A .png, .jpg, .webp or .tif is turned as its orientation says. All pages of a .tif or .npy, or --page N, are
     filtered on their own, into a .tif, or into a .npy with one more axis. --axes x,y,z filters them as a volume, and
     --axes z from page to page alone. --sigma is one number then, or three, along x, y and z.
     A .tif or .npy of one page, or an .exr, that is larger than memory is filtered in strips of rows, into such a file.
     Of an .exr the picture without a layer is filtered, else the part or layer called beauty, combined or the like,
     else the first. --part, --layer and --channel take another. Its primaries become those of sRGB. An .exr as OUT
     keeps its windows, primaries, other channels and attributes.
OUT, which may be IN:
     .png          encoded as IN (see Numbers), which the file says, so that it is read again in the same way.
                   .hdr, and other floats with --linear, become sRGB. Values outside [0, 1] are clipped and
                   counted. It has 8 bits if IN has 8 bits, otherwise 16.
     .jpg          sRGB unless --no-linear; clipped as a .png
     .webp         the same with alpha and without loss; of an animated .webp, .gif or .png all frames
     .tif          as .png if IN has 8 or 16 bits; otherwise the result as it is, float
     .exr .pfm     float, in linear light unless --no-linear; nothing is clipped
     .hdr          the same with fewer digits; negative samples become 0 and are counted
     .npy          the result as it is: float32; float64 from the reference, and from the CPU engine if IN is
                   float64; uint32 for the table of an 8-bit picture
     .jpg, .hdr and .pfm have no alpha: it is dropped. A note says so, and which bits of IN a picture has no room for.

Films. A film becomes a film, with its sound where the format has it: .mp4 .mov .mkv .webm .gif
An animated .gif, .png, .webp or .avif becomes one of these, or an animated .webp or .png; of others, its first frame.
It keeps depth, alpha, chroma and colours where a codec of that format does (--codec chooses one). A note says what is
lost. Ctrl+C leaves what was there as OUT, keeps the frames so far as OUT.interrupted.mp4, and gives exit code 1.

Numbers. Pictures of 8 bits, and .psd, are decoded from sRGB to linear light before they are filtered. .npy, and 16 bits
in a .png, .tif, .pgm or .ppm, are numbers: they are filtered as they are. A file may say otherwise: by the colour
profile of a .png, .jpg or .tif, or by a .png's sRGB or gAMA. These also hold for 8 bits. A note says
how a file was read.
Colours of other profiles (Adobe RGB, Display P3, ..) become linear sRGB. --linear decodes 8 and 16 bits from sRGB where
the file says nothing. --no-linear filters all samples as they are.
Integers are divided by the largest of their type, 255 or 65535. So are the counts of a camera: 1000 of 16 bits becomes
1000/65535 in a .npy. Floats and integers of 32 bits keep their value. So does V of --boundary constant:V.
A summed-area table adds the samples as they are in the file, and is written as .npy or .tif.
A .pgm or .ppm whose largest value is not 255 or 65535 is scaled to one of these when it is read. So is a .tif of 9 to
15 bits, unless OUT is a .tif or .npy.

Accuracy. A gaussian without --order and --accuracy is within 3e-4 of the Gaussian (--accuracy 3e-4). With --passes, or
an --algorithm or --realisation without zeros, it has order 3.

Alpha and missing samples. A mean (gaussian, butterworth low, exponential, box) weighs colours by alpha, so that hidden
colours of transparent pixels do not bleed. --no-premultiply turns this off. The alpha of an .exr is associated with its
colours; other formats have straight alpha.
NaN, and the no-data value or mask of a GeoTIFF, are missing: no weight in a mean, and they stay (--missing).

--derive is arithmetic on the numbers that are filtered. Nothing is limited, and alpha stays as in the picture. Values
below 0 or above 1 are clipped where OUT clips. An unsharp mask overshoots at edges, by up to AMOUNT times their height.
m and s are the mean and the standard deviation around each sample, by any blur (--filter box is usual):
     deviation            s
     normalize[:LEAST]    (x - m) / max(s, LEAST) (0.02)
     bradley[:T]          1 where x is above m (1 - T), elsewhere 0 (0.15)
     niblack[:K]          1 where x is above m - K s, elsewhere 0 (0.2)
     sauvola[:K[,R]]      1 where x is above m (1 + K (s / R - 1)), elsewhere 0 (0.2,0.5)
     guided[:EPS]         the guided filter: it smooths variances below EPS and keeps edges (0.01)
They take colours as they are, and are computed in float64 on the CPU.

Metadata. What a .png, .jpg or .tif says beside its picture goes into OUT, as far as such a file can hold it: EXIF, XMP,
IPTC, GeoTIFF, resolution, texts. It is made true for the result: upright, without a thumbnail. A note names the rest.
--strip leaves all of it out; of films titles, places, comments, covers and attached files.

Bands. butterworth, chebyshev1, chebyshev2 and elliptic are designed as one pass, with the cutoff, ripple and
attenuation that you give. They run both ways along each axis, as scipy.signal.sosfiltfilt does. That removes the phase
and squares the gain: at the cutoff a Butterworth filter is 3 dB down after one pass, and 6 dB after both.
The cutoff is the edge of the pass band, for chebyshev2 the edge of the stop band. --band pass and stop have two,
--cutoff 0.1,0.2, and an order up to 4 (as scipy.signal.butter(4, (0.2, 0.4), 'bandpass'), which has 8 poles).
)";

// The help with the endings of the pictures that this build reads.
std::string help_text() {
    std::vector<std::string_view> endings;
    for (const Format* format : formats())
        if (format->is_read() && format != format_with(".npy"))
            std::copy_if(format->endings.begin(), format->endings.end(), std::back_inserter(endings),
                         [](std::string_view ending) { return !ending.empty(); });
    constexpr std::string_view place = "{endings}";
    std::string text = filter_help;
    return text.replace(text.find(place), place.size(), fmt::format("{}", fmt::join(endings, " ")));
}

void add_options(OptionAdder& to, FilterFileOptions& options) {
    const TakeRow take = [&](const FilterOption& row, const std::string& text) {
        set_option(row, options.request, take_volume_axes(options.volume, row.name, text));
    };
    to.arguments("IN", "What to filter, and where to write it; with --out as many files as there are",
                 options.inputs);
    to.value("--out", "PATTERN",
             "Where to write the result of each file: results/{name}.exr; {name} and {ext} are of the "
             "file, {index} counts",
             options.pattern);
    to.value("--format", "FORMAT",
             "The format of OUT where that is -, standard output: png, tif, npy, or another ending of a file",
             options.format);
    add_rows(to, OptionOf::all, take);
    add_tuning(to, options.tuning);
    add_size(to, "The size that IN must have, as a check", options.size);
    add_picture_in_file(to, options);
    add_rows(to, OptionOf::pictures, take);
    add_rows(to, OptionOf::files_and_bench, take);
    to.value("--codec", "h264|h265|vp9|av1|ffv1|prores",
             "How a film is coded (default: the first that OUT takes and that keeps the depth, alpha and "
             "chroma of IN)",
             [&](const std::string& text) {
                 if (std::find(film_codecs.begin(), film_codecs.end(), text) == film_codecs.end())
                     refuse_word("--codec", text, film_codecs);
                 options.film_codec = text;
             });
    to.value(
        "--quality", "0..100",
        "Of a film: 0 is the smallest file, 100 the best that the codec can (default: about 65)",
        [&](const std::string& text) { options.film_quality = parse_integer("--quality", text, 0, 100); });
    to.value("--guide", "FILE",
             "edge, bilateral: a picture of as many pixels, whose edges are kept (default: IN itself)",
             [&](const std::string& text) { options.request.guide = text; });
    to.flag("--check",
            "Compare the result with the reference in double (64 rows of a large picture), and print the "
            "largest error. Above 1e-5 of the largest output (float64: 1e-9, integers: 0) end with 1, and "
            "leave OUT alone",
            options.checks_result);
    to.value("--timings", "FILE.json", "Write the times and bytes of each stage", options.timings);
    to.value("--trace", "FILE.json",
             "Write when and on which processor each block ran, for Perfetto; not by --engine reference",
             options.trace);
    to.value("--dump-stages", "DIR",
             "Write the image after each pass, down, up, right and left, as Y.npy, Z.npy, U.npy and V.npy. "
             "Write the stages as stages.json",
             options.dump_stages);
}

void take_output(FilterFileOptions& options, const std::string& out) {
    if (out != "-" && options.format)
        refuse_usage(
            fmt::format("--format is for OUT -, standard output: '{}' has its format in its name", out));
    if (out == "-" && !options.format)
        refuse_usage("OUT - is standard output: say which format it gets, as in --format png");
    options.out = out == "-" ? standard_output(*options.format).string() : out;
}

// One file and its output, or with --out many. One alone is filtered as any other.
void take_files(FilterFileOptions& options) {
    constexpr const char* help = "sweep filter --help says what is expected";
    const std::vector<std::string> files = std::exchange(options.inputs, {});
    if (files.empty()) refuse_usage(fmt::format("IN is required: {}", help));
    if (files.size() > 1 && options.pattern && std::count(files.begin(), files.end(), "-") > 0)
        refuse_usage("IN - is one file on standard input: filter it alone, or leave it out");
    options.in = files.front() == "-" ? standard_input().string() : files.front();
    if (options.pattern) {
        if (files.size() == 1)
            take_output(options, output_names(*options.pattern, files).front());
        else if (options.format)
            refuse_usage("--format is for OUT -, standard output, which takes one file");
        else
            options.inputs = files;
        return;
    }
    if (files.size() == 1) refuse_usage(fmt::format("OUT is required: {}", help));
    take_output(options, files[1]);
    if (files.size() > 2)
        refuse_usage(
            fmt::format("'{}' is one argument too many: {}, or --out for many files", files[2], help));
}

// Refuses a derivative along an axis of which no passes run, which the result would not have.
void refuse_idle_derivative(const FilterSpec& filter) {
    if (!info(filter.kind).parameters.has(Parameter::derivative)) return;
    const bool along_x = filter.derivative_x != 0 && filter.axes == Axes::y,
               along_y = filter.derivative_y != 0 && filter.axes == Axes::x;
    if (along_x || along_y)
        refuse_usage(
            fmt::format("--derivative {},{}: no pass runs along {}: leave --axes {} out, or that order",
                        filter.derivative_x, filter.derivative_y, along_x ? "x" : "y", along_x ? "y" : "x"));
}

void check(FilterFileOptions& options, const Given& given) {
    take_files(options);
    refuse_both(given);
    if (!options.inputs.empty())
        for (const auto& [file, name] : {std::pair{&options.timings, "--timings"},
                                         {&options.trace, "--trace"},
                                         {&options.dump_stages, "--dump-stages"}})
            if (*file)
                refuse_usage(
                    fmt::format("{} is about one file, and there are {}: filter one, or leave it out", name,
                                options.inputs.size()));
    const DerivedInfo& derived = info(options.request.derived.kind);
    const bool follows_picture = info(options.request.filter.kind).follows_picture;
    for (const auto& [file, name] :
         {std::pair{&options.trace, "--trace"}, {&options.dump_stages, "--dump-stages"}}) {
        if (*file && !options.request.derived.is_none())
            refuse_usage(fmt::format(
                "{} is of one run of a filter, and not of what is derived from its result: leave it "
                "out, or --derive",
                name));
        if (*file && follows_picture)
            refuse_usage(
                fmt::format("{} is not of the filter {}: leave it out", name, options.request.filter_word()));
    }
    if (derived.of_moments && options.request.engine == EngineKind::cuda)
        refuse_usage(fmt::format(
            "--derive {} is computed in float64, which the engine cuda does not have: leave --engine out, or "
            "take --engine cpu",
            derived.word));
    if (!options.request.guide.empty() && !info(options.request.filter.kind).takes_guide)
        refuse_usage("--guide is a picture for the filters edge and bilateral: add --filter edge");
    check_request(options.request);
    check_volume_axes(options.volume, options.request);
    refuse_idle_derivative(options.request.filter);
    options.takes_page = given("--page");
    options.says_order = given("--order") || given("--accuracy") || given("--passes");
    options.says_boundary = given("--boundary");
    options.note = no_effect(given, {options.request});
}

}  // namespace

Command filter_command() {
    return command<FilterFileOptions>({"filter", add_options, check}, help_text(), run_filter);
}

}  // namespace sweep::app
