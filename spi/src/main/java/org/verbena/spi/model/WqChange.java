package org.verbena.spi.model;

import org.verbena.WqAttr;
import org.verbena.WqState;

/**
 * A request to change a work queue, for {@code ibv_modify_wq(3)}.
 *
 * @param now its state
 * @param attr the changes
 */
public record WqChange(WqState now, WqAttr attr) {}
