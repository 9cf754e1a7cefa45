// The recorded run: memory at any moment, who wrote a number, and of what. A moment is a phase and how many of its steps have
// happened. Nothing is undone: what a cell holds is its last store before the moment, so every way to a moment gives the same.

const What = {hostWrite: 0, launch: 1, read: 5, write: 6, atomic: 7, beyondRead: 12, beyondWrite: 13};
const isLoad = what => what === What.read || what === What.atomic;
const isStore = what => what === What.write || what === What.atomic || what === What.hostWrite;
const variables = 'a variable of the file';

const bits = new DataView(new ArrayBuffer(8));

class Run {
  constructor(json, source) {
    Object.assign(this, json);
    const {events} = json;
    this.count = events.what.length;
    for (const name of ['what', 'block', 'thread', 'memory', 'offset', 'site']) this['e_' + name] = Uint32Array.from(events[name]);
    this.e_value = Float64Array.from(events.value, value => value === null ? NaN : value);
    this.e_bytes = new Uint8Array(this.count).fill(4);
    for (const [i, bytes] of events.bytes) this.e_bytes[i] = bytes;
    this.e_goesOn = new Uint8Array(this.count);
    for (const i of events.goes_on) this.e_goesOn[i] = 1;
    delete this.events;
    this.phases = json.phases.map(([launch, block, phase, first, end]) => ({launch, block, phase, first, end}));
    // A file without numbers of 8 bytes has pairs of float32 in such elements.
    this.hasPairs = !/\b(double|long|size_t|u?int64_t)\b/.test(source);
    this.spans = json.memory.map((memory, number) => new Span(memory, number, this));
    this.phaseOf = new Int32Array(this.count).fill(-1);
    this.phases.forEach((phase, k) => this.phaseOf.fill(k, phase.first, phase.end));
    this.threads = new Map();  // the loads and stores of each thread of each launch
    for (let i = 0; i < this.count; ++i) this.note(i);
    this.spans.forEach(span => span.finish());
    this.stepOf = new Int32Array(this.count);  // of the phase's steps, from 1 on
    this.counted = new Counted(this);
  }
  note(i) {
    const what = this.e_what[i];
    if (!isLoad(what) && !isStore(what)) return;
    this.spans[this.e_memory[i]].note(i, this.e_offset[i], this.e_bytes[i], what);
    if (what === What.hostWrite) return;
    const key = this.threadKey(i);
    if (!this.threads.has(key)) this.threads.set(key, []);
    this.threads.get(key).push(i);
  }
  launchOf(i) {
    return this.phaseOf[i] < 0 ? -1 : this.phases[this.phaseOf[i]].launch;
  }
  threadKey(i) {
    return `${this.launchOf(i)} ${this.e_block[i]} ${this.e_thread[i]}`;
  }
  line(i) {
    return this.e_what[i] === What.hostWrite ? 0 : this.lines[this.e_site[i]] || 0;
  }
  // The moment before event i, and just after it.
  before(i) {
    return {phase: this.phaseOf[i], step: this.stepOf[i] - 1, event: i};
  }
  after(i) {
    return {phase: this.phaseOf[i], step: this.stepOf[i]};
  }
  endOf(phase) {
    return {phase, step: this.counted.steps[phase].length};
  }
  // Whether event i has happened. A moment with an event is the one of the thread that does it.
  has(moment, i) {
    if (moment.event !== undefined) return i < moment.event;
    const phase = this.phases[moment.phase];
    return i < phase.first || (i < phase.end && this.stepOf[i] <= moment.step);
  }
  // The last of the cell's stores that has happened; -1: there is none.
  writerOf(span, cell, moment) {
    const list = span.writes[cell] || [];
    const stop = moment.event ?? this.phases[moment.phase].end;
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] < stop) low = middle + 1;
      else high = middle;
    }
    while (--low >= 0) if (this.has(moment, list[low])) return list[low];
    return -1;
  }
  // What event i has left in the cell, or found there.
  valueIn(span, cell, i) {
    const bytes = this.e_bytes[i], value = this.e_value[i];
    if (bytes === 8) {
      if (span.unit === 8) return value;
      bits.setFloat64(0, value, true);
    } else {
      bits.setUint32(0, value, true);
    }
    const at = cell * span.unit - this.e_offset[i];
    if (bytes <= span.unit) return numberOf(value, bytes, span.isFloat);
    return span.unit === 4 ? numberOf(bits.getUint32(at, true), 4, span.isFloat) : span.unit === 2 ? bits.getUint16(at, true) : bits.getUint8(at);
  }
  valueAt(span, cell, moment) {
    const writer = this.writerOf(span, cell, moment);
    return writer < 0 ? undefined : this.valueIn(span, cell, writer);
  }
  // What the thread of a store had read: since its store before, in this phase; in earlier phases, where that is nothing.
  readBefore(i) {
    if (this.e_what[i] === What.hostWrite) return [];
    const list = this.threads.get(this.threadKey(i)), reads = [];
    let at = list.indexOf(i);
    while (at > 0 && this.e_goesOn[list[at]]) --at;
    for (let k = at - 1; k >= 0 && this.e_what[list[k]] === What.read; --k) {
      if (this.phaseOf[list[k]] !== this.phaseOf[i] && reads.length) break;
      reads.push(list[k]);
    }
    return reads.reverse();
  }
  // The last access of the same cell by another thread before event i, one of the two a store.
  otherOf(i) {
    const span = this.spans[this.e_memory[i]], cell = span.cellAt(this.e_offset[i]);
    const isOf = other => this.e_thread[other] === this.e_thread[i] && this.e_block[other] === this.e_block[i];
    const all = [...(span.writes[cell] || []), ...(isStore(this.e_what[i]) ? span.reads[cell] || [] : [])];
    return Math.max(-1, ...all.filter(other => other < i && !isOf(other) && this.launchOf(other) === this.launchOf(i)));
  }
}

