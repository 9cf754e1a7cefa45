// Shapes as a page of SVG or PDF, whose letters are those of the fonts. By Cairo, which a build may lack.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "app/ui/vector/shapes.h"
#include "core/base/image.h"

namespace sweep::app {

// Why this build writes no pages, in one line that says what to do; empty: it writes them.
std::string why_no_pages();

struct Page {
    ImVec4 part{};    // of the frame that is shown: left upper and right lower corner
    ImU32 paper = 0;  // behind all; transparent: nothing
    std::string title;
    std::shared_ptr<const Image>
        under;  // the pixels of the part, under all shapes: RGB of 8 bits; null: none
};

enum class PageFormat { svg, pdf };

// The bytes of the file. OpenGL's context is current, and textures still hold their pictures. Throws Error(failed).
std::string page_of(std::span<const DrawnShape> shapes, const Page& page, PageFormat format);

}  // namespace sweep::app
