// Summed-area tables in WGSL, in blocks ([N11] section 6). Sums are of floats, or of whole numbers, which wrap around.
//
//     columns [channel][m][x]        P_(m-1,n)(Y): column x added up over all rows above block row m
//     rows    [channel][m][n][T]     P^T_(m,n-1)(V): the table at each row, left of block column n
//     sums    [channel][m][n]        s(P_(m-1,n)(Y)): the columns' carries of block (m, n) added up
//
// Until step S.2 and S.3 the first two are those of the block alone.
import { T, Samples, each, separate } from './text.mjs';
import { GpuError, Steps } from './device.mjs';

const S = 8;  // threads of a line in a scan

const declared = (samples, number, bindings) => `
struct Picture { size: vec4i, segments: vec4i, scale: vec4f }  // width, height, M, N; blocks a segment of a column, of a row
@group(0) @binding(0) var<uniform> picture: Picture;
const T = ${T}i;
fn column_at(k: i32, m: i32, x: i32) -> i32 { return (k * picture.size.z + m) * picture.size.w * T + x; }
fn row_at(k: i32, m: i32, n: i32) -> i32 { return ((k * picture.size.z + m) * picture.size.w + n) * T; }
fn sum_at(k: i32, m: i32, n: i32) -> i32 { return (k * picture.size.z + m) * picture.size.w + n; }
${Object.entries(bindings).map(([binding, [name, access]]) => name === 'in' ? samples.input()
        : `@group(0) @binding(${binding}) var<storage, ${access}> ${name}: array<${number}>;`).join('\n')}`;

const read = (samples, number) => {
    const x = samples.part(samples.read('y', 'x'));
    return number === 'f32' ? x : `u32(round(clamp(${x} * picture.scale.x, 0.0, picture.scale.y)))`;
};
const start = threads => `
@compute @workgroup_size(${threads})
fn main(@builtin(local_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  let size = picture.size, k = i32(group.z);`;
// v0 ..: the samples of column t of block (m, n), 0 outside of the picture.
const loads = (samples, number) => each(T, i => `var v${i} = ${number}(0); if (n * T + t < size.x && m * T + ${i} < size.y) {
    let y = m * T + ${i}, x = n * T + t; v${i} = ${read(samples, number)}; }`);

// Step S.1: the sums of each block alone: of its columns, and of all that stands in it up to each row.
const perimeters = (samples, number, bindings) => `${declared(samples, number, bindings)}
var<workgroup> tile: array<array<${number}, ${T + 1}>, ${T}>;
var<workgroup> of_rows: array<${number}, ${T}>;
${start(T)}
  let t = i32(id.x), m = i32(group.y), n = i32(group.x);
  ${loads(samples, number)}
  var sum = ${number}(0);
  ${each(T, i => `sum += v${i}; tile[${i}][t] = v${i};`)}
  columns[column_at(k, m, n * T + t)] = sum;
  workgroupBarrier();
  sum = ${number}(0);
  ${each(T, i => `sum += tile[t][${i}];`)}
  of_rows[t] = sum;
  workgroupBarrier();
  sum = ${number}(0);
  for (var i = 0; i <= t; i++) { sum += of_rows[i]; }
  rows[row_at(k, m, n) + t] = sum;
}`;

// A thread's segment of a line, from `own` of each block to the sum of all before it.
const scan = (number, own, to, blocks) => `
  let begin = min(s * ${blocks}, count), end = min(begin + ${blocks}, count);
  var sum = ${number}(0);
  for (var b = begin; b < end; b++) { sum += ${own}; }
  of_segment[s * T + t] = sum;
  workgroupBarrier();
  sum = ${number}(0);
  for (var q = 0; q < s; q++) { sum += of_segment[q * T + t]; }
  for (var b = begin; b < end; b++) {
    let own = ${own};
    ${to} = sum;
    sum += own;
  }`;

// Step S.2: adds up the columns' sums from block row to block row, and the carries of each block.
//
//     P_(m,n)(Y) = P_(m-1,n)(Y) + P_(m,n)(Ybar)                                             [N11] (41)
const columns = (samples, number, bindings) => `${declared(samples, number, bindings)}
var<workgroup> of_segment: array<${number}, ${S * T}>;
${start(`${T}, ${S}`)}
  let t = i32(id.x), s = i32(id.y), n = i32(group.x), count = size.z, x = n * T + t;
  ${scan(number, 'columns[column_at(k, b, x)]', 'columns[column_at(k, b, x)]', 'picture.segments.x')}
  storageBarrier();
  workgroupBarrier();
  for (var m = s * T + t; m < size.z; m += ${S * T}) {
    sum = ${number}(0);
    for (var i = 0; i < T; i++) { sum += columns[column_at(k, m, n * T + i)]; }
    sums[sum_at(k, m, n)] = sum;
  }
}`;

