// What tests/web/gpu.py asks of a page: the largest difference of the GPU's results from the module's.
import { load } from '/module/sweep.mjs';
import { openDevice } from '/web/gpu/device.mjs';
import { gpuPlan } from '/web/gpu/plan.mjs';

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

/** Relative to the largest result. `level` is added to the image, and does not count as large. */
export async function difference({ level = 0, ...options }) {
    const { width, height, channels } = options, image = noise(width * height * channels, level);
    const plan = await gpuPlan(device, sweep.blocks(options), options);
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
