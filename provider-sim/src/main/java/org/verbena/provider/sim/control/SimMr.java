package org.verbena.provider.sim.control;

import java.util.List;
import java.util.Optional;
import org.verbena.AccessFlag;
import org.verbena.Diagnosis;
import org.verbena.Errno;
import org.verbena.Flags;
import org.verbena.VerbsException;
import org.verbena.Violation;
import org.verbena.provider.sim.memory.MemoryBlock;
import org.verbena.provider.sim.memory.Region;
import org.verbena.provider.sim.transport.Adapter;
import org.verbena.spi.driver.DriverMr;

/** A memory region. */
final class SimMr extends SimObject implements DriverMr {
    /** Keys are an index and eight bits that the owner of a real key may vary. */
    private static final int INDEX_SHIFT = 8;

    /** Where memory is and what it is called. */
    record Memory(Optional<MemoryBlock> block, long address, long length, long iova, Runnable unmap) {}

    private final long index;
    private final Region region;
    private final long reference;
    private Memory memory;

    /** A region; its memory stays there as long as the region does. */
    SimMr(SimKernel kernel, SimPd pd, Memory memory, Flags<AccessFlag> access) {
        super(kernel, ObjectType.MR, List.of(pd));
        this.memory = memory;
        this.index = kernel.memoryKeys().take();
        this.region = new Region((int) lkey(), pd, (int) access.mask());
        this.reference = kernel.engine().call(() -> {
            translate();
            adapter().keys().add(region);
            return adapter().regions().add(region);
        });
    }

    private Adapter adapter() {
        return kernel().adapter();
    }

    private void translate() {
        region.translate(memory.block(), memory.address(), memory.length(), memory.iova());
    }

    @Override
    public long address() {
        return memory.address();
    }

    @Override
    public long length() {
        return memory.length();
    }

    @Override
    public long lkey() {
        return index << INDEX_SHIFT;
    }

    @Override
    public long rkey() {
        return lkey();
    }

    @Override
    public long reference() {
        return reference;
    }

    /** rxe_verbs.c, rxe_dereg_mr, and IBA 10.6.7.2.6: not before its windows. */
    @Override
    void requireUnattached() {
        int windows = kernel().engine().call(region::windows);
        if (windows != 0) {
            throw new VerbsException(
                    ObjectType.MR.destroyVerb(),
                    Errno.EINVAL,
                    "mr of " + kernel(),
                    Diagnosis.of(new Violation(
                            "windows",
                            Integer.toString(windows),
                            "0",
                            "windows are bound to the region",
                            "Linux drivers/infiniband/sw/rxe/rxe_verbs.c: rxe_dereg_mr")));
        }
    }

    @Override
    void free() {
        kernel().engine().run(() -> {
            adapter().keys().remove(region);
            adapter().regions().remove(reference);
        });
        kernel().memoryKeys().giveBack(index);
        memory.unmap().run();
    }
}
