// The steps one after the other, by button, key or finger, and all of them as a handout.

const main = document.getElementById('step'), choose = document.getElementById('choose');
const progress = document.getElementById('progress'), handout = document.getElementById('handout');
let current = -1, view;

function pictureView(step) {
  return element('img', {class: 'shot', src: step.picture, width: step.width, height: step.height,
    alt: `The window of Sweep: ${step.name}. ${step.caption}`});
}

function viewOf(step, isPaper) {
  if (step.walk !== undefined) return walkView(step, isPaper);
  if (step.runs) return runView(step, isPaper);
  if (step.figure) return figureView(step);
  if (step.passes) return passesView(step, isPaper);
  if (step.fault) return faultView(step);
  return pictureView(step);
}

// Words of the lecture, where a caret stands for nothing but a power or a transpose.
function words(text) {
  return text.includes('^') ? explained(text) : text;
}

function headOf(step, number) {
  return element('div', {}, element('h2', {}, step.name),
    element('p', {class: 'caption'}, words(step.caption)),
    number === undefined ? '' : element('p', {class: 'faint'}, `${number + 1} of ${data.steps.length}`));
}

function notesOf(step) {
  return step.notes ? element('aside', {class: 'notes', 'aria-label': 'Notes'},
    element('h3', {}, 'Notes'), element('p', {}, words(step.notes))) : '';
}

function show(number, focus) {
  const to = Math.min(Math.max(number, 0), data.steps.length - 1);
  if (to === current) return;
  current = to;
  const step = data.steps[current];
  view = viewOf(step, false);
  main.replaceChildren(headOf(step), view, view.querySelector('.notes') ? '' : notesOf(step),
    element('details', {}, element('summary', {}, 'The same in the program'),
      element('p', {class: 'numbers scroll'}, `sweep ${step.state}`)));
  view.draw?.();
  choose.value = String(current);
  progress.max = data.steps.length;
  progress.value = current + 1;
  document.getElementById('back').disabled = current === 0;
  document.getElementById('next').disabled = current + 1 === data.steps.length;
  document.title = `${current + 1}. ${step.name}: ${data.title}`;
  location.replace(`#${current + 1}`);
  say(`Step ${current + 1} of ${data.steps.length}: ${step.name}`);
  if (focus) main.focus({preventScroll: true});
  window.scrollTo(0, 0);
}

function fillHandout() {
  if (handout.childElementCount) return;
  data.steps.forEach((step, i) => {
    const made = viewOf(step, true);
    handout.append(element('section', {class: 'page'}, headOf(step, i), made, made.querySelector('.notes') ? '' : notesOf(step)));
    made.draw?.();
  });
}

function turnPage(by) {
  show(current + by, true);
}

document.getElementById('title').textContent = data.title;
// Runs say what they ran on: where there are any, that is the machine of the page.
const machine = data.steps.some(step => step.runs) ? '' : ` on ${data.processor}`;
document.getElementById('foot').textContent =
  `Made by Sweep ${data.version} ${data.revision}${machine}. Its numbers are those of the program; nothing is loaded.`;
data.steps.forEach((step, i) => choose.append(element('option', {value: i}, `${i + 1}. ${step.name}`)));
choose.addEventListener('change', () => show(Number(choose.value)));
document.getElementById('back').addEventListener('click', () => turnPage(-1));
document.getElementById('next').addEventListener('click', () => turnPage(1));

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input, select')) return;
  const does = {ArrowRight: () => turnPage(1), PageDown: () => turnPage(1), ArrowLeft: () => turnPage(-1), PageUp: () => turnPage(-1),
    Home: () => show(0, true), End: () => show(data.steps.length - 1, true),
    '.': () => view.goOn?.(1), ',': () => view.goOn?.(-1)}[event.key];
  if (!does) return;
  event.preventDefault();
  does();
});

// A finger that goes sideways turns the page, where it does not move what is wider than the screen.
let touched;
main.addEventListener('touchstart', event => {
  const wide = event.target.closest('.scroll, .strip');
  const moves = wide && wide.scrollWidth > wide.clientWidth + 1;
  touched = event.touches.length > 1 || moves || event.target.closest('input, canvas') ? undefined
    : [event.touches[0].clientX, event.touches[0].clientY];
}, {passive: true});
main.addEventListener('touchend', event => {
  if (!touched) return;
  const dx = event.changedTouches[0].clientX - touched[0], dy = event.changedTouches[0].clientY - touched[1];
  touched = undefined;
  if (Math.abs(dx) > 60 && Math.abs(dx) > 2 * Math.abs(dy)) turnPage(dx < 0 ? 1 : -1);
}, {passive: true});

const printButton = document.getElementById('print');
printButton.addEventListener('click', () => {
  const on = document.body.classList.toggle('handout');
  printButton.setAttribute('aria-pressed', String(on));
  if (on) fillHandout();
});
window.addEventListener('beforeprint', fillHandout);
window.addEventListener('resize', () => view?.draw?.());

// The step that the address names; other places of the page turn no pages.
function showAsked() {
  const asked = Number(location.hash.slice(1));
  if (asked) show(asked - 1);
}
window.addEventListener('hashchange', showAsked);
showAsked();
if (current < 0) show(0);
