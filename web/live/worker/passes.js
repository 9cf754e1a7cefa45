// The four passes over the picture, one after the other, and the sum that one pixel of a pass is.

// Planes of three channels: one axis of all lines. `place` gives the first sample of a line and the distance of its samples.
function runAxis(design, boundary, from, first, second, lines, n, place) {
  const runner = new AxisRunner(design, boundary, n);
  const x = new Float64Array(n), y = new Float64Array(runner.length), z = new Float64Array(runner.length);
  for (let line = 0; line < lines; ++line)
    for (let channel = 0; channel < 3; ++channel) {
      const [start, step] = place(line, channel);
      for (let i = 0, k = start; i < n; ++i, k += step) x[i] = from[k];
      runner.run(x, y, z);
      for (let i = 0, k = start; i < n; ++i, k += step) {
        first[k] = y[i];
        second[k] = z[i];
      }
    }
}

// Four planes of light: after down, up, right and left.
function fourPasses(design, boundary, light, width, height) {
  const planes = Array.from({length: 4}, () => new Float32Array(light.length));
  runAxis(design, boundary, light, planes[0], planes[1], width, height, (x, c) => [3 * x + c, 3 * width]);
  runAxis(design, boundary, planes[1], planes[2], planes[3], height, width, (y, c) => [3 * width * y + c, 3]);
  return planes;
}

// The luminance of a line of light.
function luminances(light, start, step, n) {
  const [r, g, b] = luminanceWeights, x = new Float64Array(n);
  for (let i = 0, k = start; i < n; ++i, k += step) x[i] = r * light[k] + g * light[k + 1] + b * light[k + 2];
  return x;
}

const beyond = 8;  // samples outside of the picture that a sum may read

// What pass number 0 to 3 reads and makes along the line through a pixel, a few samples beyond the ends included.
function passLine(design, boundary, light, planes, width, height, pass, column, row) {
  const isColumn = pass < 2, n = isColumn ? height : width;
  const inside = isColumn ? luminances(light, 3 * column, 3 * width, n) : luminances(planes[1], 3 * width * row, 3, n);
  const cut = boundary === 'none', isPeriodic = boundary === 'repeat' || boundary === 'mirror';
  const pad = cut || isPeriodic ? 0 : beyond;
  const x = new Float64Array(n + 2 * pad);
  for (let i = 0; i < x.length; ++i) {
    const from = continued(boundary, i - pad, n);
    x[i] = from < 0 ? 0 : inside[from];
  }
  const runner = new AxisRunner(design, boundary, x.length);
  const y = new Float64Array(runner.length), z = new Float64Array(runner.length);
  runner.run(x, y, z);
  const sample = (line, i) => {
    if (isPeriodic) return line[((i % line.length) + line.length) % line.length];
    return i + pad >= 0 && i + pad < line.length ? line[i + pad] : 0;
  };
  const whole = Float64Array.from({length: runner.length}, (_, i) => x[i < x.length ? i : 2 * n - 1 - i]);
  return {n, reads: i => sample(pass % 2 ? y : isPeriodic ? whole : x, i), makes: i => sample(pass % 2 ? z : y, i)};
}

// The terms of one pixel: [symbol, samples back, factor, value]; and samples around it for a drawing.
function passSum(line, passDesign, pass, index) {
  const step = pass % 2 ? 1 : -1, terms = [];
  passDesign.b.forEach((factor, back) => {
    if (factor !== 0) terms.push(['x', back, factor, line.reads(index + step * back)]);
  });
  passDesign.d.forEach((factor, k) => terms.push(['y', k + 1, -factor, line.makes(index + step * (k + 1))]));
  return {terms, value: line.makes(index), n: line.n};
}
