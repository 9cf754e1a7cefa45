// The main program of a file of the Lab: lab_program INPUT OUTPUT runs its lab() on the pictures of INPUT, and writes
// to OUTPUT what was seen, as JSON, and to OUTPUT.0, OUTPUT.1 .. what came out, in float32. With `record` as its last
// word it keeps every load and store of the first picture, and writes them to OUTPUT.events (emulator/lab/run_event.h).
//
// INPUT is in int32 and float32: the number of cases; of each its width, height, number of coefficients, coefficients,
// samples.
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <cuda_runtime.h>
#include <link.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include "emulator/lab/hooks.h"
#include "emulator/lab/json.h"
#include "emulator/lab/watch.h"

// The file of the student has it.
void lab(const float* in, float* out, int width, int height, const float* c);

namespace {

using emulated::Found, emulated::string_of_json;

struct Case {
    int width = 0, height = 0;
    std::vector<float> coefficients, in;
};

std::string output, cases_json;
int case_number = 0;
Case* current = nullptr;
float* current_out = nullptr;
void end_early();
emulated::Watch watch(end_early);
emulated::Record record;
bool records = false;

std::vector<Case> read_cases(const char* path) {
    std::FILE* file = std::fopen(path, "rb");
    bool good = file != nullptr;
    const auto number = [&] {
        std::int32_t n = 0;
        good = good && std::fread(&n, sizeof n, 1, file) == 1 && n >= 0;
        return good ? n : 0;
    };
    const auto floats = [&](std::vector<float>& to, std::size_t count) {
        to.resize(good ? count : 0);
        good = good && std::fread(to.data(), sizeof(float), count, file) == count;
    };
    std::vector<Case> cases;
    cases.resize(std::size_t(number()));
    for (Case& c : cases) {
        c.width = number(), c.height = number();
        const int coefficients = number();
        floats(c.coefficients, std::size_t(coefficients));
        floats(c.in, std::size_t(c.width) * std::size_t(c.height));
    }
    if (!good) {
        std::fprintf(stderr, "lab_program: cannot read its input\n");
        std::exit(2);
    }
    std::fclose(file);
    return cases;
}

// An address of the program's code as the offset in its file, of the call rather than of what follows it.
std::string place(const void* site) {
    if (!site) return "null";
    static const std::uintptr_t base = [] {
        std::uintptr_t first = 0;
        dl_iterate_phdr(
            [](dl_phdr_info* info, std::size_t, void* to) {
                *static_cast<std::uintptr_t*>(to) = info->dlpi_addr;
                return 1;  // the first one is the program
            },
            &first);
        return first;
    }();
    char text[32];
    std::snprintf(text, sizeof text, "\"0x%llx\"",
                  static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(site) - 1 - base));
    return text;
}

std::string found_json(const std::optional<Found>& found) {
    if (!found) return "null";
    return "{\"kind\": " + string_of_json(found->kind) + ", \"message\": " + string_of_json(found->message) +
           ", \"at\": " + place(found->site) + ", \"other\": " + place(found->other) + "}";
}

void write_file(const std::string& path, const void* bytes, std::size_t count) {
    if (std::FILE* file = std::fopen(path.c_str(), "wb")) {
        std::fwrite(bytes, 1, count, file);
        std::fclose(file);
    }
}

void end_case() {
    std::string json = "{\"kernels\": [";
    bool first = true;
    for (const emulated::KernelCounts& k : watch.kernels()) {
        if (!first) json += ", ";
        first = false;
        json += "{\"name\": " + string_of_json(k.name);
        const auto add = [&](const char* name, std::size_t value) {
            json += ", \"" + std::string(name) + "\": " + std::to_string(value);
        };
        add("launches", k.launches);
        add("read_bytes", k.read_bytes);
        add("written_bytes", k.written_bytes);
        add("sectors", k.sectors);
        add("accesses", k.accesses);
        add("bank_conflict", std::size_t(k.bank_conflict));
        add("barriers", k.barriers);
        add("shared_bytes", k.shared_bytes);
        const double lanes = 32. * double(k.all_accesses);
        json += ", \"idle_lanes\": " + std::to_string(lanes > 0 ? double(k.idle_lanes) / lanes : 0.) +
                ", \"sites\": [";
        std::string between;
        for (const auto& [site, counts] : k.sites) {
            json += between + "{\"at\": " + place(site) +
                    ", \"writes\": " + (counts.writes ? "true" : "false") +
                    ", \"shared\": " + (counts.is_shared ? "true" : "false");
            add("accesses", counts.accesses);
            add("sectors", counts.sectors);
            add("least_sectors", counts.least_sectors);
            add("bank_conflict", std::size_t(counts.bank_conflict));
            json += "}";
            between = ", ";
        }
        json += "]}";
    }
    json += "], \"late_blocks\": " + std::to_string(watch.late_blocks()) +
            ", \"uninitialised\": " + found_json(watch.uninitialised()) +
            ", \"fault\": " + found_json(watch.fault()) + "}";
    if (!cases_json.empty()) cases_json += ", ";
    cases_json += json;
    write_file(output + "." + std::to_string(case_number), current_out,
               std::size_t(current->width) * std::size_t(current->height) * sizeof(float));
}

