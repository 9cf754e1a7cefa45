// The memories as grids of cells: a number's brightness, and what this step reads and writes.

const mostCells = 8192;

class Grid {
  constructor(run, span, state) {
    Object.assign(this, {run, span, state});
    // Of the variables of the file those alone that kernels touch: the rest of that memory is the program's.
    this.list = span.isVariables ? [...new Set([...span.writes.keys(), ...span.reads.keys()])]
      .filter(cell => span.writes[cell] || span.reads[cell]) : null;
    this.all = this.list ? this.list.length : span.cells;
    this.cells = Math.min(this.all, mostCells);
    this.columns = Math.max(1, Math.min(span.columns, this.cells));
    this.rows = Math.ceil(this.cells / this.columns);
    this.cursor = 0;
    this.canvas = element('canvas', {tabindex: 0, role: 'application', 'aria-roledescription': 'grid of numbers',
      onclick: event => this.pick(this.at(event)), onkeydown: event => this.key(event),
      onpointermove: event => event.pointerType === 'mouse' && this.point(this.at(event)),
      onpointerleave: () => this.point(-1), onfocus: () => this.draw(), onblur: () => this.draw()});
    const size = span.isVariables ? plural(this.all, 'element') : `${span.columns} \u00d7 ${Math.ceil(span.cells / span.columns)}`;
    this.named = span.isVariables ? 'variables of the file' : span.name;
    this.caption = element('figcaption', {}, element('b', {}, this.named), ` ${size}` +
      (span.shared ? ', shared by the block' : '') + (this.cells < this.all ? `, the first ${this.cells} of ${this.all}` : ''));
    this.canvas.setAttribute('aria-label', `${this.named}, ${size} numbers. Arrow keys go from number to number, Enter asks who wrote it.`);
    this.figure = element('figure', {class: 'grid'}, this.caption, element('div', {class: 'scroll'}, this.canvas));
  }
  cell(at) {
    return this.list ? this.list[at] : at;
  }
  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = Math.floor((event.clientX - box.left) / this.w), y = Math.floor((event.clientY - box.top) / this.h);
    const at = y * this.columns + x;
    return x >= 0 && x < this.columns && at < this.cells ? at : -1;
  }
  pick(at) {
    if (at < 0) return;
    this.cursor = at;
    this.state.pick(this.span, this.cell(at));
  }
  point(at) {
    if (at < 0) return this.state.point('');
    const cell = this.cell(at), {run, span} = this, moment = this.state.moment, i = run.writerOf(span, cell, moment);
    this.state.point(`${span.cellName(cell)}: ${i < 0 ? 'not yet written' :
      `${numberText(run.valueIn(span, cell, i))}, by ${whoText(run, i)}${run.line(i) ? `, line ${run.line(i)}` : ''}`}`);
  }
  key(event) {
    const by = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns}[event.key];
    const picks = event.key === 'Enter' || event.key === ' ';
    if (!by && !picks) return;
    event.preventDefault();
    event.stopPropagation();
    if (picks) return this.pick(this.cursor);
    const to = this.cursor + by;
    if (to < 0 || to >= this.cells) return;
    this.cursor = to;
    this.draw();
    const box = this.canvas.parentNode, x = to % this.columns * this.w;
    if (x < box.scrollLeft || x + this.w > box.scrollLeft + box.clientWidth) box.scrollLeft = x - box.clientWidth / 2;
    const cell = this.cell(to);
    say(`${this.span.cellName(cell)}: ${numberText(this.run.valueAt(this.span, cell, this.state.moment))}`);
  }
  // Cells as wide as fits; a number has room in wide ones.
  size(width, isLarge) {
    const fits = Math.floor(width / this.columns);
    this.w = isLarge ? Math.max(34, Math.min(fits, 44)) : Math.max(5, Math.min(fits, 30));
    this.h = Math.max(Math.min(this.w, isLarge ? 24 : 18), Math.min(5, this.w));
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.columns * this.w * ratio);
    this.canvas.height = Math.round(this.rows * this.h * ratio);
    this.canvas.style.width = `${this.columns * this.w}px`;
    this.canvas.style.height = `${this.rows * this.h}px`;
    this.ratio = ratio;
  }
  draw() {
    if (!this.w) return;
    const to = this.canvas.getContext('2d'), {span, run, state, w, h} = this, colour = state.colours;
    to.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    to.clearRect(0, 0, this.columns * w, this.rows * h);
    to.textAlign = 'center';
    to.textBaseline = 'middle';
    const size = Math.min(h - 6, w / 2.9, 13), marks = state.marks.get(span.number) || new Map();
    to.font = `${size}px ui-monospace, "DejaVu Sans Mono", monospace`;
    const hasText = size >= 8.4 && w >= 24;
    for (let at = 0; at < this.cells; ++at) {
      const x = at % this.columns * w, y = Math.floor(at / this.columns) * h, cell = this.cell(at);
      const value = run.valueAt(span, cell, state.moment);
      if (value === undefined) this.hatch(to, x, y, span.isVariables);
      else {
        const part = Number.isFinite(value) && span.high > span.low ? (value - span.low) / (span.high - span.low) : 0.5;
        const grey = 40 + Math.round(215 / 255 * greyOf(part));
        to.fillStyle = Number.isFinite(value) ? `rgb(${grey},${grey},${grey})` : '#a33';
        to.fillRect(x, y, w - 0.5, h - 0.5);
        if (hasText) {
          to.fillStyle = grey > 135 && Number.isFinite(value) ? '#000' : '#fff';
          to.fillText(cellText(value), x + w / 2, y + h / 2 + 0.5, w - 5);
        }
      }
      const mark = marks.get(cell);
      if (mark) this.mark(to, x, y, mark);
    }
    for (const [cell, style] of state.rings(span)) this.ring(to, this.list ? this.list.indexOf(cell) : cell, style);
    if (document.activeElement === this.canvas) this.ring(to, this.cursor, {colour: colour.text, dash: [3, 3]});
  }
  hatch(to, x, y, isUnknown) {
    const {w, h} = this, colour = this.state.colours;
    to.fillStyle = colour.panel;
    to.fillRect(x, y, w - 0.5, h - 0.5);
    to.strokeStyle = isUnknown ? 'transparent' : colour.line;
    to.lineWidth = 1;
    to.beginPath();
    for (let d = w > 9 ? 4 : 3; d < w + h; d += w > 9 ? 6 : 4) {
      to.moveTo(x + Math.max(0, d - h), y + Math.min(d, h));
      to.lineTo(x + Math.min(d, w), y + Math.max(0, d - w));
    }
    to.stroke();
  }
  // Read: an amber frame. Written: a teal frame with a corner. Both are there where both happen.
  mark(to, x, y, {isRead, isWritten}) {
    const {w, h} = this, colour = this.state.colours, thick = w > 12 ? 2 : 1.5;
    to.lineWidth = thick;
    if (isRead) {
      to.strokeStyle = colour.causal;
      to.strokeRect(x + thick / 2, y + thick / 2, w - thick - 0.5, h - thick - 0.5);
    }
    if (!isWritten) return;
    const in_ = isRead ? thick : 0, side = Math.min(w, h) * 0.45;
    to.strokeStyle = to.fillStyle = colour.anticausal;
    to.strokeRect(x + in_ + thick / 2, y + in_ + thick / 2, w - 2 * in_ - thick - 0.5, h - 2 * in_ - thick - 0.5);
    to.beginPath();
    to.moveTo(x + w - in_ - 0.5, y + in_);
    to.lineTo(x + w - in_ - 0.5 - side, y + in_);
    to.lineTo(x + w - in_ - 0.5, y + in_ + side);
    to.fill();
  }
  ring(to, at, {colour, dash = []}) {
    if (at < 0 || at >= this.cells) return;
    const {w, h} = this, x = at % this.columns * w, y = Math.floor(at / this.columns) * h;
    to.setLineDash([]);
    const thin = w < 14 ? 1 : 0;
    to.lineWidth = 5 - 2 * thin;
    to.strokeStyle = this.state.colours.back;
    to.strokeRect(x + 1, y + 1, w - 2.5, h - 2.5);
    to.setLineDash(dash);
    to.lineWidth = 3 - thin;
    to.strokeStyle = colour;
    to.strokeRect(x + 1, y + 1, w - 2.5, h - 2.5);
    to.setLineDash([]);
  }
}
