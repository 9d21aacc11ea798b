// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.List;
import java.util.stream.IntStream;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.PortAttr;
import org.verbena.error.Errno;
import org.verbena.libibverbs.abi.AddressStructs.IbvGidEntry;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.DeviceStructs.IbvDeviceAttr;
import org.verbena.libibverbs.abi.DeviceStructs.IbvPortAttr;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.IbvDeviceAttrEx;
import org.verbena.libibverbs.abi.IbvDeviceAttrEx.IbvQueryDeviceExInput;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;
import org.verbena.libibverbs.marshal.DeviceAttrs;
import org.verbena.libibverbs.marshal.PortAttrs;

/** The queries of a device and its ports. */
final class NativeDeviceQueries {
    private static final int NO_FLAGS = 0;

    /** The maximum number of GID table entries to allocate memory for. All ports of a real device have far fewer. */
    private static final long MOST_GIDS = 1 << 16;

    private final NativeContext context;

    NativeDeviceQueries(NativeContext context) {
        this.context = context;
    }

    DeviceAttr device() {
        try (Frame frame = frame()) {
            Struct answer = frame.struct(IbvDeviceAttr.SIZE);
            run(Verb.QUERY_DEVICE, pointer(), answer.address());
            return DeviceAttrs.read(answer);
        }
    }

    /**
     * Queries the extended attributes like the inline function: it falls back to the plain query if the driver or the
     * kernel lacks the extended one.
     */
    DeviceAttrEx deviceEx() {
        try (Frame frame = frame()) {
            Struct answer = frame.struct(IbvDeviceAttrEx.SIZE);
            if (!hasExtended(frame, answer)) {
                answer = frame.struct(IbvDeviceAttrEx.SIZE);
                run(Verb.QUERY_DEVICE, pointer(), answer.address());
            }
            return DeviceAttrs.readEx(answer);
        }
    }

    private boolean hasExtended(Frame frame, Struct answer) {
        if (!context.calls().has(Verb.QUERY_DEVICE_EX)) {
            return false;
        }
        long input = frame.struct(IbvQueryDeviceExInput.SIZE).address();
        NativeResult result = context.calls()
                .call(Verb.QUERY_DEVICE_EX, context.name(), pointer(), input, answer.address(), IbvDeviceAttrEx.SIZE);
        int status = (int) result.value();
        if (status == Errno.EOPNOTSUPP.number() || status == Errno.ENOSYS.number()) {
            return false;
        }
        if (status != 0) {
            throw VerbsExceptions.ofInt(Verb.QUERY_DEVICE_EX, context.name(), result);
        }
        return true;
    }

    /** Queries a port like the inline function. The exported verb writes a shorter struct. */
    PortAttr port(int portNum) {
        try (Frame frame = frame()) {
            Struct answer = frame.struct(IbvPortAttr.SIZE);
            if (context.calls().has(Verb.QUERY_PORT)) {
                run(Verb.QUERY_PORT, pointer(), portNum, answer.address(), IbvPortAttr.SIZE);
            } else {
                run(Verb.QUERY_PORT_COMPAT, pointer(), portNum, answer.address());
            }
            return PortAttrs.read(answer);
        }
    }

    int pkey(int portNum, int index) {
        CField key = new CField(0, CField.Type.U16, Short.BYTES);
        try (Frame frame = frame()) {
            Struct answer = frame.struct(key.size());
            run(Verb.QUERY_PKEY, pointer(), portNum, index, answer.address());
            return Short.toUnsignedInt(Short.reverseBytes((short) answer.get(key)));
        }
    }

    Gid gid(int portNum, int index) {
        try (Frame frame = frame()) {
            Struct answer = frame.struct(IbvGidEntry.SIZE);
            run(Verb.QUERY_GID, pointer(), portNum, index, answer.address());
            return PortAttrs.readGidEntry(answer).gid();
        }
    }

    GidEntry gidEntry(int portNum, int index) {
        try (Frame frame = frame()) {
            Struct answer = frame.struct(IbvGidEntry.SIZE);
            run(Verb.QUERY_GID_EX, pointer(), portNum, index, answer.address(), NO_FLAGS, IbvGidEntry.SIZE);
            return PortAttrs.readGidEntry(answer);
        }
    }

    List<GidEntry> gidTable() {
        int slots = (int) Math.min(
                portNumbers()
                        .mapToLong(port -> Math.max(0, port(port).gidTblLen()))
                        .sum(),
                MOST_GIDS);
        if (slots == 0) {
            return List.of();
        }
        try (Frame frame = frame()) {
            Struct answer = frame.struct(slots * IbvGidEntry.SIZE);
            NativeResult result = context.calls()
                    .call(
                            Verb.QUERY_GID_TABLE,
                            context.name(),
                            pointer(),
                            answer.address(),
                            slots,
                            NO_FLAGS,
                            IbvGidEntry.SIZE);
            if (result.value() < 0) {
                throw VerbsExceptions.ofInt(Verb.QUERY_GID_TABLE, context.name(), result);
            }
            return IntStream.range(0, (int) Math.min(result.value(), slots))
                    .mapToObj(entry ->
                            answer.inner(new CField(entry * IbvGidEntry.SIZE, CField.Type.BLOCK, IbvGidEntry.SIZE)))
                    .map(PortAttrs::readGidEntry)
                    .toList();
        }
    }

    /**
     * Returns the port numbers. The extended port count is 0 if the driver does not report it; the plain one is at most
     * 255.
     */
    private IntStream portNumbers() {
        DeviceAttrEx device = deviceEx();
        long ports = Math.max(device.physPortCntEx(), device.origAttr().physPortCnt());
        return IntStream.rangeClosed(1, (int) Math.min(ports, 255));
    }

    private Frame frame() {
        return context.library().frame();
    }

    private long pointer() {
        return context.pointer();
    }

    private void run(Verb verb, long... arguments) {
        context.calls().run(verb, context.name(), arguments);
    }
}
