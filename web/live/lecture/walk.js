// The walk on numbers of the reader's own: they are typed, and the module computes all others anew.

const mostPixel = 1e6;
const own = {pixels: new Map(), order: 0, sigma: 1.5, boundary: ''};  // order 0: the filter of the lecture
const known = new Map();                                             // of what was asked: its walk, and how well it adds up

// The settings of a state of the window that a walk depends on, as the module takes them.
function requestOf(state) {
  const given = {}, numbers = text => text.split(',').map(Number);
  for (const [, name, value] of state.matchAll(/--([a-z-]+)(?:=|\s+)(\S+)/g)) given[name] ??= value;
  const options = {filter: given.filter ?? 'gaussian'}, gains = given.gain && numbers(given.gain);
  for (const name of ['sigma', 'order']) if (given[name]) options[name] = Number(given[name]);
  for (const name of ['causal', 'anticausal']) if (given[name]) options[name] = numbers(given[name]);
  if (gains) [options.causal_gain, options.anticausal_gain] = [gains[0], gains.at(-1)];
  if (options.filter !== 'sat')
    options.boundary = given.boundary?.startsWith('constant:') ? Number(given.boundary.slice(9)) : given.boundary ?? 'clamp';
  return {options, algorithm: given.algorithm};
}

// One or two equal poles, of two passes whose impulse response has this standard deviation; order 3 is the Gaussian.
function filterOfOrder(order, sigma) {
  if (order === 3) return {filter: 'gaussian', sigma, order};
  const s = sigma * sigma / (2 * order), a = (2 * s + 1 - Math.sqrt(4 * s + 1)) / (2 * s);
  return {filter: 'iir', causal: order === 1 ? [-a] : [-2 * a, a * a]};
}

// A number that was typed; NaN: none that a pixel can have.
function typedNumber(text) {
  const value = text.trim() === '' ? NaN : Number(text.trim().replace(',', '.'));
  return Math.abs(value) <= mostPixel ? value : NaN;
}

// How far the sums are from the numbers that they are, and the last plane from the whole picture; of the largest number.
function agreementOf(walk, whole) {
  const values = walk.arrays.flatMap(array => array.values), most = Math.max(...values.map(Math.abs), 1e-300);
  let sums = 0, count = 0;
  for (let id = 0; id < walk.count; ++id) {
    const terms = walk.sum(id).terms;
    if (!terms) continue;
    ++count;
    sums = Math.max(sums, Math.abs(terms.reduce((all, [, factor, value]) => all + factor * value, 0) - walk.value(id)));
  }
  const last = walk.arrays[walk.steps.at(-1).shows].values;
  return {count, sums: sums / most, whole: Math.max(...last.map((value, i) => Math.abs(value - whole[i]))) / most};
}

function agreesTo(part) {
  return part === 0 ? '(exactly)' : `(within ${part.toExponential(0)})`;
}

// The walk of a request as a number of `walks`, and how well it agrees; nothing where a newer one was asked for.
async function walkOf(request) {
  const key = JSON.stringify(request);
  if (!known.has(key)) {
    const answer = await engine.ask('walk', request);
    if (!answer) return undefined;
    const walk = new Walk(answer.walk);
    known.set(key, {number: walks.push(walk) - 1, ...agreementOf(walk, answer.whole)});
  }
  return known.get(key);
}

// A part from 0 to 1 as a number like those of the lecture: where they are whole numbers, a whole one, which is easy to add.
function pixelLike(given, part) {
  const most = Math.max(...given);
  return most > 8 ? 4 * Math.round(12 * part) : most > 1 ? Math.round(3 * part) : Math.round(100 * part) / 100;
}

const presets = {
  'As in the lecture': given => given,
  'One point of light': given => given.map((_, i, {length}) => i === (length + Math.sqrt(length)) / 2 ? pixelLike(given, 1) : 0),
  'Random': given => given.map(() => pixelLike(given, Math.random()))
};

