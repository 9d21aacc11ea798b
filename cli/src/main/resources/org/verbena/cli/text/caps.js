// SPDX-License-Identifier: Apache-2.0
/* Draws the numbers that `verbena caps --json` prints. */

const COLOURS = 6;
const TURNS = 3;
const LINE = 15; // distance of names, in pixels
const APART = 2.5; // distance of curves that coincide
const FEW = 12; // so few values are marked with dots

const sweep = JSON.parse(document.getElementById('data').textContent);
const drivers = sweep.drivers.map((driver, index) => ({
  name: driver.driver,
  // Beyond six the colours come again with another kind of line.
  look: `driver-${index % COLOURS} turn-${Math.floor(index / COLOURS) % TURNS}`,
}));

/** The driver whose curves stand out, if one does. */
let shownAlone = null;

// ---------------------------------------------------------------- numbers

const isGranted = answer => typeof answer === 'number';

/** Short, for an axis: 16Ki. */
function short(number) {
  for (const [unit, shift] of [['Gi', 30], ['Mi', 20], ['Ki', 10]]) {
    const size = 2 ** shift;
    if (number >= size && number % size === 0) {
      return number / size + unit;
    }
  }
  return grouped(number);
}

function spoken(answer) {
  if (answer === null) {
    return 'not known';
  }
  return isGranted(answer) ? grouped(answer) : answer;
}

/** A logarithmic axis on which 0 has a place, one step before 1. */
function axis(low, high, start, end) {
  const step = value => (value === 0 ? 0 : 1 + Math.log2(value));
  const first = step(low);
  const width = step(high) - first || 1;
  const place = value => start + (step(value) - first) / width * (end - start);

  function ticks(distance) {
    const all = low === 0 ? [0] : [];
    for (let power = 1; power <= high; power *= 2) {
      if (power >= low) {
        all.push(power);
      }
    }
    if (all.length < 3) {
      all.splice(0, all.length, ...new Set([low, Math.round((low + high) / 2), high]));
    }
    // Keeps 1, so that the ticks are round powers, and every n-th of the others, so that no labels overlap.
    const every = Math.max(1, Math.ceil(distance * (all.length - 1) / Math.abs(end - start)));
    const offset = Math.max(0, all.indexOf(1));
    const fits = tick => Math.abs(place(tick) - place(all[offset])) >= distance;
    return all.filter((tick, index) => (index - offset) % every === 0 || (tick === 0 && fits(0)));
  }

  return { place, ticks };
}

// ---------------------------------------------------------------- a chart

/** What is drawn of an attribute: values, and what each driver says to each of them. */
function chartData(attribute) {
  const series = attribute.answers.map((answer, index) => ({ ...drivers[index], index, ...answer }));
  const granted = series.flatMap(one => one.granted.filter(isGranted));
  return {
    requested: attribute.requested,
    series,
    lowest: granted.length ? Math.min(...granted) : 0,
    highest: granted.length ? Math.max(...granted) : 1,
  };
}

/** How far each curve is moved aside at each value, to be seen beside those that are at the same place. */
function asides(data) {
  return data.series.map(one => one.granted.map((answer, at) => {
    const same = data.series.filter(other => isGranted(answer) && other.granted[at] === answer);
    const apart = Math.min(APART, 12 / same.length);
    return (same.indexOf(one) - (same.length - 1) / 2) * apart;
  }));
}

/** The points of a curve, and the path through them: level to the next value that differs, then up. */
function trace(data, one, aside, x, y) {
  const points = data.requested.map((value, at) => isGranted(one.granted[at])
    ? { x: x.place(value) + aside[at], y: y.place(one.granted[at]) + aside[at] }
    : null);
  let path = '';
  points.forEach((point, at) => {
    const before = points[at - 1];
    if (!point) {
      return;
    }
    if (!before) {
      path += `M${point.x} ${point.y}h0`;
    } else if (data.requested[at] === data.requested[at - 1] + 1) {
      path += `L${point.x} ${before.y}L${point.x} ${point.y}`;
    } else {
      path += `L${point.x} ${point.y}`;
    }
  });
  return { points, path };
}

