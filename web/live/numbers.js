// What a blur takes: milliseconds over sigma, bytes moved, distance from the truth, and sigma in the words of other programs.

const mostTimes = 15, passByPassBytes = 96;  // of a pixel: four passes read and write three float32

const total = (list, name) => list.reduce((all, each) => all + each[name], 0);

const numbers = {
  times: [], points: [], key: '',
  add(settings, {planned, milliseconds, algorithm, width, height, on}) {
    const key = [on, width, height, settings.order, settings.accuracy, settings.boundary].join();
    if (key !== this.key) Object.assign(this, {key, times: [], points: []});
    this.times = [...this.times, milliseconds].slice(-mostTimes);
    this.points = [...this.points, [settings.sigma, milliseconds]].slice(-200);
    const median = [...this.times].sort((a, b) => a - b)[this.times.length >> 1];
    at('ms').textContent = median.toFixed(median < 1 ? 3 : median < 10 ? 2 : 1);
    at('ms-text').textContent = `ms a blur, median of ${this.times.length}`;
    at('ms-more').textContent = `${(1e6 * median / (width * height)).toFixed(1)} ns a pixel of three colours, ${sizeText(width, height)}, ${on ? `on the GPU (${on})` : 'one thread'}. Algorithm ${algorithm}, designed in ${planned.toFixed(1)} ms.`;
    this.draw();
    if (at('traffic').parentElement.open) this.showTraffic().catch(tellError);
  },
  // Milliseconds over sigma: a flat line.
  draw() {
    const canvas = at('plot');
    if (!canvas.offsetParent) return;
    const [to, wide, high, scale] = fitted(canvas), em = 11 * scale, bottom = high - 1.5 * em;
    // What another program takes away makes points that are far off: they stay at the top.
    const sorted = this.points.map(point => point[1]).sort((a, b) => a - b), top = 2.5 * (sorted[sorted.length >> 1] ?? 1);
    const x = sigma => wide * (0.02 + 0.96 * stepOf(sigma) / sigmaSteps), y = ms => bottom * (1 - Math.min(ms / top, 0.97));
    to.strokeStyle = colourOf('line');
    to.fillStyle = colourOf('faint');
    to.lineWidth = scale;
    to.font = `${em}px system-ui, sans-serif`;
    to.textAlign = 'center';
    to.beginPath();
    to.moveTo(0, bottom);
    to.lineTo(wide, bottom);
    to.stroke();
    for (const sigma of [1, 10, 100]) to.fillText(`sigma ${sigma}`, x(sigma), high - 0.2 * em);
    to.textAlign = 'right';
    to.fillText(`${top < 10 ? top.toPrecision(2) : top.toFixed(0)} ms`, wide, em);
    to.fillStyle = colourOf('head');
    for (const [sigma, ms] of this.points) {
      to.beginPath();
      to.arc(x(sigma), y(ms), 2 * scale, 0, 7);
      to.fill();
    }
    const [sigma, ms] = this.points.at(-1) ?? [];
    if (!sigma) return;
    to.fillStyle = colourOf('text');
    to.beginPath();
    to.arc(x(sigma), y(ms), 3.5 * scale, 0, 7);
    to.fill();
    canvas.setAttribute('aria-label', `Milliseconds over sigma: ${sorted.length} blurs, ${sorted[0].toFixed(1)} to ${sorted.at(-1).toFixed(1)}`);
  },
  async showTraffic() {
    const answer = await engine.ask('traffic', {settings: filterSettings()});
    if (!answer) return;
    const {width, height, stages, algorithm} = answer, bytes = amount => (amount / (width * height)).toFixed(1);
    at('traffic').replaceChildren(
      element('p', {}, algorithm === '7' ? 'Algorithm 7 reads each pixel twice and writes it once. The rest is what blocks tell each other. '
        : `This is algorithm ${algorithm}. `, `Four passes, one after the other, move ${passByPassBytes} bytes a pixel.`),
      listTable(['bytes a pixel', 'reads', 'writes'], [...stages.map(({paper, name, read, written}) => [`${paper} ${name}`, bytes(read), bytes(written)]),
        ['in all', bytes(total(stages, 'read')), bytes(total(stages, 'written'))]]),
      element('p', {class: 'faint'}, 'Counted, not measured; a pixel is three float32.'));
  },
  showTranslated() {
    const sigma = state.sigma, four = value => String(Number(value.toPrecision(4))), odd = value => Math.round(value) | 1;
    at('translated').replaceChildren(listTable(['the same blur', ''], [
      ['full width at half maximum', `${four(2.3548200450309493 * sigma)} px`],
      ['half power at', `${four(Math.sqrt(Math.LN2) / (2 * Math.PI * sigma))} cycles/px`],
      ['CSS blur(), SVG stdDeviation', `${four(sigma)} px`],
      ['CSS box-shadow', `${four(2 * sigma)} px`],
      ['GIMP 2.10, Pillow, ImageJ', `${four(sigma)} px`],
      ['OpenCV, ksize for 8 bits', `${odd(6 * sigma + 1)}`],
      ['SciPy, radius', `${Math.floor(4 * sigma + 0.5)} px`],
      ['1/1000 of the peak at', `${four(Math.sqrt(2 * Math.log(1000)) * sigma)} px`]
    ]), element('p', {class: 'faint'}, 'Adobe does not say what the radius in Photoshop means.'));
  },
  async compare() {
    const text = at('truth-text'), settings = filterSettings();
    text.textContent = 'Convolving directly, in double ..';
    const found = await engine.ask('truth', {settings});
    if (!found) return;
    const where = found.isWhole ? `all ${count(found.compared)} pixels` : `${count(found.compared)} pixels, spread over the picture`;
    const size = value => value.toExponential(1);
    text.textContent = `Largest error ${size(found.largest)}, RMS ${size(found.rms)}, of light from 0 to 1. Compared on ${where}.` +
      (settings.boundary === 'none' ? ' Boundary none differs near the edges on purpose.' : '');
  }
};
