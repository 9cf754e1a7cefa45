// What stands beside the memories: the file, the number that is asked for, an access of a warp, the traffic, the blocks.

const most = {links: 24, history: 40};

function fill(box, ...children) {
  box.replaceChildren(...element('div', {}, children).childNodes);
}

class Code {
  constructor(run, source, verdict) {
    this.run = run;
    this.lines = source.split(/\r?\n/).map((text, i) => element('div', {class: 'code-line'},
      element('span', {class: 'n'}, String(i + 1)), element('span', {}, text || ' '), element('span', {class: 'does'})));
    for (const line of [verdict.line, verdict.other_line])
      if (line) this.lines[line - 1]?.classList.add('fault');
    this.box = document.getElementById('code');
    this.box.tabIndex = 0;
    this.box.append(...this.lines);
  }
  show(steps, now) {
    const {run} = this, counts = new Map();
    for (const step of steps)
      for (const i of step.events) {
        const line = run.line(i);
        if (!line || run.e_goesOn[i]) continue;
        const count = counts.get(line) || {loads: 0, stores: 0};
        count.loads += isLoad(run.e_what[i]) ? 1 : 0;
        count.stores += isStore(run.e_what[i]) ? 1 : 0;
        counts.set(line, count);
      }
    const nowLine = now ? now.line : 0;
    this.lines.forEach((row, i) => {
      const count = counts.get(i + 1);
      row.classList.toggle('lit', Boolean(count));
      row.classList.toggle('now', i + 1 === nowLine);
      row.lastChild.textContent = count ? [count.loads ? plural(count.loads, 'load') : '', count.stores ? plural(count.stores, 'store') : '']
        .filter(Boolean).join(', ') : '';
    });
    const first = this.lines[(nowLine || Math.min(...counts.keys())) - 1], last = this.lines[(nowLine || Math.max(...counts.keys())) - 1];
    if (!first) return;
    const {scrollTop: top, clientHeight: height} = this.box;
    if (first.offsetTop < top || last.offsetTop + last.offsetHeight > top + height)
      this.box.scrollTop = Math.max(0, (first.offsetTop + last.offsetTop - height) / 2);
  }
}

function goodText(name, verdict, text) {
  const good = verdict.good[name];
  return good === undefined ? '' : name === 'conflict' ? text(good) : String(good);
}

function showMeter(run, moment, verdict) {
  const now = run.counted.at(moment), end = run.counted.at(run.endOf(run.phases.length - 1)), pixels = 4 * run.width * run.height;
  const each = counts => ({reads: counts.read / pixels, writes: counts.written / pixels,
    sectors: counts.accesses ? counts.sectors / counts.accesses : 0, conflict: counts.ways});
  const a = each(now), b = each(end), hasGood = Object.keys(verdict.good).length > 0;
  const row = (title, name, text) => [title, text(a[name]), text(b[name]), ...(hasGood ? [goodText(name, verdict, text)] : [])];
  const number = value => value.toFixed(2), ways = value => value > 1 ? `${value} ways` : 'none';
  const most = Math.max(b.reads + b.writes, 1e-9);
  fill(document.getElementById('meter'), element('h3', {}, 'Traffic'),
    element('div', {class: 'meter'}, meterBar('so far', a.reads, a.writes, most), meterBar('in all', b.reads, b.writes, most)),
    listTable(['', 'so far', 'in all', ...(hasGood ? ['good'] : [])], [row('reads a pixel', 'reads', number),
      row('writes a pixel', 'writes', number), row('sectors an access', 'sectors', number),
      row('bank conflict', 'conflict', ways)]),
    element('p', {class: 'faint'}, 'Of device memory. Amber reads, teal writes. Loads of c are not counted.'));
}

function meterBar(name, reads, writes, most) {
  return [element('span', {}, name), element('div', {class: 'track', 'aria-hidden': 'true'},
    element('div', {class: 'reads', style: `width:${100 * reads / most}%`}),
    element('div', {class: 'writes', style: `width:${100 * writes / most}%`})), element('span', {class: 'numbers'}, (reads + writes).toFixed(2))];
}

// The lanes of an access: which words of which sectors, or how many words each bank is asked for.
function showAccess(run, access) {
  const box = document.getElementById('access');
  box.hidden = !access;
  if (!access) return;
  const drawing = access.isHost || !access.span.counts ? '' : access.span.shared ? banksDrawing(run, access) : sectorsDrawing(run, access);
  fill(box, element('h3', {}, access.isHost ? 'The host' : 'One access of a warp'), element('p', {}, accessText(run, access)), drawing);
}

