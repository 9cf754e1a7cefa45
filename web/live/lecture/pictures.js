// Steps whose pictures the module draws here: of the lecture's scene, or of the reader's own photo.

const blockSide = 64, leastSigma = 0.5, mostSigma = 100;
let photoIsOwn = false;  // and not the scene
let whenPhoto = () => {}, whenRefused = () => {};  // of the step that asked for a photo, or shows one

const photoInput = element('input', {type: 'file', accept: 'image/*', id: 'photo', class: 'hidden', tabindex: -1, 'aria-hidden': 'true'});

// Opens a photo. A photo that cannot be read leaves the one before.
async function usePhoto(file) {
  if (!file) return;
  try {
    const line = await takeFile(file);
    photoIsOwn = true;
    document.body.dataset.photo = picture.number;
    whenPhoto(line);
  } catch (error) {
    document.body.dataset.refused = error.message;
    whenRefused(error.message);
  }
}

function choosePhoto(done, refused) {
  [whenPhoto, whenRefused] = [done, refused];
  photoInput.click();
}

function listenToPhotos() {
  document.body.append(photoInput, element('div', {id: 'stage', hidden: true}, element('canvas', {id: 'original'})));
  photoInput.addEventListener('change', () => {
    usePhoto(photoInput.files[0]);
    photoInput.value = '';
  });
  document.addEventListener('dragover', event => event.preventDefault());
  document.addEventListener('drop', event => {
    event.preventDefault();
    usePhoto(event.dataTransfer.files[0]);
  });
}

// The picture of the lecture that is there as it was before any filter; false: there is none.
async function takeScene() {
  const step = data.steps.find(each => each.passes?.planes[0].picture);
  if (!step) return false;
  const image = new Image();
  image.src = step.passes.planes[0].picture;
  await image.decode();
  await take(image, image.naturalWidth, image.naturalHeight, 'the scene of the lecture');
  return true;
}

function canvasOf({pixels, width, height}) {
  const canvas = element('canvas', {width, height});
  canvas.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width, height), 0, 0);
  return canvas;
}

function copyOfPhoto() {
  const canvas = element('canvas', {width: picture.width, height: picture.height});
  canvas.getContext('2d').drawImage(document.getElementById('original'), 0, 0);
  return canvas;
}

function urlOf(canvas) {
  return new Promise(resolve => canvas.toBlob(blob => resolve(URL.createObjectURL(blob))));
}

// What a live step of pictures has: a photo, sigma, a line that says what was computed. `compute(settings)` returns the line, and
// what stands there until it has come is the recorded step.
function pictureStep(step, inner, compute) {
  const box = element('div', {class: 'live'}), said = element('p', {class: 'agrees faint', role: 'status'});
  const parts = {box, inner, settings: {sigma: Number(/--sigma (\S+)/.exec(step.state)?.[1] ?? 8), order: 3, accuracy: '', boundary: 'clamp'}};
  const range = Math.log(mostSigma / leastSigma), text = element('span', {class: 'numbers'});
  const slider = element('input', {type: 'range', min: 0, max: 1000, 'aria-label': 'sigma',
    value: Math.round(1000 * Math.log(parts.settings.sigma / leastSigma) / range)});
  const write = () => {
    text.textContent = parts.settings.sigma.toPrecision(2);
    slider.setAttribute('aria-valuetext', text.textContent);
  };
  let before = '', turn = 0;  // what was said last stays: no older answer takes its place
  const refuse = line => {
    ++turn;
    said.className = 'agrees wrong';
    said.textContent = line;
  };
  parts.ask = async () => {
    const mine = ++turn;
    try {
      const line = await compute(parts);
      if (!line || !box.isConnected || mine !== turn) return;
      said.className = 'agrees faint';
      said.textContent = [before, line].filter(Boolean).join(' ');
      box.dataset.sigma = parts.settings.sigma;
    } catch (error) {
      refuse(error.message);
    }
  };
  parts.put = next => {
    parts.inner.replaceWith(next);
    parts.inner = next;
    next.draw?.();
  };
  const taken = line => {
    if (!box.isConnected) return;
    before = line;
    parts.ask();
  };
  slider.addEventListener('input', () => {
    parts.settings.sigma = leastSigma * Math.exp(range * slider.value / 1000);
    write();
    parts.ask();
  });
  write();
  box.append(element('div', {class: 'control'}, element('div', {class: 'bar'},
    element('button', {type: 'button', onclick: () => choosePhoto(taken, refuse)}, 'Open my photo'),
    element('label', {class: 'sigma'}, 'sigma ', slider, text)), said), inner);
  box.draw = () => parts.inner.draw?.();
  box.goOn = by => parts.inner.goOn?.(by);
  [whenPhoto, whenRefused] = [taken, refuse];  // a photo may be dropped, too
  if (picture.width) queueMicrotask(parts.ask);
  else said.textContent = 'Recorded. Open or drop a photo, and it is computed here.';
  return parts;
}

