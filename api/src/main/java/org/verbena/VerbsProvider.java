// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * A provider of RDMA devices. Applications find providers through {@link Verbs}, through
 * {@link java.util.ServiceLoader}, or as OSGi services with the properties {@code verbs.provider}, {@code verbs.native}
 * and {@code verbs.available}. The constructor and {@link #name()} run no native code. Implementations are thread-safe.
 */
@ProviderType
public interface VerbsProvider {
    /** {@return the name that selects this provider, for example {@code ffm}, {@code jna} or {@code sim}} */
    String name();

    /**
     * Returns the priority among available providers. A lookup without a name chooses the highest.
     *
     * @return the priority; also the OSGi {@code service.ranking} while the provider is available
     */
    int priority();

    /**
     * {@return whether the devices of this provider are real; true for a binding of libibverbs, false for a simulator}
     */
    boolean isNative();

    /**
     * Returns whether the provider can currently be used on this machine. The first call may load native libraries.
     * This method never throws.
     *
     * @return the availability with its reason
     */
    Availability availability();

    /**
     * Returns the devices: {@code ibv_get_device_list(3)}.
     *
     * @return the devices in the order of the library, possibly empty
     * @throws VerbsException if the devices cannot be listed: {@link Errno#ENOSYS} with the reason of
     *     {@link #availability()} if the provider is not available
     */
    List<Device> devices();

    /**
     * Returns this provider with the given options. The default implementation accepts no options.
     *
     * @param options the names and values; the documentation of the provider lists them
     * @return a provider with the same name
     * @throws InvalidRequestException if an option is unknown or its value is invalid; the message lists the valid ones
     */
    default VerbsProvider configure(Map<String, String> options) {
        for (Map.Entry<String, String> option : options.entrySet()) {
            throw new InvalidRequestException(
                    "configure",
                    Errno.EINVAL,
                    "provider " + name(),
                    new Violation(
                            option.getKey(), option.getValue(), "none", "this provider has no options", "Verbena"));
        }
        return this;
    }

    /**
     * Returns the device with the given name.
     *
     * @param name the name of the device
     * @return the device
     * @throws VerbsException if the call fails: {@link Errno#ENODEV} if no device has this name; the message lists the
     *     names of the existing devices
     */
    default Device device(String name) {
        List<Device> devices = devices();
        return devices.stream()
                .filter(device -> device.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new VerbsException(
                        "ibv_get_device_list",
                        Errno.ENODEV,
                        "provider " + name(),
                        Diagnosis.of(new Violation(
                                "device",
                                name,
                                devices.stream().map(Device::name).toList().toString(),
                                "the device must be one of the provider's list",
                                "ibv_get_device_list(3)"))));
    }
}
