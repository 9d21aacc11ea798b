// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;

/**
 * A request to change a shared receive queue, for {@code ibv_modify_srq(3)}.
 *
 * @param now the attributes that {@code ibv_query_srq(3)} reports before the change
 * @param attr the requested values
 * @param mask the attributes to change
 */
public record SrqChange(SrqAttr now, SrqAttr attr, Flags<SrqAttr.Mask> mask) {}