// The blur beside the picture, and how long it takes on this device.
function liveBlurView(step, recordedView) {
  let blurred, original, part = 0.5;
  const canvas = element('canvas', {role: 'img'});
  const wipe = element('input', {type: 'range', min: 0, max: 100, value: 50, 'aria-label': 'How much of the original is shown'});
  const made = element('div', {}, canvas, element('div', {class: 'bar control'}, wipe), timeQuestion());
  const draw = () => {
    if (!blurred) return;
    const {width, height} = original, x = Math.round(part * width), to = canvas.getContext('2d');
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
    canvas.style.maxWidth = `calc(max(16rem, 100vh - 20rem) * ${(width / height).toFixed(3)})`;
    to.drawImage(blurred, 0, 0);
    if (x) to.drawImage(original, 0, 0, x, height, 0, 0, x, height);
    to.fillStyle = '#ffb554';
    to.fillRect(x - width / 400, 0, width / 200, height);
  };
  wipe.addEventListener('input', () => {
    part = wipe.value / 100;
    draw();
  });
  return pictureStep(step, recordedView(step, false), async parts => {
    const answer = await engine.ask('blur', {settings: {...parts.settings}});
    if (!answer || answer.width !== picture.width || answer.height !== picture.height) return '';
    [blurred, original] = [canvasOf(answer), copyOfPhoto()];
    canvas.setAttribute('aria-label', `${picture.name}, blurred at the right`);
    if (parts.inner !== made) parts.put(made);
    draw();
    return `Computed in this browser: ${sizeText(answer.width, answer.height)} pixels in ${answer.milliseconds.toFixed(1)} ms.`;
  }).box;
}

// The answer is measured, on the picture that is there.
function timeQuestion() {
  const said = element('p', {role: 'status'}), choices = {'As long': [0, 3], 'Ten times as long': [3, 30], 'A hundred times': [30, Infinity]};
  const time = async sigma => {
    const times = [];
    for (let k = 0; k < 5; ++k) {
      const answer = await engine.ask('measured', {settings: {sigma, order: 3, accuracy: '', boundary: 'clamp'}});
      if (answer) times.push(answer.milliseconds);
    }
    return Math.min(...times);
  };
  const answered = async ([least, most]) => {
    said.className = '';
    said.textContent = 'Measuring ..';
    try {
      const narrow = await time(1), wide = await time(100), ratio = wide / narrow, isRight = ratio >= least && ratio < most;
      said.className = isRight ? 'right' : 'wrong';
      said.textContent = `${isRight ? 'Right' : 'Not so'}: sigma 1 took ${narrow.toFixed(1)} ms on this picture, and sigma 100 ${wide.toFixed(1)} ms.`;
    } catch (error) {
      said.textContent = error.message;
    }
  };
  return element('section', {class: 'control'}, element('h3', {}, 'Your turn'),
    element('p', {}, 'Sigma 100 is a hundred times as wide as sigma 1. How long does it take on your picture?'),
    element('div', {class: 'bar'}, Object.entries(choices).map(([name, limits]) =>
      element('button', {type: 'button', onclick: () => answered(limits)}, name))), said);
}

// Sets the slider of the passes so that the pass that runs has just come to the place.
function goToPixel(slider, place) {
  const {width, height} = picture, sizes = [height, height, width, width];
  let pass = 0, before = 0;
  for (; pass < 3 && slider.value > before + sizes[pass]; ++pass) before += sizes[pass];
  const index = Math.floor(place[pass < 2 ? 1 : 0] * sizes[pass]);
  slider.value = before + (pass % 2 ? sizes[pass] - index : index + 1);
}

