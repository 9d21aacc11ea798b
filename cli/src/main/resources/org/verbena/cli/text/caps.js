// SPDX-License-Identifier: Apache-2.0
/* Draws the numbers that `verbena caps --json` prints. */

const COLOURS = 6;
const TURNS = [{ border: 'solid', dash: [] }, { border: 'dashed', dash: [7, 3] }, { border: 'dotted', dash: [2, 3] }];
const APART = 0.012; // distance of curves that coincide, as a share of the height

const sweep = JSON.parse(document.getElementById('data').textContent);
// After six drivers, the colours repeat with another line style.
const drivers = sweep.drivers.map((driver, index) => {
  const [number, turn] = [index % COLOURS, Math.floor(index / COLOURS) % TURNS.length];
  return { name: driver.driver, colour: `--driver-${number}`, look: `driver-${number} turn-${turn}`, ...TURNS[turn] };
});

// ---------------------------------------------------------------- numbers

const isGranted = answer => typeof answer === 'number';

/** Returns a short form for an axis: 16Ki. */
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

// ---------------------------------------------------------------- charts

/** Both axes are logarithmic. 0 is one step before 1. */
const toStep = value => (value === 0 ? 0 : 1 + Math.log2(value));
const fromStep = step => (step < 1 ? 0 : Math.round(2 ** (step - 1)));

/** Returns the positions of labels: whole powers of two, or both ends and the middle of a short axis. */
function ticks(plot, axisNumber, low, high, increment) {
  if (high - low < 2) {
    return [low, (low + high) / 2, high];
  }
  const distance = Math.max(1, Math.round(increment));
  const first = Math.ceil(low);
  return Array.from({ length: Math.floor((high - first) / distance) + 1 }, (_, at) => first + at * distance);
}

const stepAxis = label => axis(label, {
  incrs: [1, 2, 4, 8, 16],
  splits: ticks,
  values: (plot, steps) => steps.map(step => short(fromStep(step))),
});

/** Returns the requested values, the answers of each driver, and the range of granted values. */
function chartData(attribute) {
  const series = attribute.answers.map((answer, index) => ({ ...drivers[index], ...answer }));
  const granted = series.flatMap(one => one.granted.filter(isGranted));
  return {
    requested: attribute.requested,
    series,
    lowest: granted.length ? Math.min(...granted) : 0,
    highest: granted.length ? Math.max(...granted) : 1,
  };
}

/** Returns the curves. Curves that coincide at a value are drawn side by side there. */
function curves(data) {
  const height = toStep(data.highest) - toStep(data.lowest) || 1;
  return data.series.map(one => one.granted.map((answer, at) => {
    if (!isGranted(answer)) {
      return null;
    }
    const same = data.series.filter(other => other.granted[at] === answer);
    return toStep(answer) + (same.indexOf(one) - (same.length - 1) / 2) * APART * height;
  }));
}

