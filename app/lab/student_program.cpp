#include "app/lab/student_program.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/base/files/data_file.h"
#include "app/base/files/json_file.h"
#include "app/base/files/text_file.h"
#include "app/base/text_parts.h"
#include "app/lab/tools.h"
#include "core/base/error.h"
#include "emulator/transform.h"
#include "platform/folders.h"

namespace sweep::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int run_seconds = 10, compile_seconds = 60;
constexpr std::size_t most_said = 1 << 14, longest_header = 1 << 20;

// The runtime that every student's program is linked to.
fs::path find_runtime() {
    std::error_code nothing;
    const fs::path program = platform::program_file();
    for (const fs::path& path : {(program.parent_path() / SWEEP_LAB_LIBRARY_INSTALLED).lexically_normal(),
                                 fs::path(SWEEP_LAB_LIBRARY)})
        if (fs::is_regular_file(path, nothing)) return path;
    throw Error(
        ExitCode::no_compiler,
        std::string_view(SWEEP_LAB_LIBRARY).empty()
            ? "this build has no Lab: install Boost.Context (libboost-context-dev) and build Sweep again"
            : "libsweep_lab.so is missing: reinstall Sweep, or build the target sweep_lab");
}

// The name that the compiler says the file has: it stands in a string of C++.
std::string name_for_compiler(const fs::path& file) {
    std::string name = file.filename().string();
    for (char& c : name)
        if (!std::strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", c)) c = '_';
    return name;
}

// The student's own headers of CUDA code, as C++, into the folder in which the compiler looks first. Those that are not
// there, or lie elsewhere than beside the file, are left to the compiler.
void write_headers(const fs::path& from, const fs::path& to, std::string_view code, int& written) {
    constexpr std::string_view begin = "#include \"";
    for (std::size_t at = code.find(begin); at != std::string_view::npos; at = code.find(begin, at)) {
        at += begin.size();
        const std::string name(code.substr(at, code.find('"', at) - at));
        std::error_code nothing;
        if (name.find('/') != std::string::npos || fs::exists(to / name, nothing) ||
            !fs::is_regular_file(from / name, nothing))
            continue;
        const std::string text = read_text((from / name).string(), "file", longest_header);
        std::ofstream(to / name, std::ios::binary)
            << emulated::to_cpp(text, name, emulated::Source::of_anyone, 1000 * ++written);
        write_headers(from, to, text, written);
    }
}

// "mine.cu:12:5: error: .." anywhere in what a compiler says.
Finding compile_error(const std::string& said, const std::string& name) {
    Finding finding{
        "does_not_compile", "the compiler refuses it: " + said.substr(0, said.find('\n')), {}, {}};
    std::string_view rest = said;
    while (!rest.empty()) {
        const std::string_view line = take_line(rest);
        for (std::string_view mark : {"error: ", "undefined reference", "multiple definition"}) {
            const std::size_t at = line.find(mark);
            if (at == std::string_view::npos) continue;
            finding.message = line.substr(mark == "error: " ? at + mark.size() : at);
            if (line.starts_with(name + ":"))
                if (const int number = std::atoi(std::string(line.substr(name.size() + 1)).c_str());
                    number > 0)
                    finding.line = number;
            if (finding.message.find("lab(") != std::string::npos && mark == "undefined reference")
                finding.message =
                    "it has no function void lab(const float* in, float* out, int width, int height, const float* c)";
            return finding;
        }
    }
    return finding;
}

// "mine.cu:12:5: warning: 'sum' is used uninitialized [-Wuninitialized]".
std::optional<Finding> uninitialised_variable(std::string_view said, const std::string& name) {
    while (!said.empty()) {
        const std::string_view line = take_line(said);
        const std::size_t at = line.find("warning: ");
        if (!line.starts_with(name + ":") || at == std::string_view::npos ||
            line.find("uninitialized") == std::string_view::npos)
            continue;
        const std::size_t first = line.find('\'', at), last = line.find('\'', first + 1);
        if (last == std::string_view::npos) continue;
        return Finding{"uninitialised",
                       fmt::format("{} is read before anything is stored in it",
                                   line.substr(first + 1, last - first - 1)),
                       std::atoi(std::string(line.substr(name.size() + 1)).c_str()),
                       {}};
    }
    return std::nullopt;
}

// Lines of addresses in the program.
class Places {
  public:
    Places(fs::path folder, std::string name) : folder_(std::move(folder)), name_(std::move(name)) {}

    // The first line of the student's file at an address, from the inside out.
    std::optional<int> line(const Json& address) {
        std::string_view rest = frames(address);
        while (!rest.empty()) {
            const std::string_view text = take_line(rest);
            const std::size_t at = text.rfind(name_ + ":");
            if (at == std::string_view::npos || (at > 0 && text[at - 1] != '/')) continue;
            if (const int line = std::atoi(std::string(text.substr(at + name_.size() + 1)).c_str()); line > 0)
                return line;
        }
        return std::nullopt;
    }

  private:
    std::string_view frames(const Json& address) {
        if (!address.is_string()) return {};
        const std::string text = address.get<std::string>();
        const auto [entry, is_new] = known_.try_emplace(text);
        if (is_new)
            run_shell(fmt::format("addr2line -i -e {} {} 2>/dev/null", quoted((folder_ / "x").string()),
                                  quoted(text)),
                      entry->second);
        return entry->second;
    }

    fs::path folder_;
    std::string name_;
    std::map<std::string, std::string> known_;
};

double number(const Json& json, const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_number() ? found->get<double>() : 0;
}

const Json& part(const Json& json, const char* name) {
    static const Json nothing;
    const auto found = json.find(name);
    return found == json.end() ? nothing : *found;
}

Finding finding_of(const Json& json, std::string verdict, Places& places) {
    return {std::move(verdict), json.value("message", ""), places.line(part(json, "at")),
            places.line(part(json, "other"))};
}

// The lines that touch more sectors than their bytes need, by half or more, or ask a bank for more than one word.
std::vector<CostlyLine> costly_lines(const Json& sites, Places& places) {
    std::vector<CostlyLine> lines;
    for (const Json& site : sites) {
        const double accesses = number(site, "accesses"), sectors = number(site, "sectors"),
                     least = number(site, "least_sectors"), conflict = number(site, "bank_conflict");
        if (accesses == 0 || (sectors <= 1.5 * least && conflict <= 1)) continue;
        const std::optional<int> line = places.line(part(site, "at"));
        if (line)
            lines.push_back({*line, site.value("writes", false), site.value("shared", false),
                             sectors / accesses, least / accesses, conflict});
    }
    std::sort(lines.begin(), lines.end(), [](const CostlyLine& a, const CostlyLine& b) {
        return std::tie(a.line, a.writes) < std::tie(b.line, b.writes);
    });
    return lines;
}

KernelCounts counts_of(const Json& json, Places& places) {
    return {json.value("name", ""),
            number(json, "launches"),
            number(json, "read_bytes"),
            number(json, "written_bytes"),
            number(json, "sectors"),
            number(json, "accesses"),
            number(json, "bank_conflict"),
            number(json, "barriers"),
            number(json, "idle_lanes"),
            number(json, "shared_bytes"),
            costly_lines(part(json, "sites"), places)};
}

RecordedRun recorded_run(const Json& json, const fs::path& events, const LabPicture& picture,
                         Places& places) {
    RecordedRun run;
    run.width = picture.width, run.height = picture.height;
    const auto whole = [](const Json& of, const char* name) { return int(number(of, name)); };
    for (const Json& memory : part(json, "memory"))
        run.memory.push_back({memory.value("name", ""), std::size_t(number(memory, "bytes")),
                              std::size_t(number(memory, "element")), std::size_t(number(memory, "row")),
                              std::size_t(number(memory, "plane")), memory.value("shared", false),
                              whole(memory, "launch") - 1, whole(memory, "block")});
    for (const Json& launch : part(json, "launches"))
        run.launches.push_back({launch.value("kernel", ""), part(launch, "grid").get<std::array<int, 3>>(),
                                part(launch, "block").get<std::array<int, 3>>()});
    for (const Json& site : part(json, "sites")) run.lines.push_back(places.line(site).value_or(0));
    const std::string bytes = beginning_of(events.string(), std::size_t(1) << 28);
    run.events.resize(bytes.size() / sizeof(RunEvent));
    std::memcpy(run.events.data(), bytes.data(), run.events.size() * sizeof(RunEvent));
    for (const RunEvent& event : run.events)
        if (event.span >= run.memory.size() || (!run.lines.empty() && event.site >= run.lines.size()) ||
            event.what > RunWhat::beyond_write)
            throw Error(ExitCode::failed, "the record of the run is broken");
    run.phases = phases_of(run.events);
    run.is_whole = part(json, "is_whole") == Json(true);
    const auto event = [&](const char* name) -> std::optional<std::size_t> {
        const int at = whole(json, name);
        return at >= 0 ? std::optional(std::size_t(at)) : std::nullopt;
    };
    run.fault = event("fault");
    run.uninitialised = event("uninitialised");
    return run;
}

void read_results(const fs::path& folder, const std::vector<LabPicture>& pictures, Places places,
                  StudentRun& run) {
    const Json json = read_json_file(folder / "out");
    for (const Json& each : part(json, "cases")) {
        CaseRun& result = run.cases.emplace_back();
        for (const Json& kernel : part(each, "kernels")) result.kernels.push_back(counts_of(kernel, places));
        result.late_blocks = number(each, "late_blocks");
        if (const Json& found = part(each, "uninitialised"); found.is_object())
            result.uninitialised = finding_of(found, "uninitialised", places);
        if (const Json& fault = part(each, "fault"); fault.is_object()) {
            const std::string kind = fault.value("kind", "out_of_bounds");
            // A GPU refuses such a launch, and goes on without it.
            run.stop = finding_of(fault, kind == "bad_launch" ? "wrong" : kind, places);
        }
        if (run.cases.size() > pictures.size()) throw Error(ExitCode::failed, "too many cases");
        std::vector<float> out(pictures[run.cases.size() - 1].values.size());
        std::ifstream from(folder / fmt::format("out.{}", run.cases.size() - 1), std::ios::binary);
        const auto bytes = std::streamsize(out.size() * sizeof(float));
        from.read(reinterpret_cast<char*>(out.data()), bytes);
        if (from.gcount() == bytes) result.out = std::move(out);
    }
    if (const Json& record = part(json, "record"); record.is_object())
        run.recorded = recorded_run(record, folder / "out.events", pictures[0], places);
}

}  // namespace

