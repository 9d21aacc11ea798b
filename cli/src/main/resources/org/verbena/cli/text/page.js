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

function svg(parent, tag, attributes = {}, text = undefined) {
  return append(parent, document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, text);
}

/** In full, with thin spaces: 16 384. */
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, '\u2009');
}

// ---------------------------------------------------------------- reading a chart

/** The value whose place is next to a point of the screen. */
function nearest(chart, px) {
  let best = 0;
  for (let at = 0; at <= chart.last; at++) {
    if (Math.abs(chart.place(at) - px) < Math.abs(chart.place(best) - px)) {
      best = at;
    }
  }
  return best;
}

/** Lets pointer, finger and keyboard choose a value of a chart, and shows what there is to say of it. */
function makeReadable(chart) {
  const { plot, readout, last } = chart;
  let chosen = null;

  function show(at) {
    chosen = at;
    const pointer = chart.pointer();
    pointer.replaceChildren();
    readout.hidden = at === null;
    if (at === null) {
      return;
    }
    const box = chart.box();
    const place = chart.place(at);
    svg(pointer, 'line', { class: 'guide', x1: place, x2: place, y1: box.top, y2: box.bottom });
    chart.mark(pointer, at);
    readout.replaceChildren();
    chart.fill(at);
    const space = plot.clientWidth - readout.offsetWidth;
    const left = place + 14 <= space ? place + 14 : place - 14 - readout.offsetWidth;
    readout.style.transform = `translate(${Math.max(0, Math.min(left, space))}px, ${box.top}px)`;
    plot.setAttribute('aria-valuenow', chart.now(at));
    plot.setAttribute('aria-valuetext', chart.spoken(at));
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
  const under = event => show(nearest(chart, event.clientX - plot.getBoundingClientRect().left));
  plot.addEventListener('pointermove', under);
  plot.addEventListener('pointerdown', under);
  plot.addEventListener('pointerleave', event => event.pointerType === 'mouse' && show(null));
  plot.addEventListener('focus', () => chosen === null && plot.matches(':focus-visible') && show(0));
  plot.addEventListener('blur', () => show(null));
  plot.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      show(null);
    } else if (moves[event.key]) {
      event.preventDefault();
      show(Math.max(0, Math.min(last, chosen === null ? 0 : moves[event.key](chosen))));
    }
  });
  return () => show(chosen);
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
