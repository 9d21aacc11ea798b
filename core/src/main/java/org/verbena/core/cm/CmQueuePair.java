// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.VerbsObject;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.spi.cm.DriverCmId;

/**
 * The queue pair of an identifier: {@code rdma_create_qp_ex}, {@code ucma_modify_qp_rtr}, {@code ucma_modify_qp_rts}
 * and {@code ucma_process_conn_resp} of librdmacm. For the driver it is a queue pair of the application. A queue pair
 * that the application has closed is none. The lock of the identifier guards changes.
 */
final class CmQueuePair {
    static final String CREATE = "rdma_create_qp";

    private static final QpAttr ERR = QpAttr.builder().qpState(QpState.ERR).build();

    private final CmIdHandle id;
    private final DriverCmId driver;
    private final QpType type;
    private volatile @Nullable QueuePair qp;
    private volatile @Nullable CompletionQueue sendCq;
    private volatile @Nullable CompletionQueue recvCq;

    CmQueuePair(CmIdHandle id, DriverCmId driver, PortSpace portSpace) {
        this.id = id;
        this.driver = driver;
        this.type = portSpace.qpType();
    }

    Optional<QueuePair> qp() {
        return open(qp);
    }

    Optional<CompletionQueue> sendCq() {
        return open(sendCq);
    }

    Optional<CompletionQueue> recvCq() {
        return open(recvCq);
    }

    private static <T extends VerbsObject> Optional<T> open(@Nullable T object) {
        return Optional.ofNullable(object).filter(known -> !known.isClosed());
    }

    void requireNone(String verb) {
        if (qp().isPresent()) {
            throw CmChecks.refuse(
                    verb,
                    id,
                    new Violation(
                            "qp", qp().toString(), "none", "the identifier has created a queue pair", verb + "(3)"));
        }
    }

    // ---------------------------------------------------------------- creation

    QueuePair create(CmDeviceContext device, QpInitAttr attr) {
        requireNone(CREATE);
        if (attr.qpTypeCode() != type.value() && attr.fields().containsKey("qp_type")) {
            throw CmChecks.refuse(
                    CREATE,
                    id,
                    new Violation(
                            "qp_type",
                            attr.qpType().cName(),
                            type.cName(),
                            "the port space determines the type",
                            CREATE + "(3)"));
        }
        DeviceContext context = device.context();
        ProtectionDomain pd = attr.pd().orElseGet(device::pd);
        QpInitAttr.Builder request = attr.toBuilder().qpType(type).pd(pd);
        Deque<VerbsObject> created = new ArrayDeque<>();
        try {
            if (attr.sendCq().isEmpty()) {
                request.sendCq(createCq(context, attr.cap().maxSendWr(), created));
            }
            if (attr.recvCq().isEmpty()) {
                request.recvCq(createCq(context, attr.cap().maxRecvWr(), created));
            }
            QpInitAttr complete = request.build();
            QueuePair made = context.createQpEx(complete);
            created.push(made);
            initialize(made);
            sendCq = attr.sendCq().isEmpty() ? complete.sendCq().orElse(null) : null;
            recvCq = attr.recvCq().isEmpty() ? complete.recvCq().orElse(null) : null;
            qp = made;
            return made;
        } catch (RuntimeException e) {
            created.forEach(VerbsObject::close);
            throw e;
        }
    }

    private CompletionQueue createCq(DeviceContext context, long entries, Deque<VerbsObject> created) {
        CompletionChannel channel = context.createCompChannel();
        created.push(channel);
        CompletionQueue cq = context.createCq(CqInitAttr.builder()
                .cqe(Math.max(1, entries))
                .channel(channel)
                .cqContext(id)
                .build());
        created.push(cq);
        return cq;
    }

    private void initialize(QueuePair made) {
        made.modify(driver.initQpAttr(QpState.INIT));
        if (type == QpType.UD) {
            made.modify(QpAttr.builder().qpState(QpState.RTR).build());
            made.modify(QpAttr.builder().qpState(QpState.RTS).sqPsn(0).build());
        }
    }

    /** Destroys the queue pair, and the completion queues that {@link #create} has created. */
    void destroy() {
        qp().ifPresent(QueuePair::close);
        qp = null;
        close(sendCq);
        sendCq = null;
        close(recvCq);
        recvCq = null;
    }

    private static void close(@Nullable CompletionQueue cq) {
        if (cq != null) {
            Optional<CompletionChannel> channel = cq.channel();
            cq.close();
            channel.ifPresent(CompletionChannel::close);
        }
    }

    // ---------------------------------------------------------------- transitions

    /** Returns the parameters with the number of the queue pair. */
    ConnParam identify(ConnParam.Builder param) {
        qp().ifPresent(own -> param.qpNum(own.qpNum()).srq(own.srq().isPresent()));
        return param.build();
    }

    /** Accepts a request. A connected queue pair can send and receive before the peer learns of it. */
    void accept(ConnParam param) {
        Optional<QueuePair> own = qp();
        if (own.isEmpty() || type == QpType.UD) {
            driver.accept(param);
            return;
        }
        QueuePair connected = own.get();
        connected.modify(driver.initQpAttr(QpState.INIT));
        connected.modify(driver.initQpAttr(QpState.RTR).toBuilder()
                .maxDestRdAtomic(param.responderResources())
                .build());
        connected.modify(driver.initQpAttr(QpState.RTS).toBuilder()
                .maxRdAtomic(param.initiatorDepth())
                .build());
        try {
            driver.accept(param);
        } catch (VerbsException e) {
            fail();
            throw e;
        }
    }

    /** Completes the connection of the active side after the answer of the peer. */
    void establish() {
        QueuePair connected = qp().orElseThrow();
        try {
            connected.modify(driver.initQpAttr(QpState.INIT));
            connected.modify(driver.initQpAttr(QpState.RTR));
            connected.modify(driver.initQpAttr(QpState.RTS));
            driver.establish();
        } catch (VerbsException e) {
            fail();
            throw e;
        }
    }

    /** Changes the queue pair to state ERR. */
    void fail() {
        if (type == QpType.UD) {
            return;
        }
        qp().ifPresent(own -> own.modify(ERR));
    }
}
