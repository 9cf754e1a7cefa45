// Textures and buffers of OpenGL for the emulated CUDA: what is mapped is a copy, which goes back when it is unmapped.
#pragma once

#include "cuda_runtime.h"

inline constexpr unsigned cudaGraphicsRegisterFlagsReadOnly = 1, cudaGraphicsRegisterFlagsWriteDiscard = 2,
                          cudaGraphicsRegisterFlagsSurfaceLoadStore = 4;

cudaError_t cudaGraphicsGLRegisterImage(cudaGraphicsResource_t* resource, unsigned texture, unsigned target,
                                        unsigned flags);
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource_t* resource, unsigned buffer, unsigned flags);
// Fails when OpenGL has no such texture or buffer any more.
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceGetMappedPointer(void** pointer, std::size_t* bytes,
                                                 cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t* array, cudaGraphicsResource_t resource,
                                                  unsigned index, unsigned level);
