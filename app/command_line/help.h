// The texts of --help: for each command its examples, then its options as CLI11 lists them.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include <CLI/CLI.hpp>

namespace sweep::app {

inline constexpr const char* window_help =
    R"(Sweep filters images with recursive filters that sweep them down, up, right and left.

Examples:
  sweep                                  the window, with the built-in scene
  sweep photo.jpg --sigma 12             the window, with a picture
  sweep film.mp4                         with a film; --camera, an address or - (a pipe) work, too
  sweep filter photo.jpg blurred.png --sigma 12
  sweep shot window.png photo.jpg        the window, drawn off screen into a file
  sweep bench --size 4096x4096           how fast it is here
  sweep --lecture short                  a lecture in ten minutes: PgDn, PgUp
  sweep --lecture short --full-screen 2 --presenter 1    on the projector, with notes and a clock here
  sweep --lecture short --presenter --remote 0.0.0.0     and with a phone that turns the pages
  sweep design --sigma 5 --as numpy      the filter as a function, for a program of your own
  sweep doctor                           what this machine offers, and what Sweep would use
  sweep tune                             measure what is fastest on this GPU, a minute or two, and use it
  sweep filter --help                    the options of one command
)";

inline constexpr const char* filter_help = R"(Filters one file, or many.

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

IN - is standard input, whose first bytes tell its format, and OUT - is standard output, whose format --format
tells; then notes and times go to stderr. They are for pictures, and not for films.
With --out each file is an input, and several are filtered at a time. What fails is listed in the end, with
exit code 1, and the others are written. Names by which a file would replace another or an input are refused
before anything is done.

IN:  .png .jpg .tif .webp .heic .avif .exr .hdr .pfm .bmp .tga .psd .gif .pbm .pgm .ppm, or .npy (W, H x W or
     H x W x C, C up to 4) of any numbers but complex ones, of which signed integers and bool become floats. A .npy of
     Z x H x W, W above 4, or Z x H x W x C has Z pages.
     A .png, .jpg, .webp or .tif is turned as its orientation says. All pages of a .tif or .npy, or --page N, are
     filtered, each by itself, into a .tif, or into a .npy with an axis more. --axes x,y,z filters them as a volume,
     from page to page too, and --axes z so alone; --sigma is one number then, or those along x, y and z.
     A .tif or .npy of one page that is larger than memory is filtered in bands of rows, into a .tif or .npy.
     Of an .exr the picture without a layer is filtered, else the part or layer called beauty, combined or the like,
     else the first; --part, --layer and --channel take another. Its primaries become those of sRGB, unless OUT is an
     .exr, which keeps its windows, primaries, other channels and attributes.
OUT, which may be IN:
     .png          encoded as IN (see below), which the file says, so that it is read again in the same way;
                   .hdr, and other floats with --linear, become sRGB. Values outside [0, 1] are clipped (and
                   counted). It has 8 bits if IN has 8 bits, otherwise 16.
     .jpg          sRGB unless --no-linear; clipped, too
     .webp         the same with alpha and without loss; of an animated .webp, .gif or .png all frames
     .tif          as .png if IN has 8 or 16 bits; otherwise the result as it is, float
     .exr .pfm     float, in linear light unless --no-linear; nothing is clipped
     .hdr          the same with fewer digits; negative samples become 0 (and are counted)
     .npy          the result as it is: float32; float64 from the reference, and from the CPU engine if IN is
                   float64; uint32 for the table of an 8-bit picture
     .jpg, .hdr and .pfm have no alpha: it is dropped. A note says so, and which bits of IN a picture has no room for.
