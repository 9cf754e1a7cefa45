// The four passes over a picture: how far they have come, and one output as the sum that it is. One slider moves both.

const passNames = ['down', 'up', 'right', 'left'], stripCells = 6;

// A plane as something to draw: a small one pixel by pixel, blue below zero.
function planeImage(passes, plane, whenThere) {
  if (plane.picture) {
    const image = new Image();
    image.onload = whenThere;
    image.src = plane.picture;
    return image;
  }
  const canvas = element('canvas', {width: passes.width, height: passes.height}), to = canvas.getContext('2d');
  const pixels = to.createImageData(passes.width, passes.height);
  plane.values.forEach((value, i) => {
    const shade = greyOf(Math.abs(value) * plane.gain);
    pixels.data.set(value < 0 ? [0, shade * 0.45, shade, 255] : [shade, shade, shade, 255], 4 * i);
  });
  to.putImageData(pixels, 0, 0);
  return canvas;
}

class Passes {
  constructor(json, whenThere) {
    Object.assign(this, json);
    this.images = this.planes.map(plane => planeImage(this, plane, whenThere));
    this.usual = [this.pass, this.lines];
  }
  length(pass) {
    return pass < 2 ? this.height : this.width;
  }
  // All rows and columns of all passes, one after the other.
  get at() {
    return [0, 1, 2, 3].slice(0, this.pass).reduce((all, pass) => all + this.length(pass), 0) + this.lines;
  }
  get all() {
    return 2 * (this.width + this.height);
  }
  go(to) {
    let left = Math.min(Math.max(to, 1), this.all);
    for (this.pass = 0; left > this.length(this.pass); ++this.pass) left -= this.length(this.pass);
    this.lines = left;
  }
  // The sample that is computed last, counted in the direction of the pass, and where it is in the picture.
  get front() {
    return Math.max(this.lines - 1, 0);
  }
  index(sample) {
    return this.pass % 2 === 0 ? sample : this.length(this.pass) - 1 - sample;
  }
  get place() {
    return this.pass < 2 ? [this.column, this.index(this.front)] : [this.index(this.front), this.row];
  }
  // A number of the line through the place: what the pass reads ('x') or has made ('y').
  value(symbol, sample) {
    const line = this.passes[this.pass];
    return line[symbol][sample + line.from];
  }
  letter(symbol) {
    return 'XYZUV'[this.pass + (symbol === 'y' ? 1 : 0)].toLowerCase();
  }
  name(symbol, back) {
    const sign = (back > 0) === (this.pass % 2 === 0) ? '-' : '+';
    return `${this.letter(symbol)}_{${back === 0 ? 'i' : `i${sign}${Math.abs(back)}`}}`;
  }
}

// The picture so far: swept, and not yet swept, fainter, with the front between them.
function drawPasses(canvas, passes) {
  const [to, wide, high] = sized(canvas, w => w * passes.height / passes.width);
  const before = passes.images[passes.pass], after = passes.images[passes.pass + 1], forward = passes.pass % 2 === 0;
  const part = passes.lines / passes.length(passes.pass), rows = passes.pass < 2;
  const from = forward ? 0 : 1 - part, [cx, cy] = passes.place;
  to.imageSmoothingEnabled = !passes.planes[0].values;
  to.fillStyle = '#000';
  to.fillRect(0, 0, wide, high);
  to.globalAlpha = 0.5;
  to.drawImage(before, 0, 0, wide, high);
  to.globalAlpha = 1;
  const area = rows ? [0, from * high, wide, part * high] : [from * wide, 0, part * wide, high];
  to.save();
  to.beginPath();
  to.rect(...area);
  to.clip();
  to.drawImage(after, 0, 0, wide, high);
  to.restore();
  const line = (color, width, dash, points) => {
    to.strokeStyle = color;
    to.lineWidth = width;
    to.setLineDash(dash);
    to.beginPath();
    to.moveTo(points[0], points[1]);
    to.lineTo(points[2], points[3]);
    to.stroke();
  };
  const edge = (forward ? part : 1 - part) * (rows ? high : wide);
  const x = (cx + 0.5) * wide / passes.width, y = (cy + 0.5) * high / passes.height;
  line('#ffb554', 3, [], rows ? [0, edge, wide, edge] : [edge, 0, edge, high]);
  line('#ffb554', 1.5, [4, 4], rows ? [x, 0, x, high] : [0, y, wide, y]);
  const side = Math.max(wide / passes.width, 10);
  for (const [color, width] of [['#000', 5], ['#fff', 2.5]]) {
    to.setLineDash([]);
    to.strokeStyle = color;
    to.lineWidth = width;
    to.strokeRect(x - side / 2, y - side / 2, side, side);
  }
}

