// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.fuzz;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.RwqIndTable;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;
import org.verbena.XrcDomain;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.QpType;
import org.verbena.error.VerbsException;
import org.verbena.tck.fixture.Fixture;

/** Objects for random requests: usually usable ones, some of another context, some closed. */
final class ObjectPool {
    /** Objects of one kind, empty if the device has none. */
    static final class Choice<T extends VerbsObject> {
        private final List<T> usable;
        private final List<T> unusable;

        private Choice(List<T> usable, List<T> unusable) {
            this.usable = usable;
            this.unusable = unusable;
        }

        private static <T extends VerbsObject> Choice<T> of(Fixture own, Fixture other, Function<Fixture, T> create) {
            try {
                T closed = create.apply(own);
                closed.close();
                return new Choice<>(
                        List.of(create.apply(own), create.apply(own)), List.of(create.apply(other), closed));
            } catch (VerbsException e) {
                return new Choice<>(List.of(), List.of());
            }
        }

        boolean isEmpty() {
            return usable.isEmpty();
        }

        Optional<T> pick(RandomValues random) {
            if (isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(random.oneOf(random.oneIn(20) ? unusable : usable));
        }
    }

    final Choice<ProtectionDomain> pds;
    final Choice<CompletionQueue> cqs;
    final Choice<CompletionChannel> channels;
    final Choice<SharedReceiveQueue> srqs;
    final Choice<XrcDomain> xrcds;
    final Choice<QueuePair> targets;
    final Choice<WorkQueue> wqs;
    final Choice<RwqIndTable> tables;

    ObjectPool(Fixture own) {
        Fixture other = own.another();
        pds = Choice.of(own, other, f -> f.context().allocPd());
        cqs = Choice.of(own, other, f -> f.cq(16));
        channels = Choice.of(own, other, f -> f.context().createCompChannel());
        srqs = Choice.of(
                own,
                other,
                f -> f.pd().createSrq(SrqInitAttr.builder().maxWr(16).maxSge(1).build()));
        xrcds = Choice.of(own, other, f -> f.context().openXrcd(XrcdInitAttr.privateDomain()));
        targets = Choice.of(own, other, f -> f.qp(QpType.XRC_RECV));
        wqs = Choice.of(own, other, Fixture::wq);
        tables = Choice.of(own, other, f -> f.table(2));
    }
}