// Of the reader's photo as many means as there are pixels.
function pixelsOfPhoto(width, height, given) {
  const small = element('canvas', {width, height}), to = small.getContext('2d');
  to.imageSmoothingQuality = 'high';
  to.drawImage(document.getElementById('original'), 0, 0, width, height);
  const {data: bytes} = to.getImageData(0, 0, width, height);
  return given.map((_, i) => pixelLike(given, (bytes[4 * i] + bytes[4 * i + 1] + bytes[4 * i + 2]) / 765));
}

// The small picture as fields to type in. `typed(values, line)`: all numbers, or what is wrong with one of them.
function pixelFields(width, values, typed) {
  const fields = values.map((_, i) => element('input', {type: 'text', inputmode: 'decimal', autocomplete: 'off',
    'aria-label': `Pixel in column ${i % width}, row ${Math.floor(i / width)}`}));
  const table = element('div', {class: 'pixels', role: 'group', 'aria-label': 'The pixels', style: `--columns:${width}`}, fields);
  let all;  // exact, where the fields show few digits
  table.fill = filled => {
    all = [...filled];
    fields.forEach((field, i) => {
      field.value = String(Number(all[i].toPrecision(3)));
      field.setAttribute('aria-invalid', 'false');
    });
  };
  table.addEventListener('input', ({target}) => {
    const at = fields.indexOf(target);
    all[at] = typedNumber(target.value);
    target.setAttribute('aria-invalid', String(Number.isNaN(all[at])));
    const wrong = all.findIndex(Number.isNaN);
    if (wrong < 0) return typed([...all]);
    return typed(undefined, `Column ${wrong % width}, row ${Math.floor(wrong / width)}: type a number from -${mostPixel} to ${mostPixel}.`);
  });
  table.addEventListener('keydown', event => {
    const by = {ArrowUp: -width, ArrowDown: width, Enter: 1}[event.key], to = fields[fields.indexOf(event.target) + by];
    if (!by || !to) return;
    event.preventDefault();
    to.focus();
    to.select();
  });
  table.fill(values);
  return table;
}

function chooser(name, choices, chosen, change) {
  const made = element('select', {'aria-label': name}, Object.entries(choices).map(([value, text]) =>
    element('option', {value, selected: value === String(chosen)}, text)));
  made.addEventListener('change', () => change(made.value));
  return element('label', {}, `${name} `, made);
}

let isTrying = false;

