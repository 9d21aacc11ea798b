// SPDX-License-Identifier: Apache-2.0
/* Draws the numbers that `verbena ping --json` prints. */

const LOOK = 'driver-0 turn-0';
const MARGIN = { left: 64, right: 20, top: 26, bottom: 44 };

const ping = JSON.parse(document.getElementById('data').textContent);
/** Steps of the distribution; where nothing new begins, the first one says it all. */
const steps = ping.distribution;

// ---------------------------------------------------------------- numbers

/** A time with three digits that count: 1.23 µs. */
function time(ns) {
  const [unit, size] = [['s', 1e9], ['ms', 1e6], ['µs', 1e3]].find(([, each]) => ns >= each) ?? ['ns', 1];
  const value = ns / size;
  return `${Number(value.toPrecision(3))}\u2009${unit}`;
}

/** A share with as many digits as tell it from all. */
function share(percentile) {
  const digits = percentile >= 100 ? 0 : Math.max(0, Math.ceil(-Math.log10(100 - percentile)) + 1);
  return `${Number(percentile.toFixed(Math.min(digits, 10)))}\u2009%`;
}

// ---------------------------------------------------------------- the chart

/** How often the share of the rest can be divided by ten: 0 % is 0, 90 % is 1, 99 % is 2. */
const nines = percentile => -Math.log10(1 - percentile / 100);

/** The rightmost place is for all of them, a step beyond the last share below 100 %. */
const below = steps.filter(step => step.percentile < 100);
const last = below.length ? nines(below[below.length - 1].percentile) : 0;
const all = last + 0.3;

function scale(low, high, start, end) {
  const width = high - low || 1;
  return value => start + (value - low) / width * (end - start);
}

/** Round times between two: 1, 2 and 5 of each power of ten. */
function roundTimes(low, high) {
  const ticks = [];
  for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
    ticks.push(...[1, 2, 5].map(digit => digit * power).filter(tick => tick >= low && tick <= high));
  }
  return ticks;
}

function drawAxes(plot, x, y, box, low, high) {
  const axes = svg(plot, 'g', { 'aria-hidden': 'true' });
  for (const tick of roundTimes(low, high)) {
    const at = y(Math.log10(tick));
    svg(axes, 'line', { class: 'grid', x1: box.left, x2: box.right, y1: at, y2: at });
    svg(axes, 'text', { x: box.left - 8, y: at + 4, 'text-anchor': 'end' }, time(tick));
  }
  const shares = [0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999].filter(tick => nines(tick) <= last);
  for (const tick of shares) {
    const at = x(nines(tick));
    svg(axes, 'line', { class: 'grid', x1: at, x2: at, y1: box.top, y2: box.bottom });
    svg(axes, 'text', { x: at, y: box.bottom + 18, 'text-anchor': 'middle' }, share(tick));
  }
  svg(axes, 'text', { class: 'title', x: (box.left + box.right) / 2, y: box.bottom + 36, 'text-anchor': 'middle' },
    'share of round trips');
  svg(axes, 'text', { class: 'title', x: box.left - 8, y: box.top - 12, 'text-anchor': 'end' }, 'time');
}

/** Draws the curve over the full width, and returns the elements that move with the pointer. */
function draw(plot, width) {
  const height = Math.round(Math.min(440, 220 + width / 5));
  const box = {
    left: MARGIN.left, right: width - MARGIN.right, top: MARGIN.top, bottom: height - MARGIN.bottom,
  };
  const low = Math.max(1, steps[0].ns * 0.9);
  const high = steps[steps.length - 1].ns * 1.1;
  const x = scale(0, all, box.left + 6, box.right - 6);
  const y = scale(Math.log10(low), Math.log10(high), box.bottom - 6, box.top + 6);
  const points = steps.map(step => ({
    x: x(step.percentile < 100 ? nines(step.percentile) : all),
    y: y(Math.log10(Math.max(1, step.ns))),
  }));

  plot.replaceChildren();
  plot.setAttribute('viewBox', `0 0 ${width} ${height}`);
  plot.setAttribute('height', height);
  drawAxes(plot, x, y, box, low, high);
  const series = svg(plot, 'g', { class: `series ${LOOK}` });
  svg(series, 'path', { class: 'curve', d: points.map((p, at) => `${at ? 'L' : 'M'}${p.x} ${p.y}`).join('') });
  return { box, points, pointer: svg(plot, 'g', { 'aria-hidden': 'true' }) };
}

