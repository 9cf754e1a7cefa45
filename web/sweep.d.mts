/** Samples of one type, interleaved: sample k of pixel (x, y) is data[(y * width + x) * channels + k]. */
export type Samples = Uint8Array | Uint8ClampedArray | Float32Array | Float64Array;
export type Result = Uint32Array | Float32Array | Float64Array;

/** Pixels, 1 to 4 channels. Without `channels`: as many as the length of data says. */
export interface Pixels {
    data: Samples;
    width: number;
    height: number;
    channels?: number;
}
/** What a page has. Pictures are read through a canvas: bytes, 4 channels. */
export type Picture = Pixels | ImageData | CanvasImageSource;

export interface Filtered {
    data: Result;
    width: number;
    height: number;
    channels: number;
}
export interface Table extends Filtered {
    /** The sum of a box of pixels, in four reads. */
    sum(x: number, y: number, width: number, height: number, channel?: number): number;
}

export type FilterName = 'gaussian' | 'bspline2' | 'bspline3' | 'bspline4' | 'bspline5' | 'butterworth' | 'chebyshev1' |
    'chebyshev2' | 'elliptic' | 'exponential' | 'box' | 'sat' | 'iir' | 'none' | 'edge' | 'diffusion' | 'bilateral';
/** How the image goes on beyond its edges. A number, or one for each channel: that constant. */
export type Boundary = 'none' | 'zero' | 'clamp' | 'repeat' | 'mirror' | 'reflect101' | number | number[];
export type DerivedName = 'none' | 'unsharp' | 'high-pass' | 'dog' | 'log' | 'gradient' | 'deviation' | 'normalize' |
    'bradley' | 'niblack' | 'sauvola' | 'guided';

/** The members of sweep_request (lib/sweep.h), by their names. What a filter does not read is named by Plan.notes. */
export interface Options {
    /** gaussian, edge, bilateral: pixels. sigma_y: down the columns, where that differs. Usual: 5. */
    sigma?: number;
    sigma_y?: number;
    /** gaussian: 3, 4, 5. butterworth to elliptic: 1 to 8. */
    order?: number;
    /** gaussian, in place of order: the largest difference from the Gaussian. Usual: 3e-4. */
    accuracy?: number;
    derivative_x?: number;
    derivative_y?: number;
    radius?: number;
    box_width?: number;
    box_height?: number;
    box_origin_x?: number;
    box_origin_y?: number;
    cutoff?: number;
    cutoff_high?: number;
    band?: 'low' | 'high' | 'pass' | 'stop';
    ripple?: number;
    attenuation?: number;
    alpha?: number;
    /** edge, bilateral: how large a difference is an edge. */
    range?: number;
    iterations?: number;
    tone_map?: number;
    guide_channels?: number;
    contrast?: number;
    time?: number;
    steps?: number;
    noise?: number;
    causal?: ArrayLike<number>;
    anticausal?: ArrayLike<number>;
    feedforward?: ArrayLike<number>;
    anticausal_feedforward?: ArrayLike<number>;
    causal_gain?: number;
    anticausal_gain?: number;
    axes?: 'both' | 'x' | 'y';
    /** Usual: clamp. */
    boundary?: Boundary;
    boundary_y?: Boundary;
    /** Bytes are sRGB, and are decoded to linear light first. */
    decode_srgb?: boolean;
    missing?: 'spread' | 'keep' | 'fill' | 'zero';
    derived?: DerivedName;
    unsharp_amount?: number;
    unsharp_threshold?: number;
    dog_ratio?: number;
    log_gamma?: number;
    normalize_least?: number;
    bradley_t?: number;
    niblack_k?: number;
    sauvola_k?: number;
    sauvola_r?: number;
    guided_eps?: number;
    /** A name of `sweep list algorithms`; without: the fastest. */
    algorithm?: string;
    engine?: 'auto' | 'cpu' | 'reference';
}
export interface RunOptions extends Options {
    /** edge, bilateral: the picture whose edges count. */
    guide?: Picture;
    /** Where the result goes; without: a new array. */
    into?: Result;
}
export interface PlanOptions extends Options {
    width: number;
    height: number;
    channels?: number;
    sample?: 'uint8' | 'float32' | 'float64';
    filter?: FilterName;
}

export interface Stage {
    name: string;
    /** Its step in the papers. */
    paper: string;
    /** Bytes. */
    read: number;
    written: number;
}
/** y_i = sum b_k x_(i-k) - sum d_k y_(i-k), times nothing: b holds the gain. sections: K, D, C, a, g, sign of each. */
export interface Pass {
    d: number[];
    b: number[];
    gain: number;
    sections: number[][];
    memory: number;
    reach: number;
}
export interface Design {
    x: { causal: Pass; anticausal: Pass };
    y: { causal: Pass; anticausal: Pass };
}

export interface PlanInfo {
    readonly width: number;
    readonly height: number;
    readonly channels: number;
    readonly sample: 'uint8' | 'float32' | 'float64';
    readonly output: 'uint32' | 'float32' | 'float64';
    readonly engine: string;
    readonly algorithm: string;
    /** What was asked in vain: "order has no effect on box"; empty where nothing was. */
    readonly notes: string;
    readonly workingBytes: number;
    readonly stages: Stage[];
    readonly design: Design | null;
}

export interface Plan extends PlanInfo {}
export class Plan {
    /** Of the newest run, without copies. */
    readonly milliseconds: number;
    /** The image, the result and the guide in the module's memory. Take them anew after any other call. */
    readonly input: Samples;
    readonly result: Result;
    readonly guide: Samples;
    /** Filters `input` into `result`, and copies nothing. */
    run(): Result;
    run(image: Samples | Pixels, into?: Result, guide?: Samples | Pixels): Result;
    free(): void;
}

export class Sweep {
    readonly version: string;
    readonly filters: FilterName[];
    readonly boundaries: string[];
    readonly derived: DerivedName[];
    filter(image: Picture, options?: RunOptions & { filter?: FilterName }): Filtered;
    gaussian(image: Picture, options?: RunOptions): Filtered;
    box(image: Picture, options?: RunOptions): Filtered;
    edge(image: Picture, options?: RunOptions): Filtered;
    table(image: Picture, options?: RunOptions): Table;
    plan(options: PlanOptions): Plan;
    /** The numbers with which algorithm 7 runs elsewhere, as web/gpu/plan.mjs reads them. */
    blocks(options: PlanOptions): Float64Array;
    /** Gives back the memory of the plans that filter() keeps. */
    forget(): void;
    allocate(bytes: number): number;
    release(at: number): void;
    view<T>(Kind: new (buffer: ArrayBuffer, at: number, length: number) => T, at: number, length: number): T;
}

/** status 2: the request makes no sense; 1: memory is short. */
export class SweepError extends Error {
    constructor(message: string, status?: number);
    readonly status: number;
}

export type Source = string | URL | Response | ArrayBuffer | ArrayBufferView | WebAssembly.Module;
export function load(source?: Source): Promise<Sweep>;
export function pixels(image: Picture): Required<Pixels>;
