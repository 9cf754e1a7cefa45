// What the letters of a formula mean, behind a question mark beside it. They are those of the papers [N11], [N16].

// A letter that stands alone, however it is indexed: "P", "P_{m}", "P^T", but no word that has it.
const alone = letter => new RegExp(`(?<![\\w^])${letter}(?![A-Za-z0-9])`);
const glossary = [
  [/~/, '~P', 'A bar: incomplete, since it was computed in a block alone, as if there were zeros around it. P and E with a bar are perimeters, without one carries.'],
  [alone('X'), 'X', 'The picture: its pixels.'],
  [alone('x'), 'x', 'What the pass reads: a pixel, or an output of the pass before.'],
  [alone('Y'), 'Y', 'The picture after the pass down.'],
  [alone('Z'), 'Z', 'The picture after the passes down and up.'],
  [alone('U'), 'U', 'The picture after down, up and right.'],
  [alone('V'), 'V', 'The result, after all passes.'],
  [alone('y'), 'y', 'An output of a pass; beside z, of the pass down.'],
  [alone('B'), 'B', 'The pixels of a block.'],
  [alone('z'), 'z', 'An output of the pass up.'],
  [alone('u'), 'u', 'An output of the pass right.'],
  [alone('v'), 'v', 'An output of the pass left.'],
  [/[xyzuv]_\{[^}]*\bi\b/, 'i', 'The place of a number in its line: i-1 comes before it, i+1 after it.'],
  [alone('g'), 'g', 'The gain: the factor of the pixel.'],
  [alone('d'), 'd_{k}', 'The factor of the output k places before. It is subtracted.'],
  [/(?<!\w)b_\{/, 'b_{k}', 'The factor of the pixel k places before.'],
  [alone('P'), 'P', 'What a block hands on with the pass down: its last outputs, one for each column. The papers say prologue.'],
  [alone('E'), 'E', 'What a block hands on with the pass up: its first outputs, one for each column. The papers say epilogue.'],
  [/P\^T/, 'P^T', 'The same of the rows: what a block hands on to the right.'],
  [/E\^T/, 'E^T', 'The same of the rows: what a block hands on to the left.'],
  [/[PE](\^T)?_\{[^}]*[mn]/, 'm, n', 'Which block: row m and column n of blocks. m-1 is the block above, n+1 the one at the right.'],
  [/[PE](\^T)?_\{\d/, 'P_{1,0}', 'The block in row 1 and column 0 of blocks, counted from 0.'],
  [/A_\{FB/, 'A_{FB}', 'What the pass forward makes of the pixels of a block, from zero.'],
  [/A_\{FP/, 'A_{FP}', 'What the pass forward makes of the P that enters a block.'],
  [/A_\{RB/, 'A_{RB}', 'What the pass back makes of the outputs of the one forward, from zero.'],
  [/A_\{RE/, 'A_{RE}', 'What the pass back makes of the E that enters a block.'],
  [/A_\{?F(?![A-Z])/, 'A_{F}^b', 'What is left of a carry after the b rows of a block, by the pass down (F, forward); of rows, after b columns to the right.'],
  [/A_\{?R(?![A-Z])/, 'A_{R}^b', 'The same by the pass back (R, reverse): up, or left.'],
  [/A_\{?[FR]\}?\^b/, 'b', 'The side of a block, in pixels.'],
  [/(?<!\w)[TH]\(A/, 'T(..), H(..)', 'The last rows (T, tail) or the first (H, head) of that: what the block hands on.'],
  [/(?<!\w)h [PE]/, 'h P', 'What the pass back meets beyond the edge, where the pass down or right dies away.'],
  [/pivot/, 'pivot', 'What the columns before hand on to this one.'],
  [alone('r'), 'r', 'The order: how many outputs before it each output needs.'],
  [/(?<!\w)H(?=[_ ]|$)/, 'H P', 'What comes from above, goes down through the block, and comes back with the pass up; of rows, from the left and back.'],
  [/fix\(/, 'fix(P, E)', 'What the carries of the columns add to what a block hands on along its rows: these were computed before the columns were complete.'],
  [/s\(P\)/, 's(P)', 'The sum of what enters a block through the tops of its columns: it is added to each of its rows.'],
];

// The entries of the letters that a text uses.
function lettersOf(text) {
  return glossary.filter(([pattern]) => pattern.test(text));
}

// A formula with a question mark behind it, which explains its letters while it is pointed at, or after a click or a tap.
function explained(text, also = '') {
  const letters = lettersOf(`${text} ${also}`);
  if (!letters.length) return formula(text);
  const list = element('dl', {}, letters.map(([, letter, meaning]) => [element('dt', {}, formula(letter)), element('dd', {}, meaning)]));
  const box = element('span', {class: 'letters', role: 'note', hidden: true}, list);
  const show = is => {
    box.hidden = !is;
    mark.setAttribute('aria-expanded', String(is));
    if (!is) return;
    box.style.left = '0';  // and then within the page
    const {right} = box.getBoundingClientRect(), over = right + 8 - document.documentElement.clientWidth;
    if (over > 0) box.style.left = `${-over}px`;
  };
  let stays = false;  // it was clicked
  const mark = element('button', {type: 'button', class: 'mean', 'aria-label': `What the letters mean: ${spoken(letters.map(entry => entry[1]).join(', '))}`,
    'aria-expanded': 'false', onclick: () => show(stays = !stays)}, '?');
  const all = element('span', {class: 'explains control'}, mark, box);
  all.addEventListener('pointerenter', event => event.pointerType === 'mouse' && show(true));
  all.addEventListener('pointerleave', event => event.pointerType === 'mouse' && show(stays));
  all.addEventListener('focusout', () => show(stays = false));
  all.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || box.hidden) return;
    event.stopPropagation();
    show(stays = false);
  });
  return [...formula(text), '\u00a0', all];
}
