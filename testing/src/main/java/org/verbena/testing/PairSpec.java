// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.util.Set;
import org.verbena.attr.QpType;
import org.verbena.connect.ConnectorSettings;

/**
 * The attributes of a pair of queue pairs.
 *
 * @param qpType the type
 * @param connector the attributes of the connection
 */
record PairSpec(QpType qpType, ConnectorSettings connector) {
    private static final Set<QpType> TYPES = Set.of(QpType.RC, QpType.UC, QpType.UD);

    PairSpec {
        if (!TYPES.contains(qpType)) {
            throw InvalidArguments.invalid(
                    "qp_type", qpType.toString(), "RC, UC or UD", "other types do not connect a pair");
        }
    }

    static PairSpec defaults() {
        return new PairSpec(QpType.RC, ConnectorSettings.defaults());
    }

    static PairSpec of(PairAttr attr) {
        return new PairSpec(
                attr.qpType(),
                ConnectorSettings.builder()
                        .timeout(attr.timeout())
                        .retryCnt(attr.retryCnt())
                        .rnrRetry(attr.rnrRetry())
                        .build());
    }
}
