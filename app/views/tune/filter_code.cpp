#include "app/views/tune/filter_code.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/views/tune/coefficients.h"
#include "app/views/tune/response.h"
#include "app/work/engines/stage_json.h"
#include "app/work/options/describe.h"
#include "app/work/options/option_values.h"
#include "core/base/error.h"
#include "core/design/design.h"
#include "core/filter/memory.h"
#include "core/problem/reference.h"

namespace sweep::app {
namespace {

// K, D, C, a, g, sign of each section. A lone pole is a pair whose a and C are 0.
std::vector<std::array<double, 6>> sections_of(const PassDesign& pass) {
    const detail::PoleZeroSections s = detail::pole_zero_sections(pass);
    std::vector<std::array<double, 6>> sections;
    const std::size_t lone = s.K.size() - s.a.size();
    if (lone == 1) sections.push_back({s.K[0], s.D[0], 0, 0, s.first, 1});
    for (std::size_t k = 0; k < s.a.size(); ++k)
        sections.push_back({s.K[k + lone], s.D[k + lone], s.C[k], s.a[k], s.g[k], s.sign[k]});
    return sections;
}

// The samples after which nothing is left of a state, in double.
int reach_of(const AxisDesign& axis) {
    return axis.order() + int(std::ceil(decay_length(axis, -std::log(1e-22))));
}

constexpr int test_length = 12;
constexpr std::array<int, 3> test_places{0, 5, 11};

// The reference's answers at test_places for the line (i * i) % 7.
std::vector<double> test_numbers(FilterSpec filter, const Boundary& boundary, bool along_x) {
    filter.axes = along_x ? Axes::x : Axes::y;
    Problem problem;
    problem.filter = filter;
    problem.boundary = boundary;
    problem.shape = {along_x ? test_length : 1, along_x ? 1 : test_length, 1};
    problem.input = Sample::f64;
    Image line(problem.shape, Sample::f64);
    for (int i = 0; i < test_length; ++i) line.data<double>()[i] = i * i % 7;
    const Image out = reference(problem, line.view());
    std::vector<double> numbers;
    for (int place : test_places) numbers.push_back(out.data<double>()[place]);
    return numbers;
}

// One function: an axis, or both where they are alike.
struct Function {
    std::string name, axes;  // axes: its key in JSON
    const AxisDesign* axis;
    Boundary boundary;
    double sigma;  // of the Gaussian that it is meant as; 0: it is not meant as one
    std::vector<double> answers;
};

std::string rows_text(const PassDesign& pass, const char* open, const char* close, const char* between) {
    std::string text;
    for (const std::array<double, 6>& s : sections_of(pass))
        text += fmt::format("{}{}{}{}", text.empty() ? "" : between, open, fmt::join(s, ", "), close);
    return text;
}

// Lines about the filter, without the signs of a comment.
std::vector<std::string> head(const Problem& problem, const std::vector<Function>& functions) {
    std::vector<std::string> lines{
        fmt::format("{}; boundary {}.", filter_text(problem.filter), boundary_text(problem)),
        "Two passes over a line, in place, each a cascade of sections K, D, C, a, g, sign: with e = x - sign "
        "y,",
        "the section's output is D e + C v + K y; then v = g e + a v, y = sign y + v. The passes begin as "
        "far outside of",
        "the line as a state is remembered, where it does not matter that it is zero."};
    for (const Function& f : functions) {
        if (!(f.sigma > 0)) continue;
        const std::vector<double> response = impulse_response(*f.axis, reach_of(*f.axis));
        if (const auto sigma = standard_deviation(response))
            lines.push_back(fmt::format(
                "{}easured sigma {:.6g}; largest difference from the Gaussian {:.2g} of its peak.",
                functions.size() > 1 ? f.name + ": m" : "M", *sigma,
                gaussian_error(response, f.sigma).largest));
    }
    return lines;
}

std::string test_text(const Function& f) {
    return fmt::format("Test: {} of (i * i) % 7, i = 0..11, is {:.12g}, {:.12g}, {:.12g} at 0, 5, 11.",
                       f.name, f.answers[0], f.answers[1], f.answers[2]);
}

// The index of the sample that continues the line; or what it is instead.
std::string continued(BoundaryKind kind, const char* clamp, const char* repeat, const char* mirror,
                      const char* reflect101) {
    if (turns_on_sample(kind)) return reflect101;
    return continues_by_edge(kind) ? clamp : wraps_around(kind) ? repeat : mirror;
}

bool has_constants(const Boundary& boundary) {
    return !keeps_constants(boundary.kind);
}

double constant_of(const Boundary& boundary) {
    return boundary.value.empty() ? 0 : boundary.value.front();
}

int run_in(const Function& f) {
    return is_extended(f.boundary.kind) ? reach_of(*f.axis) : 0;
}

std::string cpp_function(const Function& f) {
    const Boundary& boundary = f.boundary;
    const std::string sample =
        has_constants(boundary)
            ? fmt::format("i >= 0 && i < n ? x[i * step] : {}", constant_of(boundary))
            : fmt::format("x[{} * step]",
                          continued(boundary.kind, "(i < 0 ? 0 : i < n ? i : n - 1)", "((i % n + n) % n)",
                                    "((j = (i % (2 * n) + 2 * n) % (2 * n)) < n ? j : 2 * n - 1 - j)",
                                    "(n < 2 ? 0 : (j = (i % (2 * n - 2) + 2 * n - 2) % (2 * n - 2)) < n ? j "
                                    ": 2 * n - 2 - j)"));
    return fmt::format(R"(
// {test}
inline void {name}(double* x, int n, int step = 1) {{
    const double forth[][6] = {{{forth}}};
    const double back[][6] = {{{back}}};
    const int count = {count}, reach = {reach};
    const auto advance = [](const double (*section)[6], double (*state)[2], double in) {{
        for (int k = 0; k < count; ++k) {{
            const double *s = section[k], e = in - s[5] * state[k][0];
            in = s[1] * e + s[2] * state[k][1] + s[0] * state[k][0];
            state[k][1] = s[4] * e + s[3] * state[k][1];
            state[k][0] = s[5] * state[k][0] + state[k][1];
        }}
        return in;
    }};
    std::vector<double> y(n + reach);
    double state[count][2] = {{}};
    for (int i = -reach{j}; i < n + reach; ++i) {{
        const double out = {gain} * advance(forth, state, {sample});
        if (i >= 0) y[i] = out;
    }}
    for (auto& s : state) s[0] = s[1] = 0;
    for (int i = n + reach - 1; i >= 0; --i) {{
        const double out = {back_gain} * advance(back, state, y[i]);
        if (i < n) x[i * step] = out;
    }}
}}
)",
                       fmt::arg("test", test_text(f)), fmt::arg("name", f.name),
                       fmt::arg("forth", rows_text(f.axis->causal, "{", "}", ", ")),
                       fmt::arg("back", rows_text(f.axis->anticausal, "{", "}", ", ")),
                       fmt::arg("count", sections_of(f.axis->causal).size()), fmt::arg("reach", run_in(f)),
                       fmt::arg("j", runs_back(boundary.kind) ? ", j" : ""),
                       fmt::arg("gain", f.axis->causal.gain), fmt::arg("back_gain", f.axis->anticausal.gain),
                       fmt::arg("sample", sample));
}

std::string numpy_function(const Function& f) {
    const Boundary& boundary = f.boundary;
    const std::string mode = has_constants(boundary) ? "\"constant\""
                                                     : continued(boundary.kind, "\"edge\"", "\"wrap\"",
                                                                 "\"symmetric\"", "\"reflect\"");
    const std::string value =
        has_constants(boundary) ? fmt::format(", constant_values={}", constant_of(boundary)) : "";
    return fmt::format(R"(

def {name}(x):
    """Returns the filtered lines along the last axis. {test}"""
    forth = [{forth}]
    back = [{back}]
    reach = {reach}

    def passed(sections, gain, x):
        y = np.empty_like(x)
        state = np.zeros((len(sections), 2) + x.shape[:-1])
        for i in range(x.shape[-1]):
            out = x[..., i]
            for (K, D, C, a, g, sign), s in zip(sections, state):
                e = out - sign * s[0]
                out = D * e + C * s[1] + K * s[0]
                s[1] = g * e + a * s[1]
                s[0] = sign * s[0] + s[1]
            y[..., i] = gain * out
        return y

    x = np.asarray(x, float)
    n = x.shape[-1]
    padded = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(reach, reach)], {mode}{value})
    y = passed(forth, {gain}, padded)[..., reach:]
    return passed(back, {back_gain}, y[..., ::-1])[..., ::-1][..., :n]
)",
                       fmt::arg("name", f.name), fmt::arg("test", test_text(f)),
                       fmt::arg("forth", rows_text(f.axis->causal, "(", ")", ", ")),
                       fmt::arg("back", rows_text(f.axis->anticausal, "(", ")", ", ")),
                       fmt::arg("reach", run_in(f)), fmt::arg("mode", mode), fmt::arg("value", value),
                       fmt::arg("gain", f.axis->causal.gain), fmt::arg("back_gain", f.axis->anticausal.gain));
}

