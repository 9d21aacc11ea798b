package org.verbena.provider.sim;

import java.util.Optional;
import org.verbena.Errno;
import org.verbena.InvalidRequestException;
import org.verbena.Violation;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.DriverModels;

/**
 * A device for the simulator: a profile, which is the name of a driver model, and the numbers in which the device
 * differs from the usual one. Immutable.
 */
public final class SimDeviceConfig {
    private static final int MAX_PORTS = 255;

    private final DriverModel model;
    private final Optional<String> name;

    private SimDeviceConfig(DriverModel model, Optional<String> name) {
        this.model = model;
        this.name = name;
    }

    /**
     * A usual device of a profile.
     *
     * @param profile the name or an alias of a driver model: {@code spec}, {@code rxe}, {@code mlx5}
     * @return the configuration
     * @throws InvalidRequestException if there is no such model; the message lists those that there are
     */
    public static SimDeviceConfig of(String profile) {
        DriverModel model = DriverModels.find(profile)
                .orElseThrow(() -> refuse(
                        "profile",
                        profile,
                        "one of "
                                + DriverModels.all().stream()
                                        .map(DriverModel::name)
                                        .toList(),
                        "a profile is the name of a driver model"));
        return new SimDeviceConfig(model, Optional.empty());
    }

    /**
     * Names the device. Without a name it is {@code sim_}<i>profile</i>{@code _}<i>n</i>, with a name of its own it
     * keeps clear of those of real devices by itself.
     *
     * @param value the name, not blank
     * @return a changed copy
     * @throws InvalidRequestException if the name is blank
     */
    public SimDeviceConfig name(String value) {
        if (value.isBlank()) {
            throw refuse("name", value, "not blank", "a device is found by its name");
        }
        return new SimDeviceConfig(model, Optional.of(value));
    }

    /**
     * Gives the device more than one port.
     *
     * @param count the number of ports, 1..255
     * @return a changed copy
     * @throws InvalidRequestException if out of range
     */
    public SimDeviceConfig ports(int count) {
        if (count < 1 || count > MAX_PORTS) {
            throw refuse("ports", Integer.toString(count), "1.." + MAX_PORTS, "port_num is a uint8_t");
        }
        return limit("phys_port_cnt", count);
    }

    /**
     * Changes a number of the device.
     *
     * @param limit its name, for example {@code max_qp}; a number that the profile has
     * @param value the number, not negative
     * @return a changed copy
     * @throws InvalidRequestException if the profile has no such number; the message lists those that it has
     */
    public SimDeviceConfig limit(String limit, long value) {
        return new SimDeviceConfig(model.withLimits(model.limits().with(limit, value)), name);
    }

    DriverModel model() {
        return model;
    }

    /** The name of the n-th device of its profile. */
    String nameOf(int number) {
        return name.orElseGet(() -> "sim_" + model.name() + "_" + number);
    }

    static InvalidRequestException refuse(String attribute, String requested, String limit, String rule) {
        return new InvalidRequestException(
                "configure",
                Errno.EINVAL,
                "provider sim",
                new Violation(attribute, requested, limit, rule, "org.verbena.provider.sim"));
    }
}
