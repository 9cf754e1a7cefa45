// A number as the sum that it is; its terms unfold into the sums of the numbers that they are computed from, down to pixels.

function sumTable(walk, id, hides) {
  const sum = walk.sum(id), rows = [];
  for (const [word, factor, value] of sum.terms || [])
    rows.push(element('tr', {},
      element('th', {scope: 'row'}, formula(walk.word(word))),
      element('td', {}, factor === 1 ? '' : `${sumText(factor)} \u00d7 ${sumText(value)}`),
      element('td', {}, hides && factor !== 1 ? '?' : sumText(factor * value))));
  const total = (sum.terms || []).reduce((all, [, factor, value]) => all + factor * value, 0);
  rows.push(element('tr', {class: 'total'},
    element('th', {scope: 'row'}, sum.terms ? 'sum' : 'value'), element('td', {}),
    element('td', {'data-total': ''}, hides ? '?' : sumText(sum.terms ? total : walk.value(id)))));
  return element('table', {class: 'sum'}, element('tbody', {}, rows));
}

// The sum in one line, which breaks before its signs alone.
function shortSum(walk, id) {
  const sum = walk.sum(id), value = sumText(walk.value(id));
  const products = (sum.terms || []).map(([, factor, of]) => sumText(factor * of));
  const terms = products.length > 1 ? products.map((product, i) => i === 0 ? `= ${product}` : `+ ${product}`.replace('+ -', '- ')) : [];
  return [formula(sum.name), ...terms, `= ${value}`].flatMap(part => [element('span', {class: 'whole'}, part), ' ']);
}

// The letters of the name and of the terms, which a formula's question mark explains, too.
function termWords(walk, id) {
  const sum = walk.sum(id);
  return [sum.name, ...(sum.terms || []).map(term => walk.word(term[0]))].join(' ');
}

