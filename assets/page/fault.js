// A filter that is broken on purpose: one picture large, all of them small beside each other, and what is said of the fault.

function faultView(step) {
  const fault = step.fault, large = element('img', {class: 'shot', width: fault.width, height: fault.height});
  const show = to => {
    large.src = fault.pictures[to].picture;
    large.alt = fault.pictures[to].label;
    buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(i === to)));
  };
  const buttons = fault.pictures.map(({label, picture}, i) => element('button', {type: 'button', onclick: () => show(i)},
    element('img', {src: picture, alt: '', width: fault.width, height: fault.height}), label));
  const sign = i => element('span', {}, fault.adds ? ['', '+', '='][i] : '');
  show(fault.shown);
  return element('div', {class: 'both'}, element('div', {}, large,
    element('div', {class: 'planes adds'}, buttons.map((button, i) => [i ? sign(i) : '', button]))),
  element('div', {class: 'side'}, element('section', {}, element('h3', {}, fault.title), element('p', {}, fault.lacks),
    element('p', {}, fault.looks), element('table', {class: 'list'}, element('tbody', {}, fault.facts.map(([name, value]) =>
      element('tr', {}, element('td', {}, name), element('td', {}, value))))),
    element('p', {class: 'faint'}, `${fault.by}. Right: the reference, in double. ${fault.source}.`)), notesOf(step)));
}
