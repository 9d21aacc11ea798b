// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.jmh;

import java.net.InetAddress;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GidType;

/**
 * Holds a device of a provider with a protection domain. The simulator's devices are called {@code sim_mlx5_0} and so
 * on.
 */
@State(Scope.Thread)
public class OpenedDevice {
    @Param("ffm")
    String provider;

    @Param("mlx5_0")
    String device;

    VerbsProvider verbs;
    DeviceContext context;
    ProtectionDomain pd;

    /**
     * Opens the device. There is one set-up method for all subclasses, because JMH calls several of them in any order.
     */
    @Setup(Level.Trial)
    public void open() {
        verbs = Verbs.provider(provider);
        context = verbs.device(device).open();
        pd = context.allocPd();
    }

    /** Returns the first IPv4 address of a device. */
    static InetAddress ipOf(DeviceContext context) {
        return context.queryGidTable().stream()
                .filter(entry -> entry.gidType() == GidType.ROCE_V2)
                .map(GidEntry::gid)
                .filter(Gid::isMappedIpv4)
                .findFirst()
                .orElseThrow()
                .toInetAddress();
    }

    @TearDown(Level.Trial)
    public void close() {
        context.close();
    }
}
