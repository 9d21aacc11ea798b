// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.attr.WqAttr;
import org.verbena.attr.WqState;

/**
 * A request to change a work queue, for {@code ibv_modify_wq(3)}.
 *
 * @param now the state before the change
 * @param attr the requested attributes
 */
public record WqChange(WqState now, WqAttr attr) {}
