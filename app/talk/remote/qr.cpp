#include "app/talk/remote/qr.h"

#include <qrcodegen.hpp>

namespace sweep::app {

QrSquares qr_of(const std::string& text) {
    try {
        const auto code = qrcodegen::QrCode::encodeText(text.c_str(), qrcodegen::QrCode::Ecc::MEDIUM);
        QrSquares squares{code.getSize(), {}};
        for (int y = 0; y < squares.side; ++y)
            for (int x = 0; x < squares.side; ++x) squares.is_dark.push_back(code.getModule(x, y));
        return squares;
    } catch (const qrcodegen::data_too_long&) {
        return {};
    }
}

}  // namespace sweep::app