A film becomes a film, with its sound where the format has it: .mp4 .mov .mkv .webm .gif
An animated .gif, .png, .webp or .avif becomes one of these, or an animated .webp or .png; of others, its first frame.
It keeps depth, alpha, chroma and colours where a codec of that format does (--codec chooses one); a note says
what is lost.
Ctrl+C leaves what was there as OUT, keeps the frames so far as OUT.interrupted.mp4, and gives exit code 1.
Pictures of 8 bits, and .psd, are decoded from sRGB to linear light before they are filtered. .npy, and 16
bits in a .png, .tif, .pgm or .ppm, are numbers: they are filtered as they are, unless the file says otherwise
(the colour profile of a .png, .jpg or .tif, a .png's sRGB or gAMA, which also hold for 8 bits; a note says
how a file was read). Colours of other profiles (Adobe RGB, Display P3, ..) become linear sRGB. --linear
decodes 8 and 16 bits that say nothing from sRGB, --no-linear filters all samples as they are. Integers are
divided by the largest of their type, 255 or 65535, and so are the counts of a camera: 1000 of 16 bits becomes
1000/65535 in a .npy. Floats and integers of 32 bits keep their value, and so does V of --boundary constant:V.
A summed-area table adds the samples as they are in the file, and is written as .npy or .tif. (Those of a .pgm
or .ppm whose largest value is not 255 or 65535 are scaled to one of these when they are read, and so are those of
a .tif of 9 to 15 bits, unless OUT is a .tif or .npy.)
A gaussian without --order and --accuracy is within 3e-4 of the Gaussian (--accuracy 3e-4), unless there is
--passes, or an --algorithm or --realisation without zeros: then it has order 3.
A mean (gaussian, butterworth low, exponential, box) weighs colours by alpha, so that those of transparent pixels do not
bleed, unless --no-premultiply; the alpha of an .exr is associated with its colours, that of other formats is
straight. NaN, and the no-data value or mask of a GeoTIFF, are missing: no weight in a mean, and they stay (--missing).
--derive is arithmetic on the numbers that are filtered: nothing is limited, alpha stays that of the picture,
and what is below 0 or above 1 is clipped where OUT clips. An unsharp mask overshoots at edges, by up to
AMOUNT times their height.
With m and s, the mean and the standard deviation around each sample by any blur (--filter box is usual):
deviation, s; normalize[:LEAST], (x - m) / max(s, LEAST) (0.02); thresholds, 1 where x is above and 0
elsewhere: bradley[:T], m (1 - T) (0.15), niblack[:K], m - K s (0.2), sauvola[:K[,R]],
m (1 + K (s / R - 1)) (0.2,0.5); and guided[:EPS], the guided filter, which smooths variances below EPS and
keeps edges (0.01). These are of colours as they are, and computed in float64 on the CPU.
What a .png, .jpg or .tif says beside its picture (EXIF, XMP, IPTC, GeoTIFF, resolution, texts) goes into OUT
as far as such a file can hold it, true for the result: upright, without a thumbnail. A note names the rest;
--strip leaves all of it out.
Of films it leaves out titles, places, comments, covers and attached files.

butterworth, chebyshev1, chebyshev2 and elliptic are designed as one pass, with the cutoff, ripple and
attenuation that are given, and run both ways along each axis, which removes the phase and squares the gain
(as scipy.signal.sosfiltfilt does): at the cutoff a Butterworth filter is 3 dB down after one pass and 6 dB
after both. The cutoff is the edge of the pass band, for chebyshev2 that of the stop band; --band pass and stop have
two, --cutoff 0.1,0.2, and an order up to 4 (as scipy.signal.butter(4, (0.2, 0.4), 'bandpass'), which has 8 poles).
)";

inline constexpr const char* bench_help =
    R"(Measures how long filtering takes here, beside the copy of an image of the same size.

Examples:
  sweep bench
  sweep bench --size 1024,8192 --order 3,4,5 --engine cuda
  sweep bench --filter sat,gaussian --boundary none,clamp --json results.json
  sweep bench --algorithm 4,5,6,7 --order 3,5 --size 256:4096:256 --csv results.csv
  sweep bench --sigma 5,n/6 --engine cuda,cpu --seconds 1
  sweep bench --algorithm 5,7,rt64 --boundary zero,clamp,mirror --check
  sweep bench --size 3840x2160 --channels 4 --sample u8 --memory texture --result half --engine cuda

The image is random, with a fixed seed. --filter, --order, --sigma, --alpha, --boundary, --algorithm, --engine
and --size take lists, and every possible combination is measured (the others are listed as skipped): the
median and the 5th and 95th percentile of --repeats runs after --warmup. So times are medians of warm runs:
memory has been touched, and caches are as the last run left them. The copy is measured once for each size and
engine. GiP/s are 2^30 pixels a second; GB/s are 10^9 declared bytes a second. Data stays where the engine
works: transfers to a GPU are not in the times. With --check each row has the largest error, too.

Ctrl+C ends it, keeps what has been measured, and gives exit code 1; bench/figures.py draws the JSON files.
)";

inline constexpr const char* shot_help = R"(Draws the whole window off screen and saves it; needs no display.

