#include "emulator/transform.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace emulated {
namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

bool is_space(char c) {
    return std::isspace(static_cast<unsigned char>(c));
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

// So many line ends, so that what follows keeps its line.
std::string lines_of(std::string_view text) {
    return std::string(std::size_t(std::count(text.begin(), text.end(), '\n')), '\n');
}

class Transform {
  public:
    Transform(std::string_view text, Source source, int first)
        : text_(text), code_(text), source_(source), variables_(first) {
        blank_comments();
    }

    std::string run() {
        while (at_ < code_.size()) {
            if (code_.compare(at_, 3, "<<<") == 0)
                launch();
            else if (starts_word("__shared__"))
                shared();
            else if (starts_word("asm") || starts_word("__asm__"))
                assembly();
            else if (code_[at_] == '#')
                directive();
            else if (starts_word("cudaLaunchCooperativeKernel"))
                cooperative_launch();
            else
                copy_to(at_ + 1);
        }
        return std::move(made_);
    }

  private:
    [[noreturn]] void refuse(const std::string& message) const {
        throw Refusal(1 + int(std::count(text_.begin(), text_.begin() + std::ptrdiff_t(at_), '\n')), message);
    }

    // Comments and the insides of literals become spaces in code_, in which everything is looked for.
    void blank_comments() {
        for (std::size_t i = 0; i < code_.size(); ++i) {
            std::size_t end = i;
            if (code_.compare(i, 2, "//") == 0) {
                end = std::min(code_.find('\n', i), code_.size());
            } else if (code_.compare(i, 2, "/*") == 0) {
                end = code_.find("*/", i + 2);
                end = end == std::string::npos ? code_.size() : end + 2;
            } else if (code_.compare(i, 2, "R\"") == 0 && (i == 0 || !is_word(code_[i - 1]))) {
                const std::size_t open = std::min(code_.find('(', i), code_.size());
                const std::string close = ")" + code_.substr(i + 2, open - i - 2) + "\"";
                end = code_.find(close, open);
                end = end == std::string::npos ? code_.size() : end + close.size();
            } else if (code_[i] == '"' ||
                       (code_[i] == '\'' && (i == 0 || !is_word(code_[i - 1])))) {  // not that of 1'000
                const char quote = code_[i];
                for (end = i + 1; end < code_.size() && code_[end] != quote && code_[end] != '\n'; ++end)
                    if (code_[end] == '\\') ++end;
                end = std::min(end + 1, code_.size());
                for (std::size_t inside = i + 1; inside + 1 < end; ++inside) code_[inside] = ' ';
                i = end - 1;
                continue;
            } else {
                continue;
            }
            for (; i < end; ++i)
                if (code_[i] != '\n') code_[i] = ' ';
            --i;
        }
    }

    bool starts_word(std::string_view word) const {
        return code_.compare(at_, word.size(), word) == 0 && (at_ == 0 || !is_word(code_[at_ - 1])) &&
               (at_ + word.size() >= code_.size() || !is_word(code_[at_ + word.size()]));
    }

    void copy_to(std::size_t end) {
        made_.append(text_, at_, end - at_);
        at_ = end;
    }

    std::size_t skip_space(std::size_t at) const {
        while (at < code_.size() && is_space(code_[at])) ++at;
        return at;
    }

    // The place behind the bracket that closes the one at `at`.
    std::size_t behind_bracket(std::size_t at) const {
        int depth = 0;
        for (std::size_t i = at; i < code_.size(); ++i) {
            if (code_[i] == '(' || code_[i] == '[' || code_[i] == '{') ++depth;
            if (code_[i] == ')' || code_[i] == ']' || code_[i] == '}')
                if (--depth == 0) return i + 1;
        }
        refuse("a bracket is never closed");
    }

    void assembly() {
        if (source_ == Source::of_anyone) refuse("the emulator runs no assembly (PTX): write it in C++");
        const std::size_t end = std::min(code_.find(';', at_), code_.size());
        std::string text = text_.substr(at_, end - at_);
        // A register of a float, of PTX and of x86.
        for (std::size_t i; (i = text.find("\"+f\"(")) != std::string::npos;) text[i + 2] = 'x';
        made_ += text;
        at_ = end;
    }

    void directive() {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        const std::string_view line = std::string_view(text_).substr(at_, end - at_);
        static constexpr std::array unknown = {"<cub/",    "<thrust/",  "<cuda/", "<cufft",  "<cublas",
                                               "<curand",  "<cusparse", "<npp",   "<mma.h",  "<cuda_fp",
                                               "<cuda_bf", "<cutlass",  "<nvtx",  "<cuda.h", "<cuda_gl_"};
        if (source_ == Source::of_anyone && line.find("include") != std::string_view::npos)
            for (const char* header : unknown)
                if (line.find(header) != std::string_view::npos)
                    refuse("the emulator has no " +
                           std::string(trim(line.substr(std::min(line.find('<'), line.size())))) +
                           ": it knows cuda_runtime.h and cooperative groups");
        // What stands in a macro is transformed as the rest is.
        copy_to(at_ + 1);
    }

    // The kernel's name before <<<, which has been written already, with what it is qualified by.
    std::string take_kernel() {
        std::size_t begin = made_.size();
        while (begin > 0 && is_space(made_[begin - 1])) --begin;
        const std::size_t end = begin;
        for (const char* const pair : {"<>", "[]", "()"}) {  // k<T>, kernels[i], (*pointer)
            if (begin == 0 || made_[begin - 1] != pair[1]) continue;
            int depth = 0;
            while (begin > 0) {
                --begin;
                if (made_[begin] == pair[1]) ++depth;
                if (made_[begin] == pair[0] && --depth == 0) break;
            }
            if (pair[0] == '(') return take_from(begin, end);
            break;
        }
        while (begin > 0 && (is_word(made_[begin - 1]) || made_[begin - 1] == ':')) --begin;
        return take_from(begin, end);
    }

    std::string take_from(std::size_t begin, std::size_t end) {
        std::string kernel = made_.substr(begin, end - begin);
        if (kernel.empty()) refuse("<<< stands behind no kernel");
        made_.erase(begin);
        return kernel;
    }

    void launch() {
        int depth = 0;
        std::size_t close = at_ + 3;
        bool has_comma = false;
        for (; close < code_.size(); ++close) {
            const char c = code_[close];
            has_comma = has_comma || (c == ',' && depth == 0);
            if (c == '(' || c == '[' || c == '{') ++depth;
            if (c == ')' || c == ']' || c == '}') --depth;
            if (depth == 0 && code_.compare(close, 3, ">>>") == 0) break;
        }
        const std::size_t open = skip_space(std::min(close + 3, code_.size()));
        if (open >= code_.size() || code_[open] != '(')
            refuse("a launch is kernel<<<grid, block>>>(arguments)");
        if (!has_comma) refuse("a launch has a grid and a block: kernel<<<blocks, threads>>>(arguments)");
        const std::string kernel = take_kernel();
        std::string name;
        for (char c : trim(kernel))
            if (!is_space(c)) name += c;
        made_ += "emulated::Launch(\"" + name + "\", " + text_.substr(at_ + 3, close - at_ - 3) +
                 ")([&](auto... emulated_a) { " + kernel + "(emulated_a...); }";
        const std::size_t first = skip_space(open + 1);
        if (first < code_.size() && code_[first] != ')') made_ += ",";
        at_ = open + 1;
    }

    // The function that C has for this gives the types of the arguments away; those of the emulator keep them.
    void cooperative_launch() {
        const std::size_t open = code_.find('(', at_);
        if (open == std::string::npos) return copy_to(code_.size());
        copy_to(open + 1);
        std::size_t at = skip_space(at_);
        for (const std::string_view cast : {"(void*)", "(void *)", "(const void*)", "(const void *)",
                                            "reinterpret_cast<void*>", "reinterpret_cast<const void*>"})
            if (code_.compare(at, cast.size(), cast) == 0) {
                at_ = at + cast.size();
                return;
            }
    }

    // One variable: its type with stars and brackets, and its name.
    std::string variable(std::string_view type, std::string_view declarator, const std::string& align) {
        std::string stars;
        declarator = trim(declarator);
        while (!declarator.empty() && (declarator.front() == '*' || is_space(declarator.front()))) {
            stars += declarator.front();
            declarator.remove_prefix(1);
        }
        std::size_t end = 0;
        while (end < declarator.size() && is_word(declarator[end])) ++end;
        const std::string name(declarator.substr(0, end));
        const std::string_view extents = trim(declarator.substr(end));
        if (name.empty()) refuse("a __shared__ variable has no name");
        if (!extents.empty() && extents.front() != '[')
            refuse("'" + name + "' is __shared__: it cannot have an initial value");
        return "auto& " + name + " = emulated::shared<" + std::to_string(variables_++) + ", " + align + ", " +
               std::string(type) + stars + std::string(extents) + ">(\"" + name + "\");";
    }

    void shared() {
        bool is_volatile = false, is_extern = false;
        // Qualifiers may stand before it.
        for (bool more = true; more;) {
            more = false;
            std::size_t end = made_.size();
            while (end > 0 && is_space(made_[end - 1])) --end;
            for (const std::string_view word : {"extern", "static", "volatile"}) {
                if (end < word.size() || made_.compare(end - word.size(), word.size(), word) != 0) continue;
                if (end > word.size() && is_word(made_[end - word.size() - 1])) continue;
                is_volatile = is_volatile || word == "volatile";
                is_extern = is_extern || word == "extern";
                const std::string behind = made_.substr(end);
                made_.erase(end - word.size());
                made_ += behind;
                more = true;
            }
        }
        const std::size_t begin = at_ + std::string_view("__shared__").size();
        std::size_t end = begin;
        std::vector<std::size_t> commas;
        int brackets = 0, angles = 0;
        for (; end < code_.size() && code_[end] != ';'; ++end) {
            const char c = code_[end];
            if (c == '{') refuse("a __shared__ variable has a type with a name, and no initial value");
            if (c == '(' || c == '[') ++brackets;
            if (c == ')' || c == ']') --brackets;
            if (brackets == 0 && c == '<') ++angles;
            if (brackets == 0 && c == '>') --angles;
            if (c == ',' && brackets == 0 && angles == 0) commas.push_back(end);
        }
        if (end >= code_.size()) refuse("behind __shared__ there is no declaration");
        std::string align = "0";
        std::string type = take_type(begin, commas.empty() ? end : commas[0], align, is_volatile);
        const std::size_t names = type_end_;
        std::string made;
        if (is_extern) {
            std::size_t name_end = names;
            while (name_end < end && is_word(code_[name_end])) ++name_end;
            const std::string name = code_.substr(names, name_end - names);
            made = type + "* const " + name + " = reinterpret_cast<" + type +
                   "*>(emulated::dynamic_shared(\"" + name + "\"));";
        } else {
            commas.push_back(end);
            std::size_t from = names;
            for (std::size_t comma : commas) {
                made += variable(type, std::string_view(code_).substr(from, comma - from), align);
                from = comma + 1;
            }
        }
        std::replace(made.begin(), made.end(), '\n', ' ');
        made_ += made + lines_of(std::string_view(text_).substr(at_, end - at_));
        at_ = end + 1;
    }

    // The type of a declaration that begins at `begin`, whose first variable ends at `end`. Sets type_end_ to where the
    // variable's stars or name begin, and `align` to an alignment that is asked for.
    std::string take_type(std::size_t begin, std::size_t end, std::string& align, bool is_volatile) {
        std::size_t at = skip_space(begin);
        std::string type = is_volatile ? "volatile " : "";
        for (bool more = true; more;) {
            more = false;
            for (const std::string_view word : {"alignas", "__align__"})
                if (code_.compare(at, word.size(), word) == 0) {
                    const std::size_t open = skip_space(at + word.size()), close = behind_bracket(open);
                    align = code_.substr(open, close - open);
                    at = skip_space(close);
                    more = true;
                }
        }
        // The name is the last word before the first bracket outside of < >, or before the end.
        std::size_t limit = at;
        for (int angles = 0; limit < end; ++limit) {
            if (code_[limit] == '<') ++angles;
            if (code_[limit] == '>') --angles;
            if (angles == 0 && (code_[limit] == '[' || code_[limit] == '=' || code_[limit] == '(')) break;
        }
        std::size_t name = limit;
        while (name > at && is_space(code_[name - 1])) --name;
        while (name > at && is_word(code_[name - 1])) --name;
        std::size_t stars = name;
        while (stars > at && (is_space(code_[stars - 1]) || code_[stars - 1] == '*')) --stars;
        type_end_ = code_.find_first_not_of(" \t\n", stars);
        type += trim(std::string_view(code_).substr(at, stars - at));
        if (trim(type).empty() || type == "volatile ") refuse("behind __shared__ there is no type");
        return type;
    }

    std::string text_, code_, made_;
    Source source_;
    std::size_t at_ = 0, type_end_ = 0;
    int variables_;
};

}  // namespace

std::string to_cpp(std::string_view cuda, std::string_view file_name, Source source, int first) {
    std::string quoted;
    for (char c : file_name) {
        if (c == '"' || c == '\\') quoted += '\\';
        if (c != '\n') quoted += c;
    }
    return "#line 1 \"" + quoted + "\"\n" + Transform(cuda, source, first).run();
}

}  // namespace emulated
