// What the lecture asks of the worker beside what the live page asks: walks, lines of a pass, and blocks without carries.

// Filters a part of the picture's light on its own, and puts the result in its place.
function filterPart(from, to, [left, top, wide, high], options) {
  const part = new Float32Array(3 * wide * high), row = 3 * wide;
  for (let y = 0; y < high; ++y) {
    const at = 3 * ((top + y) * width + left);
    part.set(from.subarray(at, at + row), y * row);
  }
  const {data} = filter.sweep.filter({width: wide, height: high, channels: 3, data: part}, {filter: 'gaussian', ...options});
  for (let y = 0; y < high; ++y) to.set(data.subarray(y * row, (y + 1) * row), 3 * ((top + y) * width + left));
}

// The picture where blocks of rows, or all blocks, are told nothing of the others: the boundary "none" starts from zero.
function withoutCarries({sigma, order, boundary}, block, isColumnsAlone) {
  const wrong = new Float32Array(input().length), options = {sigma, order: Number(order)}, light = input().slice();
  const wide = isColumnsAlone ? width : block;
  for (let top = 0; top < height; top += block)
    for (let left = 0; left < width; left += wide)
      filterPart(light, wrong, [left, top, Math.min(wide, width - left), Math.min(block, height - top)],
        {...options, boundary: 'none', ...isColumnsAlone && {axes: 'y'}});
  if (isColumnsAlone) filterPart(wrong.slice(), wrong, [0, 0, width, height], {...options, boundary, axes: 'x'});
  return wrong;
}

// Every number of a small picture in blocks: a request with width, height and an algorithm of the papers.
function walkOfModule(sweep, data, block, options) {
  const {layout, exports} = sweep, taken = [], at = sweep.allocate(layout.size + 8), text = at + layout.size;
  try {
    sweep.write(at, {channels: 1, ...options}, taken);
    taken.push(sweep.allocate(8 * data.length));
    sweep.view(Float64Array, taken.at(-1), data.length).set(data);
    sweep.check(exports.sweep_web_walk(at, taken.at(-1), block, text));
    return JSON.parse(sweep.text(sweep.view(Uint32Array, text, 1)[0]));
  } finally {
    for (const room of [at, ...taken]) sweep.release(room);
  }
}

Object.assign(works, {
  // The walk, and the whole picture as the filter without blocks has it.
  walk({options, algorithm, block, data}) {
    const walk = walkOfModule(filter.sweep, data, block, {...options, algorithm});
    const image = {width: options.width, height: options.height, channels: 1, data: Float64Array.from(data)};
    const {width: w, height: h, ...settings} = options;
    return {walk, whole: Array.from(filter.sweep.filter(image, settings).data)};
  },

  measured({settings}) {
    return {milliseconds: filter.gaussian(settings).milliseconds};
  },

  // The lines through a pixel of all four passes, as passes_json() writes them; works.passes() has run.
  lines({column, row}) {
    const {settings, design, planes} = passes;
    return [0, 1, 2, 3].map(pass => {
      const {b, d} = pass % 2 ? design.anticausal : design.causal, n = pass < 2 ? height : width;
      const terms = [...b.flatMap((factor, back) => factor ? [['x', back, factor]] : []), ...d.map((factor, k) => ['y', k + 1, -factor])];
      const from = Math.max(...terms.map(([, back]) => back));
      const line = passLine(design, settings.boundary, input(), planes, width, height, pass, column, row);
      const at = sample => pass % 2 ? n - 1 - sample : sample, samples = Array.from({length: n + from}, (_, i) => at(i - from));
      return {terms, inputs: b.length, from, x: samples.map(line.reads), y: samples.map(line.makes)};
    });
  },

  // How far the four passes are from the filter's own result.
  agreement({settings}) {
    works.blur({settings});
    const last = passes.planes[3], light = result.light();
    return light.reduce((most, value, i) => Math.max(most, Math.abs(value - last[i])), 0);
  },

  fault({settings, block, isColumnsAlone}) {
    works.blur({settings});
    const whole = result.light().slice(), wrong = withoutCarries(settings, block, isColumnsAlone);
    const lacking = whole.map((value, i) => value - wrong[i]);
    const largest = lacking.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const mean = lacking.reduce((all, value) => all + Math.abs(value), 0) / lacking.length;
    const gain = 0.5 / Math.max(largest, 1e-6);
    const planes = [wrong, lacking.map(value => 0.5 + gain * value), whole].map(encodedPixels);
    return {width, height, planes, largest, mean, gain};
  }
});