// The pixel whose sums are shown is the one that is tapped; arrow keys move it.
function listenForPixel(canvas, slider, place, moved) {
  canvas.tabIndex = 0;
  canvas.setAttribute('aria-label', `${canvas.getAttribute('aria-label')}. Arrow keys move the pixel.`);
  const go = to => {
    to.forEach((part, i) => {
      place[i] = Math.min(Math.max(part, 0), 0.999999);
    });
    goToPixel(slider, place);
    moved();
  };
  canvas.addEventListener('click', event => {
    const box = canvas.getBoundingClientRect();
    go([(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]);
  });
  canvas.addEventListener('keydown', event => {
    const by = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();  // it would turn the page
    go([place[0] + by[0] / picture.width, place[1] + by[1] / picture.height]);
  });
}

function livePassesView(step, recordedView) {
  const place = [(step.passes.column + 0.5) / step.passes.width, (step.passes.row + 0.5) / step.passes.height];
  return pictureStep(step, recordedView(step, false), async parts => {
    const settings = {...parts.settings}, {width, height, number} = picture;
    const at = [Math.floor(place[0] * width), Math.floor(place[1] * height)];
    const answer = await engine.ask('passes', {settings});
    if (!answer) return '';
    const passes = await engine.ask('lines', {column: at[0], row: at[1]}), apart = await engine.ask('agreement', {settings});
    if (!passes || apart === undefined || number !== picture.number || !parts.box.isConnected) return '';
    const canvases = [copyOfPhoto(), ...answer.planes.map(pixels => canvasOf({pixels, width, height}))];
    const slider = parts.inner.querySelector('input[type=range]'), done = slider.value / slider.max;
    const hadFocus = document.activeElement?.matches('.passes canvas');
    parts.put(recordedView({...step, passes: {...step.passes, width, height, column: at[0], row: at[1], pass: 0, lines: 1, passes,
      planes: canvases.map((canvas, k) => ({letter: 'XYZUV'[k], gain: 1, canvas}))}}, false));
    const next = parts.inner.querySelector('input[type=range]');
    next.value = Math.round(done * next.max);
    next.dispatchEvent(new Event('input'));
    const canvas = parts.inner.querySelector('canvas[role=img]');
    listenForPixel(canvas, next, place, parts.ask);
    if (hadFocus) canvas.focus({preventScroll: true});
    if (!(apart < 1e-4)) throw new Error(`The four passes are not the blur here: they differ by ${apart}.`);
    return `Computed in this browser. The four passes give the module's own blur (within ${apart.toExponential(0)} of white). Tap the picture to see the sums of another pixel.`;
  }).box;
}

const carriesMissing = {'no-carries': false, 'no-column-carries': true};
const missingIn = step => /--broken (\S+)/.exec(step.state)?.[1];

function liveFaultView(step, recordedView) {
  let urls = [];
  return pictureStep(step, recordedView(step, false), async parts => {
    const settings = {...parts.settings}, answer = await engine.ask('fault',
      {settings, block: blockSide, isColumnsAlone: carriesMissing[missingIn(step)]});
    if (!answer) return '';
    const {width, height, planes, largest, mean, gain} = answer, old = urls;
    urls = await Promise.all(planes.map(pixels => urlOf(canvasOf({pixels, width, height}))));
    const labels = ['without', 'what carries add', 'whole'];
    parts.put(recordedView({...step, fault: {...step.fault, width, height, adds: true, shown: 0, facts: [
      ['blocks', sizeText(blockSide, blockSide)], ['largest difference', largest.toPrecision(3)], ['mean difference', mean.toPrecision(3)]],
    pictures: urls.map((url, k) => ({label: labels[k], picture: url}))}}, false));
    parts.inner.querySelector('.side p.faint').textContent =
      `Computed in this browser, in float32. What carries add is shown times ${gain.toPrecision(2)} around grey. ${step.fault.source}.`;
    old.forEach(url => URL.revokeObjectURL(url));
    return `Computed in this browser, of ${picture.name}.`;
  }).box;
}