function banksDrawing(run, access) {
  const {banks, ways} = run.counted.costOf(access).banks(), rects = [];
  banks.forEach((words, x) => {
    for (let y = 0; y < Math.max(words.size, 1); ++y)
      rects.push(element('rect', {x, y: (ways - 1 - y) * 8 / Math.max(ways, 8), width: 1, height: 8 / Math.max(ways, 8),
        class: y < words.size ? y ? 'more' : 'used' : undefined}));
  });
  return [element('svg', {class: 'lanes', viewBox: `-.1 -.1 32.2 ${ways * 8 / Math.max(ways, 8) + 0.2}`, role: 'img',
    'aria-label': `${plural(ways, 'word')} of the busiest of 32 banks`}, rects),
  element('p', {class: 'faint'}, 'The 32 banks, and how many words each is asked for.')];
}

function sectorsDrawing(run, access) {
  const used = new Map();
  for (const {memory, offset, bytes} of run.counted.costOf(access).lanes.values())
    for (let w = Math.floor(offset / 4); w <= Math.floor((offset + bytes - 1) / 4); ++w) {
      const sector = `${memory} ${Math.floor(w / 8)}`;
      if (!used.has(sector)) used.set(sector, new Set());
      used.get(sector).add(w % 8);
    }
  const rects = [...used.values()].slice(0, 32).flatMap((words, s) => Array.from({length: 8}, (_, w) => element('rect',
    {x: s % 4 * 8.5 + w, y: Math.floor(s / 4) * 1.5, width: 1, height: 1, class: words.has(w) ? 'used' : undefined})));
  const rows = Math.ceil(Math.min(used.size, 32) / 4);
  return [element('svg', {class: 'lanes', viewBox: `-.1 -.1 33.7 ${rows * 1.5}`, role: 'img',
    'aria-label': plural(used.size, 'sector') + ' of 8 words'}, rects),
  element('p', {class: 'faint'}, 'Sectors of 32 bytes that it moves. Amber: the words that a lane asks for.')];
}

// The blocks in the order in which they ran, and the threads of the one that runs.
function showBlocks(run, moment, steps, state) {
  const {launch, block} = run.phases[moment.phase], box = document.getElementById('blocks');
  if (launch < 0 || block < 0) return fill(box, element('h3', {}, 'Blocks'), element('p', {}, 'No kernel runs yet.'));
  const {grid, block: extent} = run.launches[launch], order = new Map();
  run.phases.forEach((phase, k) => {
    if (phase.launch !== launch || phase.block < 0) return;
    if (!order.has(phase.block)) order.set(phase.block, {first: k, last: k});
    order.get(phase.block).last = k;
  });
  const buttons = [...order].map(([number, {first, last}]) => element('button', {type: 'button',
    class: last < moment.phase ? 'done' : undefined, 'aria-current': number === block ? 'true' : undefined,
    'aria-label': `Block ${placeText(number, grid)}`, onclick: () => state.goToPhase(first)}, placeText(number, grid)));
  const does = new Map();
  for (const step of steps)
    for (const i of step.events) {
      const now = does.get(run.e_thread[i]) || {};
      now[isStore(run.e_what[i]) ? 'isWritten' : 'isRead'] = true;
      does.set(run.e_thread[i], now);
    }
  // The threads of the fault, where they are of this block.
  const atFault = new Set([fault?.event, fault?.other].filter(i => i >= 0 && run.launchOf(i) === launch && run.e_block[i] === block)
    .map(i => run.e_thread[i]));
  const threads = extent[0] * extent[1] * extent[2], rows = Math.ceil(threads / 32), chosen = state.thread;
  const drawing = element('svg', {class: 'threads', viewBox: `-.2 -.2 32.4 ${rows + 0.4}`, role: 'img',
    'aria-label': `${does.size} of ${threads} threads read or write`,
    onclick: event => state.chooseThread(event.target.dataset.thread)},
  Array.from({length: threads}, (_, t) => {
    const mark = does.get(t);
    return element('rect', {x: t % 32, y: Math.floor(t / 32), width: 0.9, height: 0.9, 'data-thread': t,
      class: [mark?.isWritten ? 'is-written' : mark?.isRead ? 'is-read' : '', t === chosen ? 'chosen' : '', atFault.has(t) ? 'fault' : ''].join(' ').trim() || undefined},
    element('title', {}, `thread ${placeText(t, extent)}`));
  }));
  const lists = box.querySelector('.blocks'), top = lists?.scrollTop || 0;
  fill(box, element('h3', {}, `Blocks of ${launchText(run, launch)}`), element('div', {class: 'blocks'}, buttons),
    element('p', {class: 'faint'}, 'In the order in which they ran.'),
    element('h3', {}, `Threads of block ${placeText(block, grid)}`), drawing,
    element('p', {class: 'faint'}, 'A row is a warp. Amber has read, teal has written. Choose one: its numbers get a frame.' + (atFault.size ? ' Pink: at the fault.' : '')));
  const made = box.querySelector('.blocks'), current = made.querySelector('[aria-current]');
  made.scrollTop = top;
  if (current && (current.offsetTop - made.offsetTop < top || current.offsetTop - made.offsetTop + 24 > top + made.clientHeight))
    made.scrollTop = current.offsetTop - made.offsetTop - made.clientHeight / 2;
}