/** What there is to point at: each step, and what it says. */
function readable(plot, readout, drawing) {
  return {
    plot,
    readout,
    last: steps.length - 1,
    box: () => drawing().box,
    pointer: () => drawing().pointer,
    place: at => drawing().points[at].x,
    mark(pointer, at) {
      const { x, y } = drawing().points[at];
      svg(pointer, 'circle', { class: `dot ${LOOK}`, cx: x, cy: y, r: 4.5 });
    },
    fill(at) {
      html(readout, 'strong', { 'data-ns': steps[at].ns }, `${share(steps[at].percentile)} within ${time(steps[at].ns)}`);
      html(readout, 'div', {}, `${grouped(steps[at].count)} of ${grouped(ping.answered)} round trips`);
    },
    now: at => steps[at].percentile,
    spoken: at => `${share(steps[at].percentile)} of the round trips took ${time(steps[at].ns)} or less`,
  };
}

// ---------------------------------------------------------------- the page

function addChart() {
  const figure = html(document.getElementById('charts'), 'figure');
  const caption = html(figure, 'figcaption');
  html(caption, 'h2', {}, 'round trip');
  html(caption, 'p', {}, 'Time from posting a message to the completion of its answer.');
  if (!steps.length) {
    html(figure, 'p', {}, 'Nothing was measured.');
    return;
  }
  const frame = html(figure, 'div', { class: 'plot' });
  const plot = svg(frame, 'svg', {
    tabindex: 0,
    role: 'slider',
    'aria-label': 'Time of round trips by their share',
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': 0,
  });
  const readout = html(frame, 'div', { class: 'readout', hidden: '' });
  addNumbers(figure);

  let drawn = draw(plot, frame.clientWidth);
  const refresh = makeReadable(readable(plot, readout, () => drawn));
  new ResizeObserver(() => {
    drawn = draw(plot, frame.clientWidth);
    refresh();
  }).observe(frame);
}

function addNumbers(figure) {
  const details = html(figure, 'details');
  html(details, 'summary', {}, 'The numbers');
  const scroll = html(details, 'div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'distribution' });
  const table = html(scroll, 'table');
  const head = html(html(table, 'thead'), 'tr');
  ['share', 'time', 'round trips'].forEach(title => html(head, 'th', { scope: 'col' }, title));
  const body = html(table, 'tbody');
  for (const step of steps) {
    const row = html(body, 'tr', { 'data-ns': step.ns });
    html(row, 'th', { scope: 'row' }, share(step.percentile));
    html(row, 'td', {}, time(step.ns));
    html(row, 'td', {}, grouped(step.count));
  }
}

function addSummary() {
  const list = document.getElementById('summary');
  const add = (name, value, look = '') => {
    const pair = html(list, 'div', { class: look });
    html(pair, 'dt', {}, name);
    html(pair, 'dd', {}, value);
  };
  Object.entries(ping.round_trip_ns).filter(([, ns]) => ns !== null).forEach(([name, ns]) => add(name, time(ns)));
  add('messages/s', grouped(Math.round(ping.messages_per_second)));
  if (ping.lost > 0) {
    add('lost', grouped(ping.lost), 'lost');
  }
}

function describeRequest() {
  document.getElementById('request').textContent =
    `${grouped(ping.answered)} messages of ${grouped(ping.size)} bytes and their answers, between queue pairs of type `
    + `${ping.qp_type}, on ${ping.device} of provider ${ping.provider}. ${ping.failure ?? ''}`;
}

describeRequest();
addSummary();
addChart();
unfoldForPrint();
