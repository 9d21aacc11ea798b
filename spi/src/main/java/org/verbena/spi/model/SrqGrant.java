// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.attr.SrqAttr;

/**
 * The attributes of a new shared receive queue.
 *
 * @param granted the attributes that the create call returns
 * @param queried the attributes that {@code ibv_query_srq(3)} reports afterwards
 */
public record SrqGrant(SrqAttr granted, SrqAttr queried) {}
