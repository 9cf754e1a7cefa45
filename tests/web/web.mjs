// node web.mjs SWEEP FOLDER SCRATCH: the library for the web in FOLDER (web/build.sh) against the program SWEEP. Skipped (77)
// where FOLDER has no module.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Declared } from './declared.mjs';
import { difference, image, native } from './numbers.mjs';

const [program, folder, scratch] = process.argv.slice(2).map(path => resolve(path));
const wasm = join(folder, 'sweep.wasm');
if (!existsSync(wasm)) {
    const is_required = (process.env.SWEEP_REQUIRE ?? '').split(',').includes('web');
    console.log(`${is_required ? 'failed' : 'skipped'}: there is no ${wasm}: web/build.sh makes it`);
    process.exit(is_required ? 1 : 77);
}
mkdirSync(scratch, { recursive: true });
const { load, SweepError } = await import(pathToFileURL(join(folder, 'sweep.mjs')));
const { Client, serve } = await import(pathToFileURL(join(folder, 'worker.mjs')));
const sweep = await load(readFileSync(wasm));

let failed = 0, count = 0;
async function test(name, f) {
    ++count;
    const start = performance.now();
    try {
        await f();
    } catch (error) {
        ++failed;
        console.log(`FAILED ${name}: ${error.stack ?? error}`);
    }
    if (process.env.SWEEP_TIMES) console.log(`${(performance.now() - start).toFixed(0)} ms ${name}`);
}

// Both sides may choose another order of operations: float32 has 24 bits, of which a recursive filter loses a few.
const near = { uint8: 3e-6, float32: 3e-6, float64: 1e-11 };
const nameOf = data => data.constructor.name.replace('Array', '').toLowerCase();
function compare(picture, options, most) {
    const there = native(program, scratch, picture, options), here = sweep.filter(picture, options).data;
    assert.equal(nameOf(here), nameOf(there));
    const error = difference(here, there);
    assert.ok(error <= (most ?? near[nameOf(picture.data)]), `${JSON.stringify(options)}: off by ${error}`);
}

const boundaries = ['none', 'zero', 0.25, 'clamp', 'repeat', 'mirror', 'reflect101'];
for (const [index, boundary] of boundaries.entries())
    await test(`boundary ${boundary}`, () => {
        for (const [order, sigma] of [[3, 4], [5, 1.5], [4, 20]])
            compare(image(Float32Array, 131, 67, 1, index + order), { filter: 'gaussian', sigma, order, boundary });
    });
for (const order of [1, 2, 3, 4, 5, 6, 8])
    await test(`order ${order}`, () =>
        compare(image(Float32Array, 70, 99, 1), { filter: 'butterworth', order, cutoff: 0.06, boundary: 'mirror' }));
for (const Kind of [Uint8Array, Float32Array, Float64Array])
    for (const channels of [1, 2, 3, 4])
        await test(`${channels} channels of ${nameOf(new Kind(0))}`, () => {
            compare(image(Kind, 65, 43, channels), { filter: 'gaussian', sigma: 3, order: 3 });
            compare(image(Kind, 37, 90, channels), { filter: 'box', radius: 4, boundary: 'clamp' }, Kind === Float64Array ? 1e-9 : 1e-5);
        });
for (const [width, height] of [[1, 1], [1, 50], [50, 1], [3, 2], [33, 31], [257, 5]])
    await test(`${width} x ${height}`, () =>
        compare(image(Float32Array, width, height, 1), { filter: 'gaussian', sigma: 2, order: 3, boundary: 'clamp' }));
for (const options of [{ filter: 'gaussian', sigma: 0.7 }, { filter: 'gaussian', sigma: 9, accuracy: 1e-4 },
    { filter: 'gaussian', sigma: 120, order: 3 }, { filter: 'gaussian', sigma: 5, order: 3, axes: 'x' }, { filter: 'bspline3' },
    { filter: 'exponential', alpha: 0.2 }, { filter: 'elliptic', order: 4, cutoff: 0.1 }, { filter: 'none' }])
    await test(JSON.stringify(options), () => compare(image(Float32Array, 120, 80, 1), options));
