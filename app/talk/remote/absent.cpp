// A build without the libraries that the remote needs.
#include "app/talk/remote/qr.h"
#include "app/talk/remote/server.h"
#include "core/base/error.h"

namespace sweep::app {

struct Remote::State {};

std::string why_no_remote() {
    return "cpp-httplib and qrcodegencpp were not found when it was built";
}

Remote::Remote(const RemoteAddress&, std::function<void()>) {
    throw Error(ExitCode::failed, "this build has no --remote: " + why_no_remote());
}
Remote::~Remote() = default;

const std::string& Remote::url() const {
    static const std::string none;
    return none;
}
const std::string& Remote::room_url() const {
    return url();
}
bool Remote::reaches_phones() const {
    return false;
}
void Remote::show(TalkStatus) {}
std::vector<double> Remote::answers() const {
    return {};
}
std::vector<RemoteCommand> Remote::take() {
    return {};
}

QrSquares qr_of(const std::string&) {
    return {};
}

}  // namespace sweep::app