std::string matlab_function(const Function& f) {
    const Boundary& boundary = f.boundary;
    const std::string index = continued(boundary.kind, "min(max(i, 0), n - 1)", "mod(i, n)",
                                        "min(mod(i, 2 * n), 2 * n - 1 - mod(i, 2 * n))",
                                        "min(mod(i, max(2 * n - 2, 1)), mod(-i, max(2 * n - 2, 1)))");
    const std::string padded =
        has_constants(boundary)
            ? fmt::format("[{0} * ones(1, reach), x(:)', {0} * ones(1, reach)]", constant_of(boundary))
            : "x(" + index + " + 1)";
    return fmt::format(
        R"(
% {test}
function y = {name}(x)
    n = numel(x);
    reach = {reach};
    i = -reach:n + reach - 1;
    padded = {padded};
    y = pass([{forth}], {gain}, padded(:)');
    y = fliplr(pass([{back}], {back_gain}, fliplr(y(reach + 1:end))));
    y = reshape(y(1:n), size(x));
end
)",
        fmt::arg("test", test_text(f)), fmt::arg("name", f.name), fmt::arg("reach", run_in(f)),
        fmt::arg("padded", padded), fmt::arg("forth", rows_text(f.axis->causal, "", "", "; ")),
        fmt::arg("gain", f.axis->causal.gain), fmt::arg("back", rows_text(f.axis->anticausal, "", "", "; ")),
        fmt::arg("back_gain", f.axis->anticausal.gain));
}