Examples:
  sweep shot window.png
  sweep shot window.png photo.jpg --sigma 40 --size 1280x720 --frames 60
  sweep shot window.png film.mp4 --film-time 2.5
)";

inline constexpr const char* tune_help = R"(Measures which choices are fastest on this GPU, and keeps them.

Examples:
  sweep tune
  sweep tune --out choices.json
  sweep bench --tuning built-in

It chooses the side of the blocks, the kernels that move them (--path), and the algorithm, for filters of
order 1 to 5 and for summed-area tables, for images from 256x256 to 8192x8192 of floats and of bytes. Two
images of each size, one that fills its blocks and one that does not, are filtered with every possible choice
in turn; a choice replaces the built-in one if it gains 3 %. That takes a minute or two, in which the GPU
should do nothing else. The choices are kept in ~/.cache/sweep/tuning ($XDG_CACHE_HOME), for this GPU, driver
and version of Sweep, and used from then on; sweep doctor says so. Results change only in the last bits.
)";

inline constexpr const char* design_help = R"(Prints a filter as a function in another language.

Examples:
  sweep design --sigma 5 --boundary mirror
  sweep design --filter butterworth --order 4 --cutoff 0.1 --as numpy
  sweep design --sigma 2 --derivative 1,0 --as json

The function runs both passes over a line, in place, with the states that the boundary gives at its ends; it
needs nothing of Sweep, and says three numbers to test it with. Where the axes differ, each has a function.
)";

inline constexpr const char* rehearse_help =
    R"(Tries every step of a lecture, off screen, and names those that fail.

Examples:
  sweep rehearse short
  sweep rehearse my.cues photo.jpg --size 1920x1080 --pages pages
  sweep rehearse short --html talk.html
  sweep rehearse short --pictures | ffmpeg -f image2pipe -r 1/5 -i - talk.mp4

A lecture is a file of cues: lines that begin with title:, step:, state:, caption:, number:, hidden:, notes:
and action:.
Each step: begins one; state: has the options of the window that it shows, on top of the defaults, caption:
stands below the picture, notes: go to the terminal, or below the caption, and action: names an action of
sweep --help-keys that runs then.
Of a walk (state: --view passes --walk on) number: P 1,0,2 shows what the number of border P of block 1, 0 in
column 2 is made of, and what it makes; hidden: P 1,0,2 hides it until somebody types it; 5,2 is the pixel in
column 5 and row 2.
sweep --lecture FILE gives it.
)";

inline constexpr const char* list_help = R"(Lists what is here.

Examples:
  sweep list filters
  sweep list engines
)";

// Formats the help as CLI11 does, but with the examples first.
class HelpFormatter : public CLI::Formatter {
  public:
    HelpFormatter() {
        column_width(first_column);
        label("REQUIRED", "");
        label("TEXT", "");
    }
    void set_text(const CLI::App* app, std::string text) { texts_[app] = std::move(text); }

    std::string make_description(const CLI::App* app) const override { return texts_.at(app) + "\n"; }
    std::string make_usage(const CLI::App* app, std::string name) const override {
        std::string usage = "Usage: " + name + " [options]";
        if (app->get_name() == "filter")
            return usage + " IN OUT\n       " + name + " [options] IN .. --out PATTERN\n";
        for (const CLI::Option* option : app->get_options())
            if (option->get_positional())
                usage += option->get_required() ? " " + option->get_name(true)
                                                : " [" + option->get_name(true) + "]";
        return usage + (app->get_parent() ? "\n" : "\n       " + name + " COMMAND ...\n");
    }
    std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
        const std::string name = CLI::Formatter::make_option_name(option, is_positional);
        return name.substr(0, name.find('{'));  // CLI11 adds "{false}" to --no-linear
    }
    // Breaks the text into lines that fit into a terminal: CLI11 indents what follows a line break.
    std::string make_option_desc(const CLI::Option* option) const override {
        std::string text = CLI::Formatter::make_option_desc(option);
        std::size_t begin = 0;
        while (text.size() - begin > last_column - first_column) {
            const std::size_t space = text.rfind(' ', begin + last_column - first_column);
            if (space == std::string::npos || space <= begin) break;
            text[space] = '\n';
            begin = space + 1;
        }
        return text;
    }

  private:
    static constexpr std::size_t first_column = 34, last_column = 100;
    std::map<const CLI::App*, std::string> texts_;
};

}  // namespace sweep::app
