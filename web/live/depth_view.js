// Depth of field: a tap says what is sharp, two strokes say what is near and what is far.

const toolNames = {focus: 'Focus', near: 'Near stroke', far: 'Far stroke'};
const layNames = {strokes: 'strokes', bottom: 'ground', middle: 'street'};
const hints = {focus: 'Tap where it shall be sharp.', near: 'Draw over what is near.', far: 'Draw over what is far.'};
const quietMs = 180;

const laid = {
  bottom: {near: [[0, 1], [1, 1]], far: [[0, 0.2], [1, 0.2]]},
  middle: {near: [[0, 0.25], [0, 1], [1, 1], [1, 0.25]], far: [[0.48, 0.6], [0.56, 0.6]]}
};

const depthView = {
  tool: 'focus', shows: 'result', strokes: {...laid.middle}, point: undefined,
  async ask(isQuick) {
    const {focus, aperture} = state;
    const answer = await engine.ask('depth', {strokes: this.strokes, isDrawn: state.lay === 'strokes', focus, aperture, isQuick, shows: this.shows});
    if (!answer || state.view !== 'depth' || answer.width !== picture.width) return;
    paint(at('result'), answer);
    this.draw();
    this.tableMs = answer.tableMs ?? this.tableMs;
    at('ms').textContent = answer.milliseconds.toFixed(0);
    at('ms-text').textContent = 'ms for all discs';
    at('ms-more').textContent = `The table of sums takes ${this.tableMs.toFixed(1)} ms, once. Then a box of any size is four reads of it.`;
    document.body.dataset.depth = answer.milliseconds;
  },
  // Boxes while something moves, discs when it rests.
  changed() {
    this.ask(true).catch(tellError);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => state.view === 'depth' && this.ask(false).catch(tellError), quietMs);
  },
  show() {
    if (this.number !== picture.number) {
      const isLinked = this.number === undefined && state.lay !== 'strokes';
      this.number = picture.number;
      this.point = undefined;
      this.lay(isLinked ? state.lay : picture.name === 'built-in street' ? 'middle' : 'bottom');
      return;
    }
    this.ask(false).catch(tellError);
    showSettings();
  },
  hide() {
    clearTimeout(this.timer);
  },
  lay(name) {
    state.lay = name;
    if (laid[name]) this.strokes = {...laid[name]};
    showSettings();
    keepSettings();
    this.changed();
  },
  take(tool) {
    this.tool = tool;
    showSettings();
    this.draw();
  },
  async focusAt(place) {
    this.point = place;
    const depth = await engine.ask('depthAt', {x: place[0], y: place[1]});
    if (depth === undefined) return;
    state.focus = Number(depth.toFixed(3));
    showSettings();
    keepSettings();
    this.changed();
  },
  finger(place, {isFirst, isLast}) {
    if (this.tool === 'focus') return this.focusAt(place);
    if (isFirst) this.strokes = {...this.strokes, [this.tool]: []};
    const stroke = this.strokes[this.tool], last = stroke.at(-1);
    if (!last || Math.hypot(place[0] - last[0], place[1] - last[1]) > 0.01) stroke.push(place);
    this.draw();
    if (!isLast) return undefined;
    state.lay = 'strokes';
    if (this.tool === 'near') this.take('far');
    else this.take('focus');
    keepSettings();
    this.changed();
    return undefined;
  },
  key(event) {
    const [dx, dy] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key] ?? [];
    if (dx === undefined) return false;
    const inside = value => Math.min(Math.max(value, 0), 1);
    const [x, y] = this.point ?? [0.5, 0.5];
    this.focusAt([inside(x + 0.02 * dx), inside(y + 0.02 * dy)]);
    return true;
  },
  // The strokes while one is drawn or depth is shown, and where it is sharp.
  draw() {
    if (state.view !== 'depth') return;
    const [to, wide, high, scale] = fitted(at('over'));
    to.lineCap = to.lineJoin = 'round';
    if (this.tool !== 'focus' || this.shows === 'depth')
      for (const [name, color] of [['near', '#ffb554'], ['far', '#61ccbd']])
        for (const [ink, width] of [['#000a', 9], [color, 5]]) {
          to.strokeStyle = ink;
          to.lineWidth = width * scale;
          to.beginPath();
          this.strokes[name].forEach(([x, y], i) => i ? to.lineTo(x * wide, y * high) : to.moveTo(x * wide, y * high));
          to.stroke();
        }
    if (!this.point) return;
    const [x, y] = [this.point[0] * wide, this.point[1] * high];
    for (const [ink, width] of [['#000a', 4], ['#fff', 2]]) {
      to.strokeStyle = ink;
      to.lineWidth = width * scale;
      to.beginPath();
      to.arc(x, y, 12 * scale, 0, 7);
      to.stroke();
    }
  },
  make() {
    const slider = (id, name, scale, text) => {
      at(id).addEventListener('input', () => {
        state[name] = Number(at(id).value) / scale;
        showSettings();
        keepSettings();
        this.changed();
      });
      shown.push(() => {
        at(id).value = state[name] * scale;
        at(id).style.setProperty('--done', `${state[name] * scale}%`);
        at(`${id}-text`).textContent = text(state[name]);
        at(id).setAttribute('aria-valuetext', text(state[name]));
      });
    };
    slider('aperture', 'aperture', 1, value => `${value.toFixed(0)} px`);
    slider('focus', 'focus', 100, value => value < 0.02 ? 'near' : value > 0.98 ? 'far' : `${Math.round(100 * value)} %`);
    shown.push(choice('tools', toolNames, () => this.tool, tool => this.take(tool)));
    shown.push(choice('lay', layNames, () => state.lay, name => name === 'strokes' ? this.take('near') : this.lay(name)));
    shown.push(choice('show', {result: 'result', depth: 'depth'}, () => this.shows, shows => {
      this.shows = shows;
      showSettings();
      this.ask(false).catch(tellError);
    }));
    shown.push(() => at('depth-hint').textContent = hints[this.tool]);
  },
  name: () => 'sweep-depth-of-field.png'
};
