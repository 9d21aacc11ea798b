// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.DeviceContext;
import org.verbena.attr.Gid;

/** Names for GIDs that mean the same on both devices, independent of the addresses of the devices. */
enum GidWord {
    /** The first GID of the device itself, which the device can always reach. */
    OWN(0, null),
    ZERO(1, "0000:0000:0000:0000:0000:0000:0000:0000"),
    GROUP(2, "ff0e:0000:0000:0000:0000:0000:0000:0001"),
    OTHER_GROUP(3, "ff0e:0000:0000:0000:0000:0000:0000:0002"),
    /** 224.0.0.1 mapped into IPv6, which is a multicast address as well (rdma_is_multicast_addr). */
    IPV4_GROUP(4, "0000:0000:0000:0000:0000:ffff:e000:0001");

    private final long number;
    private final @Nullable String text;

    GidWord(long number, @Nullable String text) {
        this.number = number;
        this.text = text;
    }

    /** Returns the constant of a number; {@link #ZERO} if the number has none. */
    static GidWord of(long number) {
        return Stream.of(values())
                .filter(word -> word.number == number)
                .findFirst()
                .orElse(ZERO);
    }

    long number() {
        return number;
    }

    Gid on(DeviceContext context) {
        return text == null ? context.queryGid(1, 0) : Gid.parse(text);
    }

    /** Returns the name of a device's GID; its text if it has no name. */
    static String describe(DeviceContext context, Gid gid) {
        for (GidWord word : values()) {
            if (word.on(context).equals(gid)) {
                return word.name();
            }
        }
        return gid.toString();
    }
}
