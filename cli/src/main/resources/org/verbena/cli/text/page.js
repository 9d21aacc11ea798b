// SPDX-License-Identifier: Apache-2.0
'use strict';

/* Functions that all pages share. They insert text only as text, never as markup. */

// ---------------------------------------------------------------- elements

function append(parent, child, attributes, text) {
  for (const [name, value] of Object.entries(attributes)) {
    child.setAttribute(name, value);
  }
  if (text !== undefined) {
    child.textContent = text;
  }
  parent.append(child);
  return child;
}

function html(parent, tag, attributes = {}, text = undefined) {
  return append(parent, document.createElement(tag), attributes, text);
}

/** Returns all digits, in groups separated by thin spaces: 16 384. */
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, '\u2009');
}

// ---------------------------------------------------------------- charts

/** Returns a colour of the style sheet, for a canvas. */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Returns an axis with the settings of all charts. Its colours are read again each time the axis is drawn. */
function axis(label, options) {
  const line = { stroke: () => colour('--line'), width: 1 };
  return { label, stroke: () => colour('--muted'), grid: line, ticks: line, labelSize: 22, ...options };
}

/** Returns a curve, or the horizontal values, with the text that the legend shows at a position. */
function series(label, text, options) {
  return { label, value: (plot, value, number, at) => (at === null ? '' : text(at)), ...options };
}

/**
 * Adds a chart that adapts to its width and medium. The legend shows the values at the pointer, or at the position that
 * the arrow keys select.
 *
 * @param figure the element that contains the chart
 * @param chart its label, range, data and options of uPlot; for a position, its number and the text for a screen reader
 * @return the plot
 */
function addPlot(figure, { label, lowest, highest, data, options, height, now, spoken }) {
  const frame = html(figure, 'div', {
    class: 'plot',
    tabindex: 0,
    role: 'slider',
    'aria-label': label,
    'aria-valuemin': lowest,
    'aria-valuemax': highest,
    'aria-valuenow': lowest,
  });
  const plot = new uPlot({
    width: frame.clientWidth,
    height,
    cursor: { y: false, drag: { x: false, y: false } },
    ...options,
    hooks: { ...options.hooks, setCursor: [announce] },
  }, data, frame);
  const last = data[0].length - 1;
  const chosen = () => plot.cursor.idx ?? null;

  function choose(at) {
    plot.setCursor(at === null ? { left: -10, top: -10 } : { left: plot.valToPos(data[0][at], 'x'), top: 0 });
  }

  function announce({ cursor: { idx } }) {
    if (idx !== null) {
      frame.setAttribute('aria-valuenow', now(idx));
      frame.setAttribute('aria-valuetext', spoken(idx));
    }
  }

  const moves = {
    ArrowLeft: at => at - 1,
    ArrowDown: at => at - 1,
    ArrowRight: at => at + 1,
    ArrowUp: at => at + 1,
    PageDown: at => at - 10,
    PageUp: at => at + 10,
    Home: () => 0,
    End: () => last,
  };
  // uPlot handles only the mouse.
  plot.over.addEventListener('pointermove', event =>
    event.pointerType !== 'mouse' && plot.setCursor({ left: event.offsetX, top: event.offsetY }));
  frame.addEventListener('focus', () => chosen() === null && frame.matches(':focus-visible') && choose(0));
  frame.addEventListener('blur', () => choose(null));
  frame.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      choose(null);
    } else if (moves[event.key]) {
      event.preventDefault();
      choose(chosen() === null ? 0 : Math.max(0, Math.min(last, moves[event.key](chosen()))));
    }
  });
  new ResizeObserver(() => {
    if (frame.clientWidth !== plot.width) {
      plot.setSize({ width: frame.clientWidth, height });
    }
  }).observe(frame);
  // A canvas does not follow a change of the colours.
  for (const medium of ['print', '(prefers-color-scheme: dark)']) {
    matchMedia(medium).addEventListener('change', () => plot.redraw());
  }
  return plot;
}

/** Adds a table that is collapsed at first, and returns its body. */
function addTable(figure, label, titles) {
  const details = html(figure, 'details');
  html(details, 'summary', {}, 'Table of the values');
  const scroll = html(details, 'div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label });
  const table = html(scroll, 'table');
  const head = html(html(table, 'thead'), 'tr');
  titles.forEach(title => html(head, 'th', { scope: 'col' }, title));
  return html(table, 'tbody');
}

// ---------------------------------------------------------------- print

/** Expands all collapsed elements while the page is printed. */
function unfoldForPrint() {
  const folded = [];
  addEventListener('beforeprint', () => {
    document.querySelectorAll('details:not([open])').forEach(details => {
      details.open = true;
      folded.push(details);
    });
  });
  addEventListener('afterprint', () => folded.splice(0).forEach(details => {
    details.open = false;
  }));
}
