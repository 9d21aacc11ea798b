// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.provider.sim.transport.AddressVector;
import org.verbena.provider.sim.transport.EventSource;
import org.verbena.provider.sim.transport.QpSetup;
import org.verbena.provider.sim.transport.TransportQp;
import org.verbena.spi.DriverQp;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QpRequest;

/** A queue pair without its handles. An XRC target can have several handles, any other queue pair has one. */
final class QpCore {
    private final SimKernel kernel;
    private final int typeCode;
    private final boolean rss;
    private final boolean sqSigAll;
    private final QpCap granted;
    private final Optional<Flags<SendOp>> sendOps;
    private final long number;
    private final TransportQp transport;
    private QpAttr attr;
    private int handles;

    /**
     * Creates a queue pair in RESET.
     *
     * @param setup describes the data path of the queue pair with the given number
     * @param events the source of its events
     */
    QpCore(
            SimKernel kernel,
            QpRequest request,
            boolean sqSigAll,
            QpGrant grant,
            IntFunction<QpSetup> setup,
            EventSource events) {
        this.kernel = kernel;
        this.typeCode = request.qpTypeCode();
        boolean table = request.indTableLogSize().isPresent();
        // libmlx5 checks for the hash. It can set a hash without a table only for an XRC target
        // (mlx5_cmd_create_rss_qp).
        this.rss = table || request.compMask().contains(QpInitAttr.Mask.RX_HASH);
        this.sqSigAll = sqSigAll;
        this.granted = grant.granted();
        this.sendOps = grant.builders();
        this.attr = kernel.model().newQpAttr(grant.queried());
        kernel.take(ObjectType.QP);
        // hw/mlx5/qp.c, create_rss_raw_qp_tir: an RSS queue pair is a set of rules for other queues and has no number.
        this.number = table ? 0 : kernel.qpNumbers().take();
        this.transport =
                kernel.engine().call(() -> new TransportQp(kernel.nic(), setup.apply((int) number), attr, events));
    }

    TransportQp transport() {
        return transport;
    }

    long number() {
        return number;
    }

    boolean isTarget() {
        return typeCode == QpType.XRC_RECV.value();
    }

    QpCap granted() {
        return granted;
    }

    Optional<Flags<SendOp>> sendOps() {
        return sendOps;
    }

    int typeCode() {
        return typeCode;
    }

    /**
     * Modifies the queue pair.
     *
     * @param opened whether the call uses a handle of {@code ibv_open_qp}, whose library does not know of the hash
     */
    synchronized void modify(QpAttr wanted, boolean opened) {
        kernel.engine().run(() -> {
            kernel.requireAlive("ibv_modify_qp");
            QpAttr next = kernel.model()
                    .modifyQp(new QpChange(typeCode, rss && !opened, current(), wanted, kernel.sourceGids()))
                    .orElseThrow("ibv_modify_qp", name());
            attr = next;
            transport.modified(next, wanted.attrMask(), peer(next, wanted.attrMask()));
        });
    }

    private @Nullable AddressVector peer(QpAttr next, Flags<QpAttr.Mask> mask) {
        return mask.contains(QpAttr.Mask.AV) ? kernel.addressVector(next.ahAttr(), this) : null;
    }

    /** Returns the attributes, including changes that errors and time have caused. */
    private QpAttr current() {
        boolean keepsCurrent = kernel.model().dataPath().has(DataPathTrait.KEEPS_CURRENT_STATE);
        return QpChange.moved(attr, transport.state(), transport.isDraining(), keepsCurrent);
    }

    /**
     * Queries the queue pair.
     *
     * @param opened whether the call uses a handle of {@code ibv_open_qp}
     */
    synchronized DriverQp.Query query(Flags<QpAttr.Mask> mask, boolean opened) {
        kernel.requireAlive("ibv_query_qp");
        QpAttr now = kernel.engine().call(this::current);
        QpQueryRequest request = new QpQueryRequest(typeCode, rss, now, mask);
        QpAttr answer = kernel.model()
                .queryQp(opened ? request.throughOpenedHandle() : request)
                .orElseThrow("ibv_query_qp", name());
        return new DriverQp.Query(answer, answer.cap(), sqSigAll);
    }

    void addHandle() {
        handles++;
    }

    /** Removes a handle. Returns whether it was the last one. */
    boolean removeHandle() {
        handles--;
        return handles == 0;
    }

    void free() {
        kernel.engine().run(transport::close);
        kernel.qpNumbers().giveBack(number);
        kernel.giveBack(ObjectType.QP);
    }

    String name() {
        return "qp 0x" + Long.toHexString(number) + " of " + kernel;
    }
}
