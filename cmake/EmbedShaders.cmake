# Writes a C++ file that holds the texts of shaders, so that a library needs no files beside it:
#   cmake -DOUT=shader_texts.cpp -DFOLDER=... -DFILES=a.glsl,b.comp -DBINDINGS=... -P EmbedShaders.cmake
# The constants of the header BINDINGS become definitions, the text "bindings".
string(REPLACE "," ";" FILES "${FILES}")
file(WRITE "${OUT}" "// Made by cmake/EmbedShaders.cmake.\n#include \"opengl/plan/shader_texts.h\"\n\n#include <array>\n\n"
     "namespace sweep::opengl {\n\nstd::span<const ShaderText> shader_texts() {\n    static constexpr std::array all{\n")
file(STRINGS "${BINDINGS}" lines REGEX "constexpr unsigned")
set(bindings "")
foreach(line IN LISTS lines)
    string(REGEX REPLACE ".*constexpr unsigned ([a-z_]+) = ([0-9]+).*" "#define \\1 \\2\n" line "${line}")
    string(APPEND bindings "${line}")
endforeach()
file(APPEND "${OUT}" "        ShaderText{\"bindings\", R\"glsl(${bindings})glsl\"},\n")
foreach(file IN LISTS FILES)
    file(READ "${FOLDER}/${file}" shader)
    file(APPEND "${OUT}" "        ShaderText{\"${file}\", R\"glsl(${shader})glsl\"},\n")
endforeach()
file(APPEND "${OUT}" "    };\n    return all;\n}\n\n}  // namespace sweep::opengl\n")
