// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.provider.sim.memory.AddressSpace;
import org.verbena.provider.sim.memory.Region;
import org.verbena.provider.sim.transport.SimNic;
import org.verbena.spi.DriverMr;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.MrRequest;

/** A memory region. */
final class SimMr extends SimObject implements DriverMr {
    /** A key consists of an index and eight bits. The owner of a key of a real device may vary these bits. */
    private static final int INDEX_SHIFT = 8;

    private static final String REREG = "ibv_rereg_mr";

    private final long index;
    private final Region region;
    private final long reference;
    private volatile RegisteredMemory memory;
    private volatile Flags<AccessFlag> access;
    private volatile SimPd pd;

    /** Creates a region. Its memory remains mapped as long as the region exists. */
    SimMr(SimKernel kernel, SimPd pd, RegisteredMemory memory, Flags<AccessFlag> access) {
        super(kernel, ObjectType.MR, List.of(pd));
        this.pd = pd;
        this.memory = memory;
        this.access = access;
        this.index = kernel.memoryKeys().take();
        this.region = new Region((int) lkey(), pd, (int) access.mask());
        this.reference = kernel.engine().call(() -> {
            translate();
            nic().keys().add(region);
            return nic().regions().add(region);
        });
    }

    private SimNic nic() {
        return kernel().nic();
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

    @Override
    public synchronized void rereg(Rereg change) {
        kernel().requireAlive(REREG);
        Flags<AccessFlag> nextAccess = change.access().orElse(access);
        boolean moves = change.moves();
        RegisteredMemory next = moves ? memoryOf(change, nextAccess) : memory;
        try {
            kernel().model()
                    .reregMr(new MrRequest(next.address(), next.length(), nextAccess))
                    .orElseThrow(REREG, "mr of " + kernel());
        } catch (VerbsException e) {
            if (moves) {
                next.release().run();
            }
            throw e;
        }
        RegisteredMemory old = memory;
        memory = next;
        access = nextAccess;
        change.pd().ifPresent(domain -> moveTo((SimPd) domain));
        kernel().engine().run(() -> {
            translate();
            region.access((int) nextAccess.mask());
            region.domain(pd);
        });
        if (moves) {
            old.release().run();
        }
    }

    private RegisteredMemory memoryOf(Rereg change, Flags<AccessFlag> with) {
        AddressSpace space = kernel().engine().memory();
        return change.part()
                .map(buffer -> RegisteredMemory.of(space, buffer, with))
                .orElseGet(() -> RegisteredMemory.of(space, change.address(), change.length(), with));
    }

    SimPd pd() {
        return pd;
    }

    private void moveTo(SimPd next) {
        use(pd, next);
        pd = next;
    }

    /**
     * Fails if windows are bound to the region, which must be destroyed later than they (IBA 10.6.7.2.6).
     */
    @Override
    protected void requireUnattached() {
        int windows = kernel().engine().call(region::windows);
        if (windows != 0) {
            boolean rxe = kernel().model().dataPath().has(DataPathTrait.BOUND_REGIONS_ARE_INVALID);
            throw new VerbsException(
                    ObjectType.MR.destroyVerb(),
                    rxe ? Errno.EINVAL : Errno.EBUSY,
                    "mr of " + kernel(),
                    Diagnosis.of(new Violation(
                            "windows",
                            Integer.toString(windows),
                            "0",
                            "windows are bound to the region",
                            rxe
                                    ? "Linux drivers/infiniband/sw/rxe/rxe_verbs.c: rxe_dereg_mr"
                                    : "IBA 10.6.7.2.6; rdma-unit-test: MwGeneralTest.DeregMrWhenBound")));
        }
    }

    @Override
    void release() {
        kernel().engine().run(() -> {
            nic().keys().remove(region);
            nic().regions().remove(reference);
        });
        kernel().memoryKeys().giveBack(index);
        memory.release().run();
    }
}