constexpr const char* matlab_pass = R"(
function y = pass(sections, gain, x)
    y = zeros(size(x));
    state = zeros(size(sections, 1), 2);
    for i = 1:numel(x)
        out = x(i);
        for k = 1:size(sections, 1)
            s = sections(k, :);
            e = out - s(6) * state(k, 1);
            out = s(2) * e + s(3) * state(k, 2) + s(1) * state(k, 1);
            state(k, 2) = s(5) * e + s(4) * state(k, 2);
            state(k, 1) = s(6) * state(k, 1) + state(k, 2);
        end
        y(i) = gain * out;
    end
end
)";

// In float, whose states need not be remembered for as long.
int run_in_of_float(const Function& f) {
    return is_extended(f.boundary.kind)
               ? f.axis->order() + int(std::ceil(decay_length(*f.axis, -std::log(1e-9))))
               : 0;
}

constexpr const char* glsl_head =
    R"(// For GLSL 4.30 and GLSL ES 3.10, one invocation a line. Write these for your images or buffers; y is not x.
float read_x(int i);
float read_y(int i);
void write_y(int i, float value);

int wrapped(int i, int n) { return i >= 0 ? i % n : n - 1 - (-i - 1) % n; }
)";

std::string glsl_function(const Function& f) {
    const Boundary& boundary = f.boundary;
    const int reach = run_in_of_float(f);
    const std::string sample =
        has_constants(boundary)
            ? fmt::format("i >= 0 && i < n ? read_x(i) : {:#}", constant_of(boundary))
            : fmt::format("read_x({})",
                          continued(boundary.kind, "clamp(i, 0, n - 1)", "wrapped(i, n)",
                                    "(j = wrapped(i, 2 * n)) < n ? j : 2 * n - 1 - j",
                                    "(j = wrapped(i, max(2 * n - 2, 1))) < n ? j : 2 * n - 2 - j"));
    const std::size_t count = sections_of(f.axis->causal).size();
    const auto table = [&](const char* name, const PassDesign& pass) {
        std::string rows;
        for (const std::array<double, 6>& section : sections_of(pass)) {
            std::string row;
            for (double number : section) row += fmt::format("{}{:#.9g}", row.empty() ? "" : ", ", number);
            rows += fmt::format("{}float[6]({})", rows.empty() ? "" : ", ", row);
        }
        return fmt::format("const float {}_{}[{}][6] = float[{}][6]({});", f.name, name, count, count, rows);
    };
    return fmt::format(R"(
// {test}
{forth}
{back}
float {name}_advance(const float section[{count}][6], inout vec2 state[{count}], float value) {{
    for (int k = 0; k < {count}; ++k) {{
        float e = value - section[k][5] * state[k].x;
        value = section[k][1] * e + section[k][2] * state[k].y + section[k][0] * state[k].x;
        state[k].y = section[k][4] * e + section[k][3] * state[k].y;
        state[k].x = section[k][5] * state[k].x + state[k].y;
    }}
    return value;
}}
void {name}(int n) {{
    const int reach = {reach};
    float behind[{behind}];
    vec2 state[{count}];
    for (int k = 0; k < {count}; ++k) state[k] = vec2(0.0);
    for (int i = -reach{j}; i < n + reach; ++i) {{
        float y = {gain:#.9g} * {name}_advance({name}_forth, state, {sample});
        if (i >= n) behind[i - n] = y;
        else if (i >= 0) write_y(i, y);
    }}
    for (int k = 0; k < {count}; ++k) state[k] = vec2(0.0);
    for (int i = n + reach - 1; i >= 0; --i) {{
        float y = {back_gain:#.9g} * {name}_advance({name}_back, state, i < n ? read_y(i) : behind[i - n]);
        if (i < n) write_y(i, y);
    }}
}}
)",
                       fmt::arg("test", test_text(f)), fmt::arg("name", f.name),
                       fmt::arg("forth", table("forth", f.axis->causal)),
                       fmt::arg("back", table("back", f.axis->anticausal)), fmt::arg("count", count),
                       fmt::arg("reach", reach), fmt::arg("behind", std::max(reach, 1)),
                       fmt::arg("j", runs_back(boundary.kind) ? ", j" : ""),
                       fmt::arg("gain", f.axis->causal.gain), fmt::arg("back_gain", f.axis->anticausal.gain),
                       fmt::arg("sample", sample));
}

Json pass_json(const PassDesign& pass) {
    Json json = coefficients_json(pass);
    json["gain"] = pass.gain;
    json["sections"] = sections_of(pass);
    return json;
}

std::string as_json(const std::vector<std::string>& lines, const std::vector<Function>& functions,
                    const Problem& problem) {
    Json json{
        {"filter", filter_text(problem.filter)}, {"boundary", boundary_text(problem)}, {"about", lines}};
    for (const Function& f : functions)
        json[f.axes] = {{"causal", pass_json(f.axis->causal)},
                        {"anticausal", pass_json(f.axis->anticausal)},
                        {"reach", run_in(f)},
                        {"test", {{"x", "(i * i) % 7, i = 0..11"}, {"at", test_places}, {"y", f.answers}}}};
    return json.dump(2) + "\n";
}

}  // namespace

