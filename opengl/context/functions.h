// The part of OpenGL 4.5 that this engine calls, found while the program runs: no header of OpenGL is needed to build
// it, and no library to link it. Names are OpenGL's without `gl` and `GL_`.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sweep::opengl {

using Enum = unsigned;
using Name = unsigned;  // of a buffer, a program, a query ..

namespace gl {
inline constexpr Enum renderer = 0x1F01, version = 0x1F02, extensions = 0x1F03, major_version = 0x821B,
                      minor_version = 0x821C, compute_shader = 0x91B9, compile_status = 0x8B81,
                      link_status = 0x8B82, completion_status = 0x91B1, extension_count = 0x821D,
                      shader_storage_buffer = 0x90D2, uniform_buffer = 0x8A11, time_elapsed = 0x88BF,
                      query_result = 0x8866, query_result_available = 0x8867,
                      max_shader_storage_block_size = 0x90DE, max_compute_shared_memory_size = 0x8262,
                      max_compute_work_group_invocations = 0x90EB, dynamic_storage_bit = 0x0100,
                      shader_storage_barrier_bit = 0x2000, buffer_update_barrier_bit = 0x0200,
                      texture_fetch_barrier_bit = 0x0008, shader_image_access_barrier_bit = 0x0020,
                      all_barrier_bits = 0xFFFFFFFF, texture_internal_format = 0x1003, rgba32f = 0x8814,
                      texture_2d = 0x0DE1, texture_min_filter = 0x2801, nearest = 0x2600, rgba = 0x1908,
                      type_byte = 0x1401, type_float = 0x1406, type_half = 0x140B, rgba16f = 0x881A,
                      r32f = 0x822E, rgba32ui = 0x8D70, r32ui = 0x8236, rgba8 = 0x8058, write_only = 0x88B9;
}  // namespace gl

struct Functions {
    template <class Result, class... Arguments>
    using Call = Result (*)(Arguments...);

    Call<const unsigned char*, Enum> GetString;
    Call<const unsigned char*, Enum, unsigned> GetStringi;
    Call<void, Enum, int*> GetIntegerv;
    Call<void, Enum, std::int64_t*> GetInteger64v;
    Call<Enum> GetError;
    Call<Enum> GetGraphicsResetStatus;
    Call<void> Finish;
    Call<Name, Enum> CreateShader;
    Call<void, Name, int, const char* const*, const int*> ShaderSource;
    Call<void, Name> CompileShader;
    Call<void, Name, Enum, int*> GetShaderiv;
    Call<void, Name, int, int*, char*> GetShaderInfoLog;
    Call<void, Name> DeleteShader;
    Call<Name> CreateProgram;
    Call<void, Name, Name> AttachShader;
    Call<void, Name, int, int*, Name*> GetAttachedShaders;
    Call<void, Name> LinkProgram;
    Call<void, Name, Enum, int*> GetProgramiv;
    Call<void, Name, int, int*, char*> GetProgramInfoLog;
    Call<void, Name> UseProgram;
    Call<void, Name> DeleteProgram;
    Call<void, Name, int, int, int, int> ProgramUniform3i;
    Call<void, int, Name*> CreateBuffers;
    Call<void, int, const Name*> DeleteBuffers;
    Call<void, Name, std::ptrdiff_t, const void*, unsigned> NamedBufferStorage;
    Call<void, Name, std::ptrdiff_t, std::ptrdiff_t, const void*> NamedBufferSubData;
    Call<void, Name, std::ptrdiff_t, std::ptrdiff_t, void*> GetNamedBufferSubData;
    Call<void, Enum, Name, Name> BindBufferBase;
    Call<void, Name, Name> BindTextureUnit;
    Call<void, Name, int, Enum, int*> GetTextureLevelParameteriv;
    Call<void, Enum, int, Name*> CreateTextures;
    Call<void, int, const Name*> DeleteTextures;
    Call<void, Name, int, Enum, int, int> TextureStorage2D;
    Call<void, Name, Enum, int> TextureParameteri;
    Call<void, Name, int, int, int, int, int, Enum, Enum, const void*> TextureSubImage2D;
    Call<void, Name, int, Enum, Enum, int, void*> GetTextureImage;
    Call<void, Name, Name, int, unsigned char, int, Enum, Enum> BindImageTexture;
    Call<void, unsigned, unsigned, unsigned> DispatchCompute;
    Call<void, unsigned> MemoryBarrier;
    Call<void, Enum, int, Name*> CreateQueries;
    Call<void, int, const Name*> DeleteQueries;
    Call<void, Enum, Name> BeginQuery;
    Call<void, Enum> EndQuery;
    Call<void, Name, Enum, std::uint64_t*> GetQueryObjectui64v;

    // Finds all of them by `find`, eglGetProcAddress() or its like. Returns the name of one that is not there, or
    // null.
    using Find = void (*(*)(const char*))();
    const char* load(Find find);
};

}  // namespace sweep::opengl
