// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;

/**
 * A request to query a queue pair, for {@code ibv_query_qp(3)}.
 *
 * @param qpTypeCode the type of the queue pair, as in C
 * @param rss whether the queue pair receives through an indirection table
 * @param now the attributes of the queue pair
 * @param wanted the requested attributes
 */
public record QpQueryRequest(int qpTypeCode, boolean rss, QpAttr now, Flags<QpAttr.Mask> wanted) {
    /**
     * Returns the same request through an additional handle of an XRC target. The library did not create this queue
     * pair, so it knows neither its sizes nor whether a hash was requested.
     *
     * @return the request
     */
    public QpQueryRequest throughOpenedHandle() {
        return new QpQueryRequest(
                qpTypeCode, false, now.toBuilder().cap(QpCap.ZERO).build(), wanted);
    }
}
