#include "opengl/context/functions.h"

namespace sweep::opengl {

const char* Functions::load(Find find) {
    const char* missing = nullptr;
    const auto get = [&]<class F>(const char* name, F& function) {
        function = reinterpret_cast<F>(find(name));
        if (!function && !missing) missing = name;
    };
    get("glGetString", GetString);
    get("glGetStringi", GetStringi);
    get("glGetIntegerv", GetIntegerv);
    get("glGetInteger64v", GetInteger64v);
    get("glGetError", GetError);
    get("glGetGraphicsResetStatus", GetGraphicsResetStatus);
    get("glFinish", Finish);
    get("glCreateShader", CreateShader);
    get("glShaderSource", ShaderSource);
    get("glCompileShader", CompileShader);
    get("glGetShaderiv", GetShaderiv);
    get("glGetShaderInfoLog", GetShaderInfoLog);
    get("glDeleteShader", DeleteShader);
    get("glCreateProgram", CreateProgram);
    get("glAttachShader", AttachShader);
    get("glGetAttachedShaders", GetAttachedShaders);
    get("glLinkProgram", LinkProgram);
    get("glGetProgramiv", GetProgramiv);
    get("glGetProgramInfoLog", GetProgramInfoLog);
    get("glUseProgram", UseProgram);
    get("glDeleteProgram", DeleteProgram);
    get("glProgramUniform3i", ProgramUniform3i);
    get("glCreateBuffers", CreateBuffers);
    get("glDeleteBuffers", DeleteBuffers);
    get("glNamedBufferStorage", NamedBufferStorage);
    get("glNamedBufferSubData", NamedBufferSubData);
    get("glGetNamedBufferSubData", GetNamedBufferSubData);
    get("glBindBufferBase", BindBufferBase);
    get("glBindTextureUnit", BindTextureUnit);
    get("glGetTextureLevelParameteriv", GetTextureLevelParameteriv);
    get("glCreateTextures", CreateTextures);
    get("glDeleteTextures", DeleteTextures);
    get("glTextureStorage2D", TextureStorage2D);
    get("glTextureParameteri", TextureParameteri);
    get("glTextureSubImage2D", TextureSubImage2D);
    get("glGetTextureImage", GetTextureImage);
    get("glBindImageTexture", BindImageTexture);
    get("glDispatchCompute", DispatchCompute);
    get("glMemoryBarrier", MemoryBarrier);
    get("glCreateQueries", CreateQueries);
    get("glDeleteQueries", DeleteQueries);
    get("glBeginQuery", BeginQuery);
    get("glEndQuery", EndQuery);
    get("glGetQueryObjectui64v", GetQueryObjectui64v);
    return missing;
}

}  // namespace sweep::opengl
