// The steps of algorithm 7 in WGSL ([N11] section 5, [N16] section 6). Letters and words are those of ARCHITECTURE.md; block
// (m, n) is one of M x N. The carries are 2 R numbers, of P and then of E, for each line and block:
//
//     columns [channel][m][x / T][2 R][x % T]     x: a column of the image, and behind N T columns the functionals
//     rows    [channel][m][q][T]                  q = n 2 R + number; behind these the row's first and last sample
//     datums  [channel][m][n]                     the constant relative to which a block and its carries are computed
import { T, back, each, inLine, packed, separate } from './text.mjs';
import { places, scanText } from './scan.mjs';

const PITCH = T + 1, LOG_T = Math.log2(T);

const picture = R => `
struct Picture {
  size: vec4i,       // width, height, M, N
  lines: vec4i,      // NX, functionals of a row Q, blocks a segment of a column, of a row
  outside_columns: vec4f, outside_rows: vec4f,  // the constants, a channel each
  result: vec4f,     // gain; gain times the response of all passes; response of the columns' two; 1 where there is a datum
}
@group(0) @binding(0) var<uniform> picture: Picture;
const T = ${T}i; const K = ${2 * R}i;
fn column_at(k: i32, m: i32, x: i32) -> i32 {
  return ((k * picture.size.z + m) * picture.lines.x + (x >> ${LOG_T}u)) * (K * T) + (x & (T - 1));
}
fn row_at(k: i32, m: i32, q: i32) -> i32 { return ((k * picture.size.z + m) * picture.lines.y + q) * T; }
fn datum_at(k: i32, m: i32, n: i32) -> i32 { return (k * picture.size.z + m) * picture.size.w + n; }`;
const planes = `
  let column_plane = picture.size.z * picture.lines.x * (K * T), row_plane = picture.size.z * picture.lines.y * T;
  let datum_plane = picture.size.z * picture.size.w;`;

// The recurrences of core/filter/recurrence.h. Of each section of each pass: (g, a, sign, 0), (K, D, C, 0).
const passNumbers = R => `@group(0) @binding(6) var<uniform> passes: array<vec4f, ${8 * (R + 1 >> 1)}>;`;

// Advances the state s0, s1, .. of pass p by the sample x: text, and its output.
function advance({ R, isDelta, samples }, p, s, x) {
    const sections = R + 1 >> 1, fma = (...all) => samples.fma(...all);
    let text = '', at = 0;
    for (let i = 0; i < sections; ++i) {
        const of = j => packed('passes', (p * sections + i) * 8 + j), [g, a, sign, K, D, C] = [0, 1, 2, 4, 5, 6].map(of);
        const isLone = i === 0 && R % 2 === 1, y = `${s}${at}`, v = `${s}${at + 1}`;
        at += isLone ? 1 : 2;
        if (isDelta) {
            text += isLone ? `${y} = ${fma(g, `${x} - ${y}`, y)}; `
                : `${v} = ${fma(g, `${x} - ${y}`, `${a} * ${v}`)}; ${y} += ${v}; `;
            x = y;
            continue;
        }
        const level = `level${i}`, e = `more${i}`, out = `out${i}`, first = fma(K, y, `${D} * ${e}`);
        text += `let ${level} = ${sign} * ${y}; let ${e} = ${x} - ${level}; let ${out} = ${isLone ? first : fma(C, v, first)}; `;
        text += isLone ? `${y} = ${fma(g, e, level)}; ` : `${v} = ${fma(g, e, `${a} * ${v}`)}; ${y} = ${level} + ${v}; `;
        x = out;
    }
    return [text, x];
}

// v0 .. through the causal pass p from the state named P, and the anticausal pass p + 1 from E over the first `valid`.
function filterLine(filter, p, P, E, valid) {
    const step = (pass, s, i) => {
        const [text, out] = advance(filter, pass, s, `v${i}`);
        return `{ ${text}v${i} = ${out}; }`;
    };
    return `${each(T, i => step(p, P, i))}
  if (${valid} == T) { ${back(T, i => step(p + 1, E, i))} }
  else { ${back(T, i => `if (${i} < ${valid}) ${step(p + 1, E, i)}`)} }`;
}