std::string filter_code(const Problem& problem, CodeLanguage language) {
    const FilterSpec& spec = problem.filter;
    if (!is_recursive(spec.kind))
        throw Error(ExitCode::usage, fmt::format("the filter {} is not recursive: it has no coefficients",
                                                 info(spec.kind).word));
    if (language == CodeLanguage::options) return coefficient_options(spec) + "\n";
    const FilterDesign filter = design(spec);
    std::vector<Function> functions;
    const auto add = [&](const char* name, const char* axes, bool rows) {
        Boundary boundary = rows ? problem.boundary : problem.boundary_of_columns();
        if (!boundary.value.empty()) boundary.value.assign(1, boundary.value.front());
        const bool blurs =
            reads(spec.kind, Parameter::sigma) && (rows ? spec.derivative_x : spec.derivative_y) == 0;
        functions.push_back({name, axes, rows ? &filter.rows : &filter.columns, boundary,
                             !blurs ? 0
                             : rows ? spec.sigma
                                    : spec.sigma_of_columns(),
                             test_numbers(spec, boundary, rows)});
    };
    if (are_alike(filter.rows, filter.columns) && !problem.has_two_boundaries()) {
        add("filter_line", "both_axes", true);
    } else {
        if (spec.axes != Axes::y) add("filter_row", "rows", true);
        if (spec.axes != Axes::x) add("filter_column", "columns", false);
    }
    const std::vector<std::string> lines = head(problem, functions);
    const auto commented = [&](const char* sign) {
        std::string text;
        for (const std::string& line : lines) text += fmt::format("{} {}\n", sign, line);
        return text;
    };
    std::string text;
    switch (language) {
        case CodeLanguage::json:
            return as_json(lines, functions, problem);
        case CodeLanguage::cpp:
            text = commented("//") + "#include <vector>\n";
            for (const Function& f : functions) text += cpp_function(f);
            return text;
        case CodeLanguage::numpy:
            text = commented("#") + "import numpy as np\n";
            for (const Function& f : functions) text += numpy_function(f);
            return text;
        case CodeLanguage::matlab:
            // A file whose first function has another name would be a script in MATLAB: 1; makes it one in Octave, too.
            text = commented("%") + "1;\n";
            for (const Function& f : functions) text += matlab_function(f);
            return text + matlab_pass;
        case CodeLanguage::glsl:
            text = commented("//") + glsl_head;
            for (const Function& f : functions) text += glsl_function(f);
            return text;
        case CodeLanguage::options:
            break;
    }
    return text;
}

}  // namespace sweep::app