/** Where a curve meets a value that is refused: after its end, or before its start. */
function refusals(data, points, x) {
  const places = [];
  points.forEach((point, at) => {
    for (const next of [at - 1, at + 1]) {
      if (point && next >= 0 && next < points.length && !points[next]) {
        places.push({ x: x.place(data.requested[next]), y: point.y, from: point });
      }
    }
  });
  return places;
}

function drawAxes(plot, data, x, y, box) {
  const axes = svg(plot, 'g', { 'aria-hidden': 'true' });
  for (const tick of y.ticks(30)) {
    const at = y.place(tick);
    svg(axes, 'line', { class: 'grid', x1: box.left, x2: box.right, y1: at, y2: at });
    svg(axes, 'text', { x: box.left - 8, y: at + 4, 'text-anchor': 'end' }, short(tick));
  }
  for (const tick of x.ticks(44)) {
    const at = x.place(tick);
    svg(axes, 'line', { class: 'grid', x1: at, x2: at, y1: box.top, y2: box.bottom });
    svg(axes, 'text', { x: at, y: box.bottom + 18, 'text-anchor': 'middle' }, short(tick));
  }
  svg(axes, 'text', { class: 'title', x: (box.left + box.right) / 2, y: box.bottom + 36, 'text-anchor': 'middle' },
    'requested');
  svg(axes, 'text', { class: 'title', x: box.left - 8, y: box.top - 12, 'text-anchor': 'end' }, 'granted');
  drawEqual(axes, data, x, y);
}

/** Where granted is what was requested. */
function drawEqual(axes, data, x, y) {
  const same = data.requested.filter(value => value >= data.lowest && value <= data.highest);
  const path = same.map((value, at) => `${at ? 'L' : 'M'}${x.place(value)} ${y.place(value)}`).join('');
  svg(axes, 'path', { class: 'equal', d: path });
}

function drawSeries(plot, data, one, traced, x) {
  const group = svg(plot, 'g', { class: `series ${one.look}`, 'data-driver': one.name });
  group.classList.toggle('chosen', shownAlone?.name === one.name);
  svg(group, 'path', { class: 'curve', d: traced.path });
  if (data.requested.length <= FEW) {
    for (const point of traced.points.filter(Boolean)) {
      svg(group, 'circle', { class: 'dot', cx: point.x, cy: point.y, r: 3.5 });
    }
  }
  for (const place of refusals(data, traced.points, x)) {
    svg(group, 'path', { class: 'leader', d: `M${place.from.x} ${place.from.y}L${place.x} ${place.y}` });
    svg(group, 'path', { class: 'mark', d: `M${place.x - 4} ${place.y - 4}l8 8m0 -8l-8 8` });
  }
  return group;
}

/** Names at the right, each as close to the end of its curve as the others let it. */
function drawNames(groups, data, traces, box) {
  const names = data.series.map((one, index) => {
    const end = traces[index].points.filter(Boolean).pop();
    return { one, group: groups[index], end, y: end ? end.y : box.bottom };
  }).sort((a, b) => a.y - b.y || a.one.index - b.one.index);
  names.forEach((name, at) => {
    name.y = Math.max(name.y, at ? names[at - 1].y + LINE : box.top);
  });
  for (let at = names.length - 1, lowest = box.bottom; at >= 0; at--, lowest = names[at + 1].y - LINE) {
    names[at].y = Math.min(names[at].y, lowest);
  }
  for (const { one, group, end, y } of names) {
    if (end) {
      svg(group, 'path', {
        class: 'leader', 'stroke-dasharray': '1 3', d: `M${end.x + 9} ${end.y}L${box.right + 4} ${y}h6`,
      });
    }
    const text = end ? one.name : `${one.name} ${one.refusals.length ? one.refusals[0].errno : '?'}`;
    svg(group, 'text', { class: end ? 'name' : 'name none', x: box.right + 14, y: y + 4 }, text);
  }
}