// A block in memory of the work group. Of one number a sample it has a dimension for each index that a thread has once,
// because an index is clamped where it is no constant. Of three and four it has just 16 KiB, and is turned so that banks differ.
function tileOf(samples, inner) {
    if (samples.channels > 1) return {
        text: `var<workgroup> tile: array<array<${samples.type}, ${T}>, ${T}>;`,
        at: (y, x) => `tile[${y}][(${x}) ^ (${y})]`,
    };
    const log = Math.log2(inner);
    return {
        text: `var<workgroup> tile: array<array<array<f32, ${PITCH}>, ${inner}>, ${T / inner}>;`,
        at: (y, x) => typeof y === 'number' ? `tile[${y >> log}][${y & inner - 1}][${x}]` : `tile[(${y}) >> ${log}u][(${y}) & ${inner - 1}][${x}]`,
    };
}

// Step 7.1: the datum of each block, which is the least of four samples, and the perimeters from its raw samples:
//
//     Pbar_m,n = T(A_FB) X      Ebar_m,n = H(A_RB A_FB) X        2 r dots a column    ([N16] 6.1)
//     row dots: the same functionals on the raw rows             2 r dots a row
//     corners:  the column functionals of the row dots           (2 r)^2 dots
//
// T threads of a group have its columns, and T its rows.
function perimeters({ R, samples, quads, sameWeights }) {
    const K = 2 * R, FOURS = K + 3 >> 2, tile = tileOf(samples, 8), V = samples.type, isVector = samples.channels > 1;
    const line = { column: 0, lastColumn: T * FOURS, row: sameWeights ? 0 : 2 * T * FOURS, lastRow: 3 * T * FOURS };
    const weight = (at, q) => `weights[${at} + ${q >> 2}].${'xyzw'[q & 3]}`;
    const add = (at, x) => `{ let x = ${x}; ${inLine(K, q => `d${q} = ${samples.fma(weight(at, q), 'x', `d${q}`)};`)} }`;
    const dots = (sample, full, last, length) => `
    if (${length} == T) { ${each(T, i => add(full + i * FOURS, `${sample(i)} - c`))} }
    else { for (var i = 0; i < T; i++) ${add(`${last} + i * ${FOURS}`, `${sample('i')} - c`)} }`;
    const put = (buffer, at, value) => samples.store(buffer, at, buffer === 'rows' ? 'row_plane' : 'column_plane', value);
    const putAll = at => inLine(K, q => put('columns', `${at} + ${q} * T`, `d${q}`));
    const dotOfRow = (q, i) => isVector ? `tile[${q}][${i}]` : `dots_of_rows[${q}][(${i}) >> 4u][(${i}) & 15]`;
    const corner = (half, dot, q) => isVector ? `tile[${K} + ${half} * ${K} + ${dot}][${q}]` : `corners[${half}][${dot}][${q}]`;
    const load = quads ? `
  let y = u >> 3u, four = u & 7, pitch = size.x >> 2u, at4 = min(n * 8 + four, pitch - 1);
  ${each(4, i => `let f${i} = in[min(m * T + y + ${8 * i}, size.y - 1) * pitch + at4];`)}
  ${each(4, i => each(4, j => `tile[${i}][y][4 * four + ${j}] = f${i}[${j}];`))}` : `
  let column = min(n * T + t, size.x - 1);
  ${each(T / 2, i => `let f${i} = ${samples.read(`min(m * T + of_rows + ${2 * i}, size.y - 1)`, 'column')};`)}
  ${each(T / 2, i => `${tile.at(`of_rows + ${2 * i}`, 't')} = f${i};`)}`;
    return separate(`${picture(R)}
${samples.functions}
${samples.input(quads)}
@group(0) @binding(2) var<storage, read_write> columns: array<f32>;
@group(0) @binding(3) var<storage, read_write> rows: array<f32>;
@group(0) @binding(5) var<storage, read_write> datums: array<f32>;
@group(0) @binding(7) var<uniform> weights: array<vec4f, ${4 * T * FOURS}>;
${tile.text}
${isVector ? '' : `var<workgroup> dots_of_rows: array<array<array<f32, 17>, 2>, ${K}>;
var<workgroup> corners: array<array<array<f32, ${K}>, ${K}>, 2>;`}
fn least(a: ${V}, b: ${V}) -> ${V} { return select(a, b, abs(b) < abs(a)); }

@compute @workgroup_size(${2 * T})
fn main(@builtin(local_invocation_index) all: u32, @builtin(workgroup_id) group: vec3u) {
  let u = i32(all), of_rows = u >> ${LOG_T}u, t = u & (T - 1), size = picture.size;
  let m = i32(group.y), n = i32(group.x), width = min(T, size.x - n * T), height = min(T, size.y - m * T);
  ${planes}
  // What is behind the ends of the picture is its last sample again.
  ${load}
  workgroupBarrier();
  let found = least(least(${tile.at(8, 8)}, ${tile.at(8, 24)}), least(${tile.at(24, 8)}, ${tile.at(24, 24)}));
  let c = select(${V}(0.0), found, (abs(found) < ${V}(1e30)) & (${V}(picture.result.w) > ${V}(0.0)));
  if (u == 0) { ${samples.store('datums', 'datum_at(0, m, n)', 'datum_plane', 'c')} }
  ${each(K, q => `var d${q} = ${V}(0.0);`)}
  if (of_rows == 0) {
    ${dots(i => tile.at(i, 't'), line.column, line.lastColumn, 'height')}
    let to = column_at(0, m, n * T + t);
    ${putAll('to')}
    // The first and the last sample of a row are functionals, too.
    if (n == 0 && t == 0) {
      let first = column_at(0, m, size.w * T + size.w * K);
      ${putAll('first')}
    }
    if (n == size.w - 1 && t == width - 1) {
      let last = column_at(0, m, size.w * T + size.w * K + 1);
      ${putAll('last')}
    }
  } else {
    ${dots(i => tile.at('t', i), line.row, line.lastRow, 'width')}
    let to = row_at(0, m, n * K) + t;
    ${inLine(K, q => put('rows', `to + ${q} * T`, `d${q}`))}
    ${isVector ? '' : inLine(K, q => `${dotOfRow(q, 't')} = d${q};`)}
    if (n == 0) {
      let first = ${tile.at('t', 0)} - c, to_first = row_at(0, m, size.w * K) + t;
      ${put('rows', 'to_first', 'first')}
    }
    if (n == size.w - 1) {
      let last = ${tile.at('t', 'width - 1')} - c, to_last = row_at(0, m, size.w * K + 1) + t;
      ${put('rows', 'to_last', 'last')}
    }
  }
  workgroupBarrier();
  ${isVector ? `if (of_rows == 1) { ${inLine(K, q => `${dotOfRow(q, 't')} = d${q};`)} }
  workgroupBarrier();` : ''}
  // Corners: a thread has 16 rows of a dot.
  if (t < K) {
    let first_weight = (select(T, 0, height == T) + of_rows * 16) * ${FOURS};
    ${each(K, q => `d${q} = ${V}(0.0);`)}
    ${each(16, i => add(`first_weight + ${i * FOURS}`, dotOfRow('t', `of_rows * 16 + ${i}`)))}
    ${each(K, q => `${corner('of_rows', 't', q)} = d${q};`)}
  }
  workgroupBarrier();
  for (var i = u; i < K * K; i += ${2 * T}) {
    let dot = i / K, q = i - dot * K, sum = ${corner(0, 'dot', 'q')} + ${corner(1, 'dot', 'q')};
    let to = column_at(0, m, size.w * T + n * K + dot) + q * T;
    ${put('columns', 'to', 'sum')}
  }
}`);
}