fs::path find_lab_compiler() {
    if (const char* named = std::getenv("SWEEP_LAB_CXX"); named && *named) {
        if (const auto found = find_program(named)) return *found;
        throw Error(ExitCode::no_compiler,
                    fmt::format("SWEEP_LAB_CXX names '{}', which is not there", named));
    }
    for (const char* name : {"g++", "clang++"})
        if (const auto found = find_program(name)) return *found;
    throw Error(ExitCode::no_compiler, "the Lab needs a C++ compiler: apt install g++");
}

StudentRun run_student(const fs::path& file, const std::string& code, const std::vector<LabPicture>& pictures,
                       const std::vector<float>& coefficients, bool records) {
    StudentRun run;
    const fs::path compiler = find_lab_compiler(), runtime = find_runtime();
    const TemporaryFolder folder;
    const auto inside = [&](const char* name) { return (folder.path / name).string(); };
    const std::string name = name_for_compiler(file);
    try {
        std::ofstream(inside("x.cpp"), std::ios::binary) << emulated::to_cpp(code, name);
        int headers = 0;
        write_headers(fs::absolute(file).parent_path(), folder.path, code, headers);
    } catch (const emulated::Refusal& refusal) {
        run.stop = Finding{"not_supported", refusal.what(), refusal.line, {}};
        return run;
    }
    std::string version;
    run_shell(quoted({compiler.string(), "--version"}) + "2>&1", version);
    std::vector<std::string> compile{compiler.string(),
                                     "-std=c++17",  // as nvcc has it
                                     "-O1",
                                     "-g",
                                     "-pipe",
                                     "-fsanitize=thread",
                                     "-Wuninitialized",
                                     "-Wmaybe-uninitialized",
                                     "-ffp-contract=off"};
    // So that a variable that nobody has written is never zero by chance. Older compilers do not know it.
    const std::string pattern = "-ftrivial-auto-var-init=pattern";
    std::string nothing;
    if (run_shell(quoted({compiler.string(), pattern, "-E", "-x", "c++", "/dev/null"}) + ">/dev/null 2>&1",
                  nothing) == 0)
        compile.push_back(pattern);
    if (version.find("clang") != std::string::npos)
        compile.insert(compile.end(), {"-mllvm", "-tsan-distinguish-volatile"});
    else
        compile.insert(compile.end(), {"--param", "tsan-distinguish-volatile=1", "-fno-thread-jumps",
                                       "-fdiagnostics-color=never"});
    compile.insert(compile.end(),
                   {"-include", "lab_names.h", "-I", data_file("emulator/include").string(), "-iquote",
                    folder.path.string(), "-iquote", fs::absolute(file).parent_path().string(), "-c",
                    inside("x.cpp"), "-o", inside("x.o")});
    const std::vector<std::string> link{compiler.string(),
                                        inside("x.o"),
                                        runtime.string(),
                                        "-Wl,-rpath," + runtime.parent_path().string(),
                                        "-o",
                                        inside("x")};
    const std::string limits = "export LC_ALL=C; ulimit -c 0; cd " + quoted(folder.path.string()) + " && ";
    if (run_shell(fmt::format("{}{{ timeout -s KILL {} {} && {}; }} </dev/null >said 2>&1", limits,
                              compile_seconds, quoted(compile), quoted(link)),
                  nothing) != 0) {
        run.stop = compile_error(beginning_of(inside("said"), 1 << 18), name);
        return run;
    }
    run.warning = uninitialised_variable(beginning_of(inside("said"), 1 << 18), name);
    write_lab_input(inside("in"), pictures, coefficients);
    // Processor seconds, KiB of memory, and blocks of a file: what a graders' machine has to bear of one file.
    const int code_of_end =
        run_shell(fmt::format("ulimit -t {0} -v 8388608 -f 131072; {1}timeout -s KILL {0} ./x in out {2} "
                              "</dev/null >said 2>&1; exit $?",
                              run_seconds, limits, records ? "record" : ""),
                  nothing);
    run.said = beginning_of(inside("said"), most_said);
    try {
        read_results(folder.path, pictures, {folder.path, name}, run);
    } catch (const std::exception&) {
        run.stop = Finding{
            "wrong", fmt::format("the program ended on its own, with exit code {}", code_of_end), {}, {}};
        constexpr int killed = 137, no_processor_left = 152;  // by SIGKILL, by SIGXCPU
        if (code_of_end == killed || code_of_end == no_processor_left)
            run.stop = Finding{"deadlock", fmt::format("it took more than {} s", run_seconds), {}, {}};
    }
    return run;
}

}  // namespace sweep::app
