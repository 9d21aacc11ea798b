// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.SaPathRec;
import org.verbena.provider.sim.control.ManagedDevice;
import org.verbena.provider.sim.ibcm.CmAddressVector;

/**
 * The copy of an identifier that librdmacm has: {@code struct rdma_cm_id}. The library reads the kernel's identifier
 * only in some calls and events. Until then, the application sees the former state.
 */
final class LibraryCopy {
    private static final int LIFE_TIME_MASK = 0x1F;

    private final RdmaId id;
    private @Nullable String device;
    private int portNum;
    private @Nullable InetSocketAddress source;
    private @Nullable InetSocketAddress destination;
    private @Nullable SaPathRec path;

    LibraryCopy(RdmaId id) {
        this.id = id;
    }

    Optional<String> device() {
        return Optional.ofNullable(device);
    }

    int portNum() {
        return portNum;
    }

    Optional<InetSocketAddress> source() {
        return Optional.ofNullable(source);
    }

    Optional<InetSocketAddress> destination() {
        return Optional.ofNullable(destination);
    }

    Optional<SaPathRec> path() {
        return Optional.ofNullable(path);
    }

    /** {@code rdma_resolve_addr2}, which does not wait for the kernel. */
    void resolves(InetSocketAddress to) {
        destination = to;
    }

    /** {@code ucma_query_addr}. A device that the library knows stays. */
    void queryAddr() {
        device = id.device().map(ManagedDevice::name).orElse(device);
        portNum = id.device().isPresent() ? id.portNum() : portNum;
        source = id.isBound() ? id.source() : source;
        InetSocketAddress to = id.destination();
        destination = to.getPort() != 0 || !to.getAddress().isAnyLocalAddress() ? to : destination;
    }

    /** {@code ucma_query_path}. */
    void queryPath() {
        path = id.route().map(CmAddressVector::path).map(LibraryCopy::unpacked).orElse(null);
    }

    /** {@code ucma_query_path} keeps five of the six bits of the packet life time. */
    private static SaPathRec unpacked(SaPathRec rec) {
        return CmAddressVector.path(
                rec.sgid(),
                rec.dgid(),
                rec.flowLabel(),
                rec.hopLimit(),
                rec.trafficClass(),
                rec.sl(),
                rec.mtuCode(),
                rec.packetLifeTime() & LIFE_TIME_MASK);
    }
}