// Step 7.2: scans down and up all columns, and with them the row dots, as if these were columns: filtering along rows and
// filtering along columns commute. `ends` says what continues a line: 'nothing', 'constant' or its own 'edge'.
function columns({ R, samples, segments, axis }) {
    const { S, lanes } = segments, sums = places(R).SUMS;
    const { head, body } = scanText(R, segments, axis, 'columns', b => `datum_at(k, ${b}, n)`);
    const ends = { nothing: '', constant: `
  let outside = picture.outside_columns[k];
  c_first = factor * (outside - datums[datum_at(k, 0, n)]);
  c_last = factor * (outside - datums[datum_at(k, size.z - 1, n)]);`, edge: `
  if (x < size.x) {
    c_first = ${samples.part(samples.read('0', 'x'))} - datums[datum_at(k, 0, n)];
    c_last = ${samples.part(samples.read('size.y - 1', 'x'))} - datums[datum_at(k, size.z - 1, n)];
  } else if (q >= 0 && q < picture.lines.y) {
    c_first = rows[row_at(k, 0, q)];
    c_last = rows[row_at(k, size.z - 1, q) + ((size.y - 1) & (T - 1))];
  }` }[axis.ends];
    const isRead = axis.ends === 'edge';
    return separate(`${picture(R)}${head}
${isRead ? `${samples.functions}\n${samples.input()}\n@group(0) @binding(3) var<storage, read> rows: array<f32>;` : ''}
@group(0) @binding(2) var<storage, read_write> columns: array<f32>;
@group(0) @binding(5) var<storage, read> datums: array<f32>;

@compute @workgroup_size(${lanes}, ${S})
fn main(@builtin(local_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  let lane = i32(id.x), segment = i32(id.y), size = picture.size, k = i32(group.z);
  let x = i32(group.x) * ${lanes} + lane, q = x - size.w * T, of_axis = vec2i(size.z, picture.lines.z);
  // A functional of a block of constants is as large as the sum of its weights.
  let is_sum = q >= 0 && q < size.w * K, number = max(q, 0) % K;
  let n = select(select(x >> ${LOG_T}u, select(0, size.w - 1, q > size.w * K), q >= 0), q / K, is_sum);
  let sum_at = ${sums} + number + select(0, K, n == size.w - 1), factor = select(1.0, scan[sum_at >> 2u][sum_at & 3], is_sum);
  let at = column_at(k, 0, x), pitch = picture.lines.x * (K * T);
  var c_first = 0.0; var c_last = 0.0;
  ${ends}
  ${body}
}`);
}

