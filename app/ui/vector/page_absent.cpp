// A build without Cairo.
#include "app/ui/vector/page.h"
#include "core/base/error.h"

namespace sweep::app {

std::string why_no_pages() {
    return "this build writes no SVG and PDF: Cairo was not found when it was built (Debian: libcairo2-dev)";
}

std::string page_of(std::span<const DrawnShape>, const Page&, PageFormat) {
    throw Error(ExitCode::failed, why_no_pages());
}

}  // namespace sweep::app
