export interface BlurOptions {
    /** Pixels. */
    sigma: number;
    /** Usual: clamp, so that the edge continues. */
    boundary?: 'none' | 'zero' | 'clamp' | 'repeat' | 'mirror' | 'reflect101' | number | number[];
    /** Usual: 3. */
    order?: 3 | 4 | 5;
    /** Blurs light, of opaque pictures; otherwise the values as they are stored, times alpha, as CSS does. */
    light?: boolean;
    /** Where the result goes; without: a new one. */
    canvas?: HTMLCanvasElement | OffscreenCanvas;
    /** ImageData in place of a canvas. */
    pixels?: boolean;
}
export interface Blurred {
    canvas?: HTMLCanvasElement | OffscreenCanvas | null;
    pixels?: ImageData;
    /** What ran it: the name of the GPU, or CPU. */
    on: string;
    milliseconds: number;
    /** On the GPU: milliseconds from the start to the end. */
    wall?: number;
    /** Why the GPU did not run it. */
    why?: string;
}

/** Blurs a picture of any kind that a page has. */
export function blur(image: CanvasImageSource | ImageData, options: BlurOptions): Promise<Blurred>;
export namespace blur {
    /** Before the first call: whether an adapter will do that computes on the CPU. */
    let isAny: boolean;
}