// Step 7.3: filters the row dots down and up, from the states found in 7.2, which makes them dots of the column-filtered
// rows. A thread has a line; lines come and go through memory of the work group, so that neighbours move neighbours.
const LINES = 64;  // of a work group
function dots({ R, isDelta }) {
    const filter = { R, isDelta, samples: { fma: (a, b, c) => `fma(${a}, ${b}, ${c})` } };
    const of = (i, j) => `tile[at${i} >> 3u][(at${i} & 7) * 4 + ${j}]`;
    return separate(`${picture(R)}
${passNumbers(R)}
@group(0) @binding(2) var<storage, read> columns: array<f32>;
@group(0) @binding(3) var<storage, read_write> rows: array<vec4f>;
var<workgroup> tile: array<array<f32, ${PITCH}>, ${LINES}>;

@compute @workgroup_size(${LINES})
fn main(@builtin(local_invocation_index) all: u32, @builtin(workgroup_id) group: vec3u) {
  let u = i32(all), size = picture.size, first = i32(group.x) * ${LINES}, m = i32(group.y), k = i32(group.z);
  let line = row_at(k, m, first) >> 2u, fours = (picture.lines.y - first) * (T / 4), height = min(T, size.y - m * T);
  let states = column_at(k, m, size.w * T + min(first + u, picture.lines.y - 1));
  ${each(R, i => `var p${i} = columns[states + ${i} * T]; var e${i} = columns[states + ${R + i} * T];`)}
  ${each(T / 4, i => `let at${i} = u + ${i * LINES}, four${i} = rows[line + min(at${i}, fours - 1)];`)}
  ${each(T / 4, i => inLine(4, j => `${of(i, j)} = four${i}[${j}];`))}
  workgroupBarrier();
  ${inLine(T, i => `var v${i} = tile[u][${i}];`)}
  ${filterLine(filter, 0, 'p', 'e', 'height')}
  ${inLine(T, i => `tile[u][${i}] = v${i};`)}
  workgroupBarrier();
  ${each(T / 4, i => `if (at${i} < fours) { rows[line + at${i}] = vec4f(${[0, 1, 2, 3].map(j => of(i, j)).join(', ')}); }`)}
}`);
}

// Step 7.3, its second half: scans right and left.
function rows({ R, segments, axis }) {
    const { S, lanes } = segments, parts = T / lanes;
    const { head, body } = scanText(R, segments, axis, 'rows', b => `datum_at(k, m, ${b})`);
    const ends = { nothing: '', constant: `
  c_first = factor * (picture.outside_rows[k] - datums[datum_at(k, m, 0)]);
  c_last = factor * (picture.outside_rows[k] - datums[datum_at(k, m, size.w - 1)]);`, edge: `
  c_first = rows[row_at(k, m, size.w * K) + y];
  c_last = rows[row_at(k, m, size.w * K + 1) + y];` }[axis.ends];
    return separate(`${picture(R)}${head}
@group(0) @binding(3) var<storage, read_write> rows: array<f32>;
@group(0) @binding(5) var<storage, read> datums: array<f32>;

@compute @workgroup_size(${lanes}, ${S})
fn main(@builtin(local_invocation_id) id: vec3u, @builtin(workgroup_id) group: vec3u) {
  let lane = i32(id.x), segment = i32(id.y), size = picture.size, k = i32(group.z), factor = picture.result.z;
  let m = i32(group.x) / ${parts}, y = (i32(group.x) % ${parts}) * ${lanes} + lane;
  let of_axis = vec2i(size.w, picture.lines.w), at = row_at(k, m, 0) + y, pitch = K * T;
  var c_first = 0.0; var c_last = 0.0;
  ${ends}
  ${body}
}`);
}

