// Types of WebGPU are those of TypeScript's own DOM, or of @webgpu/types.

/** What a page says where it cannot have the GPU. */
export class GpuError extends Error {
    constructor(message: string);
}

export type TitledDevice = GPUDevice & {
    /** What the GPU is called. */
    title: string;
};
/** A device of a real GPU. gpu: navigator.gpu. isAny: of any adapter, one that computes on the CPU included. */
export function openDevice(gpu: GPU | undefined, options?: { isAny?: boolean }): Promise<TitledDevice>;

/** Milliseconds of a run: from the start to the end, and of the GPU where it has timestamps. */
export interface Times {
    wall: number;
    gpu?: number;
}
/** What plans and tables share: steps on a device, and the buffers that they read and write. */
export class Steps {
    constructor(device: GPUDevice);
    readonly device: GPUDevice;
    readonly buffers: Record<string, GPUBuffer>;
    /** Whether the newest steps can run. */
    readonly isReady: boolean;
    /** Buffers or textures of yours in place of `in` and `out`. */
    use(others: Record<string, GPUBuffer | GPUTexture>): void;
    /** Into a compute pass of yours: all steps, or the one of that number. */
    encode(pass: GPUComputePassEncoder, only?: number): void;
    run(): void;
    /** Runs, `times` times in one pass. */
    time(times?: number): Promise<Times>;
    read(name: string): Promise<Float32Array>;
    read<T>(name: string, Kind: new (buffer: ArrayBuffer) => T): Promise<T>;
    /** The bytes of a texture of them, as ImageData has them. */
    pixels(texture: GPUTexture): Promise<Uint8ClampedArray>;
    free(): void;
}