function liveWalkView(step, recordedView) {
  const base = walks[step.walk], {width, height, block} = base, given = base.arrays[0].values, size = `${width} ${height}`;
  const {options, algorithm} = requestOf(step.state), isTable = options.filter === 'sat', isFixed = isTable || Boolean(step.hides);
  const box = element('div', {class: 'live'}), said = element('p', {class: 'agrees faint', role: 'status'});
  let inner = recordedView(step, false), shown = step.walk, turn = 0;

  const settings = () => ({width, height, ...!isFixed && own.order ? filterOfOrder(own.order, own.sigma) : options,
    ...!isTable && {boundary: own.boundary || options.boundary}});
  const isOwn = () => own.pixels.has(size) || !isFixed && own.order > 0 || !isTable && own.boundary !== '';
  const put = number => {
    if (number === shown) return;
    const before = walks[shown], after = walks[number], isSame = before.count === after.count && before.order === after.order;
    const at = [...inner.querySelectorAll('.strip button')].findIndex(button => button.hasAttribute('aria-current'));
    const next = recordedView({...step, walk: number, at, number: isSame ? Number(inner.querySelector('[tabindex="0"].number').dataset.id) : undefined,
      hides: isSame && Boolean(step.hides || inner.querySelector('.asked form'))}, false);  // other numbers ask anew
    inner.replaceWith(next);
    [inner, shown] = [next, number];
    inner.draw();
  };
  const ask = async () => {
    const mine = ++turn;
    try {
      const found = await walkOf({options: settings(), algorithm, block, data: own.pixels.get(size) ?? given});
      if (!found || !box.isConnected || mine !== turn) return;
      said.className = 'agrees faint';
      const adds = `all ${found.count} sums add up ${agreesTo(found.sums)}, and blocks and carries are the whole picture ${agreesTo(found.whole)}.`;
      if (Math.max(found.sums, found.whole) > 1e-9) throw new Error('The parts are not the whole here: these numbers are wrong.');
      if (isOwn()) {
        put(found.number);
        said.textContent = `Your numbers, computed here: ${adds}`;
      } else {
        const again = walks[found.number], apart = Math.max(...base.arrays.flatMap((array, k) =>
          array.values.map((value, i) => Math.abs(value - again.arrays[k].values[i]))));
        if (!(apart < 1e-6)) throw new Error(`This browser computes other numbers than the recorded ones, by ${apart}.`);
        put(step.walk);
        said.textContent = `Computed again here, the same as recorded: ${adds}`;
      }
      box.dataset.walk = walks[shown].arrays[0].values.join();
    } catch (error) {
      wrong(error.message);
    }
  };
  const wrong = text => {
    ++turn;
    said.className = 'agrees wrong';
    said.textContent = text;
  };

  const fields = pixelFields(width, own.pixels.get(size) ?? given, (values, line) => {
    if (line) return wrong(line);
    own.pixels.set(size, values);
    return ask();
  });
  const fill = values => {
    fields.fill(values);
    if (values === given) own.pixels.delete(size);
    else own.pixels.set(size, values);
    ask();
  };
  const sigma = element('input', {type: 'range', min: 0.5, max: 6, step: 0.1, value: own.sigma, 'aria-label': 'sigma', disabled: own.order === 0});
  const sigmaText = element('span', {class: 'numbers'}, own.sigma.toFixed(1));
  sigma.addEventListener('input', () => {
    own.sigma = Number(sigma.value);
    sigmaText.textContent = own.sigma.toFixed(1);
    ask();
  });
  const usual = {0: `the lecture's (${options.filter})`, 1: 'order 1', 2: 'order 2', 3: 'order 3, a Gaussian'};
  const boundaries = {'': `the lecture's (${options.boundary})`, zero: 'zero', clamp: 'clamp', mirror: 'mirror', repeat: 'repeat'};
  const trying = element('details', {class: 'try control', open: isTrying},
    element('summary', {}, step.hides ? 'Try it: ask about your own numbers'
      : isTable ? 'Try it: type pixels' : 'Try it: type pixels, change the filter and the boundary'),
    element('div', {class: 'tries'}, fields, element('div', {},
      element('div', {class: 'bar'}, Object.entries(presets).map(([name, make]) =>
        element('button', {type: 'button', onclick: () => fill(make(given))}, name)),
      element('button', {type: 'button', onclick: () => {
        const take = () => box.isConnected && fill(pixelsOfPhoto(width, height, given));
        return photoIsOwn ? take() : choosePhoto(take, wrong);
      }}, 'From my photo')),
      isTable ? '' : element('div', {class: 'bar'}, isFixed ? '' : chooser('Filter', usual, own.order, value => {
        own.order = Number(value);
        sigma.disabled = own.order === 0;
        ask();
      }), isFixed ? '' : element('label', {class: 'sigma'}, 'sigma ', sigma, sigmaText),
      chooser('Boundary', boundaries, own.boundary, value => {
        own.boundary = value;
        ask();
      })),
      element('p', {class: 'faint'}, 'Every number below follows, and each is still the sum that it is. Captions and notes are about the lecture\'s numbers.'))));
  trying.addEventListener('toggle', () => {
    isTrying = trying.open;
  });
  box.append(element('div', {class: 'control'}, trying, said), inner);
  box.draw = () => inner.draw();
  box.goOn = by => inner.goOn(by);
  [whenPhoto, whenRefused] = [() => box.isConnected && fill(pixelsOfPhoto(width, height, given)), wrong];  // a photo may be dropped
  queueMicrotask(ask);
  return box;
}