void write_report() {
    std::fflush(nullptr);
    std::string json = "{\"cases\": [" + cases_json + "]";
    if (records) {
        record.settle();
        json += ", \"record\": " + record.json(place);
        write_file(output + ".events", record.events().data(),
                   record.events().size() * sizeof(emulated::RunEvent));
    }
    json += "}\n";
    write_file(output, json.data(), json.size());
}

void end_early() {
    emulated::watch = nullptr;
    emulated::observer = nullptr;
    if (current_out) end_case();
    write_report();
    _exit(0);
}

// On a stack of its own: that of the thread may be what ended.
void on_signal(int signal, siginfo_t* info, void* context) {
    const void* site =
        reinterpret_cast<const void*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP] + 1);
    if (signal == SIGPROF) {
        // The second time nothing has been read or written since: the loop is one of the program's own.
        if (watch.is_late()) watch.stopped("deadlock", emulated::Watch::late_message, site);
        return watch.hurry();
    }
    if (signal == SIGFPE) watch.stopped("bad_launch", "an integer is divided by zero", site);
    if (signal == SIGABRT)
        watch.stopped("bad_launch", "the program gives up: an exception, or abort()", site);
    watch.crashed(info->si_addr, site);
}

void watch_for_signals() {
    static char stack[1 << 16];
    stack_t other{};
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    sigaltstack(&other, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF})
        sigaction(signal, &action, nullptr);
    itimerval patience{};
    patience.it_value.tv_sec = 8;  // of the processor; who runs it waits a little longer
    patience.it_interval.tv_usec = 500000;
    setitimer(ITIMER_PROF, &patience, nullptr);
}

// What the file has of variables lies where the program's own segments can be written.
void watch_variables() {
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void*) {
            for (int i = 0; i < info->dlpi_phnum; ++i) {
                const auto& segment = info->dlpi_phdr[i];
                if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W))
                    watch.add_variables(
                        reinterpret_cast<void*>((info->dlpi_addr + segment.p_vaddr) / 16 * 16),
                        segment.p_memsz + 16);
            }
            return 1;  // the first one is the program
        },
        nullptr);
}

template <class T>
T* to_device(const std::vector<T>& from, std::size_t count, const char* name, std::size_t row) {
    void* at = nullptr;
    cudaMalloc(&at, std::max<std::size_t>(count, 1) * sizeof(T));
    watch.name(at, name, row);
    if (!from.empty()) cudaMemcpy(at, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
    return static_cast<T*>(at);
}

void run(Case& c) {
    const std::size_t count = std::size_t(c.width) * std::size_t(c.height);
    current = &c;
    watch.forget_counts();
    // What is right in both orders does not rely on one.
    emulated::blocks_backwards = case_number % 2 == 1;
    watch.record(nullptr);  // the memory of the next picture has no part in the record of the first
    emulated::observer = &watch;
    emulated::watch = &watch;
    const float* const in = to_device(c.in, count, "in", std::size_t(c.width));
    const float* const coefficients = to_device(c.coefficients, c.coefficients.size(), "c", 0);
    current_out = to_device<float>({}, count, "out", std::size_t(c.width));
    if (records && case_number == 0) watch.record(&record);
    lab(in, current_out, c.width, c.height, coefficients);
    end_case();
}

}  // namespace

int main(int count, char** words) {
    records = count == 4 && std::strcmp(words[3], "record") == 0;
    if (count != 3 && !records) {
        std::fprintf(stderr, "This program runs a file of Sweep's Lab: use `sweep lab check FILE`.\n");
        return 2;
    }
    output = words[2];
    watch_for_signals();
    watch_variables();
    std::vector<Case> cases = read_cases(words[1]);
    for (Case& c : cases) {
        run(c);
        ++case_number;
        if (watch.fault()) break;
    }
    emulated::watch = nullptr;
    emulated::observer = nullptr;
    write_report();
    _exit(0);  // whatever the file's own objects would do now, the report stands
}
