// What all parts of the page use: elements, formulas, numbers as text.

const data = JSON.parse(document.getElementById('data').textContent);

// An element with attributes and children; texts are texts, never markup.
function element(name, attributes, ...children) {
  const svg = ['svg', 'g', 'rect', 'text', 'line', 'path', 'circle', 'image', 'title', 'polyline'].includes(name);
  const made = svg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {}))
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  made.append(...children.flat(Infinity).filter(child => child !== undefined && child !== null && child !== ''));
  return made;
}

// "y_{i-1}" and "A_F^b" with their letters below and above the line, and "~P", what is incomplete, as a letter with a bar.
function formula(text) {
  const parts = [];
  const pattern = /~(\w)|([_^])(?:\{([^}]*)\}|(\w))/g;
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    parts.push(text.slice(from, found.index));
    parts.push(found[1] ? element('span', {class: 'under-bar'}, found[1])
      : element(found[2] === '_' ? 'sub' : 'sup', {}, found[3] ?? found[4]));
    from = found.index + found[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

// The same where there are no elements, and as a screen reader should say it: "incomplete P transposed", "y i-1".
function spoken(text) {
  return text.replace(/~/g, 'incomplete ').replace(/\^T\b/g, ' transposed').replace(/[_^](?:\{([^}]*)\}|(\w))/g, ' $1$2').replace(/\s+/g, ' ');
}

// Nine characters, and 0 for what would be a zero with a sign.
function sumText(value) {
  const size = Math.abs(value);
  if (size < 5e-8) return '0';
  if (value === Math.round(value) && size < 1e13) return value.toFixed(0);
  return size >= 1000 ? String(Number(value.toPrecision(7))) : value.toFixed(6);
}

// Few characters, for a cell.
function cellText(value) {
  const size = Math.abs(value);
  if (size < 5e-4) return size < 5e-5 ? '0' : value.toExponential(0);
  if (Math.abs(value - Math.round(value)) < 1e-9 && size < 99999.5) return value.toFixed(0);
  const digits = size < 9.9995 ? 3 : size < 99.995 ? 2 : size < 999.95 ? 1 : 0;
  return value.toFixed(digits).replace(/^(-?)0\./, '$1.');
}

function algorithmTitle(name) {
  return /^\d/.test(name) ? `Algorithm ${name}` : name.toUpperCase();
}

// Light in the encoding of screens, 0 to 255.
function greyOf(light) {
  const part = Math.min(Math.max(light, 0), 1);
  return Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055));
}

const hues = ['#ffb554', '#61ccbd', '#db6b99', '#739efa', '#c7d661', '#ad80eb', '#9aa0ab', '#ed664d'];
const hueOf = number => hues[number % hues.length];

// A list with a head; a cell may be a text, an element, or an array of these. Row number `now` is marked.
function listTable(heads, rows, now) {
  return element('div', {class: 'scroll'}, element('table', {class: 'list'},
    element('thead', {}, element('tr', {}, heads.map(head => element('th', {scope: 'col'}, head)))),
    element('tbody', {}, rows.map((cells, i) => element('tr', {class: i === now ? 'now' : undefined},
      cells.map(cell => element('td', {}, cell)))))));
}

// The colour of a curve or a stage, beside its name.
function key(number) {
  return element('span', {class: 'key', style: `background:${hueOf(number)}`});
}

function say(text) {
  document.getElementById('said').textContent = text;
}
