// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.verbena.core.model.DriverModels;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;
import org.verbena.provider.sim.roce.Captures;
import org.verbena.provider.sim.roce.Network;
import org.verbena.provider.sim.roce.NetworkAddress;
import org.verbena.provider.sim.transport.Clock;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.spi.model.DriverModel;

/**
 * The configuration of a simulated device: a profile, changed device limits, faults, and a capture. The profile is the
 * name of a driver model. Immutable.
 */
public final class SimDeviceConfig {
    private static final int MAX_PORTS = 255;
    private static final int MAX_UDP_PORT = 65_535;
    private static final String PCAP = "pcap";
    private static final String LOOPBACK = "loopback";
    private static final String PORT_COUNT = "phys_port_cnt";

    private final DriverModel model;
    private final Optional<String> name;
    private final List<DeviceFault> faults;
    private final Optional<Path> pcap;
    private final List<NetworkAddress> addresses;
    private final int udpPort;

    private SimDeviceConfig(
            DriverModel model,
            Optional<String> name,
            List<DeviceFault> faults,
            Optional<Path> pcap,
            List<NetworkAddress> addresses,
            int udpPort) {
        this.model = model;
        this.name = name;
        this.faults = faults;
        this.pcap = pcap;
        this.addresses = addresses;
        this.udpPort = udpPort;
    }

    /**
     * Creates the default configuration of a profile.
     *
     * @param profile the name or an alias of a driver model: {@code spec}, {@code rxe}, {@code mlx5}
     * @return the configuration
     * @throws InvalidRequestException if there is no such model; the message lists the available models
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
        return new SimDeviceConfig(
                model, Optional.empty(), List.of(), Optional.empty(), List.of(), PacketDecoder.UDP_PORT);
    }

    /**
     * Sets the name of the device. The default is {@code sim_}<i>profile</i>{@code _}<i>n</i>. The caller must choose a
     * name that no real device has.
     *
     * @param value the name, not blank
     * @return a changed copy
     * @throws InvalidRequestException if the name is blank
     */
    public SimDeviceConfig name(String value) {
        if (value.isBlank()) {
            throw refuse("name", value, "not blank", "a device needs a name");
        }
        return new SimDeviceConfig(model, Optional.of(value), faults, pcap, addresses, udpPort);
    }

    /**
     * Sets the number of ports.
     *
     * @param count the number of ports, 1..255
     * @return a changed copy
     * @throws InvalidRequestException if the number is out of range
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
     * Sets the number of ports from text.
     *
     * @param text the number of ports
     * @return a changed copy
     * @throws InvalidRequestException if the text is not a number, or under the conditions of {@link #ports(int)}
     */
    public SimDeviceConfig ports(String text) {
        return ports(new TextValue("ports", text).smallNumber());
    }

    /**
     * Sets a limit of the device.
     *
     * @param limit the name of the limit, for example {@code max_qp}; the profile must have it
     * @param value the value, not negative; {@code phys_port_cnt} has the range of {@link #ports(int)}
     * @return a changed copy
     * @throws InvalidRequestException if the value is out of range, or if the profile has no limit of this name; the
     *     message lists the limits of the profile
     */
    public SimDeviceConfig limit(String limit, long value) {
        if (limit.equals(PORT_COUNT)) {
            requirePorts(limit, value);
        }
        return new SimDeviceConfig(
                model.withLimits(model.limits().with(limit, value)), name, faults, pcap, addresses, udpPort);
    }

    /**
     * Sets limits of the device from text.
     *
     * @param text names and values, for example {@code max_qp=100, max_cq=0x40}; blank for no change
     * @return a changed copy
     * @throws InvalidRequestException if a value is not a number, or under the conditions of
     *     {@link #limit(String, long)}
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
     * Adds faults that apply from the start. They affect messages that leave the device, creations on it, a port, or
     * the whole device. Faults are separated by {@code |}. The conditions of a fault are separated by {@code ;}, as in
     * {@code drop;chance=0.01 | create=QP;nth=3;errno=ENOMEM}.
     *
     * <table>
     * <caption>Faults</caption>
     * <tr><th>fault</th><th>conditions and their defaults</th><th>equivalent</th></tr>
     * <tr><td>{@code drop}</td><td rowspan="5">{@code operation=}<i>name</i>, see {@link SimMessage#operation},
     *     {@code cm=}<i>type</i>, see {@link SimMessage#cm}, {@code after=}<i>n</i>, {@code times=}<i>n</i>, {@code
     *     chance=}<i>0..1</i></td> <td>{@link SimFault#drop}</td></tr>
     * <tr><td>{@code corrupt}</td><td>{@link SimFault#corrupt}</td></tr>
     * <tr><td>{@code duplicate}</td><td>{@link SimFault#duplicate}</td></tr>
     * <tr><td>{@code rnr}</td><td>{@link SimFault#rnr}</td></tr>
     * <tr><td>{@code delay=}<i>n</i> with unit {@code ns}, {@code us}, {@code ms} or {@code s}</td>
     *     <td>{@link SimFault#delay}</td></tr>
     * <tr><td>{@code create=}<i>kind</i>, see {@link SimObjectKind}</td>
     *     <td>{@code nth=}<i>n</i> (default 1), {@code errno=}<i>name</i> (default ENOMEM)</td>
     *     <td>{@link SimFaults#failCreate(String, SimObjectKind, long, Errno)}</td></tr>
     * <tr><td>{@code port-down=}<i>n</i></td><td></td><td>{@link SimFaults#portDown}</td></tr>
     * <tr><td>{@code device-fatal}</td><td></td><td>{@link SimFaults#failDevice}: the device is listed but cannot be
     *     opened</td></tr>
     * </table>
     *
     * <p>The port number is checked when the simulator is created.
     *
     * @param text the faults; blank for none
     * @return a copy with these faults in addition to the existing ones
     * @throws InvalidRequestException if the text does not follow this grammar; the message lists the accepted values
     */
    public SimDeviceConfig faults(String text) {
        if (text.isBlank()) {
            return this;
        }
        Stream<DeviceFault> more =
                Stream.of(text.split("\\|", -1)).map(FaultText::parse).map(FaultText::fault);
        return new SimDeviceConfig(
                model, name, Stream.concat(faults.stream(), more).toList(), pcap, addresses, udpPort);
    }