// The line through the place: what the pass has read, and what it has made, up to the front.
function lineStrip(passes) {
  const side = 84, left = 26, high = 34, front = passes.front;
  const svg = element('svg', {class: 'line words', viewBox: `0 0 ${left + stripCells * side} ${3.2 * high}`, role: 'img',
    'aria-label': `${passes.letter('x')} and ${passes.letter('y')} around the front`});
  for (const [row, symbol] of [[1, 'x'], [2.1, 'y']])
    svg.append(element('text', {x: 4, y: row * high + high / 2}, passes.letter(symbol).toUpperCase()));
  for (let k = 0; k < stripCells; ++k) {
    const sample = front - stripCells + 2 + k, x = left + k * side, known = sample < passes.length(passes.pass);
    if (!known || passes.value('x', sample) === undefined) continue;
    const place = sample < 0 ? 'outside' : passes.name('x', front - sample).replace(/.*\{(.*)\}/, '$1');
    svg.append(element('text', {class: 'faint', x: x + side / 2, y: high / 2, 'text-anchor': 'middle'}, place));
    const terms = passes.passes[passes.pass].terms;
    for (const [row, symbol] of [[1, 'x'], [2.1, 'y']]) {
      if (symbol === 'y' && sample > front) continue;
      const isFrom = terms.some(([of, back]) => of === symbol && front - back === sample);
      const what = symbol === 'y' && sample === front ? 'now' : isFrom ? 'used' : '';
      svg.append(element('g', {class: `cell ${what}`}, element('rect', {x: x + 2, y: row * high, width: side - 4, height: high}),
        element('text', {x: x + side / 2, y: row * high + high / 2, 'text-anchor': 'middle'}, passes.value(symbol, sample).toFixed(4))));
    }
  }
  return svg;
}

function passSum(passes) {
  const line = passes.passes[passes.pass], front = passes.front, [x, y] = passes.place;
  const terms = line.terms.map(([symbol, back, factor]) => [symbol, back, factor, passes.value(symbol, front - back)]);
  const rows = terms.map(([symbol, back, factor, value]) => {
    const factorName = symbol === 'y' ? `-d_{${back}}` : line.inputs === 1 ? 'g' : `b_{${back}}`;
    return element('tr', {}, element('th', {scope: 'row'}, formula(`${factorName} ${passes.name(symbol, back)}`)),
      element('td', {}, `${sumText(factor)} \u00d7 ${sumText(value)}`), element('td', {}, sumText(factor * value)));
  });
  const sum = terms.reduce((all, [, , factor, value]) => all + factor * value, 0);
  rows.push(element('tr', {class: 'total'}, element('th', {scope: 'row'}, formula(passes.name('y', 0))), element('td', {}, 'sum'),
    element('td', {'data-total': ''}, sumText(sum))));
  const letters = terms.map(([symbol, back]) => symbol === 'y' ? `d ${passes.name('y', back)}` : `g ${passes.letter('x')}`).join(' ');
  return element('section', {}, element('h3', {}, explained(`Pass ${passNames[passes.pass]}, column ${x}, row ${y}`, letters)),
    lineStrip(passes), element('table', {class: 'sum'}, element('tbody', {}, rows)));
}

function passesView(step, isPaper) {
  const passes = new Passes(step.passes, () => view.isConnected && view.draw());
  const view = element('div', {class: 'both passes'}), sum = element('div', {}), meter = element('div', {class: 'meter'});
  const ratio = passes.width / passes.height;
  const canvas = element('canvas', {role: 'img', style: `max-width:calc(max(20rem, 100vh - 20rem) * ${ratio.toFixed(3)})`});
  const slider = element('input', {type: 'range', min: 1, max: passes.all, 'aria-label': 'How far the passes have come'});
  const planes = passes.planes.map((plane, k) => {
    const picture = element('canvas', {});
    const button = element('button', {type: 'button', onclick: () => {
      passes.go(k === 0 ? 1 : [0, 1, 2, 3].slice(0, k).reduce((all, pass) => all + passes.length(pass), 0));
      view.draw();
    }}, picture, k === 0 ? plane.letter : `${plane.letter}: ${passNames[k - 1]}`);
    return {picture, button};
  });
  view.draw = () => {
    drawPasses(canvas, passes);
    planes.forEach(({picture, button}, k) => {
      const [to, wide, high] = sized(picture, w => w / ratio);
      to.imageSmoothingEnabled = !passes.planes[0].values;
      to.drawImage(passes.images[k], 0, 0, wide, high);
      button.setAttribute('aria-pressed', String(k === passes.pass + 1));
    });
    sum.replaceChildren(passSum(passes));
    const done = passes.pass + passes.lines / passes.length(passes.pass);
    meter.replaceChildren(...meterRow('trips', done, done, passByPass));
    slider.value = passes.at;
    const text = `Pass ${passNames[passes.pass]}, ${passes.lines} of ${passes.length(passes.pass)} ${passes.pass < 2 ? 'rows' : 'columns'}`;
    slider.setAttribute('aria-valuetext', text);
    canvas.setAttribute('aria-label', text);
  };
  view.goOn = by => {
    passes.go(passes.at + by);
    view.draw();
  };
  slider.addEventListener('input', () => {
    passes.go(Number(slider.value));
    view.draw();
  });
  view.append(element('div', {}, canvas, isPaper ? '' : element('div', {class: 'bar control'}, slider),
    element('div', {class: 'planes'}, planes.map(({button}) => button))),
  element('div', {class: 'side'}, sum, element('section', {}, element('h3', {}, 'Trips through memory'), meter,
    element('p', {class: 'faint'}, 'Each pass reads the picture (amber) and writes it (teal).',
      passes.planes.some(plane => plane.values?.some(value => value < 0)) ? ' Blue pixels are below zero.' : '')), notesOf(step)));
  return view;
}
