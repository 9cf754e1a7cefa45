#include "files/rows/row_file.h"

#include <stdexcept>
#include <utility>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "files/metadata/metadata.h"

namespace sweep {
namespace {

namespace fs = std::filesystem;

// Calls a function of a reader or a writer, whose errors lack the file's name.
template <class F>
decltype(auto) named(const char* what, ExitCode code, const fs::path& path, F&& work) {
    try {
        return work();
    } catch (const Error&) {
        throw;
    } catch (const std::logic_error&) {
        throw;
    } catch (const std::exception& error) {
        throw Error(code, std::string(what) + " '" + path.string() + "': " + error.what());
    }
}

template <class F>
decltype(auto) reading(const fs::path& path, F&& work) {
    return named("cannot read", ExitCode::unreadable_input, path, work);
}
template <class F>
decltype(auto) writing(const fs::path& path, F&& work) {
    return named("cannot write", ExitCode::unwritable_output, path, work);
}

}  // namespace

RowFile::RowFile(const fs::path& path)
    : path_(path), file_(path), format_(format_of(file_.head(), extension_of(path))) {
    if (format_.open_rows) rows_ = format_.open_rows(file_.reader(), facts_);
}

std::unique_ptr<RowFile> RowFile::open(const fs::path& path) {
    require_readable(path);
    return reading(path, [&] {
        std::unique_ptr<RowFile> file(new RowFile(path));
        if (!file->rows_) file.reset();
        return file;
    });
}

FileImage RowFile::read(int first, int count) {
    return reading(path_, [&] {
        const Claim claim = rows_->claim();
        Image rows({claim.shape.width, count, claim.shape.channels}, claim.sample);
        rows_->read(first, rows.view());
        FileFacts facts;
        facts.encoding = facts_.encoding;
        facts.remark = facts_.remark;
        facts.alpha = facts_.alpha;
        facts.no_data = facts_.no_data;
        facts.is_distance = facts_.is_distance;
        facts.bits = facts_.bits;
        facts.bands = facts_.bands;
        facts.kept = facts_.kept;
        facts.smaller = facts_.smaller;
        FileImage picture = picture_of(std::move(rows), std::move(facts), format_);
        if (!picture.missing.empty() || picture.infinite != 0)
            throw DecodeError("it is larger than memory, and has " +
                              (picture.missing.empty() ? "infinite samples" : picture.missing_note) +
                              ", for which a picture has to fit: use a smaller one");
        if (!picture.note.empty()) picture.note = printable("'" + path_.string() + "': " + picture.note);
        picture.note_of_zeros = picture.note;
        if (is_widened_ && is_widened_(picture)) widen_to_words(picture);
        return picture;
    });
}

bool is_written_by_rows(const fs::path& out) {
    return output_format(out).write_rows != nullptr;
}

RowOutput::RowOutput(const fs::path& out, const Shape& shape, Sample sample,
                     const std::optional<Encoding>& encoding, const KeptFacts* kept)
    : out_(out), file_(open_output(out)) {
    writing(out_,
            [&] { writer_ = output_format(out).write_rows(file_->stream(), shape, sample, encoding, kept); });
}

void RowOutput::add(ConstImageView rows) {
    writing(out_, [&] { writer_->add(rows); });
}

std::string RowOutput::finish(const Metadata& metadata, const Described& picture) {
    std::string left_out = writing(out_, [&] { return writer_->finish(metadata, picture); });
    writer_.reset();
    file_->replace_target();
    return left_out;
}

}  // namespace sweep
