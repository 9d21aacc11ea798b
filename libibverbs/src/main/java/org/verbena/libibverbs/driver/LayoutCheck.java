// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.List;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.ContextStructs.IbvContextOps;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;
import org.verbena.libibverbs.abi.DeviceStructs.IbvDevice;
import org.verbena.libibverbs.abi.Struct;

/**
 * Compares data of the running library with the expected struct layouts, before any function pointer in these structs
 * is called. A library with another layout is rejected, because it would crash the JVM.
 */
final class LayoutCheck {
    /** The name of the checked library, used in messages. */
    static final String LIBRARY = "libibverbs.so.1";

    /** {@code __VERBS_ABI_IS_EXTENDED}. */
    private static final long EXTENDED = -1;

    /** The maximum plausible size. The struct has about 40 pointers today; a larger number cannot be its size. */
    private static final long PLAUSIBLE_SIZE = 65_536;

    /** The maximum plausible number of devices, or of interrupts of a device. No host has more. */
    private static final int PLAUSIBLE_COUNT = 65_536;

    /** The lowest address that Linux maps for any process: {@code vm.mmap_min_addr}. */
    private static final long LOWEST_ADDRESS = 65_536;

    /**
     * The context pointer with which {@code struct ibv_pd}, {@code ibv_cq}, {@code ibv_qp} and all others except
     * {@code ibv_flow} begin.
     */
    private static final CField FIRST = new CField(0, CField.Type.U64, Long.BYTES);

    private static final List<CField> OPERATIONS = List.of(
            IbvContextOps.POLL_CQ,
            IbvContextOps.REQ_NOTIFY_CQ,
            IbvContextOps.POST_SRQ_RECV,
            IbvContextOps.POST_SEND,
            IbvContextOps.POST_RECV);

    private LayoutCheck() {}

    /** Checks the number of devices that ibv_get_device_list(3) returns. */
    static void count(int count) {
        require(
                Verb.GET_DEVICE_LIST,
                LIBRARY,
                count >= 0 && count <= PLAUSIBLE_COUNT,
                "num_devices",
                count,
                "0.." + PLAUSIBLE_COUNT);
    }

    /**
     * Checks an element of the list of ibv_get_device_list(3), which has as many devices as reported, followed by NULL.
     */
    static void element(long device, int index, int count) {
        String field = "element " + index + " of the list of devices";
        if (index == count) {
            require(
                    Verb.GET_DEVICE_LIST,
                    LIBRARY,
                    device == 0,
                    field,
                    device,
                    "0, since num_devices elements precede it");
        } else {
            require(
                    Verb.GET_DEVICE_LIST,
                    LIBRARY,
                    isPlausible(device),
                    field,
                    device,
                    "the address of a struct ibv_device");
        }
    }

    private static boolean isPlausible(long pointer) {
        return pointer >= LOWEST_ADDRESS && pointer % Long.BYTES == 0;
    }

    /** Checks the layout of a device: ibv_get_device_name(3) returns a pointer into the struct. */
    static void device(Struct device, long namePointer) {
        require(
                Verb.GET_DEVICE_LIST,
                LIBRARY,
                namePointer == device.address() + IbvDevice.NAME.offset(),
                "ibv_device.name",
                namePointer - device.address(),
                "offset " + IbvDevice.NAME.offset());
    }

    static void context(Libibverbs library, Struct context, long device, String name) {
        require(
                Verb.OPEN_DEVICE,
                name,
                context.get(IbvContext.DEVICE) == device,
                "ibv_context.device",
                context.get(IbvContext.DEVICE),
                "the device that was opened");
        require(
                Verb.OPEN_DEVICE,
                name,
                context.get(IbvContext.ABI_COMPAT) == EXTENDED,
                "ibv_context.abi_compat",
                context.get(IbvContext.ABI_COMPAT),
                "__VERBS_ABI_IS_EXTENDED");
        require(
                Verb.OPEN_DEVICE,
                name,
                context.getInt(IbvContext.ASYNC_FD) >= 0,
                "ibv_context.async_fd",
                context.getInt(IbvContext.ASYNC_FD),
                "a file descriptor");
        int vectors = context.getInt(IbvContext.NUM_COMP_VECTORS);
        require(
                Verb.OPEN_DEVICE,
                name,
                vectors >= 1 && vectors <= PLAUSIBLE_COUNT,
                "ibv_context.num_comp_vectors",
                vectors,
                "1.." + PLAUSIBLE_COUNT);
        long size = context.get(VerbsContext.SZ);
        require(
                Verb.OPEN_DEVICE,
                name,
                size > IbvContext.SIZE && size <= PLAUSIBLE_SIZE && size % Long.BYTES == 0,
                "verbs_context.sz",
                size,
                "a multiple of 8 in " + IbvContext.SIZE + ".." + PLAUSIBLE_SIZE);
        operations(library, context, name);
        extendedVerbs(library, context, size, name);
    }

    private static void operations(Libibverbs library, Struct context, String name) {
        Struct operations = context.inner(IbvContext.OPS);
        for (CField operation : OPERATIONS) {
            long function = operations.get(operation);
            String field = "ibv_context.ops at offset " + operation.offset();
            require(
                    Verb.OPEN_DEVICE,
                    name,
                    function != 0,
                    field,
                    0,
                    "a function; libibverbs sets a default that fails with EOPNOTSUPP");
            requireFunction(library, name, field, function);
        }
    }

    /**
     * Checks the extended verbs. A pointer is NULL if the driver lacks the verb. Pointers outside the size that the
     * struct reports do not belong to it.
     */
    private static void extendedVerbs(Libibverbs library, Struct context, long size, String name) {
        for (Verb verb : Verb.values()) {
            CField pointer = verb.pointer();
            if (pointer != null && IbvContext.SIZE - pointer.offset() <= size) {
                long function = context.get(pointer);
                if (function != 0) {
                    requireFunction(library, name, verb.cName() + " at offset " + pointer.offset(), function);
                }
            }
        }
    }

    private static void requireFunction(Libibverbs library, String name, String field, long function) {
        require(Verb.OPEN_DEVICE, name, library.isLoaded(function), field, function, "a function of a loaded library");
    }

    /** Checks a created object: it begins with a pointer to its context. */
    static void created(Verb verb, Object object, Libibverbs library, long pointer, Struct context) {
        require(
                verb,
                object.toString(),
                isPlausible(pointer),
                "address of the created object",
                pointer,
                "the address of a struct");
        if (verb != Verb.CREATE_FLOW) {
            long found = library.struct(pointer).get(FIRST);
            if (found != context.address()) {
                refuse(verb, object.toString(), "context of the created object", found, "the context of the call");
            }
        }
    }

    private static void require(
            Verb verb, String object, boolean condition, String field, long found, String expected) {
        if (!condition) {
            refuse(verb, object, field, found, expected);
        }
    }

    private static void refuse(Verb verb, String object, String field, long found, String expected) {
        throw new VerbsException(
                verb.cName(),
                Errno.EPROTONOSUPPORT,
                object,
                Diagnosis.of(new Violation(
                        field,
                        Long.toString(found),
                        expected,
                        "the running libibverbs.so.1 must have the layout of rdma-core's stable ABI",
                        "<infiniband/verbs.h>")));
    }
}
