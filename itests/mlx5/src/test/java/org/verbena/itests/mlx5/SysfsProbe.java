// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;
import org.verbena.error.VerbsException;
import org.verbena.provider.ffm.FfmProvider;
import org.verbena.provider.jna.JnaProvider;

/** Lists, opens and queries all devices of a nonsensical sysfs, in a separate process because a fault crashes it. */
final class SysfsProbe {
    private SysfsProbe() {}

    /** Takes a provider as its argument. Prints one line for each result. */
    public static void main(String[] arguments) {
        VerbsProvider provider = arguments[0].equals("ffm") ? new FfmProvider() : new JnaProvider();
        System.out.println("availability: " + provider.availability().reason());
        attempt("devices", () -> provider.devices().forEach(SysfsProbe::query));
        System.out.println("end: reached");
    }

    private static void query(Device device) {
        System.out.println("device: " + device.name());
        attempt("open", () -> {
            try (DeviceContext context = device.open()) {
                attempt("query_device", context::queryDeviceEx);
                attempt("query_port", () -> context.queryPort(1));
                attempt("query_pkey", () -> context.queryPkey(1, 0));
                for (int i = 0; i < 4; i++) {
                    int index = i;
                    attempt("query_gid", () -> context.queryGid(1, index));
                    attempt("query_gid_ex", () -> context.queryGidEntry(1, index));
                }
                attempt("query_gid_table", context::queryGidTable);
                attempt("alloc_pd", () -> context.allocPd().close());
            }
        });
    }

    private static void attempt(String name, Runnable action) {
        try {
            action.run();
            System.out.println(name + ": answered");
        } catch (VerbsException e) {
            System.out.println(name + ": failed, " + e.errno());
        }
    }
}