    /**
     * Attaches the device to the network at addresses of this host. It then speaks RoCEv2 over UDP, and reaches other
     * simulators and genuine devices, but not the devices of its process. It has one port, and queue pairs of type RC,
     * UC and UD. The sockets are opened when the simulator is created, and closed by {@link SimProvider#close}.
     *
     * @param text IPv4 and IPv6 addresses, separated by commas; {@code loopback} for a random address in 127.0.0.0/8,
     *     which other programs are unlikely to use; blank for the fabric within the process
     * @return a changed copy
     * @throws InvalidRequestException if this host does not have one of the addresses
     */
    public SimDeviceConfig address(String text) {
        List<NetworkAddress> list = text.isBlank()
                ? List.of()
                : Stream.of(text.split(",", -1))
                        .map(String::strip)
                        .map(SimDeviceConfig::local)
                        .toList();
        return new SimDeviceConfig(model, name, faults, pcap, list, udpPort);
    }

    private static NetworkAddress local(String text) {
        try {
            return NetworkAddress.of(text.equals(LOOPBACK) ? randomLoopback() : InetAddress.getByName(text));
        } catch (IOException e) {
            throw refuse("address", text, "an address of this host", String.valueOf(e.getMessage()));
        }
    }

    private static InetAddress randomLoopback() throws UnknownHostException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return InetAddress.getByAddress(new byte[] {
            127, (byte) random.nextInt(1, 255), (byte) random.nextInt(256), (byte) random.nextInt(1, 255)
        });
    }

    /**
     * Sets the UDP port of the device and of all its peers, for tests. The default is 4791.
     *
     * @param value the port, 1..65535
     * @return a changed copy
     * @throws InvalidRequestException if the number is out of range
     */
    public SimDeviceConfig udpPort(int value) {
        if (value < 1 || value > MAX_UDP_PORT) {
            throw refuse("udp-port", Integer.toString(value), "1.." + MAX_UDP_PORT, "a UDP port has 16 bits");
        }
        return new SimDeviceConfig(model, name, faults, pcap, addresses, value);
    }

    /**
     * Sets the UDP port, given as text.
     *
     * @param text the port, 1..65535
     * @return a changed copy
     * @throws InvalidRequestException if the text is not a number, or the number is out of range
     */
    public SimDeviceConfig udpPort(String text) {
        return udpPort(new TextValue("udp-port", text).smallNumber());
    }

    /** {@return whether the device is attached to the network; true if it has an {@link #address}} */
    public boolean isOnNetwork() {
        return !addresses.isEmpty();
    }

    int udpPort() {
        return udpPort;
    }

    String addressText() {
        return addresses.stream().map(address -> address.ip().getHostAddress()).collect(Collectors.joining(","));
    }

    /** Returns the network of the device. */
    Network network() throws IOException {
        return Network.of(addresses);
    }

    /**
     * Captures the messages that the device sends and receives. They appear as RoCEv2 packets in Ethernet frames, with
     * times of the simulator's clock. tcpdump, tshark, Wireshark and {@code verbena packets} read the file. Devices of
     * a simulator with the same file share it. A frame is in the file when the call that sent it returns.
     *
     * @param file a file of the default file system, whose contents are replaced when the simulator is created
     * @return a changed copy
     */
    public SimDeviceConfig pcap(Path file) {
        return new SimDeviceConfig(model, name, faults, Optional.of(file), addresses, udpPort);
    }

    /**
     * Captures messages in a file that is given as text.
     *
     * @param file the file; blank for none
     * @return a changed copy
     * @throws InvalidRequestException if the text is not a path
     */
    public SimDeviceConfig pcap(String file) {
        if (file.isBlank()) {
            return this;
        }
        try {
            return pcap(Path.of(file.strip()));
        } catch (InvalidPathException e) {
            throw refuse(PCAP, file, "a path", String.valueOf(e.getReason()));
        }
    }

    DriverModel model() {
        return model;
    }

    /** Returns the name of the n-th device of this profile. */
    String nameOf(int number) {
        return name.orElseGet(() -> "sim_" + model.name() + "_" + number);
    }

    /** Opens the capture of the device with the given name. */
    void begin(Captures captures, String device, Clock clock) {
        if (pcap.isPresent()) {
            try {
                captures.open(device, pcap.get(), clock);
            } catch (IOException e) {
                throw refuse(
                        "device " + device, PCAP, pcap.get().toString(), "a file that can be written", e.toString());
            }
        }
    }

    /** Injects the faults into the device with the given name. */
    void begin(SimFaults of, String device) {
        faults.forEach(fault -> fault.begin(of, device));
    }

    static InvalidRequestException refuse(String attribute, String requested, String limit, String rule) {
        return refuse("provider sim", attribute, requested, limit, rule);
    }

    /** Returns an exception for an object, which is the provider or one of its devices. */
    static InvalidRequestException refuse(
            String object, String attribute, String requested, String limit, String rule) {
        return new InvalidRequestException(
                "configure",
                Errno.EINVAL,
                object,
                new Violation(attribute, requested, limit, rule, "org.verbena.provider.sim"));
    }
}