for (const [derived, options] of [['unsharp', { sigma: 2 }], ['dog', { sigma: 2 }], ['gradient', { sigma: 2 }],
    ['deviation', { filter: 'box', radius: 5, boundary: 'clamp' }], ['guided', { filter: 'box', radius: 5, boundary: 'clamp' }]])
    await test(`derived ${derived}`, () => compare(image(Float32Array, 75, 60, 1), { ...options, derived }, 1e-5));

await test('tables', () => {
    for (const Kind of [Uint8Array, Float32Array, Float64Array])
        for (const channels of [1, 3]) {
            const picture = image(Kind, 75, 47, channels);
            compare(picture, { filter: 'sat' }, Kind === Uint8Array ? 0 : 1e-6);
            const table = sweep.table(picture);
            let sum = 0;
            for (let y = 5; y < 25; ++y)
                for (let x = 3; x < 13; ++x) sum += picture.data[(y * 75 + x) * channels];
            assert.ok(Math.abs(table.sum(3, 5, 10, 20) - sum) <= 1e-4 * sum);
        }
});
await test('edge', () => {
    for (const channels of [1, 3])
        compare(image(Float32Array, 61, 40, channels), { filter: 'edge', sigma: 12, range: 0.3 }, 1e-5);
    const picture = image(Float32Array, 30, 20, 1), guide = image(Float32Array, 30, 20, 3, 7);
    const guided = sweep.edge(picture, { sigma: 8, range: 0.5, guide }).data;
    assert.ok(difference(guided, sweep.edge(picture, { sigma: 8, range: 0.5 }).data) > 1e-3);
    const same = sweep.edge(picture, { sigma: 8, range: 0.5, guide: picture }).data;
    assert.ok(difference(same, sweep.edge(picture, { sigma: 8, range: 0.5 }).data) === 0);
});

await test('a plan is kept', () => {
    const one = image(Float32Array, 48, 40, 2, 3), two = image(Float32Array, 48, 40, 2, 4);
    const plan = sweep.plan({ width: 48, height: 40, channels: 2, filter: 'gaussian', sigma: 3, order: 3, radius: 2 });
    assert.equal(plan.notes, 'radius has no effect on gaussian');
    const first = plan.run(one.data), second = plan.run(two.data, new Float32Array(first.length));
    assert.deepEqual(plan.run(one), first);
    assert.notDeepEqual(first, second);
    assert.deepEqual(first, sweep.gaussian(one, { sigma: 3, order: 3 }).data);
    plan.input.set(two.data);
    assert.deepEqual(plan.run().slice(), second);
    assert.equal(plan.result.buffer, sweep.exports.memory.buffer);
    assert.equal(plan.stages.reduce((sum, stage) => sum + stage.written, 0) > 48 * 40 * 2 * 4, true);
    const { d, b } = plan.design.x.causal;
    assert.equal(d.length, 3);
    assert.ok(Math.abs(b[0] / (1 + d[0] + d[1] + d[2]) - 1) < 1e-9);
    plan.free();
    plan.free();
    assert.throws(() => plan.run(one.data), /freed/);
});
await test('a hundred plans leave no memory behind', () => {
    const picture = image(Float32Array, 300, 300, 1), run = sigma => sweep.gaussian(picture, { sigma, order: 3 });
    for (let i = 0; i < 20; ++i) run(1 + i / 10);
    const bytes = sweep.exports.memory.buffer.byteLength;
    for (let i = 0; i < 100; ++i) run(5 + i / 10);
    sweep.forget();
    assert.equal(sweep.exports.memory.buffer.byteLength, bytes);
});
await test('errors', () => {
    const tiny = image(Float32Array, 5, 4, 1);
    const says = (options, words, status = 2) => assert.throws(() => sweep.filter(tiny, options), error =>
        error instanceof SweepError && error.status === status && words.test(error.message) && !error.message.includes('\n'));
    says({ sigma: -1 }, /^sigma must be a positive number of pixels, not -1$/);
    says({ order: 99 }, /order 3, 4 or 5, not 99/);
    says({ filter: 'gauss' }, /filter 'gauss' is none: it is gaussian/);
    says({ sigam: 5 }, /there is no option 'sigam'/);
    says({ sigma: '5' }, /sigma is a number/);
    says({ order: 2.5 }, /order is a whole number/);
    says({ boundary: 'edge' }, /boundary 'edge' is none/);
    says({ algorithm: 'fast' }, /no algorithm 'fast'/);
    says({ filter: 'iir', causal: [-2.5] }, /stable/);
    says({ engine: 'cuda' }, /CUDA/, 4);
    assert.throws(() => sweep.gaussian({ data: [1, 2], width: 2, height: 1 }), /Float32Array/);
    assert.throws(() => sweep.gaussian(null), /no image/);
    assert.throws(() => sweep.plan({ width: 4, height: 4 }).run(new Float32Array(15)), /16 samples, not 15/);
    assert.throws(() => sweep.plan({ width: 4, height: 4 }).run(new Uint8Array(16)), /of float32/);
    const huge = () => {
        const plan = sweep.plan({ width: 30000, height: 30000, sigma: 5 });
        try { plan.run(); } finally { plan.free(); }
    };
    assert.throws(huge, error => error instanceof SweepError && error.status === 1);
    assert.equal(sweep.gaussian(tiny).data.length, 20);  // and it goes on
});
await test('what a page has', () => {
    const picture = image(Uint8Array, 20, 10, 4);
    const imageData = { data: new Uint8ClampedArray(picture.data), width: 20, height: 10 };
    assert.deepEqual(sweep.gaussian(imageData, { sigma: 2 }).data, sweep.gaussian(picture, { sigma: 2 }).data);
});

