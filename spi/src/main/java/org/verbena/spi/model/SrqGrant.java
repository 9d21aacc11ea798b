package org.verbena.spi.model;

import org.verbena.SrqAttr;

/**
 * A shared receive queue as it was created or changed.
 *
 * @param granted what the create call writes back
 * @param queried what {@code ibv_query_srq(3)} reports afterwards
 */
public record SrqGrant(SrqAttr granted, SrqAttr queried) {}
