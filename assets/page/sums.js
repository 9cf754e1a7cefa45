// A number as the sum that it is; its terms unfold into the sums of the numbers that they are computed from, down to pixels.

function sumTable(walk, id, hides) {
  const sum = walk.sum(id), rows = [];
  for (const [word, factor, value] of sum.terms || [])
    rows.push(element('tr', {},
      element('th', {scope: 'row'}, formula(walk.word(word))),
      element('td', {}, factor === 1 ? '' : `${sumText(factor)} \u00d7 ${sumText(value)}`),
      element('td', {}, hides ? '?' : sumText(factor * value))));
  const total = (sum.terms || []).reduce((all, [, factor, value]) => all + factor * value, 0);
  rows.push(element('tr', {class: 'total'},
    element('th', {scope: 'row'}, sum.terms ? 'sum' : 'value'), element('td', {}),
    element('td', {'data-total': ''}, hides ? '?' : sumText(sum.terms ? total : walk.value(id)))));
  return element('table', {class: 'sum'}, element('tbody', {}, rows));
}

// The sum in one line.
function shortSum(walk, id) {
  const sum = walk.sum(id), value = sumText(walk.value(id));
  const products = (sum.terms || []).map(([, factor, of]) => sumText(factor * of));
  return [...formula(sum.name), ' = ', products.length > 1 ? `${products.join(' + ').replaceAll('+ -', '- ')} = ` : '', value];
}

function sumOf(walk, id) {
  const sum = walk.sum(id);
  return [element('p', {class: 'formula'}, formula(sum.name)),
    sum.formula === undefined ? '' : element('p', {class: 'formula faint'}, formula(walk.word(sum.formula))),
    element('div', {class: 'scroll'}, sumTable(walk, id))];
}

// Each source as something to open; what is inside is made when it is opened.
function unfolded(walk, id) {
  const of = walk.sum(id).copy || [];
  const terms = of.length ? [['a copy of', of]] : (walk.sum(id).terms || []).filter(term => term[3].length)
    .map(term => [walk.word(term[0]), term[3]]);
  return terms.map(([what, ids]) => ids.length === 1
    ? foldable([...formula(what), ` = ${sumText(walk.value(ids[0]))}`], () => [...sumOf(walk, ids[0]), ...unfolded(walk, ids[0])])
    : foldable([...formula(what), `, of ${ids.length} numbers`], () => ids.map(each =>
      foldable([...formula(walk.sum(each).name), ` = ${sumText(walk.value(each))}`],
        () => [...sumOf(walk, each), ...unfolded(walk, each)]))));
}

function foldable(summary, content) {
  const made = element('details', {}, element('summary', {}, summary));
  made.addEventListener('toggle', () => {
    if (made.open && made.childElementCount === 1) made.append(...content());
  });
  return made;
}

function lineage(walk, id) {
  const made = walk.reach(id, walk.sources), makes = walk.reach(id, walk.uses);
  const pixels = [...made].filter(other => {
    const array = walk.arrayOf(other);
    return array.kind === 'pixels' && array.maker < 0;
  }).length;
  const maker = walk.arrayOf(id).maker;
  return [maker < 0 ? 'Given, not computed' : `Computed in step ${maker + 1}, ${spoken(walk.steps[maker].title)}`,
    made.size ? `; ${made.size} numbers made it, ${pixels} of them pixels of X` : '',
    makes.size ? `; it will make ${makes.size}.` : '.'].join('');
}

// The number is hidden, and the reader adds it up.
function question(walk, id) {
  const answer = walk.value(id), input = element('input', {type: 'text', inputmode: 'decimal', size: 10, 'aria-label': 'Your number'});
  const said = element('p', {role: 'status'});
  const box = element('section', {class: 'control'}, element('h3', {}, 'Your turn'),
    element('p', {}, 'What is ', formula(walk.sum(id).name), '? Add it up, to two digits or more.'),
    element('div', {class: 'scroll'}, sumTable(walk, id, true)),
    element('form', {class: 'bar', onsubmit: event => {
      event.preventDefault();
      const given = Number(input.value.replace(',', '.'));
      const right = input.value.trim() !== '' && Math.abs(given - answer) <= Math.max(0.01 * Math.abs(answer), 0.005);
      said.className = right ? 'right' : 'wrong';
      said.textContent = right ? `Right: ${sumText(answer)}.` : 'Not yet: multiply each factor, then add all terms.';
    }}, input, element('button', {}, 'Check'),
    element('button', {type: 'button', onclick: () => {
      said.className = '';
      said.textContent = `It is ${sumText(answer)}.`;
    }}, 'Show')), said);
  return box;
}