/** Draws an attribute over the full width, and returns the elements that move with the pointer. */
function draw(plot, data, width) {
  const longest = Math.max(...data.series.map(one =>
    one.name.length + (one.granted.some(isGranted) || !one.refusals.length ? 0 : one.refusals[0].errno.length + 1)));
  const names = width >= 420 ? 22 + 7.2 * longest : 12;
  const height = Math.max(Math.round(Math.min(380, 200 + width / 5)), width >= 420 ? 90 + LINE * data.series.length : 0);
  const box = { left: 50, right: width - names, top: 26, bottom: height - 44 };
  const low = data.lowest <= 4 ? 0 : data.lowest;
  const x = axis(data.requested[0], data.requested[data.requested.length - 1], box.left + 6, box.right - 10);
  const y = axis(low, data.highest, box.bottom - 6, box.top + 6);

  plot.replaceChildren();
  plot.setAttribute('viewBox', `0 0 ${width} ${height}`);
  plot.setAttribute('height', height);
  drawAxes(plot, data, x, y, box);
  const aside = asides(data);
  const traces = data.series.map((one, index) => trace(data, one, aside[index], x, y));
  const groups = data.series.map((one, index) => drawSeries(plot, data, one, traces[index], x));
  if (width >= 420) {
    drawNames(groups, data, traces, box);
  }
  return { box, x, traces, pointer: svg(plot, 'g', { 'aria-hidden': 'true' }) };
}

// ---------------------------------------------------------------- reading a chart

function limitOf(one, value) {
  const refused = one.refusals.find(refusal => refusal.from <= value && value <= refusal.to);
  const violation = refused && refused.violations[0];
  return violation ? `, ${violation.attribute}: ${violation.limit}` : '';
}

function fillReadout(readout, data, at) {
  html(readout, 'strong', {}, `requested ${grouped(data.requested[at])}`);
  const list = html(readout, 'dl');
  for (const one of data.series) {
    const answer = one.granted[at];
    html(list, 'span', { class: `swatch ${one.look}` });
    html(list, 'dt', {}, one.name);
    html(list, 'dd', { class: isGranted(answer) ? 'granted' : 'refused', 'data-driver': one.name }, spoken(answer));
  }
}

/** What there is to point at in a chart: the values, and what every driver says to each of them. */
function readable(plot, readout, data, drawing) {
  return {
    plot,
    readout,
    last: data.requested.length - 1,
    box: () => drawing().box,
    pointer: () => drawing().pointer,
    place: at => drawing().x.place(data.requested[at]),
    mark(pointer, at) {
      data.series.forEach((one, index) => {
        const point = drawing().traces[index].points[at];
        if (point) {
          svg(pointer, 'circle', { class: `dot ${one.look}`, cx: point.x, cy: point.y, r: 4.5 });
        }
      });
    },
    fill: at => fillReadout(readout, data, at),
    now: at => data.requested[at],
    spoken: at => `requested ${data.requested[at]}: `
      + data.series.map(one => `${one.name} ${one.granted[at] ?? 'not known'}`).join(', '),
  };
}

// ---------------------------------------------------------------- numbers and reasons

function addReasons(figure, data) {
  const refusing = data.series.filter(one => one.refusals.length);
  if (!refusing.length) {
    return;
  }
  const details = html(figure, 'details');
  html(details, 'summary', {}, 'Why requests are refused');
  const list = html(details, 'ul', { class: 'reasons' });
  for (const one of refusing) {
    for (const refusal of one.refusals) {
      const item = html(list, 'li', { class: one.look });
      const values = refusal.from === refusal.to ? '' : ` to ${grouped(refusal.to)}`;
      html(item, 'strong', {}, `${one.name}, ${grouped(refusal.from)}${values}: ${refusal.errno}`);
      for (const violation of refusal.violations) {
        const { attribute, requested, limit, rule, source } = violation;
        const line = html(item, 'div', {}, `${attribute} = ${requested}, limit ${limit}: ${rule} `);
        html(line, 'cite', {}, source);
      }
    }
  }
}

