// The CUDA engine of a program that was built without nvcc: it says that there is none.
#include "core/base/error.h"
#include "gpu/engine.h"
#include "gpu/interop/interop.h"
#include "gpu/interop/registrations.h"

namespace sweep::gpu {
namespace {

const char* const reason = "this program was built without CUDA";
const char* const advice = "build it where nvcc is installed, or use --engine cpu";

[[noreturn]] void absent() {
    throw Error(ExitCode::no_engine, std::string(reason) + ": " + advice);
}

}  // namespace

struct Engine::State {};
struct GlImage::State {};

Device probe() {
    Device device;
    device.reason = reason;
    device.advice = advice;
    return device;
}

Engine::Engine(int) {
    absent();
}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
void Engine::set_tuning(Tuning) {
    absent();
}
bool Engine::has_bulk_copies() const {
    absent();
}
void Engine::prepare(const Problem&) {
    absent();
}
void Engine::run(ConstImageView, ImageView) {
    absent();
}
Trace Engine::trace(ConstImageView, ImageView) {
    absent();
}
void Engine::run_on_device(ConstImageView, ImageView, void*) {
    absent();
}
void Engine::run_batch_on_device(std::size_t, ConstImageView, std::size_t, ImageView, std::size_t, void*) {
    absent();
}
void Engine::derive_on_device(DerivedKind, const DerivedNumbers&, std::span<DeviceEngine* const>,
                              ConstImageView, ImageView, void*) {
    absent();
}
void Engine::wait() const {
    absent();
}
std::unique_ptr<SharedImage> Engine::share_texture(unsigned, Shape, Access, std::string&) {
    absent();
}
std::unique_ptr<SharedImage> Engine::share_buffer(unsigned, Shape, Access, std::string&) {
    absent();
}
void Engine::run(SharedImage&, SharedImage&) {
    absent();
}
std::vector<double> Engine::time_runs(int) {
    absent();
}
const RunReport& Engine::report() const {
    absent();
}
const Job& Engine::job() const {
    absent();
}
std::vector<double> Engine::table_mean() const {
    absent();
}
Carries Engine::carries() const {
    absent();
}
TableCarries Engine::table_carries() const {
    absent();
}
std::size_t Engine::working_bytes() const {
    absent();
}
double measure_copy_ms(std::size_t, int) {
    absent();
}

GlImage::GlImage(std::unique_ptr<State>) {}
GlImage::~GlImage() = default;
std::unique_ptr<GlImage> register_texture(unsigned, Shape, Access, std::string& why_not) {
    why_not = reason;
    return nullptr;
}

std::unique_ptr<GlImage> register_buffer(unsigned, Shape, Access, std::string& why_not) {
    why_not = reason;
    return nullptr;
}

void on_mapped_buffers(GlImage&, GlImage&, const std::function<void(const void* from, void* to)>&) {
    absent();
}

ExportedMemory export_memory(std::size_t, const Uuid&) {
    return {};
}
void drop(const ExportedMemory&) {}
bool finds_byte(unsigned, std::size_t, unsigned char) {
    return false;
}

}  // namespace sweep::gpu