/** Draws a dotted line where the granted value equals the requested one. */
function drawEqual(plot, data) {
  const low = Math.max(data.lowest, data.requested[0]);
  const high = Math.min(data.highest, data.requested[data.requested.length - 1]);
  if (low < high) {
    const { ctx } = plot;
    ctx.save();
    ctx.strokeStyle = colour('--muted');
    ctx.setLineDash([devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    for (const end of [low, high]) {
      ctx.lineTo(plot.valToPos(toStep(end), 'x', true), plot.valToPos(toStep(end), 'y', true));
    }
    ctx.stroke();
    ctx.restore();
  }
}

/** Draws a cross at each granted value whose neighbour is rejected. */
function drawRefusals(plot, data) {
  const size = 4 * devicePixelRatio;
  const { ctx } = plot;
  data.series.forEach((one, index) => {
    const [xs, ys, { show, alpha }] = [plot.data[0], plot.data[index + 1], plot.series[index + 1]];
    if (!show) {
      return;
    }
    ctx.save();
    ctx.strokeStyle = colour(one.colour);
    ctx.globalAlpha = alpha ?? 1;
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.beginPath();
    ys.forEach((y, at) => {
      for (const next of [at - 1, at + 1]) {
        if (y !== null && next in ys && ys[next] === null) {
          const [left, top] = [plot.valToPos(xs[next], 'x', true), plot.valToPos(y, 'y', true)];
          ctx.moveTo(left - size, top - size);
          ctx.lineTo(left + size, top + size);
          ctx.moveTo(left - size, top + size);
          ctx.lineTo(left + size, top - size);
        }
      }
    });
    ctx.stroke();
    ctx.restore();
  });
}

/** Returns the chart of an attribute for addPlot. */
function capsChart(attribute, data) {
  const { requested } = data;
  const [first, last] = [requested[0], requested[requested.length - 1]];
  // The pointer can be beyond the first and the last value, which may be within a pixel of the next one.
  const range = (low, high) => {
    const margin = (toStep(high) - toStep(low) || 1) * 0.03;
    return [toStep(low) - margin, toStep(high) + margin];
  };
  return {
    label: `${attribute.attribute}: granted over requested`,
    lowest: first,
    highest: last,
    data: [requested.map(toStep), ...curves(data)],
    height: 320,
    now: at => requested[at],
    spoken: at => `requested ${requested[at]}: `
      + data.series.map(one => `${one.name} ${one.granted[at] ?? 'not known'}`).join(', '),
    options: {
      scales: {
        x: { time: false, range: range(first, last) },
        y: { range: range(data.lowest <= 4 ? 0 : data.lowest, data.highest) },
      },
      axes: [stepAxis('requested'), { ...stepAxis('granted'), size: 56 }],
      focus: { alpha: 0.13 },
      legend: {
        markers: {
          width: 3,
          dash: (plot, number) => drivers[number - 1].border,
          stroke: (plot, number) => `var(${drivers[number - 1].colour})`,
        },
      },
      series: [
        series('requested', at => grouped(requested[at])),
        ...data.series.map(one => series(one.name, at => spoken(one.granted[at]), {
          stroke: () => colour(one.colour),
          width: 2,
          dash: one.dash,
        })),
      ],
      hooks: { drawClear: [plot => drawEqual(plot, data)], draw: [plot => drawRefusals(plot, data)] },
    },
  };
}

// ---------------------------------------------------------------- numbers and reasons

function addReasons(figure, data) {
  const refusing = data.series.filter(one => one.refusals.length);
  if (!refusing.length) {
    return;
  }
  const details = html(figure, 'details');
  html(details, 'summary', {}, 'Reasons for rejected requests');
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
  const body = addTable(figure, attribute.attribute, ['requested', ...data.series.map(one => one.name)]);
  data.requested.forEach((value, at) => {
    const row = html(body, 'tr', { 'data-requested': value });
    html(row, 'th', { scope: 'row' }, grouped(value));
    for (const one of data.series) {
      html(row, 'td', { class: isGranted(one.granted[at]) ? 'granted' : 'refused' }, spoken(one.granted[at]));
    }
  });
}

// ---------------------------------------------------------------- page

function addChart(attribute) {
  const data = chartData(attribute);
  const figure = html(document.getElementById('charts'), 'figure', { 'data-attribute': attribute.attribute });
  const caption = html(figure, 'figcaption');
  html(caption, 'h2', {}, attribute.attribute);
  html(caption, 'p', {}, attribute.meaning);
  const plot = addPlot(figure, capsChart(attribute, data));
  addReasons(figure, data);
  addNumbers(figure, attribute, data);
  return plot;
}

/**
 * Adds the names of the drivers. Pointing at a name highlights the curves of the driver in all charts. Pressing the name
 * keeps them highlighted.
 */
function addLegend(plots) {
  let kept = null;

  function highlight(index) {
    plots.forEach(plot => plot.setSeries(index === null ? null : index + 1, { focus: true }));
  }

  const legend = document.getElementById('legend');
  drivers.forEach((driver, index) => {
    const button = html(html(legend, 'li'), 'button', { type: 'button', class: driver.look, 'aria-pressed': 'false' });
    html(button, 'span', { class: 'swatch' });
    html(button, 'span', {}, driver.name);
    button.addEventListener('pointerenter', () => highlight(index));
    button.addEventListener('pointerleave', () => highlight(kept));
    button.addEventListener('click', () => {
      kept = kept === index ? null : index;
      legend.querySelectorAll('button').forEach(other =>
        other.setAttribute('aria-pressed', String(kept !== null && other === button)));
      highlight(kept);
    });
  });
}

function describeRequest() {
  const fixed = Object.entries(sweep.fixed).map(([name, value]) => `${name} ${grouped(value)}`).join(', ');
  const srq = sweep.srq ? ' with a shared receive queue' : '';
  document.getElementById('request').textContent =
    `Granted over requested, for a queue pair of type ${sweep.qp_type}${srq}. Attributes that do not vary: ${fixed}.`;
}

describeRequest();
addLegend(sweep.attributes.map(addChart));
unfoldForPrint();