// A memory in cells: elements, or what of them the kernels read and write at once.
class Span {
  constructor(memory, number, run) {
    Object.assign(this, memory, {number, run, writes: [], reads: [], noted: []});
    this.isVariables = this.name === variables;
    this.unit = this.shared && [1, 2, 4, 8].includes(this.element) ? this.element : 4;
    if (this.unit === 8 && run.hasPairs) this.unit = 4;
    this.counts = this.shared || !(this.isVariables || this.name === 'c');
  }
  note(i, offset, bytes, what) {
    this.noted.push(i);
    if (what !== What.hostWrite || bytes < 4) this.unit = Math.min(this.unit, bytes);
  }
  finish() {
    // One usual float32 in it makes all of it float32: a NaN is not the whole number -1 then.
    this.isFloat = ['in', 'out', 'c'].includes(this.name) || this.noted.some(i => {
      const value = this.run.e_bytes[i] === 4 ? numberOf(this.run.e_value[i], 4) : 0;
      return Number.isFinite(value) && !Number.isInteger(value);
    });
    for (const i of this.noted) {
      const {run} = this, first = run.e_offset[i], what = run.e_what[i];
      for (let at = first; at < first + run.e_bytes[i]; at += this.unit) {
        const cell = this.cellAt(at);
        if (isStore(what)) (this.writes[cell] ||= []).push(i);
        if (isLoad(what)) (this.reads[cell] ||= []).push(i);
      }
    }
    this.isTouched = this.noted.some(i => this.run.e_what[i] !== What.hostWrite) || this.name === 'in' || this.name === 'out';
    this.cells = Math.ceil(this.bytes / this.unit);
    this.columns = this.columnsOf();
    this.range();
    delete this.noted;
  }
  cellAt(offset) {
    return Math.floor(offset / this.unit);
  }
  columnsOf() {
    const each = this.element / this.unit;
    if (this.row && !this.isVariables) return Math.max(1, Math.round((this.plane || this.row) * (this.shared ? Math.max(each, 1) : 1)));
    const {width} = this.run;
    if (!this.shared && this.unit === 4 && this.cells % width === 0 && this.cells > width) return width;
    return Math.min(this.cells, 32);
  }
  // The least and the largest number that it ever holds.
  range() {
    this.low = 0;
    this.high = 0;
    let isFirst = true;
    this.writes.forEach((list, cell) => {
      for (const i of list) {
        const value = this.run.valueIn(this, cell, i);
        if (!Number.isFinite(value)) continue;
        this.low = isFirst ? value : Math.min(this.low, value);
        this.high = isFirst ? value : Math.max(this.high, value);
        isFirst = false;
      }
    });
    this.low = Math.min(this.low, 0);
  }
  // "in[3 * width + 4]", "t[1][4]", "p[3].y".
  cellName(cell) {
    const offset = cell * this.unit;
    if (this.isVariables) return `a variable, byte ${offset}`;
    return this.elementName(Math.floor(offset / this.element)) +
      (this.element > this.unit ? '.' + ('xyzw'[Math.floor(offset % this.element / 4)] ?? offset % this.element) : '');
  }
  elementName(i) {
    const {row, plane, name} = this;
    if (!row) return `${name}[${i}]`;
    const y = Math.floor(i / row), rest = i - y * row;
    if (!this.shared && row === this.run.width) return `${name}[${y} * width + ${rest}]`;
    return plane ? `${name}[${y}][${Math.floor(rest / plane)}][${rest % plane}]` : `${name}[${y}][${rest}]`;
  }
}

// A number as a kernel means it, as far as its bits tell: a whole one where they are no usual float32.
function numberOf(word, bytes, isFloat) {
  if (bytes < 4) return word;
  bits.setUint32(0, word, true);
  const value = bits.getFloat32(0, true), size = Math.abs(value);
  return isFloat || word === 0 || (size > 1e-30 && size < 1e30) || word === 0x7fc00000 || size === Infinity ? value : bits.getInt32(0, true);
}

function numberText(value) {
  if (value === undefined) return 'not yet written';
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value);
  return String(Number(value.toPrecision(5)));
}
