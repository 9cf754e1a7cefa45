// What tests/web/gpu.py asks of a page: the largest difference of the GPU's results from the module's.
import { load, Sweep } from '/module/sweep.mjs';
import { openDevice } from '/web/gpu/device.mjs';
import { gpuPlan } from '/web/gpu/plan.mjs';
import { gpuTable } from '/web/gpu/table.mjs';

let sweep, device;
const errors = [];

export async function open() {
    sweep = await load();
    device = await openDevice(navigator.gpu, { isAny: true });
    device.addEventListener('uncapturederror', event => errors.push(event.error.message));
    return device.title;
}

// Noise from 0 to 1 on a constant, the same in every run.
function noise(length, level = 0) {
    const samples = new Float32Array(length);
    for (let i = 0, seed = length; i < length; ++i) {
        seed = Math.imul(seed, 1664525) + 1013904223 >>> 0;
        samples[i] = level + seed / 2 ** 32;
    }
    return samples;
}

/** Relative to the largest result. `level` is added to the image, and does not count as large. before: options with which the
 * plan is made first, so that nothing may be compiled for those that count. */
export async function difference({ level = 0, before = {}, ...options }) {
    const { width, height, channels } = options, image = noise(width * height * channels, level);
    const plan = await gpuPlan(device, sweep.blocks({ ...options, ...before }), options), { steps } = plan;
    await plan.set(sweep.blocks(options));
    if (plan.steps !== steps) throw new Error('other numbers were compiled');
    plan.write(image);
    plan.run();
    const found = await plan.result(), truth = sweep.plan({ ...options, sample: 'float32' });
    const expected = truth.run(image);
    truth.free();
    plan.free();
    if (errors.length) throw new Error(errors.join('\n'));
    let largest = 0, peak = 0;
    for (let i = 0; i < expected.length; ++i) {
        const off = Math.abs(found[i] - expected[i]);
        if (!(off <= largest)) largest = off;
        peak = Math.max(peak, Math.abs(expected[i] - level));
    }
    return largest / peak;
}

/** The same of a summed-area table and of boxes that it adds up. scale: in whole numbers, of samples that are such multiples. */
export async function differenceOfTable({ width, height, channels, scale = 0 }) {
    const image = noise(width * height * channels);
    if (scale) image.forEach((x, i) => (image[i] = Math.round(x * scale) / scale));
    const table = await gpuTable(device, { width, height, channels, scale });
    table.write(image);
    table.run();
    const found = Sweep.with_sums({ data: Float64Array.from(await table.result(), x => x / (scale || 1)), width, channels });
    const expected = sweep.table({ data: Float64Array.from(image), width, height, channels });
    table.free();
    if (errors.length) throw new Error(errors.join('\n'));
    let largest = 0;
    for (let i = 0; i < found.data.length; ++i) largest = Math.max(largest, Math.abs(found.data[i] - expected.data[i]));
    for (const [x, y, w, h] of [[0, 0, width, height], [width >> 1, height >> 2, width >> 2, height >> 1], [width - 1, 0, 1, height]])
        for (let k = 0; k < channels; ++k) largest = Math.max(largest, Math.abs(found.sum(x, y, w, h, k) - expected.sum(x, y, w, h, k)));
    return largest / expected.data.at(-1);
}

/** The same from a texture of bytes into one of floats. light: bytes are sRGB, and what is filtered is light. */
export async function differenceOfTexture({ width, height, channels, light, ...options }) {
    const bytes = Uint8Array.from(noise(width * height * 4), x => Math.min(255, 256 * x)), U = GPUTextureUsage;
    if (light) for (let i = 3; i < bytes.length; i += 4) bytes[i] = 255;
    const texture = (format, usage) => device.createTexture({ size: [width, height], format, usage });
    const from = texture('rgba8unorm', U.TEXTURE_BINDING | U.COPY_DST), to = texture('rgba32float', U.STORAGE_BINDING | U.COPY_SRC);
    device.queue.writeTexture({ texture: from }, bytes, { bytesPerRow: 4 * width }, [width, height]);
    const shape = { width, height, channels, ...options };
    const plan = await gpuPlan(device, sweep.blocks(shape), { ...shape, source: 'texture', target: 'rgba32float', light });
    plan.use({ in: from, out: to });
    plan.run();
    const pitch = Math.ceil(width / 16) * 256, buffer = device.createBuffer({ size: pitch * height, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    const encoder = device.createCommandEncoder();
    encoder.copyTextureToBuffer({ texture: to }, { buffer, bytesPerRow: pitch }, [width, height]);
    device.queue.submit([encoder.finish()]);
    await buffer.mapAsync(GPUMapMode.READ);
    const found = new Float32Array(buffer.getMappedRange().slice(0));
    buffer.destroy();
    plan.free();
    if (errors.length) throw new Error(errors.join('\n'));
    const decoded = x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    const encoded = x => x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
    const data = Float32Array.from(bytes, (x, i) => light && i % 4 < 3 ? decoded(x / 255) : x / 255);
    const expected = sweep.filter({ data, width, height, channels: 4 }, options).data;
    let largest = 0;
    for (let y = 0; y < height; ++y)
        for (let x = 0; x < 4 * width; ++x) {
            const truth = x % 4 >= channels ? 1 : light ? encoded(expected[y * 4 * width + x]) : expected[y * 4 * width + x];
            largest = Math.max(largest, Math.abs(found[y * pitch / 4 + x] - truth));
        }
    return largest;
}

/** The line with which the GPU refuses a request, or nothing. of: channels that the module does not have. */
export async function refusal({ of, ...options }) {
    try {
        (await gpuPlan(device, sweep.blocks(options), { ...options, channels: of ?? options.channels })).free();
        return '';
    } catch (error) {
        return error.message;
    }
}

/** What ran blur.mjs, and the largest difference in bytes of a picture with holes from the one that is blurred on the CPU. */
export async function differenceOfBlur(file, options) {
    const width = 70, height = 41, bytes = Uint8ClampedArray.from(noise(width * height * 4), x => 256 * x);
    for (let i = 3; i < bytes.length; i += 4) bytes[i] = i % 7 ? 255 : 0;
    const picture = await createImageBitmap(new ImageData(bytes, width, height)), results = [];
    for (const isAny of [true, false]) {
        const { blur } = await import(`${file}?${isAny}`);
        blur.isAny = isAny;
        results.push(await blur(picture, { ...options, pixels: true }));
    }
    const [one, other] = results.map(({ pixels }) => pixels.data);
    return [results[0].on, one.reduce((largest, x, i) => Math.max(largest, Math.abs(x - other[i])), 0)];
}
