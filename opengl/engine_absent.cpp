// The OpenGL engine of a program for a browser, which has no OpenGL of this kind: it says that there is none.
#include "core/base/error.h"
#include "opengl/engine.h"

namespace sweep::opengl {
namespace {

const char* const reason = "this program was built without OpenGL";
const char* const advice = "use the engine cpu";

[[noreturn]] void absent() {
    throw Error(ExitCode::no_engine, std::string(reason) + ": " + advice);
}

}  // namespace

struct Engine::State {};

const Device& probe() {
    static const Device device{.text = reason, .advice = advice};
    return device;
}
bool expects_hardware() {
    return false;
}

Engine::Engine() {
    absent();
}
Engine::~Engine() = default;
void Engine::prepare(const Problem&) {
    absent();
}
void Engine::run(ConstImageView, ImageView) {
    absent();
}
const Job& Engine::job() const {
    absent();
}
const RunReport& Engine::report() const {
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
std::vector<double> Engine::time_runs(ConstImageView, ImageView, int) {
    absent();
}
TextureEngine* Engine::on_textures() {
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
bool Engine::is_linked(bool, unsigned) {
    absent();
}
double measure_copy_ms(std::size_t) {
    absent();
}

}  // namespace sweep::opengl