// Step 7.4: filters each block down, up, right and left with the carries that enter it, and writes it.
//
//     B_mn(V) = R^T(F^T(P^T_{m,n-1}, R(F(P_{m-1,n}, B_mn(X)), E_{m+1,n})), E^T_{m,n+1})           [N16] 6.5
//
// A thread owns a column, then a row, and holds it in registers; the block turns over in memory of the work group. Of one
// channel all loads are in a branch that all take, because a compiler moves each of them to where it is used otherwise.
function filter({ R, samples, quads, isDelta }) {
    const tile = tileOf(samples, 4), V = samples.type, isOne = samples.channels === 1;
    const declared = name => isOne ? name : `var ${name}`;
    const states = (buffer, at, plane, P, E) => each(R, i => `${declared(`${P}${i}`)} = ${samples.load(buffer, `${at} + ${i} * T`, plane)}; ` +
        `${declared(`${E}${i}`)} = ${samples.load(buffer, `${at} + ${R + i} * T`, plane)};`);
    const ofRows = states('rows', 'of_row', 'row_plane', 'pr', 'er');
    const write = quads ? `
  let y = t >> 3u, four = t & 7, pitch = size.x >> 2u, to = n * 8 + four;
  if (to < pitch) {
    ${each(T / 4, i => `if (${4 * i} + y < height) {
      let r = vec4f(${Array.from({ length: 4 }, (_, j) => `tile[${i}][y][4 * four + ${j}]`).join(', ')});
      out[(m * T + ${4 * i} + y) * pitch + to] = picture.result.x * r + offset;
    }`)}
  }` : `
  if (t < width) {
    ${each(T, i => `if (${i} < height) { ${samples.write(`m * T + ${i}`, 'n * T + t', `picture.result.x * ${tile.at(i, 't')} + offset`)} }`)}
  }`;
    return separate(`${picture(R)}
${samples.functions}
${passNumbers(R)}
${samples.input()}
@group(0) @binding(2) var<storage, read> columns: array<f32>;
@group(0) @binding(3) var<storage, read> rows: array<f32>;
${samples.output(quads)}
@group(0) @binding(5) var<storage, read> datums: array<f32>;
${tile.text}

@compute @workgroup_size(${T})
fn main(@builtin(local_invocation_index) all: u32, @builtin(workgroup_id) group: vec3u) {
  let t = i32(all), size = picture.size, m = size.z - 1 - i32(group.y), n = size.w - 1 - i32(group.x);
  let width = min(T, size.x - n * T), height = min(T, size.y - m * T);
  ${planes}
  let of_column = column_at(0, m, n * T + t), of_row = row_at(0, m, n * K) + t, column = min(n * T + t, size.x - 1);
  let c = ${samples.load('datums', 'datum_at(0, m, n)', 'datum_plane')}, offset = picture.result.y * c;
  ${isOne ? `${each(R, i => `var p${i}: f32; var e${i}: f32; var pr${i}: f32; var er${i}: f32;`)}
  ${each(T, i => `var v${i}: f32;`)}
  if (size.x > 0) {` : ''}
  ${states('columns', 'of_column', 'column_plane', 'p', 'e')}
  ${isOne ? ofRows : ''}
  ${each(T, i => `${declared(`v${i}`)} = ${samples.read(`min(m * T + ${i}, size.y - 1)`, 'column')};`)}
  ${isOne ? '}' : ''}
  ${inLine(T, i => `v${i} -= c;`)}
  ${filterLine({ R, isDelta, samples }, 0, 'p', 'e', 'height')}
  ${each(T, i => `${tile.at(i, 't')} = v${i};`)}
  workgroupBarrier();
  ${each(T, i => `v${i} = ${tile.at('t', i)};`)}
  ${isOne ? '' : ofRows}
  ${filterLine({ R, isDelta, samples }, 2, 'pr', 'er', 'width')}
  ${each(T, i => `${tile.at('t', i)} = v${i};`)}
  workgroupBarrier();
  ${write}
}`);
}

export { LINES, columns, dots, filter, perimeters, rows };
