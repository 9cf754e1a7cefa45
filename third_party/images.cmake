find_path(STB_INCLUDE_DIR stb_image.h PATH_SUFFIXES stb REQUIRED)
third_party_headers(stb "${STB_INCLUDE_DIR}")
find_package(PNG REQUIRED)
third_party_library(png PNG::PNG)