// Step S.3: the table at the right end of each block, from block column to block column.
//
//     P^T_(m,n)(V) = P^T_(m,n-1)(V) + P^T_(m,n)(Vbar) + s(P_(m-1,n)(Y))                     [N11] (45)
const rows = (samples, number, bindings) => `${declared(samples, number, bindings)}
var<workgroup> of_segment: array<${number}, ${S * T}>;
${start(`${T}, ${S}`)}
  let t = i32(id.x), s = i32(id.y), m = i32(group.x), count = size.w;
  ${scan(number, '(rows[row_at(k, m, b) + t] + sums[sum_at(k, m, b)])', 'rows[row_at(k, m, b) + t]', 'picture.segments.y')}
}`;

// Step S.4: the table of each block, from the sums that enter it at its columns and at its rows.
const blocks = (samples, number, bindings) => `${declared(samples, number, bindings)}
var<workgroup> tile: array<array<${number}, ${T + 1}>, ${T}>;
${start(T)}
  let t = i32(id.x), m = size.z - 1 - i32(group.y), n = size.w - 1 - i32(group.x);
  ${loads(samples, number)}
  var sum = columns[column_at(k, m, n * T + t)];
  ${each(T, i => `sum += v${i}; tile[${i}][t] = sum;`)}
  workgroupBarrier();
  sum = rows[row_at(k, m, n) + t];
  ${each(T, i => `sum += tile[t][${i}]; tile[t][${i}] = sum;`)}
  workgroupBarrier();
  if (n * T + t < size.x) {
    ${each(T, i => `if (m * T + ${i} < size.y) {
      out[((m * T + ${i}) * size.x + n * T + t) * ${samples.channels} + k] = tile[${i}][t];
    }`)}
  }
}`;

/** The table of an image of floats. scale: each sample is rounded to a whole multiple of 1 / scale, and the sums are whole. */
class GpuTable extends Steps {
    constructor(device, { width, height, channels = 1, source = 'buffer', scale = 0 }) {
        super(device);
        if (![1, 2, 3, 4].includes(channels)) throw new GpuError(`the GPU of a page adds up 1 to 4 channels, not ${channels}`);
        Object.assign(this, { width, height, channels, scale, samples: new Samples({ channels, source }) });
    }
    async make() {
        const { width, height, channels, scale, samples } = this, M = Math.ceil(height / T), N = Math.ceil(width / T);
        const number = scale ? 'u32' : 'f32', all = channels * M * N;
        this.storage('columns', all * T), this.storage('rows', all * T), this.storage('sums', all);
        this.storage('out', width * height * channels);
        if (samples.source === 'buffer') this.storage('in', width * height * channels);
        const picture = new ArrayBuffer(48);
        new Int32Array(picture, 0, 6).set([width, height, M, N, Math.ceil(M / S), Math.ceil(N / S)]);
        new Float32Array(picture, 32, 2).set([scale, 2 ** 31]);
        this.uniform('picture', picture);
        const step = (name, text, grid, bindings) => ({ name, text: separate(text(samples, number, bindings)), grid,
            bindings: { 0: 'picture', ...Object.fromEntries(Object.entries(bindings).map(([binding, [of]]) => [binding, of])) } });
        await this.compile([
            step('perimeters', perimeters, [N, M, channels], { 1: ['in'], 2: ['columns', 'read_write'], 3: ['rows', 'read_write'] }),
            step('columns', columns, [N, 1, channels], { 2: ['columns', 'read_write'], 5: ['sums', 'read_write'] }),
            step('rows', rows, [M, 1, channels], { 3: ['rows', 'read_write'], 5: ['sums', 'read'] }),
            step('blocks', blocks, [N, M, channels], { 1: ['in'], 2: ['columns', 'read'], 3: ['rows', 'read'], 4: ['out', 'read_write'] }),
        ]);
    }
    write(samples) { this.device.queue.writeBuffer(this.buffers.in, 0, samples); }
    async result() {
        return (await this.read('out', this.scale ? Uint32Array : Float32Array)).subarray(0, this.width * this.height * this.channels);
    }
}

async function gpuTable(device, options) {
    const table = new GpuTable(device, options);
    await table.make();
    return table;
}

export { GpuTable, gpuTable };
