// The moment that is shown, and the ways to another one.

const {verdict} = data, run = new Run(data.run, data.source), fault = faultOf(run, verdict);
const byId = id => document.getElementById(id);
const lastPhase = run.phases.length - 1;
const isLong = 700;  // ms that a phase is seen while it plays

const state = {
  moment: {phase: 0, step: 0}, picked: null, trail: [], thread: undefined, marks: new Map(), colours: {}, isLarge: undefined, grids: [], timer: 0,
  go(moment, keepsPlaying) {
    if (!keepsPlaying) pause();
    const phase = Math.min(Math.max(moment.phase, 0), lastPhase);
    this.moment = {phase, step: Math.min(Math.max(moment.step, 0), run.counted.steps[phase].length)};
    show();
  },
  goAfter(i) {
    this.isFine = true;
    this.go(run.after(i));
  },
  goToPhase(phase) {
    this.isFine = false;
    this.go(run.endOf(phase));
  },
  pick(span, cell) {
    this.trail = [];
    this.picked = span && {span, cell};
    show();
    if (span) say(`${byId('chosen').innerText}`);
  },
  // A number as it was read goes to the moment of its writer.
  follow(span, cell, read) {
    this.trail.push({moment: this.moment, picked: this.picked});
    const writer = run.writerOf(span, cell, run.before(read));
    this.picked = {span, cell};
    this.isFine = true;
    this.go(writer < 0 ? run.before(read) : run.after(writer));
    say(`${byId('chosen').innerText}`);
  },
  returnOnTrail() {
    const {moment, picked} = this.trail.pop();
    this.picked = picked;
    this.go(moment);
  },
  chooseThread(thread) {
    this.thread = thread === undefined || Number(thread) === this.thread ? undefined : Number(thread);
    show();
  },
  point(text) {
    byId('pointed').textContent = text || 'Point at a number to read it. Choose it to see who wrote it.';
  },
  // Frames around cells: the fault's, what the chosen number is made of, and that number.
  rings(span) {
    const rings = [];
    if (this.thread !== undefined)
      for (const step of shownSteps())
        for (const i of step.events)
          if (run.e_thread[i] === this.thread && run.e_memory[i] === span.number)
            rings.push([span.cellAt(run.e_offset[i]), {colour: this.colours.text, dash: [2, 2]}]);
    if (this.picked) {
      const i = run.writerOf(this.picked.span, this.picked.cell, this.moment);
      for (const read of i < 0 ? [] : run.readBefore(i))
        if (run.e_memory[read] === span.number) rings.push([span.cellAt(run.e_offset[read]), {colour: '#ff4f97', dash: [4, 3]}]);
    }
    if (this.picked && this.picked.span === span) rings.push([this.picked.cell, {colour: this.colours.text}]);
    if (fault && fault.cell !== undefined && fault.span === span) rings.push([fault.cell, {colour: '#ff2f2f', dash: [6, 3]}]);
    return rings;
  },
};

// The steps of the phase that have happened.
function shownSteps() {
  return run.counted.steps[state.moment.phase].slice(0, state.moment.step);
}

function takeColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['back', 'panel', 'text', 'line', 'causal', 'anticausal']) state.colours[name] = style.getPropertyValue('--' + name).trim();
}

// The memories that are seen: those of the device that kernels touch, and the shared ones of the block.
function chooseGrids() {
  const {launch, block} = run.phases[state.moment.phase];
  const seen = run.spans.filter(span => span.isTouched && (!span.shared || (span.launch === launch && span.block === block)));
  const order = [...seen.filter(span => !span.shared && span.name === 'in'), ...seen.filter(span => span.shared),
    ...seen.filter(span => !span.shared && span.name !== 'in')];
  if (order.length === state.grids.length && order.every((span, i) => state.grids[i].span === span)) return;
  const focused = state.grids.find(grid => grid.canvas === document.activeElement)?.span.name;
  state.grids = order.map(span => (span.grid ||= new Grid(run, span, state)));
  byId('grids').replaceChildren(...state.grids.map(grid => grid.figure));
  state.grids.find(grid => grid.span.name === focused)?.canvas.focus({preventScroll: true});
  layOut();
}

