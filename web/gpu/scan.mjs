// The scan of a line of blocks, step 7.2 and 7.3: turns the perimeters of blocks into the states that enter them.
//
//     P' = A_F^b P + Pbar,     E' = A_R^b E + G P + Ebar          [N11] (24), (34); [N16] (24), (25)
//
// Some lines stand side by side in a work group, and S threads have a line: each scans a segment of its blocks from zero,
// learns what the segments before it leave, and scans it again from there. A thread holds all of its blocks. What enters the
// line is that of core/blocks/extension.h; under repeat and mirror it is known after a first scan.
//
// States are relative to the datum c of their block: those of x - c, where c is a constant. Where the next block has another
// one, c', the state of the constant c - c' is added: what a block passes on is relative to its neighbour's datum.
import { T, back, each, inLine, packed } from './text.mjs';

/** Places in the block of uniforms of an axis, R x R matrices and then vectors. */
function places(R) {
    const matrices = ['F_BLOCK', 'F_LAST', 'R_BLOCK', 'R_LAST', 'G_BLOCK', 'G_LAST', 'F_SEGMENT', 'R_SEGMENT', 'H', 'H_ZEROS',
        'FROM_TAIL', 'FROM_HEAD', 'WRAP'];
    const vectors = ['FIRST', 'LAST', 'OF_FIRST', 'OF_LAST', 'STEADY_F', 'STEADY_R'], at = {};
    matrices.forEach((name, i) => (at[name] = i * R * R));
    vectors.forEach((name, i) => (at[name] = matrices.length * R * R + i * R));
    at.SUMS = at.STEADY_R + R;  // of the weights of a block of the rows, and of the last
    at.all = at.SUMS + 4 * R + 3 >> 2;
    return at;
}

/** The threads of a line of `blocks`, the blocks that each has, those that it has room for, and the lines of a work group. */
function segments(blocks) {
    const S = blocks <= 16 ? 4 : blocks <= 32 ? 8 : blocks <= 64 ? 16 : 32, each = Math.ceil(blocks / S);
    let held = 1;
    while (held < each) held *= 2;
    return { S, blocks: each, held, lanes: Math.min(T, 256 / S) };
}
const mostBlocks = 256;

