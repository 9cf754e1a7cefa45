// Times of the web's WGSL (web/gpu/) on a GPU, through Dawn for node.
//
//     node bench/wgsl.mjs MODULE_FOLDER [WIDTHxHEIGHT,..] [OPTIONS as JSON]
//
// MODULE_FOLDER is where web/build.sh has put the module. npm's package `webgpu` has to be found, or WEBGPU is the address of
// its index.js. Each line has, in milliseconds: the median of the sums of the steps, each with a clock of its own, as `sweep
// bench` adds up stages; the median of whole runs, a clock each, one after the other, and of runs that are waited for; a run of
// many in one pass; the wall clock of one; and the largest difference from the module, of the peak, up to 2 megapixels.
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import { openDevice } from '../web/gpu/device.mjs';
import { gpuPlan } from '../web/gpu/plan.mjs';
import { gpuTable } from '../web/gpu/table.mjs';

const [folder, sizes = '1920x1080,2048x2048,4096x4096,8192x8192', said = '{}'] = process.argv.slice(2);
if (!folder) {
    console.error('usage: node bench/wgsl.mjs MODULE_FOLDER [WIDTHxHEIGHT,..] [OPTIONS as JSON]');
    process.exit(2);
}
const { load } = await import(pathToFileURL(resolve(folder, 'sweep.mjs')));
const { create, globals } = await import(process.env.WEBGPU ? pathToFileURL(resolve(process.env.WEBGPU)) : 'webgpu');
Object.assign(globalThis, globals);
// Without this feature all timestamps are multiples of 0.1 ms. What create() returns has to live.
const gpu = globalThis.gpuOfNode = create(['disable-dawn-features=timestamp_quantization']);
const device = await openDevice(gpu, { isAny: true });
device.addEventListener('uncapturederror', event => console.log('error:', event.error.message));
const sweep = await load(readFileSync(resolve(folder, 'sweep.wasm')));
console.log(`on ${device.title}; clock: ${device.features.has('timestamp-query') ? 'timestamps' : 'none'}`);

const options = { channels: 1, order: 3, sigma: 5, boundary: 'clamp', ...JSON.parse(said) };
const runs = Number(process.env.RUNS ?? 15), largestChecked = 2.1e6, warmMs = Number(process.env.WARM ?? 1500);
const ms = x => x === undefined ? '-' : x.toFixed(4);

// The milliseconds of passes, each with what it encodes, in one command buffer.
async function clocked(encodes) {
    const count = 2 * encodes.length, usage = GPUBufferUsage, set = device.createQuerySet({ type: 'timestamp', count });
    const to = device.createBuffer({ size: 8 * count, usage: usage.QUERY_RESOLVE | usage.COPY_SRC });
    const host = device.createBuffer({ size: 8 * count, usage: usage.COPY_DST | usage.MAP_READ });
    const encoder = device.createCommandEncoder();
    encodes.forEach((encode, i) => {
        const timestampWrites = { querySet: set, beginningOfPassWriteIndex: 2 * i, endOfPassWriteIndex: 2 * i + 1 };
        const pass = encoder.beginComputePass({ timestampWrites });
        encode(pass);
        pass.end();
    });
    encoder.resolveQuerySet(set, 0, count, to, 0);
    encoder.copyBufferToBuffer(to, 0, host, 0, 8 * count);
    device.queue.submit([encoder.finish()]);
    await host.mapAsync(GPUMapMode.READ);
    const stamps = new BigUint64Array(host.getMappedRange().slice(0));
    for (const one of [set, to, host]) one.destroy();
    return encodes.map((_, i) => Number(stamps[2 * i + 1] - stamps[2 * i]) / 1e6);
}

const median = list => [...list].sort((a, b) => a - b)[list.length >> 1];
async function timed(steps) {
    const times = 10, n = steps.steps.length;
    for (const until = performance.now() + warmMs; performance.now() < until;) await steps.time(times);  // the clock of the card rises
    const single = [], loops = [];
    for (let i = 0; i < runs; ++i) single.push(await steps.time());
    for (let i = 0; i < 5; ++i) loops.push(await steps.time(times));
    const whole = await clocked(Array.from({ length: runs }, () => pass => steps.encode(pass)));
    const parts = await clocked(Array.from({ length: runs * n }, (_, i) => pass => steps.encode(pass, i % n)));
    const sums = Array.from({ length: runs }, (_, i) => parts.slice(i * n, i * n + n).reduce((a, b) => a + b));
    const ofStep = steps.steps.map(({ name }, step) => `${name} ${ms(median(parts.filter((_, i) => i % n === step)))}`);
    return [median(sums), median(whole), median(single.map(({ gpu: one }) => one)), Math.min(...loops.map(({ gpu: one }) => one)),
        median(single.map(({ wall }) => wall))].map(ms).join(' | ') + ` | ${ofStep.join(', ')}`;
}

console.log(JSON.stringify(options));
console.log('| what | size | sum of steps | run after run | run | in a pass of many | wall clock | steps | difference |\n|---|---|---|---|---|---|---|---|---|');
for (const [width, height] of sizes.split(',').map(size => size.split('x').map(Number))) {
    const shape = { ...options, width, height }, image = new Float32Array(width * height * options.channels);
    for (let i = 0, seed = 1; i < image.length; ++i) image[i] = (seed = Math.imul(seed, 1664525) + 1013904223 >>> 0) / 2 ** 32;
    const began = performance.now(), plan = await gpuPlan(device, sweep.blocks(shape), shape), took = performance.now() - began;
    plan.write(image);
    plan.run();
    let difference = '';
    if (width * height <= largestChecked) {
        const found = await plan.result(), truth = sweep.plan({ ...shape, sample: 'float32' }), expected = truth.run(image);
        let largest = 0, peak = 0;
        for (let i = 0; i < expected.length; ++i) {
            largest = Math.max(largest, Math.abs(found[i] - expected[i]));
            peak = Math.max(peak, Math.abs(expected[i]));
        }
        difference = (largest / peak).toExponential(1);
        truth.free();
    }
    console.log(`| filter | ${width}x${height} | ${await timed(plan)} | ${difference} | made in ${took.toFixed(0)} ms`);
    plan.free();
    if (process.env.TABLE === '0') continue;
    const table = await gpuTable(device, { width, height, channels: options.channels });
    table.write(image);
    console.log(`| table | ${width}x${height} | ${await timed(table)} | |`);
    table.free();
}
process.exit(0);
