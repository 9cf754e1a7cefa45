// Depth of field: each pixel becomes the mean of a disc, whose radius follows from its depth; every box of the disc is four
// reads of one summed-area table, so a large disc costs what a small one does.

// Distance of a point to a stroke, a list of points.
function distance(stroke, x, y) {
  let least = Infinity;
  for (let k = 0; k < stroke.length; ++k) {
    const [ax, ay] = stroke[Math.max(k - 1, 0)], [bx, by] = stroke[k];
    const dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
    const part = length > 0 ? Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / length, 0), 1) : 0;
    least = Math.min(least, Math.hypot(x - ax - part * dx, y - ay - part * dy));
  }
  return least;
}

// How far each pixel is, 0 on the near stroke and 1 on the far one, in proportion to the distances between; strokes in pixels.
function depthOfStrokes(near, far, width, height) {
  const grid = Math.max(Math.ceil(Math.max(width, height) / 160), 1);
  const columns = Math.ceil(width / grid) + 1, rows = Math.ceil(height / grid) + 1, coarse = new Float32Array(columns * rows);
  for (let j = 0; j < rows; ++j)
    for (let i = 0; i < columns; ++i) {
      const a = distance(near, i * grid, j * grid), b = distance(far, i * grid, j * grid);
      coarse[j * columns + i] = a + b > 0 ? a / (a + b) : 0.5;
    }
  const depth = new Float32Array(width * height);
  for (let y = 0, k = 0; y < height; ++y) {
    const v = y / grid, j = v | 0, fv = v - j;
    for (let x = 0; x < width; ++x, ++k) {
      const u = x / grid, i = u | 0, fu = u - i, at = j * columns + i;
      depth[k] = (1 - fv) * ((1 - fu) * coarse[at] + fu * coarse[at + 1]) +
        fv * ((1 - fu) * coarse[at + columns] + fu * coarse[at + columns + 1]);
    }
  }
  return depth;
}

const strokeWidth = 0.012, edgeReach = 0.5, edgeRange = 0.6, leastWeight = 1e-30, farAway = 40;  // of the longer side, and of the guide

// The same where strokes were drawn by hand: both spread over the picture, and hardly over its edges, so that a thing is as near
// as the stroke on it. `spread` is the edge filter over two channels; the depth compares how far either has come.
function depthAlongEdges(near, far, width, height, spread) {
  const marks = new Float32Array(2 * width * height), longer = Math.max(width, height), reach = strokeWidth * longer;
  const sums = [0, 0], counts = [0, 0];
  [near, far].forEach((stroke, channel) => {
    const xs = stroke.map(([x]) => x), ys = stroke.map(([, y]) => y);
    const [x0, x1] = [Math.max(Math.floor(Math.min(...xs) - reach), 0), Math.min(Math.ceil(Math.max(...xs) + reach), width - 1)];
    const [y0, y1] = [Math.max(Math.floor(Math.min(...ys) - reach), 0), Math.min(Math.ceil(Math.max(...ys) + reach), height - 1)];
    for (let y = y0; y <= y1; ++y)
      for (let x = x0; x <= x1; ++x)
        if (distance(stroke, x, y) <= reach) marks[2 * (y * width + x) + channel] = 1;
  });
  const came = spread(marks, 2, {sigma: edgeReach * longer, range: edgeRange, iterations: 3});
  for (let k = 0; k < marks.length; ++k)
    if (marks[k]) {
      sums[k & 1] += Math.log(Math.max(came[k], leastWeight));
      ++counts[k & 1];
    }
  const at = sums.map((sum, channel) => sum / Math.max(counts[channel], 1)), depth = depthOfStrokes(near, far, width, height);
  const away = (k, channel) => Math.max(at[channel] - Math.log(Math.max(came[2 * k + channel], leastWeight)), 0);
  for (let k = 0; k < depth.length; ++k) {
    // Where neither has come, what is left is how far they are.
    const a = away(k, 0), b = away(k, 1), lost = Math.min(Math.min(a, b) / farAway, 1) ** 2;
    depth[k] = a + b > 0 ? lost * depth[k] + (1 - lost) * a / (a + b) : 0.5;
  }
  return depth;
}

const discSteps = 2;  // discs a pixel of radius

// A disc as boxes: [from row, to row, half width], the upper half and the lower half alike.
function discOf(radius) {
  const most = Math.round(radius), slabs = radius < 1.5 ? 1 : radius < 5 ? 3 : 5, boxes = [];
  if (most === 0) return [[0, 0, 0]];
  if (slabs === 1) return [[-most, most, most]];
  for (let k = 0; k < slabs; ++k) {
    const from = Math.round(-most + (2 * most + 1) * k / slabs), to = Math.round(-most + (2 * most + 1) * (k + 1) / slabs) - 1;
    const middle = (from + to) / 2, half = Math.round(Math.sqrt(Math.max((radius + 0.5) ** 2 - middle * middle, 0)) - 0.25);
    if (to >= from) boxes.push([from, to, half]);
  }
  return boxes;
}

// table: inclusive sums of three channels. settings: focus 0..1, aperture in pixels, isQuick: boxes in place of discs.
function renderField(table, depth, width, height, {focus, aperture, isQuick}) {
  const light = new Float32Array(3 * width * height), discs = [], stride = 3 * width;
  for (let k = 0; k <= discSteps * (aperture + 1); ++k) {
    const radius = k / discSteps;
    discs.push(isQuick ? [[-Math.round(radius), Math.round(radius), Math.round(0.9 * radius)]] : discOf(radius));
  }
  for (let y = 0, k = 0; y < height; ++y)
    for (let x = 0; x < width; ++x, ++k) {
      const disc = discs[(Math.abs(depth[k] - focus) * aperture * discSteps + 0.5) | 0];
      let r = 0, g = 0, b = 0, area = 0;
      for (let s = 0; s < disc.length; ++s) {
        const box = disc[s];
        let y0 = y + box[0] - 1, y1 = y + box[1], x0 = x - box[2] - 1, x1 = x + box[2];
        if (y1 >= height) y1 = height - 1;
        if (x1 >= width) x1 = width - 1;
        if (y0 < -1) y0 = -1;
        if (x0 < -1) x0 = -1;
        if (y1 < 0 || y0 >= height - 1) continue;
        area += (y1 - y0) * (x1 - x0);
        let at = y1 * stride + 3 * x1;
        r += table[at];
        g += table[at + 1];
        b += table[at + 2];
        if (x0 >= 0) {
          at = y1 * stride + 3 * x0;
          r -= table[at];
          g -= table[at + 1];
          b -= table[at + 2];
        }
        if (y0 < 0) continue;
        at = y0 * stride + 3 * x1;
        r -= table[at];
        g -= table[at + 1];
        b -= table[at + 2];
        if (x0 >= 0) {
          at = y0 * stride + 3 * x0;
          r += table[at];
          g += table[at + 1];
          b += table[at + 2];
        }
      }
      light[3 * k] = r / area;
      light[3 * k + 1] = g / area;
      light[3 * k + 2] = b / area;
    }
  return light;
}

// Depth as a picture: near is light.
function depthPixels(depth) {
  const pixels = new Uint8ClampedArray(4 * depth.length);
  for (let k = 0; k < depth.length; ++k) {
    const shade = 255 * (1 - depth[k]);
    pixels.set([shade, shade, shade, 255], 4 * k);
  }
  return pixels;
}