function addNumbers(figure, attribute, data) {
  const details = html(figure, 'details');
  html(details, 'summary', {}, 'The numbers');
  const scroll = html(details, 'div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': attribute.attribute });
  const table = html(scroll, 'table');
  const head = html(html(table, 'thead'), 'tr');
  html(head, 'th', { scope: 'col' }, 'requested');
  data.series.forEach(one => html(head, 'th', { scope: 'col' }, one.name));
  const body = html(table, 'tbody');
  data.requested.forEach((value, at) => {
    const row = html(body, 'tr', { 'data-requested': value });
    html(row, 'th', { scope: 'row' }, grouped(value));
    for (const one of data.series) {
      html(row, 'td', { class: isGranted(one.granted[at]) ? 'granted' : 'refused' }, spoken(one.granted[at]));
    }
  });
}

// ---------------------------------------------------------------- the page

function addChart(attribute) {
  const data = chartData(attribute);
  const figure = html(document.getElementById('charts'), 'figure', { 'data-attribute': attribute.attribute });
  const caption = html(figure, 'figcaption');
  html(caption, 'h2', {}, attribute.attribute);
  html(caption, 'p', {}, attribute.meaning);
  const frame = html(figure, 'div', { class: 'plot' });
  const plot = svg(frame, 'svg', {
    tabindex: 0,
    role: 'slider',
    'aria-label': `${attribute.attribute}: granted over requested`,
    'aria-valuemin': data.requested[0],
    'aria-valuemax': data.requested[data.requested.length - 1],
    'aria-valuenow': data.requested[0],
  });
  const readout = html(frame, 'div', { class: 'readout', hidden: '' });
  addReasons(figure, data);
  addNumbers(figure, attribute, data);

  let drawn = draw(plot, data, frame.clientWidth);
  const refresh = makeReadable(readable(plot, readout, data, () => drawn));
  new ResizeObserver(() => {
    drawn = draw(plot, data, frame.clientWidth);
    refresh();
  }).observe(frame);
}

/** The drivers by name; pointing at one shows its curves alone, pressing keeps it so. */
function addLegend() {
  let kept = null;

  function choose(driver) {
    shownAlone = driver;
    document.body.classList.toggle('one-driver', driver !== null);
    for (const group of document.querySelectorAll('.series')) {
      group.classList.toggle('chosen', driver !== null && group.dataset.driver === driver.name);
    }
  }

  const legend = document.getElementById('legend');
  for (const driver of drivers) {
    const button = html(html(legend, 'li'), 'button', { type: 'button', class: driver.look, 'aria-pressed': 'false' });
    html(button, 'span', { class: 'swatch' });
    html(button, 'span', {}, driver.name);
    button.addEventListener('pointerenter', () => choose(driver));
    button.addEventListener('pointerleave', () => choose(kept));
    button.addEventListener('click', () => {
      kept = kept === driver ? null : driver;
      legend.querySelectorAll('button').forEach(other =>
        other.setAttribute('aria-pressed', String(kept !== null && other === button)));
      choose(kept);
    });
  }
}

function describeRequest() {
  const fixed = Object.entries(sweep.fixed).map(([name, value]) => `${name} ${grouped(value)}`).join(', ');
  const srq = sweep.srq ? ' with a shared receive queue' : '';
  document.getElementById('request').textContent =
    `What drivers grant over what is requested, for a queue pair of type ${sweep.qp_type}${srq}. `
    + `Where an attribute is not the one that varies: ${fixed}.`;
}

describeRequest();
addLegend();
sweep.attributes.forEach(addChart);
unfoldForPrint();
