// Textures and buffers of OpenGL for the emulated CUDA. Mapping makes a copy, and unmapping copies it back.
#pragma once

#include "cuda_runtime.h"

inline constexpr unsigned cudaGraphicsRegisterFlagsReadOnly = 1, cudaGraphicsRegisterFlagsWriteDiscard = 2,
                          cudaGraphicsRegisterFlagsSurfaceLoadStore = 4;

cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t* resource, unsigned texture, unsigned target,
                                        unsigned flags);
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, unsigned buffer, unsigned flags);
// Fails when OpenGL no longer has the texture or buffer.
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceGetMappedPointer(void** pointer, std::size_t* bytes,
                                                 cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t* array, cudaGraphicsResource_t resource,
                                                  unsigned index, unsigned level);