// Both ends of a worker in this process.
await test('the worker', async () => {
    const { port1, port2 } = new MessageChannel();
    const scope = { postMessage: (data, transfer) => port2.postMessage(data, transfer) };
    serve(scope);
    port2.onmessage = event => scope.onmessage(event);
    const worker = { postMessage: (data, transfer) => port1.postMessage(data, transfer), terminate: () => port1.close() };
    port1.onmessage = event => worker.onmessage(event);
    const client = new Client(worker);
    assert.equal((await client.ask({ call: 'load', source: readFileSync(wasm) })).version, sweep.version);
    const picture = image(Float32Array, 40, 30, 1), ask = sigma => client.gaussian(picture, { sigma, newest: 'drag' });
    const all = await Promise.allSettled([ask(1), ask(2), ask(3), ask(4)]);
    assert.deepEqual(all.map(one => one.status), ['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    assert.equal(all[1].reason.name, 'AbortError');
    assert.deepEqual(all[3].value.data, sweep.gaussian(picture, { sigma: 4 }).data);
    await assert.rejects(client.gaussian(picture, { sigma: -1 }), error => error.status === 2 && /sigma/.test(error.message));
    const plan = await client.plan({ width: 40, height: 30, sigma: 2 });
    assert.deepEqual((await plan.run(picture)).data, sweep.gaussian(picture, { sigma: 2 }).data);
    await plan.free();
    await assert.rejects(plan.run(picture), /freed/);
    assert.equal((await client.table(picture)).sum(0, 0, 40, 30) > 0, true);
    client.stop();
    await assert.rejects(client.gaussian(picture), /stopped/);
});

await test('types have the words and the options of the library', () => {
    const declared = new Declared(new URL('../../web/sweep.d.mts', import.meta.url));
    assert.deepEqual(declared.words('FilterName'), [...sweep.filters].sort());
    assert.deepEqual(declared.words('DerivedName'), [...sweep.derived].sort());
    assert.deepEqual(declared.words('Boundary'), sweep.boundaries.filter(name => name !== 'constant').sort());
    const inParts = /^(input|high_pass|part|boundary_values?|.*_count)$/;  // which write() sets
    const known = Object.keys(sweep.layout.members).filter(name => !inParts.test(name));
    assert.deepEqual(declared.members('PlanOptions'), [...known, 'sample'].sort());
    const plan = sweep.plan({ width: 4, height: 4 });
    plan.run(new Float32Array(16));
    for (const [name, made] of [['Sweep', sweep], ['Plan', plan]])
        for (const member of declared.members(name)) assert.ok(member in made, `${name} has no ${member}`);
    plan.free();
});

// 400 kB as brotli, which takes longer.
await test('size', () => assert.ok(gzipSync(readFileSync(wasm)).length <= 610e3));

console.log(`${count - failed} of ${count} passed`);
process.exit(failed === 0 ? 0 : 1);
