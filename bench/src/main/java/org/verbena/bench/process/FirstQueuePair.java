// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.process;

import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.Verbs;
import org.verbena.attr.QpType;

/** Runs only the steps of a program up to its first queue pair. */
final class FirstQueuePair {
    private FirstQueuePair() {}

    /**
     * Opens the first device of a provider and creates a queue pair.
     *
     * @param args the name of the provider
     */
    public static void main(String[] args) {
        DeviceContext context = Verbs.provider(args[0]).devices().get(0).open();
        ProtectionDomain pd = context.allocPd();
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(1).build());
        pd.createQp(QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(1)
                .maxRecvWr(1)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build());
    }

    /** Measures an empty JVM. */
    static final class Nothing {
        private Nothing() {}

        /**
         * Does nothing.
         *
         * @param args none
         */
        public static void main(String[] args) {
            // The JVM only starts and ends.
        }
    }
}