function sumOf(walk, id) {
  const sum = walk.sum(id);
  return [element('p', {class: 'formula'}, sum.formula === undefined ? explained(sum.name, termWords(walk, id)) : formula(sum.name)),
    sum.formula === undefined ? '' : element('p', {class: 'formula faint'}, explained(walk.word(sum.formula), termWords(walk, id))),
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

// Right is what is within a hundredth of the sum, or right to two digits after the point: who adds up what is on the screen
// adds rounded numbers. app/lessons/walk/question.cpp judges by the same rule, in the same words.
function verdictOn(walk, id, given) {
  const value = walk.value(id), tolerance = Math.max(0.01 * Math.abs(value), 5e-3);
  const is = other => Math.abs(given - other) <= tolerance;
  if (is(value)) return {right: true, words: `Right: ${value.toFixed(4)}`};
  const terms = walk.sum(id).terms || [], name = term => walk.word(term[0]) + (walk.word(term[0]).includes(',') ? ',' : '');
  const find = wrong => terms.find(([, factor, of]) => is(wrong(factor, of)));
  const missing = find((factor, of) => value - factor * of), signed = find((factor, of) => value - 2 * factor * of);
  const bare = find((factor, of) => factor === 1 ? Infinity : value - factor * of + of);
  if (missing) return {words: `Not yet: ${name(missing)} is missing`};
  if (signed) return {words: `Not yet: ${name(signed)} has the other sign`};
  if (bare) return {words: `Not yet: ${name(bare)} lacks its factor`};
  if (is(-value)) return {words: 'Not yet: the whole sum has the other sign'};
  return {words: `Not yet: ${Number(Math.abs(given - value).toPrecision(3))} too ${given > value ? 'large' : 'small'}`};
}

// The number is hidden, and the reader adds it up. `reveal` shows it again.
function question(walk, id, reveal) {
  const input = element('input', {type: 'text', inputmode: 'decimal', size: 10, 'aria-label': 'Your number'});
  const said = element('p', {role: 'status'});
  const table = element('div', {class: 'scroll'}, sumTable(walk, id, true));
  const answered = () => {  // the table is whole now, and there is nothing left to type
    table.replaceChildren(sumTable(walk, id));
    form.remove();
    reveal();
  };
  const form = element('form', {class: 'bar', onsubmit: event => {
    event.preventDefault();
    const text = input.value.trim(), given = Number(text.replace(',', '.'));
    const verdict = text === '' || !Number.isFinite(given) ? {words: 'Not yet: that is no number'} : verdictOn(walk, id, given);
    said.className = verdict.right ? 'right' : 'wrong';
    said.replaceChildren(...formula(verdict.words));
    if (verdict.right) answered();
  }}, input, element('button', {}, 'Check'),
  element('button', {type: 'button', onclick: () => {
    said.className = '';
    said.textContent = `It is ${walk.value(id).toFixed(4)}`;
    answered();
  }}, 'Show'));
  return element('section', {class: 'control'}, element('h3', {}, 'Your turn'),
    element('p', {}, 'What is ', formula(walk.sum(id).name), '?'),
    walk.sum(id).formula === undefined ? '' : element('p', {class: 'formula faint'}, explained(walk.word(walk.sum(id).formula), termWords(walk, id))),
    table, form, said);
}

// A step's number in the papers and its title; its first and last step have words alone.
function nameOf(step) {
  return /\d/.test(step.stage) ? `${step.stage} ${step.title}` : step.title;
}

function stripOf(walk, at, go) {
  return element('div', {class: 'strip control', role: 'group', 'aria-label': `Steps of algorithm ${walk.algorithm}`},
    walk.steps.map((step, i) => element('button', {type: 'button', 'aria-current': i === at ? 'step' : undefined,
      'aria-label': spoken(`${i + 1}: ${nameOf(step)}`), title: spoken(nameOf(step)),
      onclick: () => go(i)}, String(i + 1))));
}

// What colours and frames mean, as small samples of them.
function legendOf(walk, at) {
  const blocks = walk.block < Math.max(walk.width, walk.height) ? `blocks of ${walk.block}` : 'whole lines';
  const kinds = walk.shown(at).map(array => array.kind), sample = (name, text) =>
    element('span', {}, element('span', {class: `sample ${name}`}, name === 'half' ? '1' : ''), text);
  const states = kinds.some(kind => kind !== 'pixels');
  return element('div', {class: 'legends faint'},
    element('p', {}, walk.forgets(at) ? 'Edges alone are kept'
      : ['Shown: ', explained(walk.plane(at))], `. ${algorithmTitle(walk.algorithm)}, ${walk.width} \u00d7 ${walk.height} in ${blocks}.`),
    element('p', {class: 'legend'}, states ? [sample('down', 'down, right'), sample('up', 'up, left')] : '',
      kinds.some(kind => kind === 'incomplete' || kind === 'half') ? sample('half', 'faint, a bar: incomplete') : '',
      sample('picked', 'this number'), sample('from', 'it is made of'), sample('made', 'all that made it'),
      sample('makes', 'it will make')));
}

// The drawing, the steps and the sum of a walk. On paper nothing can be clicked.
function walkView(step, isPaper) {
  const walk = walks[step.walk], all = element('div', {class: 'walk'});
  let at = step.at, picked = step.number ?? walk.usual(at), hides = Boolean(step.hides);
  all.draw = () => {  // where the drawing is wider than the screen, its middle is the number
    const number = all.querySelector('.picked'), frame = number.closest('.scroll');
    frame.scrollLeft += number.getBoundingClientRect().left - frame.getBoundingClientRect().left - frame.clientWidth / 2;
  };
  // The picked number as it is seen, in its cell and for those who hear it.
  const write = (drawing, text) => {
    const cell = drawing.querySelector('.picked');
    cell.querySelector('text').textContent = hides ? '?' : cellText(walk.value(picked));
    cell.setAttribute('aria-label', `${spoken(walk.sum(picked).name)}: ${hides ? 'hidden' : sumText(walk.value(picked))}`);
    text.replaceChildren(...(hides ? [] : shortSum(walk, picked)));
  };
  const show = (focus = false) => {
    const now = walk.steps[at], readout = element('p', {class: 'readout numbers'});
    const drawing = drawWalk(walk, at, picked, focus, pick,
      id => hides ? undefined : readout.replaceChildren(...shortSum(walk, id)));
    write(drawing, readout);
    const head = element('section', {}, element('h3', {}, formula(nameOf(now))), element('p', {}, explained(now.why, now.title), ' ',
      element('span', {class: 'faint'}, now.source)));
    const left = element('div', {}, element('div', {class: 'scroll'}, drawing), isPaper ? '' : readout,
      isPaper ? '' : stripOf(walk, at, go));
    const reveal = () => {
      hides = false;
      write(drawing, readout);
      all.querySelector('.asked').after(element('section', {class: 'chosen'}, made()));
    };
    // What the number comes from, below its sum.
    const made = () => [element('p', {class: 'faint'}, lineage(walk, picked)), isPaper ? '' : unfolded(walk, picked)];
    const told = () => element('section', {class: 'chosen'}, sumOf(walk, picked), made(),
      (walk.sum(picked).terms || []).length > 1 && !isPaper ? turn : '');
    const asked = () => element('div', {class: 'asked'}, isPaper ? sumTable(walk, picked, true) : question(walk, picked, reveal));
    const turn = element('button', {type: 'button', class: 'control', onclick: () => {
      hides = true;
      write(drawing, readout);
      all.querySelector('.chosen').replaceWith(asked());
      all.querySelector('form input').focus();
    }}, 'Your turn: hide the number');
    all.replaceChildren();
    all.append(left, legendOf(walk, at), element('div', {class: 'side'}, hides ? asked() : told()),
      element('div', {class: 'side'}, head, trafficView(walk, now.engine_stage), notesOf(step)));
    all.draw();
    if (focus) all.querySelector('.picked').focus({preventScroll: true});
  };
  const pick = (id, focus = true) => {
    if (hides && id !== picked) return;  // another number's sum would tell
    if (hides) return all.querySelector('form input').focus();
    picked = id;
    show(focus);
    say(`${spoken(walk.sum(id).name)} is ${sumText(walk.value(id))}. ${lineage(walk, id)}`);
  };
  const go = to => {
    at = Math.min(Math.max(to, 0), walk.steps.length - 1);
    picked = walk.usual(at);
    hides = false;
    show();
    all.querySelector('[aria-current]')?.focus();
    say(spoken(nameOf(walk.steps[at])));
  };
  all.goOn = by => go(at + by);
  show();
  return all;
}
