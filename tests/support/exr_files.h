// OpenEXRs, written by the library.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfTileDescription.h>
#include <ImfTiledOutputFile.h>

#include "tests/support/image_bytes.h"

namespace sweep::test {

class ExrFile : public ImageFile {
  protected:
    struct Plane {
        std::string name;
        Imf::PixelType type;
        std::vector<float> values;
    };

    // A file of 5 x 3 pixels whose data window begins at (-2, 7).
    static constexpr int width = 5, height = 3;
    static Imf::Header header(Imf::Compression compression) {
        const Imath::Box2i display({0, 0}, {99, 99}), data({-2, 7}, {-2 + width - 1, 7 + height - 1});
        return Imf::Header(display, data, 1, {0, 0}, 1, Imf::INCREASING_Y, compression);
    }
    static std::vector<float> counting(float from) {
        std::vector<float> values;
        for (int i = 0; i < width * height; ++i) values.push_back(from + float(i));
        return values;
    }
    struct Buffers {
        std::vector<std::vector<char>> bytes;
        Imf::FrameBuffer frame;
    };
    static Buffers buffers_of(const std::vector<Plane>& planes, Imf::Header& to) {
        Buffers buffers;
        for (const Plane& plane : planes) {
            to.channels().insert(plane.name, Imf::Channel(plane.type));
            const std::size_t size = plane.type == Imf::HALF ? 2 : 4;
            std::vector<char> bytes;
            for (const float value : plane.values) {
                const half small(value);
                const auto whole = unsigned(value);
                const char* from = plane.type == Imf::HALF   ? reinterpret_cast<const char*>(&small)
                                   : plane.type == Imf::UINT ? reinterpret_cast<const char*>(&whole)
                                                             : reinterpret_cast<const char*>(&value);
                bytes.insert(bytes.end(), from, from + size);
            }
            buffers.bytes.push_back(std::move(bytes));
            buffers.frame.insert(plane.name, Imf::Slice::Make(plane.type, buffers.bytes.back().data(),
                                                              to.dataWindow(), size, size * width));
        }
        return buffers;
    }
    std::string make(const std::string& name, const std::vector<Plane>& planes, Imf::Header head) {
        const Buffers buffers = buffers_of(planes, head);
        if (head.hasTileDescription()) {
            Imf::TiledOutputFile file(path(name).c_str(), head);
            file.setFrameBuffer(buffers.frame);
            file.writeTiles(0, file.numXTiles() - 1, 0, file.numYTiles() - 1);
        } else {
            Imf::OutputFile file(path(name).c_str(), head);
            file.setFrameBuffer(buffers.frame);
            file.writePixels(height);
        }
        return path(name);
    }
    // A file of these parts, of the same window each.
    std::string make_parts(const std::string& name,
                           const std::vector<std::pair<std::string, std::vector<Plane>>>& parts) {
        std::vector<Imf::Header> heads;
        std::vector<Buffers> buffers;
        for (const auto& [part, planes] : parts) {
            heads.push_back(header(Imf::ZIP_COMPRESSION));
            heads.back().setName(part);
            heads.back().setType(Imf::SCANLINEIMAGE);
            buffers.push_back(buffers_of(planes, heads.back()));
        }
        Imf::MultiPartOutputFile file(path(name).c_str(), heads.data(), int(heads.size()));
        for (int i = 0; i < int(heads.size()); ++i) {
            Imf::OutputPart part(file, i);
            part.setFrameBuffer(buffers[std::size_t(i)].frame);
            part.writePixels(height);
        }
        return path(name);
    }
    // R, G and B of a layer, "beauty." say, from these numbers on.
    static std::vector<Plane> colours(const std::string& layer, float from) {
        return {{layer + "R", Imf::FLOAT, counting(from)},
                {layer + "G", Imf::FLOAT, counting(from + 100)},
                {layer + "B", Imf::FLOAT, counting(from + 200)}};
    }
    static std::vector<Plane> together(std::vector<Plane> all, const std::vector<Plane>& more) {
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    static float at(const Image& image, int x, int y, int c) {
        return image.view().row<float>(y)[x * image.shape().channels + c];
    }
};

}  // namespace sweep::test
