// SPDX-License-Identifier: Apache-2.0
/* Draws the numbers that `verbena ping --json` prints. */

const ping = JSON.parse(document.getElementById('data').textContent);
const steps = ping.distribution;

// ---------------------------------------------------------------- numbers

/** Returns a time with three significant digits: 1.23 µs. */
function time(ns) {
  const [unit, size] = [['s', 1e9], ['ms', 1e6], ['µs', 1e3]].find(([, each]) => ns >= each) ?? ['ns', 1];
  const value = ns / size;
  return `${Number(value.toPrecision(3))}\u2009${unit}`;
}

/** Returns a percentage with enough digits to distinguish it from 100 %. */
function share(percentile) {
  const digits = percentile >= 100 ? 0 : Math.max(0, Math.ceil(-Math.log10(100 - percentile)) + 1);
  return `${Number(percentile.toFixed(Math.min(digits, 10)))}\u2009%`;
}

// ---------------------------------------------------------------- chart

/** Returns the number of nines: 0 for 0 %, 1 for 90 %, 2 for 99 %. */
const nines = percentile => -Math.log10(1 - percentile / 100);

// The number of nines of 100 % is infinite. Its position is a step after the largest percentage below it.
const below = steps.filter(step => step.percentile < 100);
const last = below.length ? nines(below[below.length - 1].percentile) : 0;
const position = step => (step.percentile < 100 ? nines(step.percentile) : last + 0.3);
const shares = [0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999].filter(percentile => nines(percentile) <= last);

const chart = {
  label: 'time of a round trip over the share of round trips',
  lowest: 0,
  highest: 100,
  data: [steps.map(position), steps.map(step => Math.max(1, step.ns))],
  height: 400,
  now: at => steps[at].percentile,
  spoken: at => `${share(steps[at].percentile)} of the round trips took ${time(steps[at].ns)} or less`,
  options: {
    scales: { x: { time: false }, y: { distr: 3 } },
    axes: [
      axis('share of round trips', { splits: () => shares.map(nines), values: () => shares.map(share) }),
      axis('time', { size: 64, values: (plot, times) => times.map(ns => (ns ? time(ns) : '')) }),
    ],
    legend: { markers: { stroke: () => 'var(--driver-0)' } },
    series: [
      series('share', at => share(steps[at].percentile)),
      series('time', at => time(steps[at].ns), { stroke: () => colour('--driver-0'), width: 2 }),
    ],
  },
};

function addNumbers(figure) {
  const body = addTable(figure, 'distribution', ['share', 'time', 'round trips']);
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
const figure = html(document.getElementById('charts'), 'figure');
addPlot(figure, chart);
addNumbers(figure);
unfoldForPrint();
