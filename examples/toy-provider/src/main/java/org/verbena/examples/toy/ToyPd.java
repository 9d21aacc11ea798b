// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.toy;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.spi.BufferPart;
import org.verbena.spi.CountedObject;
import org.verbena.spi.DriverMr;
import org.verbena.spi.DriverPd;
import org.verbena.spi.DriverQp;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpGrant;

/** A protection domain. */
final class ToyPd extends CountedObject implements DriverPd {
    private final ToyDevice device;

    ToyPd(ToyDevice device) {
        super("ibv_dealloc_pd", List.of());
        this.device = device;
    }

    @Override
    public DriverQp createQp(DriverQp.Init init) {
        QpGrant grant = ToyDevice.MODEL.createQp(init.request()).orElseThrow("ibv_create_qp", toString());
        ToyCq sendCq = (ToyCq) init.sendCq().orElseThrow();
        ToyCq recvCq = (ToyCq) init.recvCq().orElseThrow();
        return new ToyQp(init, grant, device.nextNumber(), List.of(this, sendCq, recvCq));
    }

    @Override
    public DriverMr regMr(BufferPart part, Flags<AccessFlag> access) {
        MemorySegment memory = MemorySegment.ofBuffer(part.content());
        MrRequest request = new MrRequest(memory.address(), memory.byteSize(), access);
        ToyDevice.MODEL.regMr(request).orElseThrow("ibv_reg_mr", toString());
        return new ToyMr(this, memory, device.nextNumber());
    }

    @Override
    public DriverMr regMr(long address, long length, Flags<AccessFlag> access) {
        // Java cannot check whether an address refers to memory.
        throw new VerbsException("ibv_reg_mr", Errno.EFAULT, toString(), Diagnosis.UNKNOWN);
    }

    @Override
    public String toString() {
        return "protection domain of the toy";
    }
}
