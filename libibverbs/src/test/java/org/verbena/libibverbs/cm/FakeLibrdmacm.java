// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.cm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.verbena.attr.QpType;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.abi.CmStructs.RdmaCmEvent;
import org.verbena.libibverbs.abi.CmStructs.RdmaCmId;
import org.verbena.libibverbs.abi.CmStructs.RdmaEventChannel;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.driver.Libibverbs;
import org.verbena.spi.cm.DriverCmChannel;
import org.verbena.spi.cm.DriverCmId;

/** Fakes librdmacm without C. Its functions succeed until a test replaces them. */
public final class FakeLibrdmacm {
    static final int FD = 9;

    private static final int ID_SIZE = 416;
    private static final int EVENT_SIZE = 80;

    /** The fake of libibverbs that provides the memory and the functions of C. */
    public final FakeLibibverbs c = new FakeLibibverbs();

    /** The arguments of each recorded function, by its name. */
    final Map<String, long[]> seen = new HashMap<>();

    /** The events that were acknowledged. */
    final List<Long> acknowledged = new ArrayList<>();

    /** The identifiers that were destroyed. */
    final List<Long> destroyed = new ArrayList<>();

    private final Deque<Struct> pending = new ArrayDeque<>();

    public FakeLibrdmacm() {
        c.export("dlopen", arguments -> text(arguments[0]).equals(Librdmacm.FILE) ? 1 : 0)
                .export("dlsym", arguments -> c.find(text(arguments[1])))
                .export(
                        "rdma_create_event_channel",
                        arguments -> c.struct(Integer.BYTES)
                                .put(RdmaEventChannel.FD, FD)
                                .address())
                .export("rdma_create_id", arguments -> {
                    c.at(arguments[1])
                            .memory()
                            .putLong(
                                    arguments[1],
                                    newId(arguments[0], (int) arguments[3]).address());
                    return 0;
                })
                .export("rdma_get_cm_event", arguments -> {
                    if (pending.isEmpty()) {
                        return fail(Errno.EAGAIN);
                    }
                    c.at(arguments[1])
                            .memory()
                            .putLong(arguments[1], pending.remove().address());
                    return 0;
                })
                .export("rdma_ack_cm_event", arguments -> {
                    acknowledged.add(arguments[0]);
                    return 0;
                })
                .export("rdma_destroy_id", arguments -> {
                    destroyed.add(arguments[0]);
                    return 0;
                });
    }

    private String text(long address) {
        return c.memory().getString(address);
    }

    NativeCm open() {
        return new NativeCm(new Libibverbs(c));
    }

    DriverCmChannel channel() {
        return open().createChannel();
    }

    /** Sets {@code errno} and returns the result of a failing function, in a register with an undefined upper half. */
    long fail(Errno errno) {
        c.fail(errno.number());
        return 0xFFFF_FFFFL;
    }

    /** Records the arguments of a function. */
    FakeLibrdmacm record(String function) {
        c.export(function, arguments -> {
            seen.put(function, arguments);
            return 0;
        });
        return this;
    }

    Struct newId(long channel, int portSpace) {
        boolean connected = portSpace == PortSpace.TCP.value() || portSpace == PortSpace.IB.value();
        return c.struct(ID_SIZE)
                .put(RdmaCmId.CHANNEL, channel)
                .put(RdmaCmId.PS, portSpace)
                .put(RdmaCmId.QP_TYPE, (connected ? QpType.RC : QpType.UD).value());
    }

    Struct struct(DriverCmId id) {
        return c.at(((NativeCmId) id).pointer());
    }

    /** Binds an identifier to the device fake_0. */
    void bind(DriverCmId id) {
        struct(id).put(RdmaCmId.VERBS, c.context().address()).put(RdmaCmId.PORT_NUM, 1);
    }

    /** Adds an event for an identifier. */
    Struct event(int type, long id) {
        Struct event = c.struct(EVENT_SIZE).put(RdmaCmEvent.EVENT, type).put(RdmaCmEvent.ID, id);
        pending.add(event);
        return event;
    }

    Struct event(int type, DriverCmId id) {
        return event(type, struct(id).address());
    }

    /** Copies bytes to the memory of C, and returns their address. */
    long bytes(byte[] content) {
        Struct block = c.struct(content.length);
        block.memory().put(block.address(), content);
        return block.address();
    }
}
