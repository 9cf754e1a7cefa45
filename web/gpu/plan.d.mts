import type { Steps } from './device.mjs';

export interface GpuPlanOptions {
    width: number;
    height: number;
    /** 1 to 4 numbers a pixel. Usual: 1. */
    channels?: number;
    /** Where samples come from: a buffer of float32, interleaved, or a texture. Usual: buffer. */
    source?: 'buffer' | 'texture';
    /** Where they go: a buffer, or a texture of this format. Usual: buffer. */
    target?: 'buffer' | GPUTextureFormat;
    /** Textures are sRGB, and are filtered as light; the picture is opaque. */
    light?: boolean;
}

/** A recursive filter on a device: algorithm 7. */
export class GpuPlan extends Steps {
    constructor(device: GPUDevice, options: GpuPlanOptions);
    readonly width: number;
    readonly height: number;
    readonly channels: number;
    /** Other numbers of the same image; promises to be ready for run(). */
    set(numbers: Float64Array): Promise<void>;
    write(samples: Float32Array): void;
    result(): Promise<Float32Array>;
}

/** numbers: Sweep.blocks(). */
export function gpuPlan(device: GPUDevice, numbers: Float64Array, options: GpuPlanOptions): Promise<GpuPlan>;
