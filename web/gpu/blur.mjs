// blur(): the Gaussian blur of a picture of any kind a page has, at any sigma in the same time. It runs on the GPU by WebGPU,
// and in WebAssembly where there is none. This file needs no other and asks no network.
//
//     import { blur } from './blur.mjs';
//     await blur(image, { sigma: 12, canvas });
//
// What is blurred are the values as they are stored, times alpha, as CSS blur() does; light: true blurs light, of opaque
// pictures. boundary: 'clamp' (the edge continues), 'zero' (nothing is outside, as CSS has it), 'mirror', 'repeat' and others.

// Made by make.py: the module and the kernels stand here.

let started = null;
async function start() {
    const bytes = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
    const unpacked = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
    const sweep = await sweepFilters.load(await unpacked);
    try {
        const gpu = await device.openDevice(navigator.gpu, { isAny: blur.isAny });
        gpu.lost.then(() => (started = null));
        return { sweep, gpu };
    } catch (error) {
        return { sweep, why: error.message };
    }
}

// Plans of the newest pictures, by their size and what is asked.
const kept = new Map(), mostKept = 4;
async function planFor({ sweep, gpu }, width, height, { sigma, boundary, order, light }) {
    const key = [width, height, light].join(), known = kept.get(key);
    const numbers = sweep.blocks({ width, height, channels: 4, sigma, order, boundary });
    kept.delete(key);
    const one = known?.plan.device === gpu ? known : made(gpu, width, height, light);
    kept.set(key, one);
    for (const [old, { plan: other, from, to }] of kept) {
        if (kept.size <= mostKept) break;
        kept.delete(old);
        for (const each of [from, to]) each.destroy();
        other.free();
    }
    await one.plan.set(numbers);
    return one;
}
function made(gpu, width, height, light) {
    const usage = GPUTextureUsage, texture = used => gpu.createTexture({ size: [width, height], format: 'rgba8unorm', usage: used });
    return {
        plan: new plan.GpuPlan(gpu, { width, height, channels: 4, source: 'texture', target: 'rgba8unorm', light }),
        from: texture(usage.TEXTURE_BINDING | usage.COPY_DST | usage.RENDER_ATTACHMENT),
        to: texture(usage.STORAGE_BINDING | usage.COPY_SRC),
    };
}

const sizeOf = image => ['displayWidth', 'videoWidth', 'naturalWidth', 'width'].map(name => image[name]).find(Boolean);
const heightOf = image => ['displayHeight', 'videoHeight', 'naturalHeight', 'height'].map(name => image[name]).find(Boolean);

// The same by the module: bytes in, times alpha, and bytes out.
function onCpu(sweep, image, width, height, { sigma, boundary, order, light }) {
    const canvas = new OffscreenCanvas(width, height), context = canvas.getContext('2d');
    if (image instanceof ImageData) context.putImageData(image, 0, 0);
    else context.drawImage(image, 0, 0, width, height);
    const bytes = context.getImageData(0, 0, width, height).data, data = new Float32Array(bytes.length);
    const decoded = x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    const encoded = x => x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
    for (let i = 0; i < data.length; ++i) {
        const x = bytes[i] / 255, alpha = bytes[i | 3] / 255;
        data[i] = light ? (i % 4 === 3 ? 1 : decoded(x)) : i % 4 === 3 ? x : x * alpha;
    }
    const { data: blurred } = sweep.gaussian({ data, width, height, channels: 4 }, { sigma, boundary, order });
    const out = new Uint8ClampedArray(bytes.length);
    for (let i = 0; i < out.length; ++i) {
        const alpha = blurred[i | 3], x = blurred[i];
        out[i] = 255 * (i % 4 === 3 ? (light ? 1 : x) : light ? encoded(Math.max(0, x)) : alpha > 0 ? x / alpha : 0);
    }
    return new ImageData(out, width, height);
}

/** Blurs an image, canvas, video, ImageBitmap, VideoFrame or ImageData. canvas: where the result goes, a new one if none is
 * given; pixels: true gives ImageData instead. Returns { canvas or pixels, on, milliseconds, why }: what ran it, in what time,
 * and why the GPU did not. */
async function blur(image, { sigma, boundary = 'clamp', order = 3, light = false, canvas, pixels = false } = {}) {
    const width = sizeOf(image), height = heightOf(image), asked = { sigma, boundary, order, light };
    if (!(width > 0 && height > 0)) throw new Error('this is no picture, or it has not loaded yet');
    const { sweep, gpu, why } = await (started ??= start());
    const target = canvas ?? (pixels ? null : new OffscreenCanvas(width, height));
    if (target && (target.width !== width || target.height !== height)) Object.assign(target, { width, height });
    if (!gpu) {
        const began = performance.now(), result = onCpu(sweep, image, width, height, asked), milliseconds = performance.now() - began;
        target?.getContext('2d').putImageData(result, 0, 0);
        return { canvas: target, pixels: result, on: 'CPU', milliseconds, why };
    }
    const { plan: one, from, to } = await planFor({ sweep, gpu }, width, height, asked);
    gpu.queue.copyExternalImageToTexture({ source: image }, { texture: from, premultipliedAlpha: !light }, [width, height]);
    const context = pixels ? null : target.getContext('webgpu');
    context?.configure({ device: gpu, format: 'rgba8unorm', usage: GPUTextureUsage.STORAGE_BINDING | GPUTextureUsage.RENDER_ATTACHMENT,
        alphaMode: light ? 'opaque' : 'premultiplied' });
    one.use({ in: from, out: context ? context.getCurrentTexture() : to });
    const time = one.time(), result = pixels ? await one.pixels(to) : undefined, { gpu: ofGpu, wall } = await time;
    // What was multiplied by alpha is divided by it.
    for (let i = 0; result && !light && i < result.length; ++i)
        if (i % 4 < 3 && result[i | 3] < 255) result[i] = result[i | 3] ? 255 * result[i] / result[i | 3] : 0;
    return { canvas: target, pixels: result && new ImageData(result, width, height), on: gpu.title, milliseconds: ofGpu || wall, wall };
}
/** Before the first call: whether an adapter will do that computes on the CPU. For tests. */
blur.isAny = false;

export { blur };
