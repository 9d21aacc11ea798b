// SPDX-License-Identifier: Apache-2.0
'use strict';

/* What the scripts of all pages have in common. Text gets into the page as text only, never as markup. */

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

/** In full, with thin spaces: 16 384. */
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, '\u2009');
}

// ---------------------------------------------------------------- charts

/** Returns a colour of the style sheet, for a canvas. */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Returns an axis that every chart configures alike. */
function axis(label, options) {
  const line = { stroke: colour('--line'), width: 1 };
  return { label, stroke: colour('--muted'), grid: line, ticks: line, labelSize: 22, ...options };
}

/**
 * Draws a chart in its frame, and again when the width or the medium changes. The legend shows the values at the pointer,
 * or at the place that the arrow keys choose.
 *
 * @param frame the element; its role is slider
 * @param chart data and options of uPlot, and for a position: its number and the text for a screen reader
 * @return a function that returns the plot
 */
function drawChart(frame, { data, options, height, now, spoken }) {
  const last = data[0].length - 1;
  let plot = null;
  let chosen = null;

  function choose(at) {
    plot.setCursor(at === null ? { left: -10, top: -10 } : { left: plot.valToPos(data[0][at], 'x'), top: 0 });
  }

  function announce({ cursor: { idx } }) {
    chosen = idx ?? null;
    if (chosen !== null) {
      frame.setAttribute('aria-valuenow', now(chosen));
      frame.setAttribute('aria-valuetext', spoken(chosen));
    }
  }

  function draw() {
    const former = chosen;
    plot?.destroy();
    const { hooks, ...others } = options();
    plot = new uPlot({
      width: frame.clientWidth,
      height,
      cursor: { y: false, drag: { x: false, y: false } },
      ...others,
      hooks: { ...hooks, setCursor: [announce] },
    }, data, frame);
    // uPlot listens to the mouse only.
    plot.over.addEventListener('pointermove', event =>
      event.pointerType !== 'mouse' && plot.setCursor({ left: event.offsetX, top: event.offsetY }));
    choose(former);
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
  frame.addEventListener('focus', () => chosen === null && frame.matches(':focus-visible') && choose(0));
  frame.addEventListener('blur', () => choose(null));
  frame.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      choose(null);
    } else if (moves[event.key]) {
      event.preventDefault();
      choose(chosen === null ? 0 : Math.max(0, Math.min(last, moves[event.key](chosen))));
    }
  });

  draw();
  new ResizeObserver(() => {
    if (frame.clientWidth !== plot.width) {
      plot.setSize({ width: frame.clientWidth, height });
    }
  }).observe(frame);
  // A canvas keeps the colours that it was drawn with.
  for (const medium of ['print', '(prefers-color-scheme: dark)']) {
    matchMedia(medium).addEventListener('change', draw);
  }
  return () => plot;
}

// ---------------------------------------------------------------- paper

/** Paper has no pointer: what is folded away is printed. */
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
