package org.verbena.spi.model;

import org.verbena.WqAttr;
import org.verbena.WqState;

/**
 * A request to change a work queue, for {@code ibv_modify_wq(3)}.
 *
 * @param now the state before the change
 * @param attr the requested attributes
 */
public record WqChange(WqState now, WqAttr attr) {}
