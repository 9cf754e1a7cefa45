// The walk: the matrices of a step as a drawing of numbers. Each number can be picked; what made it and what it will make is
// marked.

const cellSide = 44, mostSide = 64, blockGap = 0.4;

// A walk with what belongs to each number: its array, its sum, what it is made of, and what is made of it.
class Walk {
  constructor(json) {
    Object.assign(this, json);
    let first = 0;
    for (const array of this.arrays) {
      array.first = first;
      first += array.values.length;
    }
    this.count = first;
    this.sources = Array.from({length: first}, (_, id) => {
      const sum = this.sum(id);
      return [...new Set([...(sum.copy || []), ...(sum.terms || []).flatMap(term => term[3])])];
    });
    this.uses = Array.from({length: first}, () => []);
    this.sources.forEach((list, id) => list.forEach(source => this.uses[source].push(id)));
    // What comes from outside is shown from the step on whose sums use it first.
    for (const array of this.arrays) {
      if (array.kind !== 'entering') continue;
      const users = array.values.flatMap((_, i) => this.uses[array.first + i]);
      array.since = Math.min(...users.map(id => this.arrayOf(id).maker).filter(maker => maker >= 0));
    }
  }
  arrayOf(id) {
    return this.arrays.find(array => id < array.first + array.values.length);
  }
  // The plane that a step shows: "~Y".
  plane(at) {
    return this.arrays[this.steps[at].shows].sums[0].name.replace(/\(.*/, '');
  }
  value(id) {
    const array = this.arrayOf(id);
    return array.values[id - array.first];
  }
  sum(id) {
    const array = this.arrayOf(id);
    return array.sums[id - array.first];
  }
  word(number) {
    return number === undefined ? '' : this.words[number];
  }
  // All numbers that can be reached over `edges`: all that made it, or all that it makes.
  reach(id, edges) {
    const seen = new Set(), open = [id];
    while (open.length)
      for (const other of edges[open.pop()])
        if (!seen.has(other)) {
          seen.add(other);
          open.push(other);
        }
    return seen;
  }
  // Where a number lies: its pixel, or the block and lane of its state.
  place(id) {
    const array = this.arrayOf(id), at = id - array.first;
    if (array.kind === 'pixels') return {pixel: true, x: at % this.width, y: Math.floor(at / this.width)};
    const lanes = array.border < 2 ? this.width : this.height;
    return {border: array.border, entering: array.kind === 'entering', k: at % this.order,
      lane: Math.floor(at / this.order) % lanes, block: Math.floor(at / this.order / lanes)};
  }

  // The numbers that a step shows.
  shown(at) {
    const step = this.steps[at];
    const arrays = [this.arrays[step.shows], ...step.states.filter(i => i >= 0).map(i => this.arrays[i])];
    if (this.recursive)
      arrays.push(...this.arrays.filter(array => array.kind === 'entering' && array.since <= at));
    return arrays;
  }
  // The pixels of the blocks are not kept: their borders are all that is left.
  forgets(at) {
    return this.steps[at].forgotten && this.shown(at).some(array => array.kind !== 'pixels');
  }
  // The number to look at first: of those that the step makes the one with the most terms that are not zero, from the second
  // block on.
  usual(at) {
    const made = this.shown(at).filter(array => array.maker === at);
    const kept = this.shown(at).filter(array => array.kind !== 'pixels' && array.kind !== 'entering');
    const shown = made.length ? made : this.forgets(at) ? kept : [this.arrays[this.steps[at].shows]];
    let best = shown[0].first, most = -1;
    for (const array of shown)
      array.values.forEach((_, i) => {
        const place = this.place(array.first + i);
        const inside = place.pixel ? Math.floor(place.x / this.block) + Math.floor(place.y / this.block)
                                   : place.block + Math.floor(place.lane / this.block);
        const terms = (array.sums[i].terms || []).filter(term => Math.abs(term[1] * term[2]) > 5e-4).length;
        const score = 4 * terms + (inside > 0 ? 2 : 0) + (inside > 1 ? 1 : 0);
        if (score > most) [best, most] = [array.first + i, score];
      });
    return best;
  }
}

const walks = data.walks.map(json => new Walk(json));

// Where everything lies, in cells.
class WalkGrid {
  constructor(walk, at) {
    const transposed = walk.steps[at].transposed, shown = walk.shown(at);
    this.walk = walk;
    this.turned = transposed;
    // Room for states around each block, of the whole walk from the first step on that shows any, so that blocks stay where
    // they are; and for what enters the picture, around all of them.
    const edges = is => [0, 1, 2, 3].map(border => !transposed && is(border) ? walk.order : 0);
    const hasStates = walk.steps[at].states.some(state => state >= 0);
    this.room = edges(border => hasStates && walk.steps.some(step => step.states[border] >= 0));
    this.around = edges(border => shown.some(array => array.kind === 'entering' && array.border === border));
    this.width = this.x((transposed ? walk.height : walk.width) - 1) + 1 + this.room[2] + this.outer(3);
    this.height = this.y((transposed ? walk.width : walk.height) - 1) + 1 + this.room[0] + this.outer(1);
  }
  outer(border) {
    return this.around[border] + blockGap;
  }
  x(x) {
    const n = Math.floor(x / this.walk.block);
    return this.outer(2) + x + n * (this.room[3] + this.room[2] + blockGap) + this.room[3];
  }
  y(y) {
    const m = Math.floor(y / this.walk.block);
    return this.outer(0) + y + m * (this.room[1] + this.room[0] + blockGap) + this.room[1];
  }
  end(block, rows) {
    return Math.min((block + 1) * this.walk.block, rows ? this.walk.height : this.walk.width) - 1;
  }
  of(place) {
    if (place.pixel) return this.turned ? [this.x(place.y), this.y(place.x)] : [this.x(place.x), this.y(place.y)];
    const {border, block, lane, k} = place, r = this.walk.order, from = r - 1 - k, b = this.walk.block;
    if (place.entering)
      return [[this.x(lane), this.around[0] - k - 1], [this.x(lane), this.height - this.around[1] + k],
        [this.around[2] - k - 1, this.y(lane)], [this.width - this.around[3] + k, this.y(lane)]][border];
    return [[this.x(lane), this.y(this.end(block, true)) + 1 + from], [this.x(lane), this.y(block * b) - from - 1],
      [this.x(this.end(block, false)) + 1 + from, this.y(lane)], [this.x(block * b) - from - 1, this.y(lane)]][border];
  }
}

const ways = ['\u2193', '\u2191', '\u2192', '\u2190'];

// The step's drawing. `picked` is the number that is chosen, and `isAsked` says whether by the reader; `pick(id)` is called when another one is, and `point(id)` while the mouse
// is over a number, and with the chosen one when it leaves.
function drawWalk(walk, at, picked, isAsked, pick, point) {
  const step = walk.steps[at], grid = new WalkGrid(walk, at);
  const plane = walk.arrays[step.shows];
  const low = Math.min(0, ...plane.values), high = Math.max(...plane.values);
  const svg = element('svg', {viewBox: `-3 -3 ${grid.width * cellSide + 6} ${grid.height * cellSide + 6}`, role: 'group',
'aria-label': `${step.title}: the numbers of ${spoken(walk.plane(at))}. Arrows go to the next number.`,
    style: `min-width:${Math.min(grid.width * 23, 1400)}px; max-width:${grid.width * mostSide}px`});
  const cells = new Map();
  for (const array of walk.shown(at))
    array.values.forEach((value, i) => {
      const id = array.first + i, place = walk.place(id), [x, y] = grid.of(place);
      const isGone = place.pixel && walk.forgets(at);
      let fill, ink;
      if (isGone) {
        fill = 'var(--panel)';
      } else if (place.pixel) {
        const grey = 40 + Math.round(215 / 255 * greyOf(high > low ? (value - low) / (high - low) : 0.5));
        const dim = step.border >= 0 && !step.at_work;  // the blocks are not looked at now
        fill = dim ? `rgba(${grey},${grey},${grey},.3)` : `rgb(${grey},${grey},${grey})`;
        ink = dim ? 'var(--text)' : grey > 135 ? '#000' : '#fff';
      } else {
        const hue = place.border % 2 ? '--anticausal' : '--causal', whole = array.kind !== 'incomplete' && array.kind !== 'half';
        fill = `var(${whole ? hue : hue + '-dark'})`;
        ink = whole ? '#000' : 'var(--text)';
      }
      const text = isGone ? '' : cellText(value);
      const half = cellSide / 2, hasBar = array.kind === 'incomplete' || array.kind === 'half';
      const cell = element('g', {class: isGone ? 'gone' : 'number', tabindex: isGone ? undefined : id === picked ? 0 : -1,
        role: isGone ? 'img' : 'button', 'data-id': id,
        'aria-label': `${spoken(array.sums[i].name)}: ${isGone ? 'not kept' : sumText(value)}`,
        transform: `translate(${x * cellSide} ${y * cellSide})`},
        element('rect', {width: cellSide, height: cellSide, style: `fill:${fill}`}),
        element('text', {x: half, y: half, style: `fill:${ink}` +
          (text.length > 4 ? `;font-size:${62 / text.length}px` : '')}, text),
        hasBar ? element('line', {class: 'over', x1: half - 13, x2: half + 13, y1: half - 10, y2: half - 10}) : '',
        element('rect', {class: 'mark', x: 1.5, y: 1.5, width: cellSide - 3, height: cellSide - 3}));
      cells.set(id, cell);
      svg.append(cell);
    });
  drawBlocks(svg, walk, step, grid);
  // Its frame is around the cell, over those beside it.
  const chosen = cells.get(picked), around = {width: cellSide, height: cellSide};
  chosen.querySelector('text').before(element('rect', {class: 'halo', ...around}), element('rect', {class: 'ring', ...around}));
  svg.append(chosen);
  mark(walk, cells, picked, isAsked);
  let pointed = picked;
  const pointAt = id => {
    if (id === pointed) return;
    pointed = id;
    mark(walk, cells, id, isAsked || id !== picked);
    point(id);
  };
  svg.addEventListener('pointerover', event => {
    const cell = event.pointerType === 'mouse' && event.target.closest('.number');
    if (cell) pointAt(Number(cell.dataset.id));
  });
  svg.addEventListener('pointerleave', () => pointAt(picked));
  svg.addEventListener('click', event => {
    const cell = event.target.closest('.number');
    if (cell) pick(Number(cell.dataset.id));
  });
  svg.addEventListener('keydown', event => moveInWalk(event, walk, grid, cells, pick));
  return svg;
}

// Blocks at work are outlined, and an arrow says which way a pass runs.
function drawBlocks(svg, walk, step, grid) {
  const way = step.pass >= 0 ? step.pass : step.in_memory ? step.border : -1, b = walk.block;
  for (let m = 0; m * b < walk.height; ++m)
    for (let n = 0; n * b < walk.width; ++n) {
      const left = grid.x(n * b), top = grid.y(m * b), right = grid.x(grid.end(n, false)) + 1,
        bottom = grid.y(grid.end(m, true)) + 1;
      if (step.at_work)
        svg.append(element('rect', {class: 'block', x: left * cellSide, y: top * cellSide,
          width: (right - left) * cellSide, height: (bottom - top) * cellSide}));
      if (way >= 0)
        svg.append(element('text', {class: 'way', x: (right + Math.max(grid.room[2] / 2, 0.25)) * cellSide,
          y: (bottom + Math.max(grid.room[0] / 2, 0.25)) * cellSide}, ways[way]));
    }
}

// Marks the number, what it is computed from, and, by where they lie, all that made it; and, of a number that was asked for, all
// that it makes.
function mark(walk, cells, picked, isAsked) {
  const places = ids => new Set([...ids].map(id => JSON.stringify(walk.place(id))));
  const made = places(walk.reach(picked, walk.sources)), makes = places(isAsked ? walk.reach(picked, walk.uses) : []);
  const direct = new Set(walk.sources[picked]), near = places(direct);
  for (const [id, cell] of cells) {
    const place = JSON.stringify(walk.place(id));
    const role = id === picked ? 'picked' : direct.has(id) || near.has(place) ? 'from'
      : made.has(place) ? 'made' : makes.has(place) ? 'makes' : '';
    cell.setAttribute('class', `${cell.classList[0]} ${role}`);
  }
}

function moveInWalk(event, walk, grid, cells, pick) {
  const way = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
  const from = event.target.closest('.number');
  if (!from) return;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    event.stopPropagation();
    return pick(Number(from.dataset.id));
  }
  if (!way) return;
  event.preventDefault();
  event.stopPropagation();
  const [x, y] = grid.of(walk.place(Number(from.dataset.id)));
  let best, nearest = Infinity;
  for (const [id, cell] of cells) {
    if (!cell.classList.contains('number')) continue;
    const [cx, cy] = grid.of(walk.place(id)), dx = cx - x, dy = cy - y;
    const along = dx * way[0] + dy * way[1], across = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along > 0.01 && along + 4 * across < nearest) [best, nearest] = [id, along + 4 * across];
  }
  if (best !== undefined) pick(best, true);
}
