// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.QpType.RAW_PACKET;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.util.List;
import org.verbena.CqInitAttr;
import org.verbena.Explanation;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SrqInitAttr;
import org.verbena.attr.CapMax;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCapField;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;

/** Explanations of requests, compared with the answers of the device. */
public final class Explanations {
    /**
     * A number of gather elements above the limit of any device, but small enough for the arithmetic of every library.
     */
    private static final long TOO_MANY_SGE = 0xFFFF;

    @Behaviour(
            id = "EXP-01",
            types = {RC, UC, UD, RAW_PACKET},
            needs = Capability.MODEL,
            says = "explain predicts the granted capabilities of a queue pair")
    public void predictsQpGrants(Fixture fixture, QpType type) {
        for (QpCap cap : List.of(new QpCap(1, 1, 1, 1, 0), new QpCap(21, 13, 2, 1, 0), new QpCap(64, 64, 1, 1, 28))) {
            QpInitAttr attr = fixture.request(type).cap(cap).build();
            Explanation<QpCap> predicted = fixture.context().explain().createQp(attr);

            try (QueuePair qp = fixture.pd().createQp(attr)) {
                assertThat(predicted).isEqualTo(new Explanation.Granted<>(qp.grantedCap()));
            }
        }
    }

    @Behaviour(
            id = "EXP-02",
            types = {RC, UC, UD, RAW_PACKET},
            needs = Capability.MODEL,
            says = "a failed queue pair creation names the same attribute and rule as explain")
    public void explainsRefusals(Fixture fixture, QpType type) {
        QpInitAttr attr = fixture.request(type).maxSendSge(TOO_MANY_SGE).build();
        Explanation<QpCap> predicted = fixture.context().explain().createQp(attr);

        assertRefused(() -> fixture.pd().createQp(attr))
                .byDevice()
                .naming("max_send_sge", Long.toString(TOO_MANY_SGE), "")
                .satisfies(refusal -> assertThat(predicted)
                        .isEqualTo(new Explanation.Refused<>(refusal.errno(), refusal.diagnosis())));
    }

    @Behaviour(
            id = "EXP-03",
            types = {RC, UD},
            needs = Capability.MODEL,
            says = "the model has the same maximum of max_inline_data and max_send_sge as the device")
    public void findsTheLargest(Fixture fixture, QpType type) {
        QpInitAttr base = fixture.request(type).build();

        for (QpCapField field : List.of(QpCapField.MAX_INLINE_DATA, QpCapField.MAX_SEND_SGE)) {
            Explanation<CapMax> onDevice = fixture.context().explain().maxOnDevice(field, base);

            assertThat(onDevice).isInstanceOf(Explanation.Granted.class);
            assertThat(fixture.context().explain().max(field, base).map(Explanations::withoutMethod))
                    .isEqualTo(onDevice.map(Explanations::withoutMethod));
        }
    }

    private static CapMax withoutMethod(CapMax max) {
        return new CapMax(max.field(), max.requested(), max.granted(), false);
    }

    @Behaviour(
            id = "EXP-04",
            needs = {Capability.MODEL, Capability.RC},
            says = "explain predicts the result of a modify; a modify that fails names the violated rule")
    public void predictsChanges(Fixture fixture) {
        QueuePair qp = fixture.qp(RC);
        QpStateWalk.of(fixture, qp).to(QpState.INIT);
        for (QpAttr change : List.of(
                QpAttr.builder().qpState(QpState.RTS).build(),
                QpAttr.builder().qpState(QpState.RTR).rqPsn(1).build(),
                QpAttr.builder().qpState(QpState.RESET).build())) {
            Explanation<QpAttr> predicted = fixture.context().explain().modifyQp(qp, change);
            try {
                qp.modify(change);
                assertThat(predicted).isInstanceOf(Explanation.Granted.class);
            } catch (VerbsException e) {
                assertThat(predicted).isEqualTo(new Explanation.Refused<>(e.errno(), e.diagnosis()));
            }
        }
    }

    @Behaviour(
            id = "EXP-05",
            needs = Capability.MODEL,
            says = "explain predicts the granted number of entries of a completion queue")
    public void predictsCompletionQueues(Fixture fixture) {
        for (int cqe : List.of(1, 100, 1000)) {
            assertThat(fixture.context()
                            .explain()
                            .createCq(CqInitAttr.builder().cqe(cqe).build()))
                    .isEqualTo(new Explanation.Granted<>(fixture.cq(cqe).grantedCqe()));
        }
    }

    @Behaviour(
            id = "EXP-06",
            needs = {Capability.MODEL, Capability.SRQ},
            says = "explain predicts the granted capabilities of a shared receive queue")
    public void predictsSharedReceiveQueues(Fixture fixture) {
        SrqInitAttr attr = SrqInitAttr.builder().maxWr(100).maxSge(3).build();

        assertThat(fixture.context().explain().createSrq(attr))
                .isEqualTo(
                        new Explanation.Granted<>(fixture.pd().createSrq(attr).grantedAttr()));
    }
}
