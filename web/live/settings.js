// What is chosen. It stands behind the # of the address, so that a link carries it.

const smallestSigma = 0.3, largestSigma = 300;
const boundaries = ['clamp', 'mirror', 'repeat', 'zero', 'none'];
const orders = ['3', '4', '5'], accuracies = ['1.4e-2', '3e-4', '6e-6'];
const onNames = {gpu: 'GPU', cpu: 'CPU'};
const viewNames = {blur: 'Blur', passes: 'Four passes', depth: 'Depth of field'};

const usual = {view: 'blur', sigma: 5, order: '3', accuracy: '', boundary: 'clamp', wipe: 0.5, aperture: 24, focus: 0.1, lay: 'strokes', on: 'gpu'};
const state = {...usual};

function setNumber(name, text, least, most) {
  const value = Number(text);
  if (text !== null && text !== '' && Number.isFinite(value)) state[name] = Math.min(Math.max(value, least), most);
}

function setOneOf(name, text, all) {
  if (all.includes(text)) state[name] = text;
}

function readSettings() {
  const said = new URLSearchParams(location.hash.slice(1));
  Object.assign(state, usual);
  setOneOf('view', said.get('view'), Object.keys(viewNames));
  setNumber('sigma', said.get('sigma'), smallestSigma, largestSigma);
  setOneOf('order', said.get('order'), orders);
  setOneOf('accuracy', said.get('accuracy'), accuracies);
  setOneOf('boundary', said.get('boundary'), boundaries);
  setNumber('wipe', said.get('wipe'), 0, 1);
  setNumber('aperture', said.get('aperture'), 0, 100);
  setNumber('focus', said.get('focus'), 0, 1);
  setOneOf('on', said.get('on'), Object.keys(onNames));
  setOneOf('lay', said.get('lay'), ['strokes', 'bottom', 'middle']);
}

function settingsText() {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(state))
    if (value !== usual[name] && name !== 'order') said.set(name, typeof value === 'number' ? String(Number(value.toPrecision(4))) : value);
  if (!state.accuracy && state.order !== usual.order) said.set('order', state.order);
  return said.toString();
}

function writeHash() {
  try {
    history.replaceState(null, '', `#${settingsText()}`);
  } catch {
    // A frame that may not change its address keeps it.
  }
}

let hashTimer;
// Browsers allow few changes of the address a second.
function keepSettings() {
  clearTimeout(hashTimer);
  hashTimer = setTimeout(writeHash, 300);
}

// What the filter has to know.
function filterSettings() {
  const {sigma, order, accuracy, boundary} = state;
  return {sigma, boundary, order: accuracy ? 0 : Number(order), accuracy: accuracy ? Number(accuracy) : 0};
}

function filterName() {
  return `Gaussian, ${state.accuracy ? `accuracy ${state.accuracy}` : `order ${state.order}`}, sigma ${sigmaText(state.sigma)}`;
}

function sigmaText(sigma) {
  return sigma < 10 ? sigma.toFixed(2) : sigma < 100 ? sigma.toFixed(1) : sigma.toFixed(0);
}
