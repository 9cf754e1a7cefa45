// What an algorithm reads and writes, in trips of the whole picture through memory: up to the stage that is shown, and in all.

const passByPass = 8;  // trips of RT: four passes, and each reads and writes the picture

function trips(value) {
  return value.toFixed(2).replace(/\.?0+$/, '') || '0';
}

function meterRow(name, reads, writes, most) {
  const bar = element('div', {class: 'track', 'aria-hidden': 'true'},
    element('div', {class: 'reads', style: `width:${100 * reads / most}%`}),
    element('div', {class: 'writes', style: `width:${100 * writes / most}%`}));
  return [element('span', {}, name), bar, element('span', {class: 'numbers'}, trips(reads + writes))];
}

const total = (stages, key) => stages.reduce((all, stage) => all + stage[key], 0);

function trafficView(walk, stage) {
  const {stages, side, block} = walk.traffic;
  const found = stages.findLastIndex(each => each.step === stage);
  const now = stage === 'done' ? stages.length - 1 : found;
  const done = stages.slice(0, now + 1), most = Math.max(passByPass, total(stages, 'reads') + total(stages, 'writes'));
  return element('section', {}, element('h3', {}, 'Trips through memory'),
    element('div', {class: 'meter'}, meterRow('up to here', total(done, 'reads'), total(done, 'writes'), most),
      meterRow('in all', total(stages, 'reads'), total(stages, 'writes'), most),
      walk.recursive ? meterRow('pass by pass', passByPass / 2, passByPass / 2, most) : []),
    element('details', {}, element('summary', {}, 'Each stage'), listTable(['stage', 'reads', 'writes'],
      stages.map(each => [`${each.step} ${each.name}`, trips(each.reads), trips(each.writes)]), now)),
    element('p', {class: 'faint'}, `Amber reads, teal writes: of ${side} \u00d7 ${side} pixels in blocks of ${block}.`));
}
