// A real run, as it was recorded: when each block ran and on which processor, slowed down; two runs race on one axis of time.

const [STAGE, PROCESSOR, BEGIN, END, WIDTH, HEIGHT, LEFT, TOP] = [0, 1, 2, 3, 4, 5, 6, 7];

function stageAt(run, ms) {
  let now = 0;
  run.stages.forEach((stage, i) => { if (ms >= stage.begin) now = i; });
  return now;
}

// The canvas has as many pixels as the screen shows of it.
function sized(canvas, high) {
  const scale = Math.min(window.devicePixelRatio || 1, 2), wide = canvas.clientWidth || 600;
  canvas.width = wide * scale;
  canvas.height = high(wide) * scale;
  const to = canvas.getContext('2d');
  to.setTransform(scale, 0, 0, scale, 0, 0);
  return [to, wide, high(wide)];
}

// The picture in blocks: dark where the stage has not come, bright where a processor works.
function drawBlockMap(canvas, run, ms) {
  const [to, wide, high] = sized(canvas, w => w * run.height / run.width);
  const now = stageAt(run, ms), sx = wide / run.width, sy = high / run.height;
  to.fillStyle = '#0c0d10';
  to.fillRect(0, 0, wide, high);
  for (const piece of run.pieces) {
    if (!piece[WIDTH] || (piece[STAGE] !== now && !(ms >= piece[BEGIN] && ms < piece[END]))) continue;
    const works = ms >= piece[BEGIN] && ms < piece[END];
    to.globalAlpha = works ? 0.95 : ms >= piece[END] ? 0.4 : 0.07;
    to.fillStyle = hueOf(piece[STAGE]);
    to.fillRect(piece[LEFT] * sx, piece[TOP] * sy, Math.max(piece[WIDTH] * sx - 0.5, 0.5), Math.max(piece[HEIGHT] * sy - 0.5, 0.5));
    if (works && piece[WIDTH] * sx > 20 && piece[HEIGHT] * sy > 14) {
      to.fillStyle = '#000';
      to.font = '12px sans-serif';
      to.fillText(String(piece[PROCESSOR]), piece[LEFT] * sx + 3, piece[TOP] * sy + 12);
    }
  }
  to.globalAlpha = 1;
}

// A row for each processor against time; gaps are waiting.
function drawChart(canvas, run, ms, all) {
  const [to, wide, high] = sized(canvas, w => Math.max(w * run.height / run.width, 48));
  const row = high / run.processors;
  to.fillStyle = '#0c0d10';
  to.fillRect(0, 0, wide, high);
  for (const piece of run.pieces) {
    to.globalAlpha = piece[BEGIN] <= ms ? 1 : 0.3;
    to.fillStyle = hueOf(piece[STAGE]);
    to.fillRect(piece[BEGIN] / all * wide, piece[PROCESSOR] * row, Math.max((piece[END] - piece[BEGIN]) / all * wide - 0.3, 0.4),
      Math.max(row - 1, 0.7 * row));
  }
  to.globalAlpha = 1;
  to.fillStyle = '#fff';
  to.fillRect(ms / all * wide - 1, 0, 2, high);
}

// The trips until then: each piece moves its part of its stage, evenly while it runs.
function tripsUntil(run, ms) {
  const moved = [0, 0];
  run.stages.forEach((stage, i) => {
    const pieces = run.pieces.filter(piece => piece[STAGE] === i);
    const done = ([, , begin, end]) => Math.min(Math.max((ms - begin) / Math.max(end - begin, 1e-9), 0), 1);
    const part = ms >= stage.end ? 1 : pieces.reduce((all, piece) => all + done(piece), 0) / Math.max(pieces.length, 1);
    moved[0] += part * run.traffic[i].reads;
    moved[1] += part * run.traffic[i].writes;
  });
  return moved;
}

