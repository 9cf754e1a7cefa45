// A recursive filter on a WebGPU device: algorithm 7, with all of its numbers from the module (sweep.mjs, Sweep.blocks()).
//
//     const numbers = sweep.blocks({ width, height, channels: 4, sigma: 12 });
//     const plan = await gpuPlan(device, numbers, { width, height, channels: 4 });
//     plan.write(samples); plan.run(); const blurred = await plan.result();
//
// sweep.blocks() with another sigma and plan.set() compile nothing.
import { T, Samples } from './text.mjs';
import { mostBlocks, places, segments } from './scan.mjs';
import * as shaders from './shaders.mjs';
import { GpuError, Steps } from './device.mjs';

const mostOrder = 5;
// Of core/filter/boundaries.h, in its order: when the first states of a line are known, and what continues it.
const boundaries = [['once', 'nothing'], ['once', 'nothing'], ['once', 'constant'], ['once', 'edge'], ['repeat', 'nothing'],
    ['mirror', 'nothing'], ['mirror', 'edge']];
const takesNoDatum = boundary => boundary < 2;  // where a line starts from zero or continues as zeros

const multiply = (A, B, R) => Float64Array.from(A, (_, at) => {
    let sum = 0;
    for (let k = 0; k < R; ++k) sum += A[at - at % R + k] * B[k * R + at % R];
    return sum;
});
function power(A, n, R) {
    let all = A;
    for (let i = 1; i < n; ++i) all = multiply(A, all, R);
    return all;
}

// What web/blocks.cpp has written.
function parse(all, width, height) {
    let at = 0;
    const take = n => all.subarray(at, (at += n)), one = () => take(1)[0];
    const R = one(), gain = one();
    if (!(R >= 1)) throw new GpuError('this filter is not recursive: the GPU of a page has no kernel for it');
    const axes = [height, width].map(length => ({ length, boundary: one(), outside: take(4) }));
    if (R > mostOrder) throw new GpuError(`this filter has order ${R}: on the GPU of a page it is at most ${mostOrder}`);
    const pairs = Math.max(1, R >> 1), sections = R + 1 >> 1;
    const recurrence = () => ({ first: one(), kept: one(), a: take(pairs), g: take(pairs), sign: take(pairs), C: take(pairs),
        K: take(sections), D: take(sections), response: one(), steady: take(R) });
    const whole = () => {
        const matrix = take(R * R).slice(), kept = one();
        for (let k = 0; k < R; ++k) matrix[k * (R + 1)] += kept;
        return matrix;
    };
    const matrices = () => ({ F: whole(), R: whole(), G: take(R * R) });
    for (const axis of axes) {
        const blocks = Math.ceil(axis.length / T), last = axis.length - (blocks - 1) * T;
        Object.assign(axis, { blocks, F: recurrence(), R: recurrence(), block: matrices(), last: matrices(),
            weights: take(2 * R * T), lastWeights: take(2 * R * last), first: take(R), lastState: take(R) });
        for (const name of ['H', 'H_ZEROS', 'FROM_TAIL', 'FROM_HEAD']) axis[name] = take(R * R);
        Object.assign(axis, { ofFirst: take(R), ofLast: take(R), WRAP: take(R * R) });
    }
    const [columns, rows] = axes;
    return { R, gain, columns, rows };
}

// Of each section (g, a, sign, 0), (K, D, C, 0): recurrence.h.
function passNumbers(R, passes) {
    const sections = R + 1 >> 1, odd = R % 2;
    return Float32Array.from(passes.flatMap(p => Array.from({ length: sections }, (_, i) => {
        const lone = odd && i === 0, k = i - odd;
        return [lone ? p.first : p.g[k], lone ? 0 : p.a[k], lone ? p.kept : p.sign[k], 0, p.K[i], p.D[i], lone ? 0 : p.C[k], 0];
    }).flat()));
}

// Whether sections hold all that they put out, so that a step has fewer operations.
function isDelta(R, passes) {
    const near = (a, b) => Math.abs(a - b) <= 1e-12 * Math.abs(b), odd = R % 2;
    return passes.every(p => p.K.every(K => near(K, 1)) && p.D.every((D, i) => near(D, i < odd ? p.first : p.g[i - odd])) &&
        (!odd || p.kept === 1) && Array.from({ length: R >> 1 }).every((_, k) => p.sign[k] === 1 && near(p.C[k], p.a[k])));
}

function scanNumbers(R, axis, segment, rows) {
    const at = places(R), to = new Float32Array(4 * at.all), { block, last } = axis, put = (name, numbers) => to.set(numbers, at[name]);
    put('F_BLOCK', block.F), put('F_LAST', last.F), put('R_BLOCK', block.R), put('R_LAST', last.R);
    put('G_BLOCK', block.G), put('G_LAST', last.G);
    put('F_SEGMENT', power(block.F, segment, R)), put('R_SEGMENT', power(block.R, segment, R));
    for (const name of ['H', 'H_ZEROS', 'FROM_TAIL', 'FROM_HEAD', 'WRAP']) put(name, axis[name]);
    put('FIRST', axis.first), put('LAST', axis.lastState), put('OF_FIRST', axis.ofFirst), put('OF_LAST', axis.ofLast);
    put('STEADY_F', axis.F.steady), put('STEADY_R', axis.R.steady.map(s => s * axis.F.response));
    [rows.weights, rows.lastWeights].forEach((weights, i) => {
        for (let k = 0; k < weights.length; ++k) to[at.SUMS + 2 * R * i + k % (2 * R)] += weights[k];
    });
    return to;
}

