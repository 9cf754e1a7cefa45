// The filter: the module of lib/sweep.h, and the memory in which a picture stays while sigma moves.

async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed.trim()), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

class Filter {
  constructor(sweep) {
    this.sweep = sweep;
    this.version = sweep.version;
    this.rooms = {};
  }
  get samples() {
    return 3 * this.width * this.height;
  }
  get shape() {
    return {width: this.width, height: this.height, channels: 3};
  }
  options({sigma, order, accuracy, boundary}) {
    return {...this.shape, filter: 'gaussian', sample: 'float32', sigma, boundary, ...accuracy ? {accuracy} : {order}};
  }
  view(at) {
    return this.sweep.view(Float32Array, at, this.samples);
  }
  // Makes room for three channels of light. What it returns gives the samples, anew each time: memory moves when it grows.
  picture(width, height) {
    this.drop();
    const same = this.width === width && this.height === height;
    Object.assign(this, {width, height});
    if (!same) {
      for (const at of Object.values(this.rooms)) this.sweep.release(at);
      this.rooms = {};
      for (const name of ['in', 'out']) this.rooms[name] = this.sweep.allocate(4 * this.samples);
    }
    return () => this.view(this.rooms.in);
  }
  drop() {
    if (!this.plan) return;
    this.plan.rooms = {};  // these are the picture's
    this.plan.free();
    this.plan = this.key = undefined;
  }
  // The plan of the newest settings.
  planOf(settings) {
    const key = JSON.stringify(settings);
    if (key === this.key) return this.plan;
    this.drop();
    this.plan = this.sweep.plan(this.options(settings));
    this.plan.rooms = this.rooms;
    this.key = key;
    return this.plan;
  }
  gaussian(settings) {
    const began = performance.now(), plan = this.planOf(settings), planned = performance.now() - began;
    plan.run();
    return {planned, milliseconds: plan.milliseconds, algorithm: plan.algorithm, light: () => this.view(this.rooms.out)};
  }
  // The numbers of algorithm 7, for the GPU, which has a fourth channel.
  blocks(settings) {
    return this.sweep.blocks({...this.options(settings), channels: 4});
  }
  // Both passes of an axis; those of the other one are the same.
  design(settings) {
    return this.planOf(settings).design.y;
  }
  // What the stages of algorithm 7 read and write; of the one that runs where 7 has no digits left.
  traffic(settings) {
    let plan;
    try {
      plan = this.sweep.plan({...this.options(settings), algorithm: '7'});
    } catch {
      plan = this.sweep.plan(this.options(settings));
    }
    try {
      return {algorithm: plan.algorithm, stages: plan.stages};
    } finally {
      plan.free();
    }
  }
  // A mean of what is near and on the same side of the picture's edges, by the edge filter: planes of channels interleaved.
  alongEdges(data, channels, guide, settings) {
    const {width, height} = this;
    const plan = this.sweep.plan({filter: 'edge', sample: 'float32', width, height, channels, guide_channels: 3, boundary: 'clamp', ...settings});
    try {
      return plan.run(data, undefined, guide);
    } finally {
      plan.free();
    }
  }
  table() {
    const plan = this.sweep.plan({...this.shape, filter: 'sat', sample: 'float64'});
    try {
      plan.input.set(this.view(this.rooms.in));
      plan.run();
      return {sums: plan.result.slice(), milliseconds: plan.milliseconds};
    } finally {
      plan.free();
    }
  }
}

async function loadFilter(packed) {
  return new Filter(await load(await unpacked(packed)));
}
