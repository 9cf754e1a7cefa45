// The four passes over the picture: how far they have come, and the sum that the pixel at the front is.

const passNames = ['down', 'up', 'right', 'left'], passLetters = ['X', 'Y', 'Z', 'U', 'V'], wholeSeconds = 10;

const passesView = {
  planes: [], at: 1, isPlaying: false, column: 0, row: 0,
  length(pass) {
    return pass < 2 ? picture.height : picture.width;
  },
  get all() {
    return 2 * (picture.width + picture.height);
  },
  // The pass, and how many of its rows or columns are done.
  get place() {
    let left = Math.min(Math.max(Math.round(this.at), 1), this.all), pass = 0;
    while (left > this.length(pass)) left -= this.length(pass++);
    return {pass, lines: left};
  },
  begin(pass) {
    return [0, 1, 2, 3].slice(0, pass).reduce((all, each) => all + this.length(each), 0);
  },
  async ask() {
    const answer = await engine.ask('passes', {settings: filterSettings()});
    if (!answer || answer.width !== picture.width || answer.height !== picture.height) return;
    const canvases = answer.planes.map(pixels => {
      const canvas = document.createElement('canvas');
      paint(canvas, {...answer, pixels});
      return canvas;
    });
    const first = this.number !== picture.number;
    if (first) Object.assign(this, {number: picture.number, column: picture.width >> 1, row: picture.height >> 1, at: picture.height >> 1});
    this.planes = [at('original'), ...canvases];
    this.showPlanes();
    this.draw();
  },
  show() {
    const isNew = this.number !== picture.number;
    this.ask().then(() => {
      if (isNew && this.planes.length && !isStill()) this.play(true);
    }).catch(tellError);
  },
  changed() {
    this.ask().catch(tellError);
  },
  hide() {
    this.play(false);
  },
  play(on) {
    this.isPlaying = on;
    at('play').textContent = on ? 'Pause' : 'Play';
    if (!on) return;
    if (this.at >= this.all) this.at = 1;
    let before;
    const frame = now => {
      if (!this.isPlaying || state.view !== 'passes') return;
      this.at = Math.min(this.at + this.all * (now - (before ?? now)) / 1000 / wholeSeconds, this.all);
      before = now;
      if (this.at >= this.all) this.play(false);
      this.draw();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  },
  go(to) {
    this.play(false);
    this.at = Math.min(Math.max(to, 1), this.all);
    this.draw();
  },
  // The front comes to the pixel under the finger, in this pass.
  finger([x, y]) {
    this.column = Math.min(Math.floor(x * picture.width), picture.width - 1);
    this.row = Math.min(Math.floor(y * picture.height), picture.height - 1);
    this.goToPixel();
  },
  goToPixel() {
    const {pass} = this.place, index = pass < 2 ? this.row : this.column;
    this.go(this.begin(pass) + (pass % 2 ? this.length(pass) - index : index + 1));
  },
  key(event) {
    const [dx, dy] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key] ?? [];
    if (dx === undefined) return false;
    const far = event.shiftKey ? 10 : 1;
    this.column = Math.min(Math.max(this.column + far * dx, 0), picture.width - 1);
    this.row = Math.min(Math.max(this.row + far * dy, 0), picture.height - 1);
    this.goToPixel();
    return true;
  },
  // The pixel that is computed last, on the line of the pixel that was chosen.
  get front() {
    const {pass, lines} = this.place, index = pass % 2 ? this.length(pass) - lines : lines - 1;
    return pass < 2 ? [this.column, index] : [index, this.row];
  },
  draw() {
    if (!this.planes.length || state.view !== 'passes') return;
    const canvas = at('result'), {width, height} = picture, {pass, lines} = this.place;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
    const to = canvas.getContext('2d'), isDown = pass < 2, done = pass % 2 ? this.length(pass) - lines : 0;
    const [x, y, w, h] = isDown ? [0, done, width, lines] : [done, 0, lines, height];
    to.globalAlpha = 1;
    to.fillStyle = '#000';
    to.fillRect(0, 0, width, height);
    to.globalAlpha = 0.55;
    to.drawImage(this.planes[pass], 0, 0);
    to.globalAlpha = 1;
    to.drawImage(this.planes[pass + 1], x, y, w, h, x, y, w, h);
    this.drawOver(pass, lines);
    this.showProgress(pass, lines);
    this.askSum();
  },
  // The front, the line that is watched, and its pixel.
  drawOver(pass, lines) {
    const [to, wide, high, scale] = fitted(at('over')), [column, row] = this.front, isDown = pass < 2;
    const edge = (pass % 2 ? this.length(pass) - lines : lines) / this.length(pass) * (isDown ? high : wide);
    const x = (column + 0.5) * wide / picture.width, y = (row + 0.5) * high / picture.height;
    const line = (width, dash, x0, y0, x1, y1) => {
      to.lineWidth = width * scale;
      to.setLineDash(dash.map(each => each * scale));
      to.beginPath();
      to.moveTo(x0, y0);
      to.lineTo(x1, y1);
      to.stroke();
    };
    to.strokeStyle = pass % 2 ? '#61ccbd' : '#ffb554';
    line(3, [], ...(isDown ? [0, edge, wide, edge] : [edge, 0, edge, high]));
    line(1.5, [4, 4], ...(isDown ? [x, 0, x, high] : [0, y, wide, y]));
    const side = Math.max(wide / picture.width, 10 * scale);
    to.setLineDash([]);
    for (const [color, width] of [['#000', 5], ['#fff', 2.5]]) {
      to.strokeStyle = color;
      to.lineWidth = width * scale;
      to.strokeRect(x - side / 2, y - side / 2, side, side);
    }
  },
  showProgress(pass, lines) {
    const slider = at('progress'), percent = 100 * Math.round(this.at) / this.all;
    slider.max = this.all;
    slider.value = Math.round(this.at);
    slider.style.setProperty('--done', `${percent}%`);
    const text = `Pass ${passNames[pass]}, ${lines} of ${this.length(pass)} ${pass < 2 ? 'rows' : 'columns'}`;
    slider.setAttribute('aria-valuetext', text);
    at('over').setAttribute('aria-label', `${text}; pixel ${this.front.join(', ')}: arrow keys move it`);
    [...at('names').children].forEach((name, i) => {
      name.classList.toggle('now', i === pass);
      name.style.flexGrow = this.length(i);
    });
    [...at('planes').children].forEach((button, i) => button.setAttribute('aria-pressed', String(i === pass + 1)));
  },
  showPlanes() {
    at('names').replaceChildren(...passNames.map(name => element('span', {}, name)));
    at('planes').replaceChildren(...this.planes.map((plane, i) => {
      const small = element('canvas', {width: 160, height: Math.max(Math.round(160 * picture.height / picture.width), 1)});
      small.getContext('2d').drawImage(plane, 0, 0, small.width, small.height);
      return element('button', {type: 'button', onclick: () => this.go(i ? this.begin(i) : 1)}, small,
        i ? `${passLetters[i]}: ${passNames[i - 1]}` : 'X: picture');
    }));
  },
  async askSum() {
    // While it plays, no more numbers than can be read.
    if (this.isPlaying && performance.now() - (this.asked ?? 0) < 200) return;
    this.asked = performance.now();
    const {pass} = this.place, [column, row] = this.front;
    const sum = await engine.ask('sum', {pass, column, row});
    if (sum && state.view === 'passes') at('sum').replaceChildren(...this.sumView(sum));
  },
  sumView({pass, column, row, terms, value}) {
    const from = passLetters[pass].toLowerCase(), to = passLetters[pass + 1].toLowerCase(), sign = pass % 2 ? '+' : '-';
    const name = (symbol, back) => `${symbol === 'x' ? from : to}_{i${back ? sign + back : ''}}`;
    const zeros = terms.filter(([symbol]) => symbol === 'x').length > 1;
    const factorName = (symbol, back) => symbol === 'y' ? `-d_${back}` : zeros ? `b_${back}` : 'g';
    const row_ = ([symbol, back, factor, sample]) => element('tr', {},
      element('th', {scope: 'row'}, formula(`${factorName(symbol, back)} ${name(symbol, back)}`)),
      element('td', {}, `${sumText(factor)} \u00d7 ${sumText(sample)}`), element('td', {}, sumText(factor * sample)));
    const sum = terms.reduce((all, [, , factor, sample]) => all + factor * sample, 0);
    const head = terms.slice(0, 8).map(([symbol, back], i) =>
      `${symbol === 'y' ? ' \u2212 d_' + back + ' ' : i ? ` + b_${back} ` : zeros ? 'b_0 ' : 'g '}${name(symbol, back)}`).join('');
    return [element('h2', {}, `Pass ${passNames[pass]}, column ${column}, row ${row}`),
      element('p', {class: 'formula'}, formula(`${name('y', 0)} = ${head}${terms.length > 8 ? ' ..' : ''}`)),
      element('div', {class: 'scroll'}, element('table', {class: 'sum'}, element('tbody', {}, terms.map(row_),
        element('tr', {class: 'total'}, element('th', {scope: 'row'}, formula(name('y', 0))), element('td', {}, 'sum'),
          element('td', {'data-total': sum, 'data-value': value}, sumText(sum)))))),
      element('p', {class: 'faint'}, 'Of the luminance of light. Drag over the picture: the front comes to your finger.')];
  },
  name: () => `sweep-passes-${passNames[passesView.place.pass]}.png`
};
