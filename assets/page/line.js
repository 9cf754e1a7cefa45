// One line of a pass: its samples, and each output as the sum that it is.

function lineView(step, isPaper) {
  const line = step.line, box = element('section', {}), planes = 'XYZUV';
  const before = planes[line.pass].toLowerCase(), after = planes[line.pass + 1].toLowerCase();
  const index = back => back === 0 ? 'i' : `i${(back > 0) === (line.pass % 2 === 0) ? '-' : '+'}${Math.abs(back)}`;
  let front = line.front - line.from;
  const slider = element('input', {type: 'range', min: 0, max: line.samples.length - 1, 'aria-label': 'Sample of the line'});
  const show = () => {
    const sample = line.samples[front];
    const rows = sample.terms.map(([symbol, back, factor, value]) => {
      const name = symbol === 'y' ? `-d_{${back}}` : line.inputs === 1 ? 'g' : `b_{${back}}`;
      return element('tr', {}, element('th', {scope: 'row'}, formula(`${name} ${symbol === 'x' ? before : after}_{${index(back)}}`)),
        element('td', {}, `${sumText(factor)} \u00d7 ${sumText(value)}`), element('td', {}, sumText(factor * value)));
    });
    const letters = sample.terms.map(([symbol, back]) => symbol === 'y' ? `d ${after}_{${index(back)}}` : `g ${before}`).join(' ');
    const sum = sample.terms.reduce((all, [, , factor, value]) => all + factor * value, 0);
    rows.push(element('tr', {class: 'total'}, element('th', {scope: 'row'}, formula(`${after}_{i}`)), element('td', {}, 'sum'),
      element('td', {'data-total': ''}, sumText(sum))));
    slider.value = front;
    const text = `${line.pass < 2 ? 'Column' : 'Row'} ${line.index}, ${line.pass < 2 ? 'row' : 'column'} ${sample.i}`;
    slider.setAttribute('aria-valuetext', text);
    box.replaceChildren(element('h3', {}, explained(`Pass ${['down', 'up', 'right', 'left'][line.pass]}, ${text.toLowerCase()}`, letters)),
      isPaper ? '' : element('div', {class: 'bar control'}, slider),
      element('div', {class: 'scroll'}, element('table', {class: 'sum'}, element('tbody', {}, rows))));
  };
  slider.addEventListener('input', () => {
    front = Number(slider.value);
    show();
    slider.focus();
  });
  show();
  return box;
}