// What is declared, and the body. It reads lane, segment, of_axis (all blocks of the line, those of a segment), at, pitch,
// c_first and c_last, which continue the line, and `factor`, by which the line's datum is multiplied; datumAt(b) is an index.
function scanText(R, { S, held, lanes }, { order }, buffer, datumAt) {
    const p = places(R), number = i => packed('scan', i), k = f => inLine(R, f), isPeriodic = order !== 'once';
    const shared = i => `(segment * ${R} + ${i}) * ${lanes} + lane`, of = q => i => `segment_ends[(${q} * ${R} + ${i}) * ${lanes} + lane]`;
    const product = (matrix, x, i, sum) => Array.from({ length: R }, (_, j) => j)
        .reduce((text, j) => `fma(${number(matrix + i * R + j)}, ${x(j)}, ${text})`, sum);
    // s = A s + G P + local
    const over = (A, s, local, G, P) => `{ ${k(i =>
        `let n${i} = ${product(A, j => s + j, i, G === undefined ? local(i) : product(G, P, i, local(i)))};`)} ${k(i => `${s}${i} = n${i};`)} }`;
    const heldP = b => i => `P_${b}_${i}`, heldE = b => i => `E_${b}_${i}`, none = () => '0.0';

    const prologues = `
  ${k(i => `var P${i} = ${isPeriodic ? '0.0' : `select(0.0, ${number(p.FIRST + i)} * c_first, segment == 0)`}; var local${i} = 0.0;`)}
  ${each(held, b => `if (begin + ${b} < end) ${over(p.F_BLOCK, 'P', heldP(b))}`)}
  ${k(i => `segment_ends[${shared(i)}] = P${i};`)}
  workgroupBarrier();
  if (segment == 0) { ${k(i => `P${i} = ${isPeriodic ? '0.0' : `${number(p.FIRST + i)} * c_first`};`)} }
  else {
    ${k(i => `P${i} = ${of(0)(i)};`)}
    for (var q = 1; q < min(segment, last); q++) ${over(p.F_SEGMENT, 'P', of('q'))}
  }
  ${each(held, b => `if (begin + ${b} < end) {
    ${k(i => `local${i} = ${heldP(b)(i)}; ${heldP(b)(i)} = P${i};`)}
    if (begin + ${b} < count - 1) ${over(p.F_BLOCK, 'P', i => `local${i}`)}
  }`)}
  if (segment == last) {
    ${over(p.F_LAST, 'P', i => `local${i}`)}
    ${k(i => `leaving[${i * lanes} + lane] = P${i};`)}
  }
  workgroupBarrier();
  ${k(i => `P${i} = leaving[${i * lanes} + lane];`)}`;

    // What `change` of the state that enters the line adds to each P, and to the one that leaves.
    const addChange = `
    ${k(i => `var change${i} = fma(${number(p.OF_FIRST + i)}, c_first, ${number(p.OF_LAST + i)} * c_last);`)}
    { ${k(i => `let c${i} = ${product(p.FROM_HEAD, j => `front${j}`, i, product(p.FROM_TAIL, j => `P${j}`, i, `change${i}`))};`)}
      ${k(i => `change${i} = c${i};`)} }
    for (var q = 0; q < min(segment, last); q++) ${over(p.F_SEGMENT, 'change', none)}
    ${each(held, b => `if (begin + ${b} < end) {
      ${k(i => `${heldP(b)(i)} += change${i};`)}
      if (begin + ${b} < count - 1) ${over(p.F_BLOCK, 'change', none)}
    }`)}
    if (segment == last) { ${over(p.F_LAST, 'change', none)} }
    workgroupBarrier();
    if (segment == last) { ${k(i => `leaving[${i * lanes} + lane] = P${i} + change${i};`)} }
    workgroupBarrier();
    ${k(i => `P${i} = leaving[${i * lanes} + lane];`)}`;

    // From `last`, behind the line, to the front of each segment.
    const epilogues = `
  ${k(i => `E${i} = 0.0;`)}
  if (segment == last) {
    ${k(i => `E${i} = last${i};`)}
    ${each(held, b => `if (begin + ${b} == count - 1) ${over(p.R_LAST, 'E', heldE(b), p.G_LAST, heldP(b))}`)}
  }
  ${k(i => `let before_last${i} = E${i};`)}
  ${back(held, b => `if (begin + ${b} <= until) ${over(p.R_BLOCK, 'E', heldE(b), p.G_BLOCK, heldP(b))}`)}
  ${isPeriodic ? 'workgroupBarrier();' : ''}
  ${k(i => `segment_ends[${shared(i)}] = E${i};`)}
  workgroupBarrier();`;
    const fromBehind = until => `
    ${k(i => `E${i} = ${of('last')(i)};`)}
    for (var q = last - 1; q >= ${until}; q--) ${over(p.R_SEGMENT, 'E', of('q'))}`;
    const behind = `${k(i => `let D${i} = P${i} - ${number(p.FIRST + i)} * c_last;`)}
    ${k(i => `last${i} = ${product(p.WRAP, j => `front${j}`, i, product(p.H, j => `D${j}`, i, `${number(p.LAST + i)} * c_last`))};`)}`;

    // Under repeat and mirror two turns: the first finds what leaves the line's front.
    const turns = order === 'once' ? `${behind} ${epilogues}`
        : order === 'repeat' ? `${addChange}
  for (var turn = 0; turn < 2; turn++) {
    if (turn == 1) { ${behind} }
    ${epilogues}
    if (turn == 0) { ${fromBehind('0')} ${k(i => `front${i} = E${i};`)} }
    else { ${k(i => `kept${i} = before_last${i};`)} }
  }` : `
  ${k(i => `last${i} = ${product(p.H_ZEROS, j => `P${j}`, i, '0.0')};`)}
  for (var turn = 0; turn < 2; turn++) {
    if (turn == 1) { ${addChange} ${behind} }
    ${epilogues}
    if (turn == 0) { ${fromBehind('0')} ${k(i => `front${i} = E${i};`)} }
    else { ${k(i => `kept${i} = before_last${i};`)} }
  }`;
    // The block at place b of the line's extension, as far as its datum goes.
    const neighbour = b => order === 'repeat' ? `select(select(${b}, 0, ${b} >= count), count - 1, ${b} < 0)` : `clamp(${b}, 0, count - 1)`;
    return {
        head: `
@group(0) @binding(8) var<uniform> scan: array<vec4f, ${p.all}>;
var<workgroup> segment_ends: array<f32, ${S * R * lanes}>;
var<workgroup> leaving: array<f32, ${R * lanes}>;`,
        body: `
  let count = of_axis.x, begin = min(segment * of_axis.y, count), end = min(begin + of_axis.y, count);
  let last = (count - 1) / of_axis.y, until = min(end, count - 1) - 1;
  ${each(held, b => `let at_${b} = at + min(begin + ${b}, count - 1) * pitch;`)}
  ${each(held, b => k(i => `var P_${b}_${i} = ${buffer}[at_${b} + ${i * T}]; var E_${b}_${i} = ${buffer}[at_${b} + ${(R + i) * T}];`))}
  ${each(held + 2, n => `let c${n} = datums[${datumAt(`(${neighbour(`begin + ${n - 1}`)})`)}];`)}
  ${each(held, b => `{
    let down = factor * (c${b + 1} - c${b + 2}), up = factor * (c${b + 1} - c${b});
    ${k(i => `P_${b}_${i} = fma(${number(p.STEADY_F + i)}, down, P_${b}_${i}); E_${b}_${i} = fma(${number(p.STEADY_R + i)}, up, E_${b}_${i});`)}
  }`)}
  ${prologues}
  ${k(i => `var E${i} = 0.0; var last${i} = 0.0; var front${i} = 0.0; var kept${i} = 0.0;`)}
  ${turns}
  if (segment >= last) { ${k(i => `E${i} = ${isPeriodic ? 'kept' : 'before_last'}${i};`)} }
  else { ${fromBehind('segment + 1')} }
  ${back(held, b => `if (begin + ${b} == count - 1) {
    ${k(i => `${buffer}[at_${b} + ${i * T}] = P_${b}_${i}; ${buffer}[at_${b} + ${(R + i) * T}] = last${i};`)}
  } else if (begin + ${b} < end) {
    ${k(i => `${buffer}[at_${b} + ${i * T}] = P_${b}_${i}; ${buffer}[at_${b} + ${(R + i) * T}] = E${i};`)}
    ${over(p.R_BLOCK, 'E', heldE(b), p.G_BLOCK, heldP(b))}
  }`)}`,
    };
}

export { mostBlocks, places, scanText, segments };
