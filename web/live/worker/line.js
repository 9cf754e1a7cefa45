// One pass over one line, in double: the recursion that the module runs in float32, by its own sections.
//
// A section has K, D, C, a, g, sign: with e = x - sign y its output is D e + C v + K y; then v = g e + a v, y = sign y + v.
// So a state is two numbers a section, and small poles and large sigmas keep their digits.

// The index inside a line of n samples that continues it at i; -1: a zero.
function continued(boundary, i, n) {
  if (i >= 0 && i < n) return i;
  if (boundary === 'clamp') return i < 0 ? 0 : n - 1;
  if (boundary === 'repeat') return ((i % n) + n) % n;
  if (boundary === 'mirror') {
    const at = ((i % (2 * n)) + 2 * n) % (2 * n);
    return at < n ? at : 2 * n - 1 - at;
  }
  return -1;
}

// Runs the sections over count samples from `from` on, in steps of `step`; x and y may be one array, y may be missing.
function runSections(pass, state, x, from, count, step, y) {
  const {sections, gain} = pass, last = sections.length;
  for (let k = 0, i = from; k < count; ++k, i += step) {
    let value = x[i];
    for (let s = 0; s < last; ++s) {
      const section = sections[s], y1 = state[2 * s], v1 = state[2 * s + 1], e = value - section[5] * y1;
      value = section[1] * e + section[2] * v1 + section[0] * y1;
      const v = section[4] * e + section[3] * v1;
      state[2 * s + 1] = v;
      state[2 * s] = section[5] * y1 + v;
    }
    if (y) y[i] = gain * value;
  }
}

// A x = b for a few unknowns, with pivots.
function solved(matrix, b) {
  const n = b.length, a = matrix.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < n; ++k) {
    let best = k;
    for (let i = k + 1; i < n; ++i) if (Math.abs(a[i][k]) > Math.abs(a[best][k])) best = i;
    [a[k], a[best]] = [a[best], a[k]];
    for (let i = k + 1; i < n; ++i) {
      const part = a[i][k] / a[k][k];
      for (let j = k; j <= n; ++j) a[i][j] -= part * a[k][j];
    }
  }
  for (let k = n - 1; k >= 0; --k) {
    for (let j = k + 1; j < n; ++j) a[k][n] -= a[k][j] * a[j][n];
    a[k][n] /= a[k][k];
  }
  return a.map(row => row[n]);
}

const mostMemory = 200000;

// The state of a pass after the constant 1 for ever.
function stateOfOne(pass) {
  const state = new Float64Array(2 * pass.sections.length), one = new Float64Array(64).fill(1);
  for (let k = 0; k < mostMemory; k += 64) {
    const before = state.slice();
    runSections(pass, state, one, 0, 64, 1);
    if (state.every((value, i) => Math.abs(value - before[i]) <= 1e-15)) break;
  }
  return state;
}

// Rows: what each unit of a pass's state becomes after so many zeros.
function transition(pass, count) {
  const size = 2 * pass.sections.length, zeros = new Float64Array(count);
  return Array.from({length: size}, (_, i) => {
    const state = new Float64Array(size);
    state[i] = 1;
    runSections(pass, state, zeros, 0, count, 1);
    return state;
  });
}

// Both passes of an axis over lines of n samples under a boundary: what depends on no sample is computed once.
class AxisRunner {
  constructor({causal, anticausal}, boundary, n) {
    Object.assign(this, {causal, anticausal, boundary, n});
    this.period = boundary === 'repeat' ? n : boundary === 'mirror' ? 2 * n : 0;
    this.room = new Float64Array(Math.max(this.period, n));
    this.firstState = new Float64Array(2 * causal.sections.length);
    this.secondState = new Float64Array(2 * anticausal.sections.length);
    if (this.period) {
      this.closing = [causal, anticausal].map(pass => {
        const rows = transition(pass, this.period);
        return rows.map((_, i) => rows.map((row, j) => (i === j ? 1 : 0) - row[i]));
      });
    } else if (boundary === 'clamp' || boundary === 'zero') {
      this.ofOne = stateOfOne(causal);
      this.tails = this.tailStates();
    }
  }
  // The anticausal state at the end of a line, for each unit of the causal state there and for the constant 1 behind the line.
  tailStates() {
    const size = this.firstState.length, memory = this.memory();
    return Array.from({length: size + 1}, (_, i) => {
      const state = new Float64Array(size), tail = new Float64Array(memory);
      if (i < size) state[i] = 1;
      else {
        // The constant 1, less what it has been for ever: the rest is told apart by the caller.
        tail.fill(1);
        state.fill(0);
      }
      runSections(this.causal, state, tail, 0, memory, 1, tail);
      const back = new Float64Array(this.secondState.length);
      if (i === size) this.startAtOne(back, tail[memory - 1]);
      runSections(this.anticausal, back, tail, memory - 1, memory, -1);
      return back;
    });
  }
  startAtOne(back, value) {
    stateOfOne(this.anticausal).forEach((each, k) => back[k] = each * value);
  }
  // Samples until nothing is left of either pass.
  memory() {
    const state = new Float64Array(this.firstState.length).fill(1), zeros = new Float64Array(64);
    let count = 64;
    for (; count < mostMemory; count += 64) {
      runSections(this.causal, state, zeros, 0, 64, 1);
      if (state.every(value => Math.abs(value) < 1e-13)) break;
    }
    return count;
  }
  // x: n samples. Writes both passes to first and second, which have n, or a period.
  run(x, first, second) {
    const {n, period, causal, anticausal} = this, s = this.firstState, t = this.secondState;
    if (period) return this.runPeriod(x, first, second);
    s.fill(0);
    if (this.boundary === 'clamp') for (let k = 0; k < s.length; ++k) s[k] = this.ofOne[k] * x[0];
    runSections(causal, s, x, 0, n, 1, first);
    t.fill(0);
    if (this.tails) {
      const behind = this.boundary === 'clamp' ? x[n - 1] : 0;
      for (let k = 0; k < t.length; ++k) {
        t[k] = behind * this.tails[s.length][k];
        for (let i = 0; i < s.length; ++i) t[k] += s[i] * this.tails[i][k];
      }
    }
    runSections(anticausal, t, first, n - 1, n, -1, second);
  }
  runPeriod(x, first, second) {
    const {n, period, room} = this;
    for (let i = 0; i < period; ++i) room[i] = x[i < n ? i : 2 * n - 1 - i];
    this.close(0, this.causal, this.firstState, room, 0, 1);
    runSections(this.causal, this.firstState, room, 0, period, 1, first);
    this.close(1, this.anticausal, this.secondState, first, period - 1, -1);
    runSections(this.anticausal, this.secondState, first, period - 1, period, -1, second);
  }
  // The state that comes back to itself after a period.
  close(which, pass, state, x, from, step) {
    state.fill(0);
    runSections(pass, state, x, from, this.period, step);
    state.set(solved(this.closing[which], [...state]));
  }
  get length() {
    return this.period || this.n;
  }
}
