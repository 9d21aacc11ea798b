// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.cm;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.verbena.attr.QpType;
import org.verbena.cm.CmEventType;
import org.verbena.cm.ConnParam;
import org.verbena.cm.UdParam;
import org.verbena.libibverbs.abi.CmStructs.RdmaCmEvent;
import org.verbena.libibverbs.abi.CmStructs.RdmaCmId;
import org.verbena.libibverbs.abi.CmStructs.RdmaConnParam;
import org.verbena.libibverbs.abi.CmStructs.RdmaUdParam;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.marshal.CmParams;
import org.verbena.spi.cm.DriverCmEvent;

/** Copies events from C. The content of the parameters depends on the type: {@code rdma_get_cm_event} in cma.c. */
final class CmEvents {
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private final NativeCm cm;

    CmEvents(NativeCm cm) {
        this.cm = cm;
    }

    /** Copies an event; empty if its identifier or its listener is being destroyed. */
    Optional<DriverCmEvent> read(Struct event) {
        return CmEventType.of(event.getInt(RdmaCmEvent.EVENT)) == CmEventType.CONNECT_REQUEST
                ? request(event)
                : cm.find(event.get(RdmaCmEvent.ID)).map(id -> read(event, id, Optional.empty()));
    }

    /** Copies a connection request. A request whose listener does not exist has no owner, and is destroyed. */
    private Optional<DriverCmEvent> request(Struct event) {
        NativeCmId id = NativeCmId.of(cm, event.get(RdmaCmEvent.ID));
        Optional<NativeCmId> listener = cm.find(event.get(RdmaCmEvent.LISTEN_ID));
        boolean taken = false;
        try {
            Optional<DriverCmEvent> request = listener.map(known -> read(event, id, listener));
            taken = request.isPresent();
            return request;
        } finally {
            if (!taken) {
                id.destroy();
            }
        }
    }

    private DriverCmEvent read(Struct event, NativeCmId id, Optional<NativeCmId> listener) {
        int code = event.getInt(RdmaCmEvent.EVENT);
        CmEventType type = CmEventType.of(code);
        Struct param = event.inner(RdmaCmEvent.PARAM);
        Optional<ConnParam> conn = Optional.empty();
        Optional<UdParam> ud = Optional.empty();
        ByteBuffer data = NO_DATA;
        long group = 0;
        switch (type) {
            case CONNECT_REQUEST, CONNECT_RESPONSE, UNREACHABLE, REJECTED, ESTABLISHED, DISCONNECTED -> {
                if (isDatagram(event)) {
                    ud = type == CmEventType.ESTABLISHED ? Optional.of(CmParams.readUd(param)) : ud(param);
                    data = CmParams.udData(param);
                } else {
                    conn = conn(type, param);
                    data = conn.isPresent() ? NO_DATA : CmParams.connData(param);
                }
            }
            case MULTICAST_JOIN, MULTICAST_ERROR -> {
                ud = ud(param);
                // The pointer that the join has passed, which is not one: rdma_join_multicast(3).
                group = param.get(RdmaUdParam.PRIVATE_DATA);
            }
            default -> {
                // The parameters are zero, or of a type that this library does not know.
            }
        }
        return new DriverCmEvent(
                code,
                event.getInt(RdmaCmEvent.STATUS),
                id,
                listener.map(org.verbena.spi.cm.DriverCmId.class::cast),
                conn,
                ud,
                data,
                group);
    }

    private boolean isDatagram(Struct event) {
        Struct id = cm.library().struct(event.get(RdmaCmEvent.ID));
        return id.getInt(RdmaCmId.QP_TYPE) == QpType.UD.value();
    }

    /**
     * Reads the parameters of a connection. A request and its answer have parameters, even for a peer without a queue
     * pair. Other messages leave the number of the queue pair 0.
     */
    private static Optional<ConnParam> conn(CmEventType type, Struct param) {
        boolean negotiates = type == CmEventType.CONNECT_REQUEST || type == CmEventType.CONNECT_RESPONSE;
        return negotiates || param.get(RdmaConnParam.QP_NUM) != 0
                ? Optional.of(CmParams.readConn(param))
                : Optional.empty();
    }

    /** Reads an address. A message without an address leaves the number of the queue pair 0. */
    private static Optional<UdParam> ud(Struct param) {
        return param.get(RdmaUdParam.QP_NUM) == 0 ? Optional.empty() : Optional.of(CmParams.readUd(param));
    }
}
