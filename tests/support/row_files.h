// Files that are read some rows at a time.
#pragma once

#include <cstring>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "files/rows/row_file.h"

namespace sweep::test {

// Expects rows that are read alone, in any order, to be those of the whole picture.
inline void expect_rows_of(const std::string& path, const Image& whole) {
    const std::unique_ptr<RowFile> file = RowFile::open(path);
    ASSERT_TRUE(file);
    ASSERT_EQ(file->shape(), whole.shape());
    ASSERT_EQ(file->sample(), whole.sample());
    const int height = whole.shape().height;
    for (const auto& [first, count] :
         {std::pair{height / 2, height - height / 2}, {0, 1}, {height / 3, (height + 2) / 3}, {0, height}}) {
        const Image rows = std::move(file->read(first, count).image);
        ASSERT_EQ(rows.shape(), (Shape{whole.shape().width, count, whole.shape().channels}));
        EXPECT_EQ(std::memcmp(rows.view().data, whole.view().row<std::byte>(first), rows.bytes()), 0)
            << first << " " << count;
    }
}

}  // namespace sweep::test