function stripOf(walk, at, go) {
  return element('div', {class: 'strip control', role: 'group', 'aria-label': `Steps of algorithm ${walk.algorithm}`},
    walk.steps.map((step, i) => element('button', {type: 'button', 'aria-current': i === at ? 'step' : undefined,
      'aria-label': spoken(`${i + 1}: ${step.stage} ${step.title}`), title: spoken(`${step.stage} ${step.title}`),
      onclick: () => go(i)}, String(i + 1))));
}

function legendOf(walk, at) {
  const blocks = walk.block < Math.max(walk.width, walk.height) ? `blocks of ${walk.block}` : 'whole lines';
  return element('p', {class: 'faint'}, 'Shown: ', formula(walk.plane(at)), `. Algorithm ${walk.algorithm}, ${walk.width} \u00d7 ` +
    `${walk.height} pixels, ${blocks}. Amber: down and right; teal: up and left. Filled: complete; dark: incomplete. White frame: ` +
    'the number of the sum; red frame: what it is made of; red dashes: all that made it; blue dots: what it will make.');
}

// The drawing, the steps and the sum of a walk. On paper nothing can be clicked.
function walkView(step, isPaper) {
  const walk = walks[step.walk], all = element('div', {class: 'walk both'});
  let at = step.at, picked = walk.usual(at);
  all.draw = () => {  // where the drawing is wider than the screen, its middle is the number
    const number = all.querySelector('.picked'), frame = number.closest('.scroll');
    frame.scrollLeft += number.getBoundingClientRect().left - frame.getBoundingClientRect().left - frame.clientWidth / 2;
  };
  const show = (focus) => {
    const now = walk.steps[at], readout = element('p', {class: 'readout numbers scroll'}, shortSum(walk, picked));
    let hides = false;
    const drawing = drawWalk(walk, at, picked, pick,
      id => readout.replaceChildren(...(hides && id === picked ? ['?'] : shortSum(walk, id))));
    const head = [element('h3', {}, formula(`${now.stage}  ${now.title}`)), element('p', {}, formula(now.why), ' ',
      element('span', {class: 'faint'}, now.source))];
    const left = element('div', {}, element('div', {class: 'scroll'}, drawing), isPaper ? '' : readout, legendOf(walk, at),
      isPaper ? '' : stripOf(walk, at, go));
    const asks = (walk.sum(picked).terms || []).length > 1;
    const turn = element('button', {type: 'button', class: 'control', onclick: () => {
      hides = true;
      readout.replaceChildren('?');
      const cell = drawing.querySelector('.picked');
      cell.querySelector('text').textContent = '?';
      cell.setAttribute('aria-label', `${spoken(walk.sum(picked).name)}: hidden`);
      sum.replaceWith(question(walk, picked));
      all.querySelector('form input').focus();
    }}, 'Your turn: hide the number');
    const sum = element('section', {class: 'chosen'}, sumOf(walk, picked),
      element('p', {class: 'faint'}, lineage(walk, picked)), isPaper ? '' : unfolded(walk, picked),
      asks && !isPaper ? turn : '');
    all.replaceChildren(left, element('div', {class: 'side'}, element('section', {}, head), sum, trafficView(walk, now.stage)));
    all.draw();
    if (focus) all.querySelector('.picked').focus({preventScroll: true});
  };
  const pick = (id, focus = true) => {
    picked = id;
    show(focus);
    say(`${spoken(walk.sum(id).name)} is ${sumText(walk.value(id))}. ${lineage(walk, id)}`);
  };
  const go = to => {
    at = Math.min(Math.max(to, 0), walk.steps.length - 1);
    picked = walk.usual(at);
    show();
    all.querySelector('[aria-current]')?.focus();
    say(spoken(`${walk.steps[at].stage} ${walk.steps[at].title}`));
  };
  all.goOn = by => go(at + by);
  show();
  return all;
}
