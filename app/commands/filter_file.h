// The options of sweep filter, and one file that it reads, filters and writes.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "app/command_line/options.h"
#include "app/command_line/volume_options.h"
#include "app/work/results/filter_run.h"

namespace sweep::app {

struct FilterFileOptions : RequestOptions, PictureInFile {
    std::vector<std::string> inputs;     // many files; empty: `in` and `out` are the files
    std::optional<std::string> pattern;  // --out, the names of what many files become
    std::optional<std::string> in, out;
    std::optional<std::string> format;  // of standard output
    bool takes_page = false;            // `page` alone, and not all of them
    std::optional<Size> size;           // that `in` must have
    VolumeAxes volume;
    bool says_order = false;  // by --order or --accuracy, or by --passes, whose prefixes are of one filter
    bool says_boundary = false;
    std::string film_codec;           // one of film_codecs; empty: as `in` needs it
    std::optional<int> film_quality;  // 0 to 100
    bool checks_result = false;
    std::optional<std::string> timings, trace, dump_stages;
};

// What a command says on stdout of a file that is done, a line each.
struct FilteredFile {
    std::string engine, summary;
    std::optional<std::string> check;
};

// Where summaries go: standard output, or stderr where that carries the file alone.
std::FILE* summaries_beside(const std::string& out);

// What a summary says of the filter: "gaussian", or "gaussian, dog:1.6" with what is derived.
std::string filter_words(const FilterSettings& request);

// Refuses a film where a picture is filtered, or, among many files, wherever one is.
void refuse_film(const std::string& in, const std::string& out, bool is_one_of_many);

// Refuses a filter, an engine or an output of the wrong kind, before any file is read.
void check_request(const FilterFileOptions& options, const std::string& out);

// Throws Error(usage) where two of the files that are written are the same, or one that is not OUT is IN.
void check_names_differ(const FilterFileOptions& options);

// Filters *options.in to *options.out. The output is written last, and whole or not at all. Throws Error.
FilteredFile filter_file(const FilterFileOptions& options, const FilterContext& context);

// What is read and written of a picture.
FilterFiles files_of(const FilterFileOptions& options);
// Filters one picture, or a page of several, whose result `page` takes.
FilteredFile filter_picture(const FilterFileOptions& options, const FilterContext& context,
                            const TakeImage& page = {});

// Filters the picture *options.in in strips of rows where it does not fit into memory, and its format and that of
// *options.out are read and written by rows; nothing: it fits, or they are not. Throws Error as filter_file() does,
// and Error(failed) for what needs the whole picture.
std::optional<FilteredFile> filter_if_larger_than_memory(const FilterFileOptions& options,
                                                         const FilterContext& context);

// Whether IN is a film, or moves and becomes one. Throws Error(usage) where a film would be read from a pipe,
// or written to one.
bool is_film_to_filter(const FilterFileOptions& options);
// Filters the film *options.in to the film *options.out. Throws Error.
void filter_film(const FilterFileOptions& options);

// Filters options.inputs, several at a time, to the names that options.pattern makes. Throws Error(failed) in
// the end where some failed, after a line for each.
void filter_files(const FilterFileOptions& options);

// sweep filter.
void run_filter(FilterFileOptions& options);

}  // namespace sweep::app