// A number that leads to its writer.
function numberLink(run, state, span, cell, i) {
  return element('button', {type: 'button', class: 'number-link', onclick: () => state.follow(span, cell, i)},
    `${span.cellName(cell)} = ${numberText(run.valueIn(span, cell, i))}`);
}

function someLinks(list, make) {
  return [element('div', {class: 'links'}, list.slice(0, most.links).map(make)),
    list.length > most.links ? element('p', {class: 'faint'}, `and ${list.length - most.links} more`) : ''];
}

// Who wrote the number, when, where, and of what.
function showChosen(run, state) {
  const box = document.getElementById('chosen'), {picked, moment} = state;
  if (!picked) {
    fill(box, element('h3', {}, 'Who wrote it?'), element('p', {}, 'Choose a number of a grid.'));
    return;
  }
  const {span, cell} = picked, i = run.writerOf(span, cell, moment), parts = [];
  if (i < 0) {
    const next = (span.writes[cell] || [])[0];
    parts.push(element('p', {}, span.isVariables ? 'No kernel has written it so far.' : 'Nobody has written it so far.'), next === undefined ? ''
      : element('div', {class: 'links'}, element('button', {type: 'button', class: 'number-link', onclick: () => state.goAfter(next)}, 'Go to its first store')));
  } else {
    parts.push(element('p', {class: 'value'}, numberText(run.valueIn(span, cell, i))), element('p', {}, `Written by ${whoText(run, i)}` +
      (run.e_what[i] === What.hostWrite ? '.' : `, ${run.phases[run.phaseOf[i]].phase ? `after barrier ${run.phases[run.phaseOf[i]].phase}` : 'before any barrier'}` +
      `${run.line(i) ? `, on line ${run.line(i)}` : ''}.`)));
    const reads = run.readBefore(i);
    if (reads.length)
      parts.push(element('p', {}, 'Before that its thread read (pink frames):'), someLinks(reads, read => {
        const from = run.spans[run.e_memory[read]];
        return numberLink(run, state, from, from.cellAt(run.e_offset[read]), read);
      }), element('p', {class: 'faint'}, 'It may have kept older numbers in registers.'));
    parts.push(element('div', {class: 'links'}, element('button', {type: 'button', class: 'number-link',
      onclick: () => state.goAfter(i)}, 'Go to this store')));
  }
  const wrong = verdict.verdict === 'wrong' && verdict.first_wrong;
  if (wrong && span.name === 'out' && cell === wrong.y * run.width + wrong.x && wrong.y < run.height)
    parts.unshift(element('p', {class: 'wrong'}, `At the end it should be ${numberText(wrong.should_be)}.`));
  if (state.trail.length) parts.push(element('div', {class: 'links'}, element('button', {type: 'button', onclick: () => state.returnOnTrail()},
    '\u2190 Back')));
  const writes = span.writes[cell] || [], reads = span.reads[cell] || [];
  parts.push(historyOf(run, state, span, cell, writes, `${plural(writes.length, 'store')} in all`),
    historyOf(run, state, span, cell, reads, `${plural(reads.length, 'load')} in all`));
  fill(box, element('h3', {}, span.cellName(cell), element('button', {type: 'button', class: 'close', 'aria-label': 'Close the number',
    onclick: () => state.pick(null)}, '\u00d7')), ...parts);
}

function historyOf(run, state, span, cell, list, title) {
  return element('details', {}, element('summary', {}, title), element('div', {class: 'links'}, list.slice(0, most.history).map(i =>
    element('button', {type: 'button', class: 'number-link', onclick: () => state.goAfter(i)},
      `${numberText(run.valueIn(span, cell, i))}  ${whoText(run, i)}${run.line(i) ? `, line ${run.line(i)}` : ''}`))),
  list.length > most.history ? element('p', {class: 'faint'}, `and ${list.length - most.history} more`) : '');
}
