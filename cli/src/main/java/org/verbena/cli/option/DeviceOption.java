// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.option;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.VerbsProvider;
import org.verbena.cli.text.CommandReport;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import picocli.CommandLine.Option;

/** The option that selects a device of the provider. */
public final class DeviceOption {
    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "Device to use. Default: the first one that command 'devices' lists.")
    private @Nullable String name;

    /** Selects the device and reports its name. */
    public Device choose(VerbsProvider provider, CommandReport report) {
        Device device = find(provider);
        report.put("device", device.name());
        return device;
    }

    public Device find(VerbsProvider provider) {
        return find(provider, name);
    }

    /** Returns the named device, or the first one if the name is null. */
    public static Device find(VerbsProvider provider, @Nullable String name) {
        return name == null ? first(provider) : provider.device(name);
    }

    public boolean isNamed() {
        return name != null;
    }

    private static Device first(VerbsProvider provider) {
        List<Device> devices = provider.devices();
        if (devices.isEmpty()) {
            throw new VerbsException(
                    "ibv_get_device_list",
                    Errno.ENODEV,
                    "provider " + provider.name(),
                    Diagnosis.of(new Violation(
                            "device", "the first", "none", "the provider lists no device", "ibv_get_device_list(3)")));
        }
        return devices.get(0);
    }
}
