// The page: views, pictures from everywhere, keys, what is saved.

const views = {blur: blurView, passes: passesView, depth: depthView};
const view = () => views[state.view];
const isEmbedded = new URLSearchParams(location.search).has('embed');

const pictureLabels = {blur: 'The picture', passes: 'The picture: arrow keys move the pixel', depth: 'The picture: arrow keys move the focus'};

function labelPicture() {
  at('over').setAttribute('aria-label', pictureLabels[state.view]);
  at('over').tabIndex = state.view === 'blur' ? -1 : 0;  // there the divider takes the keys
}

function showView(name) {
  view().hide?.();
  if (name !== 'blur') endCamera();  // its last frame stays
  state.view = name;
  document.body.dataset.view = name;
  labelPicture();
  showSettings();
  keepSettings();
  if (picture.width) view().show();
  say(viewNames[name]);
}

// Says what the picture is, once all has been done with it.
async function afterPicture(scaled) {
  tell(scaled ?? '');
  at('result').setAttribute('aria-label', `${picture.name}, ${sizeText(picture.width, picture.height)}`);
  await new Promise(resolve => requestAnimationFrame(resolve));
  view().show();
  document.body.dataset.picture = picture.number;
}

async function openFile(file) {
  if (!file) return;
  endCamera();
  tell(`Opening ${file.name || 'a picture'} ..`);
  try {
    await afterPicture(await takeFile(file));
  } catch (error) {
    tellError(error);
    document.body.dataset.refused = error.message;
  }
}

function endCamera() {
  stopCamera();
  at('camera').setAttribute('aria-pressed', 'false');
  at('camera').textContent = 'Camera';
}

// On a phone its own camera; elsewhere the film of one, until it is stopped.
async function useCamera() {
  if (camera.stream) return endCamera();
  const isHeld = matchMedia('(pointer: coarse)').matches && navigator.maxTouchPoints > 0;
  if (isHeld || !navigator.mediaDevices?.getUserMedia) return at('shot').click();
  try {
    tell('');
    if (state.view !== 'blur') showView('blur');
    await runCamera(() => blurView.ask(), tellError);
    at('camera').setAttribute('aria-pressed', 'true');
    at('camera').textContent = 'Keep this';
  } catch (error) {
    endCamera();
    tell(error.name === 'NotAllowedError' ? 'The camera was not allowed.' : 'No camera was found.', true);
  }
  return undefined;
}

function listenToSources() {
  at('open').addEventListener('click', () => at('file').click());
  at('camera').addEventListener('click', useCamera);
  for (const id of ['file', 'shot'])
    at(id).addEventListener('change', () => {
      openFile(at(id).files[0]);
      at(id).value = '';
    });
  let inside = 0;
  const over = on => document.body.classList.toggle('over', on);
  document.addEventListener('dragenter', event => {
    event.preventDefault();
    over(++inside > 0);
  });
  document.addEventListener('dragleave', () => over(--inside > 0));
  document.addEventListener('dragover', event => event.preventDefault());
  document.addEventListener('drop', event => {
    event.preventDefault();
    over((inside = 0) > 0);
    openFile(event.dataTransfer.files[0]);
  });
  document.addEventListener('paste', event => {
    const file = [...event.clipboardData.files].find(each => each.type.startsWith('image/'));
    if (file) openFile(file);
  });
}

function listenToPicture() {
  for (const id of ['over', 'divider']) onFinger(at(id), (place, when) => picture.width && view().finger(place, when));
  for (const id of ['over', 'divider'])
    at(id).addEventListener('keydown', event => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey && view().key(event)) event.preventDefault();
    });
  document.addEventListener('keydown', event => {
    if (event.key !== ' ' || state.view !== 'passes' || event.target.closest('button, summary, a')) return;
    event.preventDefault();
    passesView.play(!passesView.isPlaying);
  });
  at('play').addEventListener('click', () => passesView.play(!passesView.isPlaying));
  at('progress').addEventListener('input', () => passesView.go(Number(at('progress').value)));
  new ResizeObserver(() => view().draw?.() ?? numbers.draw()).observe(at('frame'));
}

function save() {
  at('result').toBlob(blob => {
    const link = element('a', {href: URL.createObjectURL(blob), download: view().name()});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    tell(`Saved as ${link.download}.`);
  }, 'image/png');
}

async function copyLink() {
  writeHash();
  try {
    await navigator.clipboard.writeText(location.href);
    tell('The link is copied. It carries the settings, not the picture.');
  } catch {
    tell('The address above is the link. It carries the settings, not the picture.');
  }
}

function changed() {
  numbers.showTranslated();
  view().changed();
}

function make() {
  readSettings();
  document.body.classList.toggle('embed', isEmbedded);
  document.body.dataset.view = state.view;
  if (isEmbedded) at('lecture').target = '_blank';
  labelPicture();
  document.querySelector('.skip').addEventListener('click', event => {
    event.preventDefault();  // what stands behind the # are settings
    at('open').focus();
  });
  shown.push(choice('views', viewNames, () => state.view, showView));
  makeFilterControls(changed);
  depthView.make();
  listenToSources();
  listenToPicture();
  at('truth').addEventListener('click', () => numbers.compare().catch(error => at('truth-text').textContent = error.message));
  at('traffic').parentElement.addEventListener('toggle', event => event.target.open && numbers.showTraffic().catch(tellError));
  at('save').addEventListener('click', save);
  at('link').addEventListener('click', copyLink);
  window.addEventListener('hashchange', () => {
    readSettings();
    showView(state.view);
    changed();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => numbers.draw());
  showSettings();
  numbers.showTranslated();
  blurView.showWipe();
  at('foot').textContent = 'Your photo stays on this device: this page asks no network.';
}

// What tests read.
window.sweepLive = {
  state, picture, engine, onGpu,
  result: () => engine.ask('numbers', {of: 'result'}),
  light: () => engine.ask('numbers', {of: 'light'}),
  passes: () => engine.ask('numbers', {of: 'passes'})
};

make();
window.sweepLive.ready = Promise.all([engine.load(), onGpu.start()]).then(async ([{version}]) => {
  await takeBuiltIn();
  await afterPicture();
  at('foot').append(` Sweep ${version}.`);
}).catch(error => {
  tellError(error);
  document.body.dataset.refused = error.message;
});
