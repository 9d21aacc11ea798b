// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.QpOpenAttr;
import org.verbena.attr.Flags;

/**
 * A request to open an XRC target, for {@code ibv_open_qp(3)}.
 *
 * @param qpTypeCode {@code qp_type}, as in C
 * @param compMask {@code comp_mask}
 */
public record QpOpenRequest(int qpTypeCode, Flags<QpOpenAttr.Mask> compMask) {
    /**
     * Creates a request.
     *
     * @param attr the attributes that the application requests
     * @return the request
     */
    public static QpOpenRequest of(QpOpenAttr attr) {
        return new QpOpenRequest(attr.qpTypeCode(), attr.compMask());
    }
}
