// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.Flow;
import org.verbena.QueuePair;
import org.verbena.attr.FlowAttr;

/** A flow rule. */
final class FlowHandle extends Handle implements Flow {
    private final QpHandle queuePair;
    private final FlowAttr attr;

    FlowHandle(QpHandle queuePair, Resource resource, FlowAttr attr) {
        super(queuePair.owner(), resource);
        this.queuePair = queuePair;
        this.attr = attr;
    }

    @Override
    public QueuePair queuePair() {
        return queuePair;
    }

    @Override
    public FlowAttr attr() {
        return attr;
    }
}
