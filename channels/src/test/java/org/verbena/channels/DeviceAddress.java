// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.net.InetAddress;
import org.verbena.DeviceContext;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;

/** Finds the address of a simulated device. */
public final class DeviceAddress {
    private DeviceAddress() {}

    /** Returns the first IPv4 address of a device. */
    public static InetAddress of(DeviceContext context) throws IOException {
        return context.queryGidTable().stream()
                .map(GidEntry::gid)
                .filter(Gid::isMappedIpv4)
                .findFirst()
                .orElseThrow()
                .toInetAddress();
    }
}