// Of a block of the columns, the last of them, and the same of the rows.
function weightNumbers(R, { columns, rows }) {
    const K = 2 * R, fours = K + 3 >> 2, to = new Float32Array(16 * T * fours);
    [columns.weights, columns.lastWeights, rows.weights, rows.lastWeights].forEach((weights, line) => {
        for (let i = 0; i < weights.length / K; ++i) to.set(weights.subarray(i * K, i * K + K), (line * T + i) * fours * 4);
    });
    return to;
}

class GpuPlan extends Steps {
    constructor(device, { width, height, channels = 1, ...samples }) {
        super(device);
        if (![1, 2, 3, 4].includes(channels)) throw new GpuError(`the GPU of a page filters 1 to 4 channels, not ${channels}`);
        Object.assign(this, { width, height, channels, samples: new Samples({ channels, ...samples }) });
        const longest = T * mostBlocks;
        if (Math.max(width, height) > longest)
            throw new GpuError(`on the GPU of a page an image has at most ${longest} columns and rows`);
    }
    /** Takes other numbers of the same image, and promises to be ready for run(). Where order, kind of filter and boundary
     * are those of before, nothing is compiled. */
    async set(numbers) {
        const { width, height, channels, samples } = this, all = parse(numbers, width, height), { R, gain, columns, rows } = all;
        const M = columns.blocks, N = rows.blocks, Q = 2 * R * N + 2, NX = N + Math.ceil(Q / T), K = 2 * R;
        const passes = [columns.F, columns.R, rows.F, rows.R], response = passes.map(p => p.response);
        const ofColumns = segments(M), ofRows = segments(N);
        const hasDatum = !takesNoDatum(columns.boundary) && !takesNoDatum(rows.boundary);
        this.storage('columns', channels * M * NX * K * T);
        this.storage('rows', channels * M * Q * T);
        this.storage('datums', channels * M * N);
        for (const [name, kind] of [['in', samples.source], ['out', samples.target]])
            if (kind === 'buffer') this.storage(name, 4 * Math.ceil(width * height * channels / 4));
        const picture = new ArrayBuffer(80);
        new Int32Array(picture, 0, 8).set([width, height, M, N, NX, Q, ofColumns.blocks, ofRows.blocks]);
        new Float32Array(picture, 32, 12).set([...columns.outside, ...rows.outside, gain, gain * response.reduce((a, b) => a * b),
            response[0] * response[1], hasDatum ? 1 : 0]);
        this.uniform('picture', picture);
        this.uniform('passes', passNumbers(R, passes));
        this.uniform('weights', weightNumbers(R, all));
        this.uniform('scan of columns', scanNumbers(R, columns, ofColumns.blocks, rows));
        this.uniform('scan of rows', scanNumbers(R, rows, ofRows.blocks, rows));

        const axisText = axis => ({ order: boundaries[axis.boundary][0], ends: boundaries[axis.boundary][1] });
        const fours = width % 4 === 0 && channels === 1;
        const facts = { R, isDelta: isDelta(R, passes), sameWeights: columns.weights.every((w, i) => w === rows.weights[i]),
            ofColumns: axisText(columns), ofRows: axisText(rows) };
        const key = JSON.stringify(facts);
        if (key === this.key) return this.compiling;
        this.key = key;
        const common = { ...facts, samples }, step = (name, text, bindings, grid) => ({ name, text, bindings, grid });
        const carries = { 0: 'picture', 2: 'columns', 3: 'rows' }, isEdge = facts.ofColumns.ends === 'edge';
        const { 3: _, ...withoutRows } = carries, { 2: __, ...withoutColumns } = carries;
        this.compiling = this.compile([
            step('perimeters', shaders.perimeters({ ...common, quads: fours && samples.source === 'buffer' }),
                { ...carries, 1: 'in', 5: 'datums', 7: 'weights' }, [N, M]),
            step('columns', shaders.columns({ ...common, segments: ofColumns, axis: facts.ofColumns }),
                { ...isEdge ? { ...carries, 1: 'in' } : withoutRows, 5: 'datums', 8: 'scan of columns' }, [NX * T / ofColumns.lanes, 1, channels]),
            step('dots', shaders.dots(common), { ...carries, 6: 'passes' }, [Math.ceil(Q / shaders.LINES), M, channels]),
            step('rows', shaders.rows({ ...common, segments: ofRows, axis: facts.ofRows }),
                { ...withoutColumns, 5: 'datums', 8: 'scan of rows' }, [M * T / ofRows.lanes, 1, channels]),
            step('filter', shaders.filter({ ...common, quads: fours && samples.target === 'buffer' }),
                { ...carries, 1: 'in', 4: 'out', 5: 'datums', 6: 'passes' }, [N, M]),
        ]);
        return this.compiling;
    }
    write(samples) { this.device.queue.writeBuffer(this.buffers.in, 0, samples); }
    async result() { return (await this.read('out')).subarray(0, this.width * this.height * this.channels); }
}

/** numbers: Sweep.blocks(). options: width, height, channels (1 to 4), and of class Samples: source, target, light. */
async function gpuPlan(device, numbers, options) {
    const plan = new GpuPlan(device, options);
    await plan.set(numbers);
    return plan;
}

export { GpuPlan, gpuPlan };
