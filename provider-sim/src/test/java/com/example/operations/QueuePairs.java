// SPDX-License-Identifier: Apache-2.0
package com.example.operations;

import org.verbena.QueuePair;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;

/** Creates queue pairs in the states that the tests need. */
final class QueuePairs {
    private QueuePairs() {}

    static void toInit(QueuePair qp) {
        qp.modify(QpAttr.builder()
                .qpState(QpState.INIT)
                .pkeyIndex(0)
                .portNum(1)
                .qpAccessFlags(AccessFlag.LOCAL_WRITE)
                .build());
    }

    static void toErr(QueuePair qp) {
        qp.modify(QpAttr.builder().qpState(QpState.ERR).build());
    }
}
