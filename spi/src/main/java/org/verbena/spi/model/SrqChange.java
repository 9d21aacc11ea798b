package org.verbena.spi.model;

import org.verbena.Flags;
import org.verbena.SrqAttr;
import org.verbena.SrqAttrMask;

/**
 * A request to change a shared receive queue, for {@code ibv_modify_srq(3)}.
 *
 * @param now what {@code ibv_query_srq(3)} says before
 * @param attr the values wanted
 * @param mask which of them count
 */
public record SrqChange(SrqAttr now, SrqAttr attr, Flags<SrqAttrMask> mask) {}
