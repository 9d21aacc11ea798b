// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.cm;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;
import org.verbena.libibverbs.driver.DescriptorReserve;
import org.verbena.libibverbs.driver.Libibverbs;
import org.verbena.libibverbs.driver.ObjectsByPointer;
import org.verbena.libibverbs.driver.VerbsExceptions;
import org.verbena.spi.StackReserve;
import org.verbena.spi.cm.DriverCm;
import org.verbena.spi.cm.DriverCmChannel;

/**
 * Connection management by librdmacm. Its queue pairs are those of the runtime: {@code id->qp} is always NULL, so
 * librdmacm never changes a queue pair.
 */
public final class NativeCm implements DriverCm {
    private final Librdmacm library;

    /** The identifiers that events may contain, by the key of their pointer. */
    private final Map<Long, NativeCmId> ids = new ConcurrentHashMap<>();

    /**
     * Loads librdmacm.
     *
     * @param libibverbs the library whose devices librdmacm uses
     * @throws UnsatisfiedLinkError if the library cannot be loaded, or lacks a function that every connection needs
     */
    public NativeCm(Libibverbs libibverbs) {
        this.library = new Librdmacm(libibverbs);
    }

    Librdmacm library() {
        return library;
    }

    @Override
    public DriverCmChannel createChannel() {
        StackReserve.requireForControl();
        CmVerb verb = CmVerb.CREATE_EVENT_CHANNEL;
        NativeResult result = library.call(verb, Librdmacm.FILE);
        if (result.value() == 0) {
            if (result.errno() == Errno.ENODEV.number()) {
                // librdmacm also fails with ENODEV if it cannot open the descriptors to list the devices.
                DescriptorReserve.require(library.libibverbs());
            }
            throw VerbsExceptions.ofErrno(verb.cName(), Librdmacm.FILE, result);
        }
        try {
            return new NativeCmChannel(this, result.value());
        } catch (VerbsException e) {
            library.call(CmVerb.DESTROY_EVENT_CHANNEL, Librdmacm.FILE, result.value());
            throw e;
        }
    }

    NativeCmId add(NativeCmId id) {
        ids.put(ObjectsByPointer.key(id.pointer()), id);
        return id;
    }

    void remove(NativeCmId id) {
        ids.remove(ObjectsByPointer.key(id.pointer()), id);
    }

    Optional<NativeCmId> find(long pointer) {
        return Optional.ofNullable(ids.get(ObjectsByPointer.key(pointer)));
    }
}
