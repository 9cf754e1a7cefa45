// The figures of the papers, drawn from their numbers: curves, small pictures, matrices and a table.

const plotWidth = 720, plotHeight = 420, plotLeft = 76, plotTop = 16, plotRight = 16, plotBottom = 56;

function ticksOf(axis) {
  const list = [];
  if (axis.logarithmic) {
    for (let power = Math.floor(Math.log10(axis.low)); power <= Math.ceil(Math.log10(axis.high)); ++power)
      for (const times of Math.log10(axis.high / axis.low) < 2 ? [1, 2, 5] : [1]) list.push(times * 10 ** power);
  } else {
    const rough = (axis.high - axis.low) / 6, size = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(times => times * size).find(each => each >= rough);
    for (let i = Math.ceil(axis.low / step); i * step <= axis.high + 1e-9 * step; ++i) list.push(i * step);
  }
  return list.filter(at => at >= axis.low * (axis.low > 0 ? 0.999 : 1) && at <= axis.high * 1.001);
}

function plotSvg(plot) {
  const part = (axis, value) => axis.logarithmic ? Math.log(value / axis.low) / Math.log(axis.high / axis.low)
                                                 : (value - axis.low) / (axis.high - axis.low);
  const x = value => plotLeft + part(plot.x, value) * (plotWidth - plotLeft - plotRight);
  const y = value => plotHeight - plotBottom - part(plot.y, value) * (plotHeight - plotTop - plotBottom);
  const inside = (px, py) => Number.isFinite(px) && Number.isFinite(py);
  const svg = element('svg', {class: 'plot words', viewBox: `0 0 ${plotWidth} ${plotHeight}`, role: 'img',
    'aria-label': `${plot.y.name} against ${plot.x.name}: ${plot.curves.map(curve => curve.name).join(', ')}`});
  const short = value => Math.abs(value) >= 1e5 || (value && Math.abs(value) < 1e-3) ? value.toExponential(0)
                                                                                      : String(Number(value.toPrecision(4)));
  for (const at of ticksOf(plot.x))
    svg.append(element('line', {class: 'axis', x1: x(at), x2: x(at), y1: plotTop, y2: plotHeight - plotBottom}),
      element('text', {x: x(at), y: plotHeight - plotBottom + 20, 'text-anchor': 'middle'}, short(at)));
  for (const at of ticksOf(plot.y))
    svg.append(element('line', {class: 'axis', x1: plotLeft, x2: plotWidth - plotRight, y1: y(at), y2: y(at)}),
      element('text', {x: plotLeft - 8, y: y(at) + 4, 'text-anchor': 'end'}, short(at)));
  svg.append(element('text', {x: (plotLeft + plotWidth - plotRight) / 2, y: plotHeight - 10, 'text-anchor': 'middle'}, plot.x.name),
    element('text', {transform: `translate(16 ${(plotTop + plotHeight - plotBottom) / 2}) rotate(-90)`,
      'text-anchor': 'middle'}, plot.y.name));
  plot.curves.forEach((curve, i) => {
    const points = curve.is_line ? [[plotLeft, y(curve.y[0])], [plotWidth - plotRight, y(curve.y[0])]]
      : curve.x.map((at, k) => curve.y[k] === null || at === null ? null : [x(at), y(curve.y[k])])
        .filter(point => point && inside(...point));
    svg.append(element('polyline', {points: points.map(point => point.map(c => c.toFixed(1)).join()).join(' '), fill: 'none',
      stroke: hueOf(i), 'stroke-width': 2.5, 'stroke-dasharray': curve.is_line || i >= hues.length ? '6 4' : undefined}));
    if (!curve.is_line && points.length < 60)
      for (const [px, py] of points) svg.append(element('circle', {cx: px, cy: py, r: 3.5, fill: hueOf(i)},
        element('title', {}, curve.name)));
  });
  return svg;
}

function legend(plot) {
  return element('p', {class: 'legend'}, plot.curves.map((curve, i) =>
    element('span', {}, key(i), curve.name)));
}

function tileFigure(tile) {
  if (!tile.picture) return element('figure', {}, element('figcaption', {}, tile.title, ' ', tile.text));
  const [x, y, w, h] = tile.frame;
  return element('figure', {}, element('figcaption', {}, tile.title),
    element('svg', {viewBox: `0 0 ${tile.width} ${tile.height}`, role: 'img', 'aria-label': `${tile.title} ${tile.text}`},
      element('image', {href: tile.picture, width: tile.width, height: tile.height}),
      w > 0 ? element('rect', {x, y, width: w, height: h, fill: 'none', stroke: '#fff',
        'stroke-width': Math.max(tile.width / 150, 0.5)}) : ''),
    element('figcaption', {}, tile.text));
}

function matrixSvg(term) {
  const side = 34, most = Math.max(...term.values.map(Math.abs), 1e-12);
  const svg = element('svg', {viewBox: `0 0 ${term.columns * side} ${term.rows * side}`, width: term.columns * side,
    role: 'img', 'aria-label': `${spoken(term.name)}, ${term.rows} by ${term.columns}: ${term.values.map(cellText).join(' ')}`});
  term.values.forEach((value, i) => {
    const x = i % term.columns * side, y = Math.floor(i / term.columns) * side, strong = Math.sqrt(Math.abs(value) / most);
    svg.append(element('rect', {x, y, width: side - 1, height: side - 1, fill: value < 0 ? '#61ccbd' : '#ffb554',
      'fill-opacity': 0.1 + 0.9 * strong}),
      element('text', {x: x + side / 2, y: y + side / 2 + 4, 'text-anchor': 'middle', 'font-size': 10.5,
        fill: strong > 0.5 ? '#000' : 'var(--text)'}, cellText(value)));
  });
  return svg;
}

function equationView(equation) {
  return element('section', {}, element('h3', {}, equation.title),
    element('p', {class: 'formula'}, explained(`${equation.result} = ` +
      equation.terms.map(term => `${term.name} ${term.vector}`).join(' + '))),
    element('div', {class: 'bar scroll'}, equation.terms.map(term => element('figure', {style: 'margin:0 1rem 0 0'},
      element('figcaption', {}, formula(term.name)), matrixSvg(term)))));
}

function figureView(step) {
  const figure = step.figure, table = figure.table;
  const left = element('div', {},
    figure.headline ? element('p', {class: 'headline'}, figure.headline) : '',
    figure.below ? element('p', {class: 'below'}, figure.below) : '',
    figure.pictures.map(row => [row.title ? element('h3', {}, row.title) : '',
      element('div', {class: 'tiles'}, row.tiles.map(tileFigure))]),
    figure.plots.map(plot => [element('div', {class: 'scroll'}, plotSvg(plot)), legend(plot)]), figure.equations.map(equationView));
  const right = element('div', {class: 'side'}, element('section', {}, element('h3', {}, figure.title),
    element('p', {class: 'faint'}, figure.source), element('p', {}, figure.text),
    table.rows.length ? listTable([table.title, ...table.columns],
      table.rows.map(row => [[row.curve >= 0 ? key(row.curve) : '', row.name], ...row.cells])) : '',
    element('p', {class: 'faint'}, figure.note)));
  return element('div', {class: 'both'}, left, right);
}