function stageTable(run) {
  return listTable(['stage', 'ms', 'pieces', 'reads', 'writes'], run.stages.map((stage, i) => [
    [key(i), `${stage.step} ${stage.name}`], (stage.end - stage.begin).toFixed(3),
    String(run.pieces.filter(piece => piece[STAGE] === i).length), trips(run.traffic[i].reads), trips(run.traffic[i].writes)]));
}

function runView(step, isPaper) {
  const runs = step.runs, all = Math.max(...runs.map(run => run.milliseconds));
  const box = element('div', {class: 'runs'});
  let ms = all / 3, plays = false, seconds = 12, last = 0;
  const parts = runs.map(run => ({run, map: element('canvas', {role: 'img', 'aria-label': `Blocks of ${algorithmTitle(run.algorithm)}`}),
    chart: element('canvas', {role: 'img', 'aria-label': `Processors of ${algorithmTitle(run.algorithm)} against time`}),
    said: element('p', {class: 'numbers'}), meter: element('div', {class: 'meter'})}));
  const most = Math.max(...runs.map(run => total(run.traffic, 'reads') + total(run.traffic, 'writes')));
  const slider = element('input', {type: 'range', min: 0, max: 1000, value: 0, 'aria-label': 'Time of the run'});
  const play = element('button', {type: 'button'}, 'Play');
  const slow = element('select', {'aria-label': 'How slow'}, [3, 12, 60].map(s =>
    element('option', {value: s, selected: s === seconds}, `${Math.round(s * 1000 / all).toLocaleString('en')} times slower`)));
  const draw = () => {
    for (const {run, map, chart, said, meter} of parts) {
      const at = Math.min(ms, run.milliseconds);
      drawBlockMap(map, run, at);
      drawChart(chart, run, at, all);
      meter.replaceChildren(...meterRow('trips', ...tripsUntil(run, at), most));
      const stage = run.stages[stageAt(run, at)];
      const first = run.milliseconds === Math.min(...runs.map(each => each.milliseconds));
      said.textContent = `${at.toFixed(3)} of ${run.milliseconds.toFixed(3)} ms` + (ms >= run.milliseconds
        ? runs.length > 1 && first ? ', done first' : ', done' : `, ${stage.step} ${stage.name}`);
    }
    slider.value = 1000 * ms / all;
    slider.setAttribute('aria-valuetext', `${ms.toFixed(3)} ms`);
  };
  const frame = time => {
    if (!plays || !box.isConnected) return;
    ms += all * Math.min(time - last, 100) / 1000 / seconds;
    last = time;
    if (ms >= all) [ms, plays] = [all, false];
    play.textContent = plays ? 'Pause' : 'Play';
    draw();
    requestAnimationFrame(frame);
  };
  play.addEventListener('click', () => {
    plays = !plays;
    if (plays && ms >= all) ms = 0;
    play.textContent = plays ? 'Pause' : 'Play';
    requestAnimationFrame(time => { last = time; frame(time); });
  });
  slow.addEventListener('change', () => { seconds = Number(slow.value); });
  slider.addEventListener('input', () => {
    plays = false;
    play.textContent = 'Play';
    ms = all * slider.value / 1000;
    draw();
  });
  box.append(isPaper ? '' : element('div', {class: 'bar control'}, play, slider, slow),
    element('div', {class: 'race'}, parts.map(({run, map, chart, said, meter}) => element('section', {},
      element('h3', {}, algorithmTitle(run.algorithm)), said, meter, element('div', {class: 'drawings'}, map, chart),
      element('p', {class: 'faint'}, `The blocks of the stage, and ${run.processors} ` +
        `${run.processors === 1 ? 'processor' : 'processors'} against time.`), stageTable(run)))),
    element('p', {class: 'faint'}, `As they ran on ${runs[0].engine}: ${runs[0].width} \u00d7 ${runs[0].height} pixels, ` +
      `${runs[0].channels} channels. Reads (amber) and writes (teal) are trips of the whole picture through memory.`));
  box.draw = draw;
  return box;
}
