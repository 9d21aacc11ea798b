// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.List;
import org.verbena.CqInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqType;
import org.verbena.spi.model.QueriedDevice;

/** A source of random requests for completion queues, shared receive queues and work queues. */
final class QueueSweep {
    private static final int SOME_WR = 16;
    private static final List<SrqType> SRQ_TYPES = List.of(SrqType.BASIC, SrqType.XRC, SrqType.XRC, SrqType.TM);
    private static final List<Flags<SrqAttr.Mask>> SRQ_CHANGES = List.of(
            Flags.of(SrqAttr.Mask.MAX_WR),
            Flags.of(SrqAttr.Mask.LIMIT),
            Flags.of(SrqAttr.Mask.MAX_WR, SrqAttr.Mask.LIMIT));

    private final RandomRequestValues values;
    private final DeviceAttr limits;
    private final int numCompVectors;
    private final List<Integer> cqSizes;

    QueueSweep(RandomRequestValues values, QueriedDevice device, List<Integer> cqSizes) {
        this.values = values;
        this.limits = device.device().origAttr();
        this.numCompVectors = device.numCompVectors();
        this.cqSizes = cqSizes;
    }

    // ---------------------------------------------------------------- completion queues

    Request createCq() {
        return Request.CreateCq.plain(cqe(), compVector());
    }

    Request createCqEx() {
        boolean flags = values.oneIn(2);
        return new Request.CreateCq(
                true,
                cqe(),
                compVector(),
                values.oneIn(2) ? values.flags(WcFlag.class) : Flags.none(WcFlag.class),
                flags ? values.flags(CqCreateFlag.class) : Flags.none(CqCreateFlag.class),
                flags ? Flags.of(CqInitAttr.Mask.FLAGS) : Flags.none(CqInitAttr.Mask.class));
    }

    Request resizeCq() {
        return new Request.ResizeCq(values.one(cqSizes), cqe());
    }

    private int cqe() {
        return values.nearInt(limits.maxCqe());
    }

    private int compVector() {
        return values.oneIn(6) ? values.nearInt(numCompVectors) : 0;
    }

    // ---------------------------------------------------------------- shared receive queues

    Request createSrq() {
        return new Request.CreateSrq(false, SrqType.BASIC.value(), Flags.none(SrqInitAttr.Mask.class), srqAttr());
    }

    Request createSrqEx() {
        SrqType type = values.one(SRQ_TYPES);
        Flags<SrqInitAttr.Mask> mask = SrqInitAttrs.fieldsOf(type);
        return new Request.CreateSrq(
                true,
                type.value(),
                values.oneIn(8) ? mask.without(values.one(List.copyOf(mask.known()))) : mask,
                srqAttr());
    }

    Request modifySrq() {
        SrqAttr wanted = new SrqAttr(maxSrqWr(), 0, values.near(2L * SOME_WR));
        return new Request.ModifySrq(
                new SrqAttr(SOME_WR + values.below(SOME_WR), 1, 0), wanted, values.one(SRQ_CHANGES));
    }

    private SrqAttr srqAttr() {
        return values.oneIn(2)
                ? new SrqAttr(maxSrqWr(), 1, values.oneIn(4) ? values.below(SOME_WR) : 0)
                : new SrqAttr(SOME_WR, values.near(limits.maxSrqSge()), 0);
    }

    private long maxSrqWr() {
        return values.near(limits.maxSrqWr());
    }

    // ---------------------------------------------------------------- work queues

    Request createWq() {
        WqCap cap = values.oneIn(2)
                ? new WqCap(values.near(limits.maxQpWr()), 1)
                : new WqCap(SOME_WR, values.near(limits.maxSge()));
        boolean flags = values.oneIn(3);
        return new Request.CreateWq(
                WqType.RQ.value(),
                cap,
                flags ? values.flags(WqFlag.class) : Flags.none(WqFlag.class),
                flags ? Flags.of(WqInitAttr.Mask.FLAGS) : Flags.none(WqInitAttr.Mask.class));
    }
}