function layOut() {
  const width = byId('memory').clientWidth - 8, isNarrow = width < 500, {grids} = state;
  const perRow = grids.length > 2 && !isNarrow ? 2 : 1;
  const isLarge = state.isLarge ?? false;
  byId('large').setAttribute('aria-pressed', String(isLarge));
  for (const grid of grids) grid.size(perRow === 2 && !isLarge && grid.rows > 4 ? width / 2 - 14 : width, isLarge);
}

function show() {
  const {moment} = state, steps = run.counted.steps[moment.phase], done = shownSteps();
  // At the end of a phase the whole phase is marked, and one access of a warp on the way.
  const isWhole = moment.step === steps.length, now = isWhole && !state.isFine ? null : steps[moment.step - 1];
  const marked = now ? [now] : done;
  state.marks = new Map();
  for (const step of marked.filter(each => !each.isHost))
    for (const i of step.events) {
      const span = run.spans[run.e_memory[i]], of = state.marks.get(span.number) || new Map();
      state.marks.set(span.number, of);
      for (let at = run.e_offset[i]; at < run.e_offset[i] + run.e_bytes[i]; at += span.unit) {
        const mark = of.get(span.cellAt(at)) || {};
        if (isLoad(run.e_what[i])) mark.isRead = true;
        if (isStore(run.e_what[i])) mark.isWritten = true;
        of.set(span.cellAt(at), mark);
      }
    }
  const slider = byId('phase'), text = phaseText(run, moment.phase);
  slider.value = moment.phase;
  slider.setAttribute('aria-valuetext', `${moment.phase + 1} of ${run.phases.length}: ${text}`);
  byId('where').textContent = `Phase ${moment.phase + 1} of ${run.phases.length}. ${text}${run.is_whole || moment.phase < lastPhase ? '' : '. The record ends here: the run went on'}.`;
  byId('step').textContent = `access ${moment.step} of ${steps.length}`;
  byId('first').disabled = byId('finer').disabled = byId('back').disabled = moment.phase === 0 && moment.step === 0;
  byId('last').disabled = byId('more').disabled = byId('next').disabled = moment.phase === lastPhase && isWhole;
  chooseGrids();
  for (const grid of state.grids) grid.draw();
  byId('grids').dataset.moment = `${moment.phase} ${moment.step}`;
  code.show(marked, now);
  document.body.classList.toggle('has-number', Boolean(state.picked));
  showChosen(run, state);
  showAccess(run, now);
  showMeter(run, moment, verdict);
  showBlocks(run, moment, marked, state);
}

function turnPhase(by, keepsPlaying) {
  const {phase, step} = state.moment, isWhole = step === run.counted.steps[phase].length;
  state.isFine = false;
  if (by < 0) state.go(phase === 0 ? {phase: 0, step: 0} : run.endOf(phase - 1), keepsPlaying);
  else state.go(run.endOf(isWhole ? Math.min(phase + 1, lastPhase) : phase), keepsPlaying);
}

function turnAccess(by) {
  const {phase, step} = state.moment;
  state.isFine = true;
  if (by < 0) state.go(step > 1 || phase === 0 ? {phase, step: step - 1} : run.endOf(phase - 1));
  else state.go(step < run.counted.steps[phase].length ? {phase, step: step + 1} : phase < lastPhase ? {phase: phase + 1, step: 1} : {phase, step});
}

function pause() {
  clearInterval(state.timer);
  state.timer = 0;
  byId('play').setAttribute('aria-pressed', 'false');
  byId('play').textContent = 'Play';
}

function play() {
  if (state.timer) return pause();
  if (byId('next').disabled) state.go({phase: 0, step: 0});
  byId('play').setAttribute('aria-pressed', 'true');
  byId('play').textContent = 'Pause';
  state.timer = setInterval(() => byId('next').disabled ? pause() : turnPhase(1, true), isLong);
}

