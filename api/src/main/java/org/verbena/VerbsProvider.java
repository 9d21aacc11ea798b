package org.verbena;

import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A way to reach RDMA devices. Providers are found by {@link Verbs}, by {@link java.util.ServiceLoader} or as OSGi
 * services with the properties {@code verbs.provider}, {@code verbs.native} and {@code verbs.available}. Constructing one and asking for its
 * name does nothing native. Implementations are safe for use by several threads.
 */
@ProviderType
public interface VerbsProvider {
    /**
     * The name to choose it by.
     *
     * @return for example {@code ffm}, {@code jna} or {@code sim}
     */
    String name();

    /**
     * Its rank among available providers where none is named; the highest wins.
     *
     * @return the rank, also its OSGi {@code service.ranking} as long as it is available
     */
    int priority();

    /**
     * Whether its devices are real.
     *
     * @return true for a binding of libibverbs, false for a simulator
     */
    boolean isNative();

    /**
     * Whether it can be used here and now. The first call may load native libraries; it never throws.
     *
     * @return the answer with a reason
     */
    Availability availability();

    /**
     * The devices: {@code ibv_get_device_list(3)}.
     *
     * @return the devices in the library's order, possibly none
     * @throws VerbsException if they cannot be listed; {@link Errno#ENOSYS} with the reason of {@link #availability()}
     *     when the provider is not available
     */
    List<Device> devices();

    /**
     * The same provider with options. If a provider does not say otherwise, it has none.
     *
     * @param options names and values; the provider's documentation lists them
     * @return a provider of the same name
     * @throws InvalidRequestException if an option is not known or its value not valid; the message lists what is
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
     * The device of a name.
     *
     * @param name the name
     * @return the device
     * @throws VerbsException {@link Errno#ENODEV} if there is none; the message lists the names that there are
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
