// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.QpType;
import org.verbena.cm.ConnParam;
import org.verbena.cm.EventChannel;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.spi.cm.CmOption;

/** Checks of requests before they reach the driver, and the reasons of requests that it fails. */
final class CmChecks {
    /** The maximum length of the private data of an application, by message. */
    enum Message {
        /** A request: {@code IB_CM_REQ_PRIVATE_DATA_SIZE} without the header of rdma_cm. */
        REQ(56, 180),
        /** The answer to a request. */
        REP(196, 136),
        /** A rejection. */
        REJ(148, 136);

        private final int connected;
        private final int datagrams;

        Message(int connected, int datagrams) {
            this.connected = connected;
            this.datagrams = datagrams;
        }

        private int limit(QpType type) {
            return type == QpType.UD ? datagrams : connected;
        }
    }

    private static final String SOURCE = "<rdma/rdma_cma.h>";
    private static final Duration SHORTEST_KEEP_ALIVE = Duration.ofMillis(100);
    private static final Duration LONGEST_KEEP_ALIVE = Duration.ofDays(1);

    private CmChecks() {}

    static <T> T present(String verb, Object on, String attribute, @Nullable T value) {
        if (value == null) {
            throw refuse(verb, on, new Violation(attribute, "null", "not null", "the argument is required", SOURCE));
        }
        return value;
    }

    static void privateData(String verb, Object on, QpType type, Message message, ByteBuffer data) {
        int limit = message.limit(type);
        if (data.remaining() > limit) {
            throw refuse(
                    verb,
                    on,
                    new Violation(
                            "private_data_len",
                            Integer.toString(data.remaining()),
                            "0.." + limit,
                            "the " + (type == QpType.UD ? "SIDR" : message.name()) + " message has no space for more",
                            "ib_cm.h"));
        }
    }

    /** Checks that an address is resolved. */
    static InetSocketAddress address(String verb, Object on, String attribute, @Nullable InetSocketAddress address) {
        InetSocketAddress given = present(verb, on, attribute, address);
        if (given.isUnresolved()) {
            throw refuse(
                    verb,
                    on,
                    new Violation(
                            attribute,
                            given.toString(),
                            "an IP address",
                            "the name of the host could not be resolved",
                            "java.net.InetSocketAddress"));
        }
        return given;
    }

    /** Returns a timeout in milliseconds, rounded up. */
    static int millis(String verb, Object on, @Nullable Duration timeout) {
        Duration given = present(verb, on, "timeout_ms", timeout);
        Duration longest = Duration.ofMillis(Integer.MAX_VALUE);
        if (given.isNegative() || given.compareTo(longest) > 0) {
            throw refuse(
                    verb,
                    on,
                    new Violation(
                            "timeout_ms", given.toString(), "PT0S.." + longest, "the C argument is an int", SOURCE));
        }
        return (int) given.plusNanos(999_999).toMillis();
    }

    /** Checks the resources of a connection against the device, as {@code ucma_valid_param} of librdmacm does. */
    static void resources(String verb, Object on, ConnParam param, CmDeviceContext device) {
        resource(
                verb,
                on,
                "responder_resources",
                param.responderResources(),
                device.maxResponderResources(),
                "max_qp_rd_atom");
        resource(
                verb, on, "initiator_depth", param.initiatorDepth(), device.maxInitiatorDepth(), "max_qp_init_rd_atom");
    }

    private static void resource(String verb, Object on, String attribute, int value, int limit, String name) {
        if (value != ConnParam.DEVICE_MAXIMUM && value > limit) {
            throw refuse(
                    verb,
                    on,
                    new Violation(
                            attribute,
                            Integer.toString(value),
                            "0.." + limit,
                            "the device has no more: " + name,
                            verb + "(3)"));
        }
    }

    static void option(Object on, CmOption option, int value) {
        int limit = option.size() == Byte.BYTES ? 0xFF : Integer.MAX_VALUE;
        if (value < 0 || value > limit) {
            throw refuse(
                    CmOperation.SET_OPTION.verb(),
                    on,
                    new Violation(
                            option.cName(),
                            Integer.toString(value),
                            "0.." + limit,
                            "the option has " + option.size() + " bytes",
                            SOURCE));
        }
    }

    /** Requires a time limit of the keepalive in its range, or zero. */
    static void keepAlive(Object on, Duration limit) {
        String verb = CmOperation.SET_OPTION.verb();
        boolean inRange = present(verb, on, "keep_alive", limit).compareTo(SHORTEST_KEEP_ALIVE) >= 0
                && limit.compareTo(LONGEST_KEEP_ALIVE) <= 0;
        if (!inRange && !limit.isZero()) {
            throw refuse(
                    verb,
                    on,
                    new Violation(
                            "keep_alive",
                            limit.toString(),
                            "0 or " + SHORTEST_KEEP_ALIVE + ".." + LONGEST_KEEP_ALIVE,
                            "a peer has this time for a sign of life",
                            "org.verbena.cm.CmId"));
        }
    }

    /** Returns a channel of a manager. */
    static CmChannelHandle channel(String verb, Object on, CmManagerHandle manager, @Nullable EventChannel channel) {
        EventChannel given = present(verb, on, "channel", channel);
        if (given instanceof CmChannelHandle own && own.manager().equals(manager)) {
            return own;
        }
        throw refuse(
                verb,
                on,
                new Violation(
                        "channel",
                        "a channel of another manager",
                        "a channel of this manager",
                        "an identifier stays with its manager",
                        "Verbena"));
    }

    /** Returns the failure of a call that needs a device. C dereferences its context unchecked. */
    static InvalidRequestException noDevice(String verb, Object on) {
        return refuse(
                verb,
                on,
                new Violation(
                        "verbs",
                        "NULL",
                        "a device",
                        "the call needs a resolved address or a bound local address",
                        verb + "(3)"));
    }

    static InvalidRequestException refuse(String verb, Object on, Violation violation) {
        return new InvalidRequestException(verb, Errno.EINVAL, on.toString(), violation);
    }

    /** Runs a call of the driver. If it fails with EINVAL, the exception names the state that the call needs. */
    static <T> T call(CmOperation request, Object on, Supplier<T> driverCall) {
        try {
            return driverCall.get();
        } catch (VerbsException e) {
            throw explained(request, on, e);
        }
    }

    /** Runs a call of the driver that returns nothing, see {@link #call}. */
    static void run(CmOperation request, Object on, Runnable driverCall) {
        try {
            driverCall.run();
        } catch (VerbsException e) {
            throw explained(request, on, e);
        }
    }

    private static VerbsException explained(CmOperation request, Object on, VerbsException e) {
        if (e instanceof InvalidRequestException) {
            return e;
        }
        Diagnosis diagnosis = e.diagnosis();
        return new VerbsException(
                e.verb(),
                e.errno(),
                on.toString(),
                e.errno().equals(Errno.EINVAL) && diagnosis.isUnknown()
                        ? Diagnosis.unexplained(request.rule())
                        : diagnosis);
    }
}