function goToFault() {
  state.isFine = true;
  const {event} = fault, isAccess = isLoad(run.e_what[event]) || isStore(run.e_what[event]);
  const phase = run.phaseOf[event] < 0 ? lastPhase : run.phaseOf[event];
  if (fault.cell !== undefined) state.picked = {span: fault.span, cell: fault.cell};
  if (fault.isBeyond) state.thread = run.e_thread[event];
  state.go(isAccess ? run.after(event) : run.endOf(phase));
}

byId('title').textContent = `${verdict.file}: exercise ${verdict.exercise}, ${data.title}`;
byId('verdict').append(element('b', {class: verdict.verdict === 'right' ? 'right' : 'wrong'}, verdictTitle(verdict)), verdictSentence(verdict));
if (fault && fault.other >= 0)
  byId('verdict').append(` The other access: ${whoText(run, fault.other)}${run.line(fault.other) ? `, line ${run.line(fault.other)}` : ''}.`);
byId('foot').textContent = `Made by Sweep ${data.version}. The page holds your file and its run on ${run.width} \u00d7 ${run.height} pixels; nothing is loaded. ` +
  'Keys: left and right go from barrier to barrier, comma and full stop from access to access, space plays.';
const sample = (name, text) => [element('span', {class: `sample ${name}`}), text];
byId('legend').append(...sample('is-read', 'read'), ...sample('is-written', 'written'), ...sample('is-empty', 'not yet written'),
  ...(fault && fault.cell !== undefined ? sample('is-fault', 'fault') : []));
const code = new Code(run, data.source, verdict);
byId('phase').max = lastPhase;
byId('phase').addEventListener('input', event => { state.goToPhase(Number(event.target.value)); });
byId('first').addEventListener('click', () => state.go({phase: 0, step: 0}));
byId('last').addEventListener('click', () => state.goToPhase(lastPhase));
byId('back').addEventListener('click', () => turnPhase(-1));
byId('next').addEventListener('click', () => turnPhase(1));
byId('finer').addEventListener('click', () => turnAccess(-1));
byId('more').addEventListener('click', () => turnAccess(1));
byId('play').addEventListener('click', play);
byId('large').addEventListener('click', () => {
  state.isLarge = !(state.isLarge ?? false);
  layOut();
  show();
});
const first = verdict.verdict === 'wrong' && verdict.first_wrong, outSpan = run.spans.find(span => span.name === 'out' && !span.shared);
if (fault) {
  byId('fault').hidden = false;
  byId('fault').addEventListener('click', goToFault);
} else if (first && outSpan) {
  byId('fault').hidden = false;
  byId('fault').textContent = 'To the first wrong number';
  byId('fault').addEventListener('click', goToWrong);
}

function goToWrong() {
  state.picked = {span: outSpan, cell: first.y * run.width + first.x};
  state.goToPhase(lastPhase);
}

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input') && event.key.startsWith('Arrow')) return;
  if (event.key === ' ' && event.target.closest('button, summary')) return;
  const does = {ArrowRight: () => turnPhase(1), ArrowLeft: () => turnPhase(-1), '.': () => turnAccess(1), ',': () => turnAccess(-1),
    ' ': play, Home: () => state.go({phase: 0, step: 0}), End: () => byId('last').click()}[event.key];
  if (!does) return;
  event.preventDefault();
  does();
});
const redraw = () => {
  takeColours();
  layOut();
  show();
};
window.addEventListener('resize', redraw);
window.matchMedia('(prefers-color-scheme: light)').addEventListener('change', redraw);

// What a grid shows at this moment, for who asks in words: memory by name, and its numbers, null where nobody has written.
function contentsOf(name) {
  const span = run.spans.find(each => each.name === name && !each.shared);
  return Array.from({length: span.cells}, (_, cell) => run.valueAt(span, cell, state.moment) ?? null);
}

takeColours();
state.point('');
if (fault) goToFault();
else if (first && outSpan) goToWrong();
else state.goToPhase(0);
