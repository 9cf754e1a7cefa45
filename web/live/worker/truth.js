// The truth: the sampled Gaussian by direct convolution, in double, at as many pixels as about a second allows.

const truthWork = 3e8, truthReach = 6;

function gaussianWeights(sigma) {
  const half = Math.max(Math.ceil(truthReach * sigma), 1);
  const weights = Float64Array.from({length: 2 * half + 1}, (_, i) => Math.exp(-((i - half) ** 2) / (2 * sigma * sigma)));
  const sum = weights.reduce((all, each) => all + each, 0);
  return weights.map(each => each / sum);
}

// The weights of a pixel's neighbours along a line of n samples, with those outside put where the boundary takes them from.
function foldedWeights(weights, boundary, at, n) {
  const half = (weights.length - 1) / 2, inside = at - half >= 0 && at + half < n;
  if (inside) return {from: at - half, weights};
  const folded = new Float64Array(n);
  for (let i = -half; i <= half; ++i) {
    const to = continued(boundary, at + i, n);
    if (to >= 0) folded[to] += weights[half + i];
  }
  let from = 0, end = n;
  while (from < n - 1 && folded[from] === 0) ++from;
  while (end > from + 1 && folded[end - 1] === 0) --end;
  return {from, weights: folded.subarray(from, end)};
}

// Evenly spread places of n, the first and the last among them.
function spread(n, count) {
  if (count >= n) return Array.from({length: n}, (_, i) => i);
  return Array.from({length: count}, (_, i) => count > 1 ? Math.round(i * (n - 1) / (count - 1)) : n >> 1);
}

// The largest and the root mean square difference of a result from the truth, in light of 0 to 1.
function compareWithTruth(light, result, width, height, sigma, boundary) {
  const weights = gaussianWeights(sigma), along = Math.min(weights.length, width), down = Math.min(weights.length, height);
  const work = (columns, rows) => 3 * columns * (height * along + rows * down);
  let columns = width, rows = height;
  while (work(columns, rows) > truthWork && (columns > 8 || rows > 8)) {
    columns = Math.max(Math.floor(columns * 0.8), Math.min(8, width));
    rows = Math.max(Math.floor(rows * 0.8), Math.min(8, height));
  }
  const rule = boundary === 'none' ? 'zero' : boundary;
  const byRow = spread(height, rows).map(y => [y, foldedWeights(weights, rule, y, height)]);
  let largest = 0, squares = 0, where = [0, 0];
  const line = new Float64Array(3 * height);
  for (const x of spread(width, columns)) {
    const {from, weights: across} = foldedWeights(weights, rule, x, width);
    for (let y = 0; y < height; ++y) {
      let r = 0, g = 0, b = 0;
      for (let i = 0, k = 3 * (y * width + from); i < across.length; ++i, k += 3) {
        r += across[i] * light[k];
        g += across[i] * light[k + 1];
        b += across[i] * light[k + 2];
      }
      line[3 * y] = r;
      line[3 * y + 1] = g;
      line[3 * y + 2] = b;
    }
    for (const [y, {from: top, weights: along}] of byRow)
      for (let c = 0; c < 3; ++c) {
        let sum = 0;
        for (let i = 0, k = 3 * top + c; i < along.length; ++i, k += 3) sum += along[i] * line[k];
        const off = Math.abs(sum - result[3 * (y * width + x) + c]);
        squares += off * off;
        if (off > largest) {
          largest = off;
          where = [x, y];
        }
      }
  }
  return {largest, rms: Math.sqrt(squares / (3 * columns * rows)), where, compared: columns * rows, isWhole: columns * rows === width * height};
}
