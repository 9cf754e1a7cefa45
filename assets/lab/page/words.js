// What is seen, in words.

// A block or a thread by its place in the extents: "3", "(1,0)".
function placeText(number, [w, h, d]) {
  const x = number % w, y = Math.floor(number / w) % h, z = Math.floor(number / w / h);
  return d > 1 ? `(${x},${y},${z})` : h > 1 ? `(${x},${y})` : String(x);
}

// "float const*" and the like are left out: "down(float const*, int)" is "down".
function kernelName(name) {
  return name.replace(/^void /, '').replace(/\(.*$/s, '') || name;
}

function plural(count, word) {
  return `${count} ${word}${count === 1 ? '' : word.endsWith('s') ? 'es' : 's'}`;
}

function blockText(run, launch, block) {
  return `block ${placeText(block, run.launches[launch].grid)}`;
}

function threadText(run, i) {
  const launch = run.launchOf(i);
  return `thread ${placeText(run.e_thread[i], run.launches[launch].block)} of ${blockText(run, launch, run.e_block[i])}`;
}

function launchText(run, launch) {
  const {kernel} = run.launches[launch];
  return kernelName(kernel) + (run.launches.length > 1 ? `, launch ${launch + 1} of ${run.launches.length}` : '');
}

function phaseText(run, k) {
  const {launch, block, phase} = run.phases[k];
  if (launch < 0 || block < 0) return 'The host writes memory';
  // A block that waits in the middle of a phase goes on later.
  const goesOn = run.phases.slice(0, k).some(each => each.launch === launch && each.block === block && each.phase === phase);
  return `${launchText(run, launch)}: ${blockText(run, launch, block)}, ` + (goesOn ? 'which goes on, ' : '') +
    (phase ? `after barrier ${phase}` : 'from its beginning');
}

function whoText(run, i) {
  return run.e_what[i] === What.hostWrite ? 'the host'
    : `${threadText(run, i)} of ${launchText(run, run.launchOf(i))}`;
}

// The verdict, as a title and a sentence.
function verdictTitle({verdict, line}) {
  const words = verdict.replaceAll('_', ' ');
  return words[0].toUpperCase() + words.slice(1) + (line ? `, line ${line}` : '');
}

function verdictSentence(verdict) {
  if (verdict.verdict === 'right') return `Largest error: ${verdict.error.toExponential(1)} of the largest number.`;
  const message = verdict.message[0].toUpperCase() + verdict.message.slice(1);
  return message + (/[.?!]$/.test(verdict.message) ? '' : '.');
}

// The event at which something is wrong, with the other access of a race; null: there is none.
function faultOf(run, verdict) {
  const isUninitialised = verdict.verdict === 'uninitialised';
  const event = isUninitialised ? run.uninitialised : verdict.verdict === 'right' || verdict.verdict === 'wrong' ? null : run.fault;
  if (event === null || event === undefined || event < 0) return null;
  const what = run.e_what[event], isBeyond = what === What.beyondRead || what === What.beyondWrite;
  if (!isBeyond && !isLoad(what) && !isStore(what)) return {event, other: -1};
  const span = run.spans[run.e_memory[event]];
  if (isBeyond) return {event, isBeyond, span, other: -1, name: span.elementName(Math.floor(run.e_value[event] / span.element))};
  // What else stops a run is no matter of one element.
  if (verdict.verdict !== 'race' && !isUninitialised) return {event, other: -1};
  const cell = span.cellAt(run.e_offset[event]);
  return {event, span, cell, other: verdict.verdict === 'race' ? run.otherOf(event) : -1};
}

// One access of a warp in words.
function accessText(run, access) {
  if (access.isHost) return 'The host writes the memory that the kernels read.';
  const does = access.isAtomic ? 'atomic operation on' : access.isStore ? 'store to' : 'load of';
  const cost = run.counted.costOf(access), lanes = plural(cost.lanes.size, 'lane');
  const text = `Warp ${access.warp} of ${blockText(run, run.phases[access.phase].launch, access.block)}, ` +
    `${does} ${access.span.name}${access.line ? ` on line ${access.line}` : ''}: ${lanes}`;
  if (!access.span.counts) return text + '. It is not counted: a cache serves it.';
  if (access.span.shared) {
    const {ways} = cost.banks();
    return `${text}, ${ways > 1 ? `a bank conflict of ${ways} ways` : 'no bank conflict'}.`;
  }
  const bytes = [...cost.lanes.values()].reduce((sum, lane) => sum + lane.bytes, 0);
  return `${text}, ${plural(cost.sectors.size, 'sector')} of 32 bytes. ${Math.ceil(bytes / 32)} would hold its ${bytes} bytes.`;
}
