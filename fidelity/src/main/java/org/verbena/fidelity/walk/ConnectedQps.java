// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.AddressHandle;
import org.verbena.CompletionQueue;
import org.verbena.QueuePair;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;

/** Two connected queue pairs of one device. */
final class ConnectedQps implements AutoCloseable {
    /** One of the two queue pairs. */
    static final class End {
        private final String label;
        private final QueuePair qp;
        private final @Nullable AddressHandle toPeer;
        private boolean exhausted;

        /**
         * Creates an end.
         *
         * @param label the name in observations, for example {@code #3a}
         * @param qp the queue pair
         * @param toPeer the address handle for datagrams to the other end; null for connected services
         */
        End(String label, QueuePair qp, @Nullable AddressHandle toPeer) {
            this.label = label;
            this.qp = qp;
            this.toPeer = toPeer;
        }

        String label() {
            return label;
        }

        QueuePair qp() {
            return qp;
        }

        Optional<AddressHandle> toPeer() {
            return Optional.ofNullable(toPeer);
        }

        CompletionQueue sendCq() {
            return qp.sendCq().orElseThrow();
        }

        CompletionQueue recvCq() {
            return qp.recvCq().orElseThrow();
        }

        /** Returns the state that the device reports. The handle knows only the states set by modify calls. */
        QpState state() {
            return qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState();
        }

        /** Marks this end as unable to take further requests. */
        void exhaust() {
            exhausted = true;
        }

        boolean isExhausted() {
            return exhausted;
        }
    }

    private final StepArguments arguments;
    private final List<End> ends;

    /**
     * Creates a connection.
     *
     * @param arguments the arguments of the step that creates it
     * @param a the first end
     * @param b the second end
     */
    ConnectedQps(StepArguments arguments, End a, End b) {
        this.arguments = arguments;
        this.ends = List.of(a, b);
    }

    StepArguments arguments() {
        return arguments;
    }

    End end(int index) {
        return ends.get(index == 0 ? 0 : 1);
    }

    End peer(int index) {
        return end(1 - index);
    }

    Stream<End> ends() {
        return ends.stream();
    }

    /** Returns whether the ends split messages into packets of different sizes. */
    boolean cutsDifferently() {
        return PairAttributes.mtu(arguments, 0) != PairAttributes.mtu(arguments, 1);
    }

    boolean isClosed() {
        return ends.stream().allMatch(end -> end.qp().isClosed());
    }

    @Override
    public void close() {
        ends.forEach(end -> end.qp().close());
    }
}
