package org.verbena.spi.model;

import org.verbena.Flags;
import org.verbena.QpAttr;
import org.verbena.QpAttrMask;
import org.verbena.QpCap;

/**
 * A request to describe a queue pair, for {@code ibv_query_qp(3)}.
 *
 * @param qpTypeCode the type of the queue pair as C has it
 * @param rss whether it receives through an indirection table
 * @param now its attributes
 * @param wanted the attributes that are asked for
 */
public record QpQueryRequest(int qpTypeCode, boolean rss, QpAttr now, Flags<QpAttrMask> wanted) {
    /**
     * The same through a further handle of an XRC target: of a queue pair that it has not made, the library knows neither
     * the sizes nor whether a hash was asked for.
     *
     * @return the request
     */
    public QpQueryRequest throughOpenedHandle() {
        return new QpQueryRequest(
                qpTypeCode, false, ModifyQpRules.copy(now).cap(QpCap.ZERO).build(), wanted);
    }
}
