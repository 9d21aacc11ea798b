// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.io.Serial;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/**
 * Thrown if an event reports that a step of a connection failed, or that the connection has ended. The errno is that of
 * a synchronous identifier of librdmacm: {@link Errno#ECONNREFUSED} for a rejection, otherwise that of the status. The
 * end of a connection has number 104 (ECONNRESET), and the removal of the device {@link Errno#ENODEV}.
 */
public final class CmEventException extends VerbsException {
    @Serial
    private static final long serialVersionUID = 1;

    private static final Errno ECONNRESET = new Errno(104);
    private static final Errno EPROTO = new Errno(71);
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0).asReadOnlyBuffer();

    /** The type of the event. */
    private final CmEventType type;

    /** The status of the event. */
    private final int status;

    private final transient @Nullable ByteBuffer privateData;

    /**
     * Creates an exception for an event. The event can be acknowledged afterwards.
     *
     * @param verb the C function whose result the event reports, for example {@code rdma_connect}
     * @param event the event
     */
    public CmEventException(String verb, CmEvent event) {
        this(verb, event, name(event.id()), errno(event.type(), event.status()));
    }

    private CmEventException(String verb, CmEvent event, String object, Errno errno) {
        super(
                verb + " on " + object + " failed with " + errno + ": " + describe(event),
                verb,
                errno,
                object,
                Diagnosis.unexplained(describe(event)));
        type = event.type();
        status = event.status();
        privateData = event.privateData().duplicate();
    }

    private static String name(CmId id) {
        try {
            return id
                    + id.localAddress().map(address -> " from " + name(address)).orElse("")
                    + id.peerAddress().map(address -> " to " + name(address)).orElse("");
        } catch (ClosedHandleException e) {
            // Another thread may close the identifier at any time.
            return id.toString();
        }
    }

    private static String name(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    private static String name(CmEvent event) {
        return event.type() == CmEventType.UNKNOWN
                ? "event " + event.typeCode()
                : event.type().cName();
    }

    private static Errno errno(CmEventType type, int status) {
        if (status < 0) {
            return new Errno(-status);
        }
        return switch (type) {
            case REJECTED, UNREACHABLE -> Errno.ECONNREFUSED;
            case DISCONNECTED -> ECONNRESET;
            case DEVICE_REMOVAL -> Errno.ENODEV;
            default -> EPROTO;
        };
    }

    private static String describe(CmEvent event) {
        return name(event) + ", " + describe(event.type(), event.status());
    }

    private static String describe(CmEventType type, int status) {
        if (status < 0) {
            return "status " + status + " (" + new Errno(-status).name() + ")";
        }
        return switch (type) {
            case REJECTED -> "rejected by the peer: " + name(RejectReason.of(status)) + " (" + status + ")";
            case UNREACHABLE -> "rejected by the peer: SIDR status " + status + sidr(status);
            case DISCONNECTED -> "the peer has ended the connection";
            case DEVICE_REMOVAL -> "the device was removed";
            default -> "status " + status;
        };
    }

    private static String name(RejectReason reason) {
        return reason == RejectReason.UNKNOWN ? "a reason without a name" : reason.cName();
    }

    /** Returns the name of {@code enum ib_cm_sidr_status} in the kernel's ib_cm.h. */
    private static String sidr(int status) {
        return switch (status) {
            case 1 -> " (IB_SIDR_UNSUPPORTED)";
            case 2 -> " (IB_SIDR_REJECT)";
            case 3 -> " (IB_SIDR_NO_QP)";
            case 4 -> " (IB_SIDR_REDIRECT)";
            case 5 -> " (IB_SIDR_UNSUPPORTED_VERSION)";
            default -> "";
        };
    }

    /** {@return the type of the event, {@code event}} */
    public CmEventType type() {
        return type;
    }

    /** {@return the status of the event, see {@link CmEvent#status()}, {@code status}} */
    public int status() {
        return status;
    }

    /**
     * {@return the reason of a rejection; {@link RejectReason#UNKNOWN} if the type is not {@link CmEventType#REJECTED}}
     */
    public RejectReason rejectReason() {
        return type == CmEventType.REJECTED ? RejectReason.of(status) : RejectReason.UNKNOWN;
    }

    /**
     * {@return the data that the peer has sent with its rejection, see {@link CmEvent#privateData()}; read-only; empty
     * if there are none}
     */
    public ByteBuffer privateData() {
        // Transient: after deserialization there are none.
        ByteBuffer known = privateData;
        return known == null ? NO_DATA.duplicate() : known.duplicate();
    }
}
