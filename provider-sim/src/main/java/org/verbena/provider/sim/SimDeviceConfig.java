package org.verbena.provider.sim;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.verbena.Errno;
import org.verbena.InvalidRequestException;
import org.verbena.Violation;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.DriverModels;

/**
 * A device for the simulator: a profile, which is the name of a driver model, the numbers in which the device differs
 * from the usual one, and what goes wrong on it. Immutable.
 */
public final class SimDeviceConfig {
    private static final int MAX_PORTS = 255;
    private static final String PORT_COUNT = "phys_port_cnt";

    private final DriverModel model;
    private final Optional<String> name;
    private final List<DeviceFault> faults;

    private SimDeviceConfig(DriverModel model, Optional<String> name, List<DeviceFault> faults) {
        this.model = model;
        this.name = name;
        this.faults = faults;
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
        return new SimDeviceConfig(model, Optional.empty(), List.of());
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
        return new SimDeviceConfig(model, Optional.of(value), faults);
    }

    /**
     * Gives the device more than one port.
     *
     * @param count the number of ports, 1..255
     * @return a changed copy
     * @throws InvalidRequestException if out of range
     */
    public SimDeviceConfig ports(int count) {
        requirePorts("ports", count);
        return limit(PORT_COUNT, count);
    }

    private static void requirePorts(String attribute, long count) {
        if (count < 1 || count > MAX_PORTS) {
            throw refuse(attribute, Long.toString(count), "1.." + MAX_PORTS, "port_num is a uint8_t");
        }
    }

    /**
     * Gives the device more than one port, as somebody has written it down.
     *
     * @param text the number of ports
     * @return a changed copy
     * @throws InvalidRequestException if it is no number, or as {@link #ports(int)}
     */
    public SimDeviceConfig ports(String text) {
        return ports(new TextValue("ports", text).smallNumber());
    }

    /**
     * Changes a number of the device.
     *
     * @param limit its name, for example {@code max_qp}; a number that the profile has
     * @param value the number, not negative; of {@code phys_port_cnt} as of {@link #ports(int)}
     * @return a changed copy
     * @throws InvalidRequestException if the number is out of range, or the profile has none of this name; the message
     *     lists those that it has
     */
    public SimDeviceConfig limit(String limit, long value) {
        if (limit.equals(PORT_COUNT)) {
            requirePorts(limit, value);
        }
        return new SimDeviceConfig(model.withLimits(model.limits().with(limit, value)), name, faults);
    }

    /**
     * Changes numbers of the device, as somebody has written them down.
     *
     * @param text names and numbers, for example {@code max_qp=100, max_cq=0x40}; blank for no change
     * @return a changed copy
     * @throws InvalidRequestException if what stands there is no number, or as {@link #limit(String, long)}
     */
    public SimDeviceConfig limits(String text) {
        if (text.isBlank()) {
            return this;
        }
        SimDeviceConfig changed = this;
        for (String limit : text.split(",", -1)) {
            TextValue value = TextValue.assigned(limit);
            changed = changed.limit(value.attribute(), value.number());
        }
        return changed;
    }

    /**
     * Has things go wrong from the start: with messages that leave the device, with creations on it, with a port or with
     * all of it. Faults are separated by {@code |}, conditions of a fault by {@code ;}, as in
     * {@code drop;chance=0.01 | create=QP;nth=3;errno=ENOMEM}.
     *
     * <table>
     * <caption>Faults</caption>
     * <tr><th>fault</th><th>conditions</th><th>as</th></tr>
     * <tr><td>{@code drop}</td><td rowspan="4">{@code operation=}<i>name</i> as {@link SimMessage#operation},
     *     {@code after=}<i>n</i>, {@code times=}<i>n</i>, {@code chance=}<i>0..1</i></td>
     *     <td>{@link SimFault#drop}</td></tr>
     * <tr><td>{@code corrupt}</td><td>{@link SimFault#corrupt}</td></tr>
     * <tr><td>{@code duplicate}</td><td>{@link SimFault#duplicate}</td></tr>
     * <tr><td>{@code delay=}<i>n</i> with unit {@code ns}, {@code us}, {@code ms} or {@code s}</td>
     *     <td>{@link SimFault#delay}</td></tr>
     * <tr><td>{@code create=}<i>kind</i> as {@link SimObjectKind}</td>
     *     <td>{@code nth=}<i>n</i> (1), {@code errno=}<i>name</i> (ENOMEM)</td>
     *     <td>{@link SimFaults#failCreate(String, SimObjectKind, long, Errno)}</td></tr>
     * <tr><td>{@code port-down=}<i>n</i></td><td></td><td>{@link SimFaults#portDown}</td></tr>
     * <tr><td>{@code device-fatal}</td><td></td><td>{@link SimFaults#failDevice}: the device is listed but cannot be
     *     opened</td></tr>
     * </table>
     *
     * <p>Whether the device has the port is seen when the simulator is made.
     *
     * @param text the faults; blank for none
     * @return a copy that has them beside those that it had
     * @throws InvalidRequestException if the text says nothing of that kind; the message tells what it might say
     */
    public SimDeviceConfig faults(String text) {
        if (text.isBlank()) {
            return this;
        }
        Stream<DeviceFault> more =
                Stream.of(text.split("\\|", -1)).map(FaultText::parse).map(FaultText::fault);
        return new SimDeviceConfig(
                model, name, Stream.concat(faults.stream(), more).toList());
    }

    DriverModel model() {
        return model;
    }

    /** The name of the n-th device of its profile. */
    String nameOf(int number) {
        return name.orElseGet(() -> "sim_" + model.name() + "_" + number);
    }

    /** Has things go wrong on the device, of which the simulator says the name. */
    void begin(SimFaults of, String device) {
        faults.forEach(fault -> fault.begin(of, device));
    }

    static InvalidRequestException refuse(String attribute, String requested, String limit, String rule) {
        return new InvalidRequestException(
                "configure",
                Errno.EINVAL,
                "provider sim",
                new Violation(attribute, requested, limit, rule, "org.verbena.provider.sim"));
    }
}
