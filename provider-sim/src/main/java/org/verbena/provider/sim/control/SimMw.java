// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.MemoryWindow;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.MwType;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.provider.sim.memory.Window;
import org.verbena.provider.sim.transport.SimNic;
import org.verbena.spi.DriverMw;
import org.verbena.spi.DriverQp;
import org.verbena.spi.model.DataPathTrait;

/** A memory window. */
final class SimMw extends SimObject implements DriverMw {
    private static final int INDEX_SHIFT = 8;

    private final SimPd pd;
    private final MwType type;
    private final long index;
    private final Window window;
    private final long reference;

    SimMw(SimKernel kernel, SimPd pd, MwType type) {
        super(kernel, ObjectType.MW, List.of(pd));
        this.pd = pd;
        this.type = type;
        this.index = kernel.memoryKeys().take();
        this.window = new Window(
                (int) index << INDEX_SHIFT,
                pd,
                type == MwType.TYPE_2,
                !kernel.model().dataPath().has(DataPathTrait.WINDOWS_OPEN_REGIONS));
        this.reference = kernel.engine().call(() -> {
            nic().keys().add(window);
            return nic().windows().add(window);
        });
    }

    private SimNic nic() {
        return kernel().nic();
    }

    @Override
    public long reference() {
        return reference;
    }

    @Override
    public long rkey() {
        return Integer.toUnsignedLong(window.postedKey());
    }

    @Override
    public void bound(long key) {
        window.postedKey((int) key);
    }

    /** Posts a bind. A new binding has a new key, which the window has from the post on (rdma-core, ibv_inc_rkey). */
    @Override
    public void bind(DriverQp qp, Bind bind) {
        SimMr region = (SimMr) bind.mr();
        checkBind(bind, region);
        int next = (int) MemoryWindow.nextRkey(rkey());
        int error = kernel().engine()
                .call(() -> ((SimQp) qp)
                        .transport()
                        .bind(
                                bind.wrId(),
                                (int) bind.sendFlags().mask(),
                                nic().binding(reference, next, region.reference(), bind.addr(), bind.length(), (int)
                                        bind.access().mask())));
        if (error != 0) {
            throw refusal(new Errno(error));
        }
        window.postedKey(next);
    }

    /** Performs the checks of {@code ibv_bind_mw} in verbs.h, and of mlx5_bind_mw, mlx4_bind_mw and rxe_bind_mw. */
    private void checkBind(Bind bind, SimMr region) {
        if (type != MwType.TYPE_1 || bind.access().contains(AccessFlag.ZERO_BASED)) {
            throw refusal(Errno.EINVAL);
        }
        if (region.pd() != pd) {
            throw refusal(Errno.EPERM);
        }
    }

    private VerbsException refusal(Errno errno) {
        return new VerbsException("ibv_bind_mw", errno, "mw of " + kernel(), Diagnosis.UNKNOWN);
    }

    @Override
    void release() {
        kernel().engine().run(() -> {
            window.unbind();
            nic().keys().remove(window);
            nic().windows().remove(reference);
        });
        kernel().memoryKeys().giveBack(index);
    }
}
