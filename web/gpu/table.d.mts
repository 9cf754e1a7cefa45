import type { Steps } from './device.mjs';

export interface GpuTableOptions {
    width: number;
    height: number;
    /** 1 to 4 numbers a pixel. Usual: 1. */
    channels?: number;
    source?: 'buffer' | 'texture';
    /** Each sample is rounded to a whole multiple of 1 / scale, and the sums are whole. Without: sums of floats. */
    scale?: number;
}

/** A summed-area table on a device. */
export class GpuTable extends Steps {
    constructor(device: GPUDevice, options: GpuTableOptions);
    readonly width: number;
    readonly height: number;
    readonly channels: number;
    readonly scale: number;
    /** Compiles; gpuTable() has done it. */
    make(): Promise<void>;
    write(samples: Float32Array): void;
    /** Whole numbers where there is a scale. */
    result(): Promise<Float32Array | Uint32Array>;
}

export function gpuTable(device: GPUDevice, options: GpuTableOptions): Promise<GpuTable>;
