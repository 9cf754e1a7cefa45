// The worker: it keeps the picture, and does one piece of work at a time.

let filter, width = 0, height = 0, input, result;
let passes, table, depth, depthKey;

const works = {
  picture({width: w, height: h, pixels}) {
    [width, height] = [w, h];
    input = filter.picture(w, h);
    decodeInto(input(), new Uint8ClampedArray(pixels));
    result = passes = table = depth = depthKey = undefined;
    return {};
  },

  blur({settings}) {
    const {planned, milliseconds, light, algorithm} = filter.gaussian(settings);
    result = {settings, light};
    const pixels = encodedPixels(light());
    return {width, height, planned, milliseconds, algorithm, pixels};
  },

  blocks({settings}) {
    const began = performance.now(), numbers = filter.blocks(settings);
    return {width, height, numbers, planned: performance.now() - began};
  },

  // The module's blur beside another one, of four channels.
  compare({settings, values}) {
    if (values.length !== 4 * width * height) return undefined;
    const {milliseconds, light} = filter.gaussian(settings), truth = light();
    result = {settings, light};
    let largest = 0;
    for (let i = 0, k = 0; i < truth.length; i += 3, k += 4)
      for (let c = 0; c < 3; ++c) {
        const off = Math.abs(truth[i + c] - values[k + c]);
        if (!(off <= largest)) largest = off;
      }
    return {largest, milliseconds};
  },

  traffic: ({settings}) => ({width, height, ...filter.traffic(settings)}),

  truth({settings}) {
    works.blur({settings});
    const began = performance.now();
    const found = compareWithTruth(input(), result.light(), width, height, settings.sigma, settings.boundary);
    return {...found, milliseconds: performance.now() - began};
  },

  passes({settings}) {
    const design = filter.design(settings);
    const planes = fourPasses(design, settings.boundary, input(), width, height);
    const pictures = planes.map(encodedPixels);
    // The sums need the second plane alone, the tests the last one.
    passes = {settings, design, planes: [undefined, planes[1], undefined, planes[3]]};
    return {width, height, planes: pictures};
  },

  sum({pass, column, row}) {
    if (!passes || column >= width || row >= height) return undefined;
    const {settings, design, planes} = passes;
    const line = passLine(design, settings.boundary, input(), planes, width, height, pass, column, row);
    return {pass, column, row, ...passSum(line, pass % 2 ? design.anticausal : design.causal, pass, pass < 2 ? row : column)};
  },

  depth({strokes, isDrawn, focus, aperture, isQuick, shows}) {
    let tableMs;
    if (!table) {
      const {sums, milliseconds} = filter.table();
      table = sums;
      tableMs = milliseconds;
    }
    const key = JSON.stringify([strokes, isDrawn]);
    if (key !== depthKey) {
      const scaled = stroke => stroke.map(([x, y]) => [x * width, y * height]);
      const [near, far] = [scaled(strokes.near), scaled(strokes.far)];
      depth = isDrawn ? depthAlongEdges(near, far, width, height, (marks, channels, edge) => filter.alongEdges(marks, channels, encodedLight(input()), edge))
        : depthOfStrokes(near, far, width, height);
      depthKey = key;
    }
    const began = performance.now();
    const pixels = shows === 'depth' ? depthPixels(depth)
      : encodedPixels(renderField(table, depth, width, height, {focus, aperture: aperture * Math.max(width, height) / 1280, isQuick}));
    return {width, height, pixels, milliseconds: performance.now() - began, tableMs};
  },

  depthAt({x, y}) {
    return depth?.[Math.min(Math.floor(y * height), height - 1) * width + Math.min(Math.floor(x * width), width - 1)];
  },

  // For tests: the result as numbers, and the light that it was made of.
  numbers({of}) {
    const from = {light: () => input(), result: () => result.light(), passes: () => passes.planes[3]}[of]();
    return {width, height, values: Array.from(from)};
  }
};

// What is moved to the page, not copied.
function buffersOf(answer) {
  return [answer?.pixels, answer?.numbers, ...(answer?.planes ?? [])].filter(Boolean).map(({buffer}) => buffer);
}

onmessage = async ({data: {packed, kind, ...facts}}) => {
  try {
    if (packed !== undefined) {
      filter = await loadFilter(packed);
      postMessage({ready: true, version: filter.version});
      return;
    }
    const answer = works[kind](facts);
    postMessage({answer}, buffersOf(answer));
  } catch (error) {
    postMessage({fault: String(error?.message ?? error)});
  }
};
