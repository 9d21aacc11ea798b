package org.verbena.libibverbs.driver;

import java.util.List;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.VerbsException;
import org.verbena.Violation;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.IbvContext;
import org.verbena.libibverbs.abi.IbvContextOps;
import org.verbena.libibverbs.abi.IbvDevice;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.abi.VerbsContext;

/**
 * Compares what the running library answers with where this library believes its fields to be, before anything is
 * called through a pointer that is found there. A library of another layout is refused: it would crash the JVM.
 */
final class LayoutCheck {
    /** {@code __VERBS_ABI_IS_EXTENDED}. */
    private static final long EXTENDED = -1;

    /** Some 40 pointers today; a "size" beyond this is something else. */
    private static final long PLAUSIBLE_SIZE = 65_536;

    private static final List<CField> OPERATIONS = List.of(
            IbvContextOps.POLL_CQ,
            IbvContextOps.REQ_NOTIFY_CQ,
            IbvContextOps.POST_SRQ_RECV,
            IbvContextOps.POST_SEND,
            IbvContextOps.POST_RECV);

    private LayoutCheck() {}

    /** ibv_get_device_name(3) answers a pointer into the struct. */
    static void device(Struct device, long namePointer) {
        require(
                Verb.GET_DEVICE_LIST,
                "libibverbs.so.1",
                namePointer == device.address() + IbvDevice.NAME.offset(),
                "ibv_device.name",
                namePointer - device.address(),
                Integer.toString(IbvDevice.NAME.offset()));
    }

    static void context(Struct context, long device, String name) {
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
        long size = context.get(VerbsContext.SZ);
        require(
                Verb.OPEN_DEVICE,
                name,
                size > IbvContext.SIZE && size <= PLAUSIBLE_SIZE && size % Long.BYTES == 0,
                "verbs_context.sz",
                size,
                "a multiple of 8 in " + IbvContext.SIZE + ".." + PLAUSIBLE_SIZE);
        Struct operations = context.inner(IbvContext.OPS);
        for (CField operation : OPERATIONS) {
            require(
                    Verb.OPEN_DEVICE,
                    name,
                    operations.get(operation) != 0,
                    "ibv_context.ops at offset " + operation.offset(),
                    0,
                    "a function: libibverbs fills in one that answers EOPNOTSUPP where a driver has none");
        }
    }

    private static void require(
            Verb verb, String object, boolean condition, String field, long found, String expected) {
        if (!condition) {
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
}
