// The accesses of warps: the n-th time that the threads of a warp come by a place of the program is one access. What it costs is
// counted as `sweep lab check` counts it.

const sectorBytes = 32, bankCount = 32;

class Access {
  constructor(run, phase, i) {
    const span = run.spans[run.e_memory[i]];
    Object.assign(this, {phase, span, site: run.e_site[i], warp: Math.floor(run.e_thread[i] / 32), block: run.e_block[i],
      isStore: isStore(run.e_what[i]), isAtomic: run.e_what[i] === What.atomic, line: run.line(i), events: [], order: 0});
  }
}

// Lanes of one access, which may stretch over phases where its threads come by in different ones.
class Cost {
  constructor() {
    Object.assign(this, {lanes: new Map(), sectors: new Set(), ways: 0});
  }
  add(run, i) {
    const lane = run.e_thread[i] % 32, offset = run.e_offset[i];
    if (run.e_goesOn[i] && this.lanes.has(lane)) this.lanes.get(lane).bytes += run.e_bytes[i];
    else this.lanes.set(lane, {memory: run.e_memory[i], offset, bytes: run.e_bytes[i]});
    for (let s = Math.floor(offset / sectorBytes); s <= Math.floor((offset + run.e_bytes[i] - 1) / sectorBytes); ++s)
      this.sectors.add(`${run.e_memory[i]} ${s}`);
  }
  // The words that each bank is asked for, of the part of the warp that asks one for the most. Lanes of 8 and 16 bytes are
  // served in halves and quarters of a warp.
  banks() {
    const bytes = Math.max(...[...this.lanes.values()].map(lane => lane.bytes));
    const atOnce = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
    let worst;
    for (let first = 0; first < 32; first += atOnce) {
      const banks = Array.from({length: bankCount}, () => new Set());
      for (const [lane, {memory, offset, bytes: size}] of this.lanes)
        if (lane >= first && lane < first + atOnce)
          for (let w = Math.floor(offset / 4); w <= Math.floor((offset + size - 1) / 4); ++w)
            banks[w % bankCount].add(`${memory} ${w}`);
      const ways = Math.max(...banks.map(bank => bank.size));
      if (!worst || ways > worst.ways) worst = {ways, banks};
    }
    return worst;
  }
}

// The steps of each phase, and what is counted up to each.
class Counted {
  constructor(run) {
    this.run = run;
    this.times = new Map();  // how often a thread has come by a place
    this.costs = new Map();
    this.kept = {read: 0, written: 0, sectors: 0, accesses: 0, ways: 0};
    this.steps = run.phases.map((_, k) => this.stepsOf(k));
    delete this.times;
    delete this.costs;
  }
  stepsOf(k) {
    const {run} = this, phase = run.phases[k], accesses = new Map(), ordinals = new Map();
    let key, hostStep;
    for (let i = phase.first; i < phase.end; ++i) {
      const what = run.e_what[i];
      if (what === What.hostWrite) {
        run.stepOf[i] = 1;
        hostStep ||= {phase: k, isHost: true, events: [], order: 0, warp: -1};
        hostStep.events.push(i);
        continue;
      }
      if (!isLoad(what) && !isStore(what)) continue;
      const thread = run.e_thread[i], site = run.e_site[i];
      if (!run.e_goesOn[i]) {
        const who = `${phase.launch} ${run.e_block[i]} ${site} `, time = this.times.get(who + thread) || 0;
        this.times.set(who + thread, time + 1);
        key = `${who}${Math.floor(thread / 32)} ${time}`;
        ordinals.set(thread, (ordinals.get(thread) || 0) + 1);
      }
      if (!accesses.has(key)) accesses.set(key, new Access(run, k, i));
      const access = accesses.get(key);
      access.key = key;
      access.events.push(i);
      access.order = Math.max(access.order, ordinals.get(thread));
    }
    const steps = [...accesses.values()].sort((a, b) => a.warp - b.warp || a.order - b.order || a.events[0] - b.events[0]);
    if (hostStep) steps.unshift(hostStep);
    steps.forEach((step, j) => this.count(step, j + 1));
    return steps;
  }
  count(step, number) {
    const {run, kept} = this;
    for (const i of step.events) run.stepOf[i] = number;
    if (!step.isHost && step.span.counts) {
      if (!this.costs.has(step.key)) this.costs.set(step.key, new Cost());
      const cost = this.costs.get(step.key), sectors = cost.sectors.size, isNew = cost.lanes.size === 0;
      for (const i of step.events) {
        cost.add(run, i);
        if (!step.span.shared) kept[step.isStore ? 'written' : 'read'] += run.e_bytes[i];
      }
      if (step.span.shared) kept.ways = Math.max(kept.ways, cost.banks().ways);
      else {
        kept.accesses += isNew ? 1 : 0;
        kept.sectors += cost.sectors.size - sectors;
      }
    }
    step.counts = {...kept};
  }
  // Up to a moment.
  at({phase, step}) {
    for (let k = phase, j = step; k >= 0; --k, j = this.steps[k]?.length ?? 0)
      if (j > 0) return this.steps[k][j - 1].counts;
    return {read: 0, written: 0, sectors: 0, accesses: 0, ways: 0};
  }
  // One access alone.
  costOf(access) {
    const cost = new Cost();
    access.events.forEach(i => cost.add(this.run, i));
    return cost;
  }
}
