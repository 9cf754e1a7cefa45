// The parts that all views share: choices, the sigma, the line that says what went wrong.

const at = id => document.getElementById(id);

function tell(text, isTrouble) {
  at('line').textContent = text;
  at('line').classList.toggle('trouble', Boolean(isTrouble));
}

function tellError(error) {
  tell(error.message, true);
}

// A row of buttons of which one is pressed. names: value to text.
function choice(id, names, chosen, whenChosen) {
  const buttons = Object.entries(names).map(([value, text]) =>
    element('button', {type: 'button', 'data-value': value, onclick: () => whenChosen(value)}, text));
  at(id).replaceChildren(...buttons);
  const show = () => buttons.forEach(button => button.setAttribute('aria-pressed', String(button.dataset.value === chosen())));
  show();
  return show;
}

const sameNames = values => Object.fromEntries(values.map(value => [value, value]));

const sigmaSteps = 400;
const sigmaOf = step => smallestSigma * (largestSigma / smallestSigma) ** (step / sigmaSteps);
const stepOf = sigma => sigmaSteps * Math.log(sigma / smallestSigma) / Math.log(largestSigma / smallestSigma);

const shown = [];  // each shows one setting
function showSettings() {
  shown.forEach(show => show());
}

function makeFilterControls(whenChanged) {
  const set = changes => {
    Object.assign(state, changes);
    showSettings();
    keepSettings();
    whenChanged();
  };
  const slider = at('sigma'), number = at('sigma-number');
  slider.addEventListener('input', () => set({sigma: Number(sigmaOf(Number(slider.value)).toPrecision(3))}));
  number.addEventListener('change', () => {
    const sigma = Number(number.value);
    if (number.value !== '' && sigma > 0) set({sigma: Math.min(Math.max(sigma, smallestSigma), largestSigma)});
    else showSettings();
  });
  shown.push(() => {
    slider.value = stepOf(state.sigma);
    slider.setAttribute('aria-valuetext', `${sigmaText(state.sigma)} pixels`);
    slider.style.setProperty('--done', `${100 * stepOf(state.sigma) / sigmaSteps}%`);
    number.value = sigmaText(state.sigma);
  });
  shown.push(choice('order', sameNames(orders), () => state.accuracy ? '' : state.order, order => set({order, accuracy: ''})));
  shown.push(choice('accuracy', sameNames(accuracies), () => state.accuracy, accuracy => set({accuracy})));
  shown.push(choice('on', onNames, () => state.on, on => set({on})));
  shown.push(choice('boundary', sameNames(boundaries), () => state.boundary, boundary => set({boundary})));
}

// The place of a pointer in the picture, 0 to 1 along both sides.
function placeOf(event) {
  const box = at('frame').getBoundingClientRect(), inside = part => Math.min(Math.max(part, 0), 1);
  return [inside((event.clientX - box.left) / box.width), inside((event.clientY - box.top) / box.height)];
}

// Calls with each place of a finger that is down: isFirst, then while it moves, at last isLast.
function onFinger(target, does) {
  let isDown = false;
  const end = event => {
    if (isDown) does(placeOf(event), {isLast: true});
    isDown = false;
  };
  target.addEventListener('pointerdown', event => {
    if (event.button !== 0) return;
    isDown = true;
    target.setPointerCapture(event.pointerId);
    does(placeOf(event), {isFirst: true});
  });
  target.addEventListener('pointermove', event => {
    if (isDown) does(placeOf(event), {});
  });
  target.addEventListener('pointerup', end);
  target.addEventListener('pointercancel', end);
}

// Puts bytes of an answer on a canvas.
function paint(canvas, {width, height, pixels}) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
  canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
}

// A canvas of a view in the pixels of the screen: its size in them, and how many a sixteenth of a letter has.
function fitted(canvas) {
  const box = canvas.getBoundingClientRect(), dots = window.devicePixelRatio || 1;
  const width = Math.max(Math.round(box.width * dots), 1), height = Math.max(Math.round(box.height * dots), 1);
  const scale = dots * parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
  const to = canvas.getContext('2d');
  to.clearRect(0, 0, width, height);
  return [to, width, height, scale];
}

const colourOf = name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
