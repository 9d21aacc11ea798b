// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.MulticastGroup;
import org.verbena.cm.RejectReason;
import org.verbena.cm.UdParam;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.VerbsException;
import org.verbena.spi.cm.DriverCmEvent;

/** An event, which the driver has acknowledged already. */
final class CmEventHandle implements CmEvent {
    private final int typeCode;
    private final int status;
    private final DriverCmEvent event;
    private final CmIdHandle id;
    private final Optional<CmId> listener;
    private final Optional<MulticastGroup> group;
    private volatile boolean acked;

    CmEventHandle(
            DriverCmEvent event,
            Outcome outcome,
            CmIdHandle id,
            Optional<CmId> listener,
            Optional<MulticastGroup> group) {
        this.typeCode = outcome.type();
        this.status = outcome.status();
        this.event = event;
        this.id = id;
        this.listener = listener;
        this.group = group;
    }

    /** The type and the status after the runtime has handled an event. */
    record Outcome(int type, int status) {
        static Outcome of(DriverCmEvent event) {
            return new Outcome(event.type(), event.status());
        }

        /** Returns the outcome after a step of the library, which may fail. */
        static Outcome after(Runnable step, Outcome success, CmEventType failure) {
            try {
                step.run();
                return success;
            } catch (VerbsException e) {
                return failure(failure, e.errno().number());
            }
        }

        static Outcome failure(CmEventType type, int errno) {
            return new Outcome(type.value(), -errno);
        }
    }

    private void requireOpen() {
        if (acked) {
            throw new ClosedHandleException("rdma_ack_cm_event", toString());
        }
    }

    @Override
    public CmEventType type() {
        requireOpen();
        return CmEventType.of(typeCode);
    }

    @Override
    public int typeCode() {
        requireOpen();
        return typeCode;
    }

    @Override
    public int status() {
        requireOpen();
        return status;
    }

    @Override
    public CmId id() {
        requireOpen();
        return id;
    }

    @Override
    public Optional<CmId> listenId() {
        requireOpen();
        return listener;
    }

    @Override
    public Optional<ConnParam> conn() {
        requireOpen();
        return event.conn();
    }

    @Override
    public Optional<UdParam> ud() {
        requireOpen();
        return event.ud();
    }

    @Override
    public ByteBuffer privateData() {
        requireOpen();
        return event.conn()
                .map(ConnParam::privateData)
                .orElseGet(() -> event.privateData().asReadOnlyBuffer());
    }

    @Override
    public Optional<MulticastGroup> group() {
        requireOpen();
        return group;
    }

    @Override
    public RejectReason rejectReason() {
        return type() == CmEventType.REJECTED ? RejectReason.of(status) : RejectReason.UNKNOWN;
    }

    @Override
    public void ack() {
        acked = true;
    }

    @Override
    public boolean isAcked() {
        return acked;
    }

    @Override
    public String toString() {
        CmEventType type = CmEventType.of(typeCode);
        String name = type == CmEventType.UNKNOWN ? "event " + typeCode : type.cName();
        return name + (status == 0 ? "" : " (" + status + ")") + " of " + id;
    }
}
