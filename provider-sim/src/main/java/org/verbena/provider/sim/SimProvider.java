// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.verbena.Availability;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;
import org.verbena.cm.CmProvider;
import org.verbena.cm.ConnectionManager;
import org.verbena.core.ProviderDevices;
import org.verbena.core.observe.EventLog;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.PendingCompletions;
import org.verbena.provider.sim.control.CreateFaults;
import org.verbena.provider.sim.control.DeviceEnvironment;
import org.verbena.provider.sim.control.SimDevice;
import org.verbena.provider.sim.rdmacm.SimCm;
import org.verbena.provider.sim.roce.Captures;
import org.verbena.provider.sim.roce.Network;
import org.verbena.provider.sim.roce.RoceWire;
import org.verbena.provider.sim.transport.Clock;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.wire.FaultyWire;
import org.verbena.provider.sim.wire.InProcessWire;
import org.verbena.provider.sim.wire.MessageFaults;

/**
 * The simulator. It is always available and ranks below every provider of real devices. Without configuration it has
 * one device, {@code sim_mlx5_0}, because that profile supports the most features. The devices of one provider are
 * connected: every port reaches every port, including itself. All contexts of one device share its object numbers and
 * limits.
 *
 * <p>Devices of different simulators do not reach each other, neither in this process nor in another one. Each
 * simulator has a random {@linkplain SimFabric#id() identity}, which its GIDs contain. The Connector rejects a
 * connection between two simulators.
 *
 * <p>Options of {@link #configure}:
 *
 * <table>
 * <caption>Options</caption>
 * <tr><th>name</th><th>value</th></tr>
 * <tr><td>{@code profile}</td><td>driver models, separated by commas; each adds a device</td></tr>
 * <tr><td>{@code ports}</td><td>number of ports of every device, 1..255</td></tr>
 * <tr><td>{@code clock}</td><td>{@code system}, {@code manual} or {@code virtual}: see {@link ClockMode}</td></tr>
 * <tr><td>{@code seed}</td><td>seed of the random faults, a whole number: see {@link SimFaults#seed}</td></tr>
 * <tr><td>{@code faults}</td><td>faults of every device: see {@link SimDeviceConfig#faults}</td></tr>
 * <tr><td>{@code address}</td><td>addresses of this host, or {@code loopback}; attach every device to the network: see
 *     {@link SimDeviceConfig#address}</td></tr>
 * <tr><td>{@code udp-port}</td><td>the UDP port of the devices and their peers: see
 *     {@link SimDeviceConfig#udpPort(int)}</td></tr>
 * <tr><td>{@code pcap}</td><td>a file for the messages of every device: see
 *     {@link SimDeviceConfig#pcap(java.nio.file.Path)}</td></tr>
 * <tr><td>{@code limit.}<i>name</i></td><td>a limit of every device, for example {@code limit.max_qp}</td></tr>
 * </table>
 */
public final class SimProvider implements VerbsProvider, CmProvider, AutoCloseable {
    /** The profile of the device of a simulator without configuration. */
    public static final String DEFAULT_PROFILE = "mlx5";

    private static final String NAME = "sim";
    private static final int PRIORITY = -100;

    private final ProviderDevices handles;
    private final List<Device> devices;
    private final SimFabric fabric;
    private final Captures captures = new Captures();
    private final List<RoceWire> wires = new ArrayList<>();
    private final Engine engine;
    private final SimCm cm;

    /** Ends the connections with the JVM; empty if no device is on a network. */
    private final Optional<ExitHook> exitHook;

    /** Creates a simulator with one device of the default profile. */
    public SimProvider() {
        this(ProviderDevices.of(NAME), SimOptions.usual(DEFAULT_PROFILE));
    }

    private SimProvider(ProviderDevices handles, SimOptions options) {
        this.handles = handles;
        engine = new Engine(clock(options.clock()));
        MessageFaults messages = new MessageFaults(engine::later);
        CreateFaults creations = new CreateFaults();
        UUID id = UUID.randomUUID();
        DeviceEnvironment environment = new DeviceEnvironment(
                engine, new FaultyWire(new InProcessWire(), messages), creations, id, captures, null);
        Map<String, SimDeviceConfig> configs = byName(options.devices());
        Map<String, SimDevice> byName = new TreeMap<>();
        List<Device> made = new ArrayList<>();
        List<SimDevice> managed = new ArrayList<>();
        try {
            Map<String, DeviceEnvironment> networks = new HashMap<>();
            configs.forEach((name, config) -> {
                if (config.isOnNetwork()) {
                    networks.put(name, network(name, config, environment, messages));
                }
            });
            // Last, because opening a capture replaces its file. Another simulator with its addresses may write it.
            configs.forEach((name, config) -> config.begin(captures, name, engine.clock()));
            configs.forEach((name, config) -> {
                SimDevice device =
                        new SimDevice(name, made.size(), config.model(), networks.getOrDefault(name, environment));
                byName.put(name, device);
                managed.add(device);
                made.add(handles.handle(device));
            });
            devices = List.copyOf(made);
            cm = new SimCm(engine, managed);
            SimFaults faults = new SimFaults(engine, messages, creations, Map.copyOf(byName));
            fabric = new SimFabric(id, new SimClock(options.clock(), engine), faults);
            faults.seed(options.seed());
            for (int i = 0; i < devices.size(); i++) {
                options.devices().get(i).begin(faults, devices.get(i).name());
            }
        } catch (RuntimeException e) {
            closeWires();
            throw e;
        }
        wires.forEach(RoceWire::start);
        exitHook = wires.isEmpty() ? Optional.empty() : Optional.of(new ExitHook(cm, wires));
        exitHook.ifPresent(ExitHook::register);
    }

    /** Closes the sockets and the captures. */
    private void closeWires() {
        engine.run(captures::close);
        wires.forEach(RoceWire::close);
    }

    private DeviceEnvironment network(
            String name, SimDeviceConfig config, DeviceEnvironment environment, MessageFaults messages) {
        if (!engine.clock().isReal()) {
            throw SimDeviceConfig.refuse(
                    "device " + name, "clock", "manual or virtual", "system", "a network has its own time");
        }
        try {
            Network network = config.network();
            RoceWire wire = new RoceWire(name, engine, network.addresses(), config.udpPort());
            wires.add(wire);
            return environment.on(new FaultyWire(wire, messages), network);
        } catch (IOException e) {
            throw SimDeviceConfig.refuse(
                    "device " + name,
                    "address",
                    config.addressText(),
                    "free addresses of this host",
                    "UDP port " + config.udpPort() + ": " + e.getMessage());
        }
    }

    /** Returns the configurations by the names of the devices, in the same order. */
    private static Map<String, SimDeviceConfig> byName(List<SimDeviceConfig> configs) {
        Map<String, SimDeviceConfig> byName = new LinkedHashMap<>();
        Map<String, Integer> perProfile = new HashMap<>();
        for (SimDeviceConfig config : configs) {
            int number = perProfile.merge(config.model().name(), 1, Integer::sum) - 1;
            String name = config.nameOf(number);
            if (byName.put(name, config) != null) {
                throw SimDeviceConfig.refuse("name", name, "a unique name", "another device has this name");
            }
        }
        return byName;
    }

    private static Clock clock(ClockMode mode) {
        return switch (mode) {
            case SYSTEM -> Clock.system();
            case MANUAL -> Clock.manual();
            case VIRTUAL -> Clock.virtual();
        };
    }

    /** {@return the fabric that connects the devices} */
    public SimFabric fabric() {
        return fabric;
    }

    /**
     * Returns the open handles of this simulator, for leak checks, including those of simulators that were
     * {@linkplain #configure configured} from this one.
     *
     * @return a snapshot, ordered by device context and then by creation; each context precedes its objects
     */
    public List<HandleInfo> handles() {
        return handles.handles();
    }

    /**
     * Returns the completion queues with completions that the application has not polled, including the completions of
     * flushed work requests.
     *
     * @return a snapshot, ordered as {@link #handles}
     */
    public List<PendingCompletions> pendingCompletions() {
        return handles.pendingCompletions();
    }

    /** {@return a builder of a simulator that has no devices yet} */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int priority() {
        return PRIORITY;
    }

    @Override
    public boolean isNative() {
        return false;
    }

    @Override
    public Availability availability() {
        return Availability.available("simulated, needs no hardware");
    }

    @Override
    public List<Device> devices() {
        return devices;
    }

    @Override
    public VerbsProvider configure(Map<String, String> options) {
        return new SimProvider(handles.derived(), SimOptions.parse(options, DEFAULT_PROFILE));
    }

    @Override
    public Availability connectionManagement() {
        return Availability.available("simulated, needs no hardware");
    }

    @Override
    public ConnectionManager openConnectionManager(DeviceContext... contexts) {
        engine.stopJumping();
        return handles.openConnectionManager(() -> devices, cm, contexts);
    }

    /**
     * Closes every open context, including those of simulators that were {@linkplain #configure configured} from this
     * one, its captures, and its sockets. Afterwards no device can be opened. The application need not close a
     * simulator that it no longer uses.
     */
    @Override
    public void close() {
        exitHook.ifPresent(ExitHook::remove);
        handles.close();
        closeWires();
    }

    /** A builder of simulators. Not safe for concurrent use. */
    public static final class Builder {
        private static final int MAX_DEVICES = 256;

        private final List<SimDeviceConfig> configs = new ArrayList<>();
        private ClockMode mode = ClockMode.SYSTEM;
        private long seed;
        private Optional<EventLog> log = Optional.empty();

        private Builder() {}

        /**
         * Adds a device with the default configuration of a profile.
         *
         * @param profile the name of its driver model
         * @return this builder
         * @throws org.verbena.error.InvalidRequestException if there is no such model
         */
        public Builder device(String profile) {
            return device(SimDeviceConfig.of(profile));
        }

        /**
         * Adds a device.
         *
         * @param config the configuration of the device
         * @return this builder
         * @throws org.verbena.error.InvalidRequestException if the builder has 256 devices
         */
        public Builder device(SimDeviceConfig config) {
            if (configs.size() == MAX_DEVICES) {
                throw SimDeviceConfig.refuse(
                        "device",
                        "one more",
                        "at most " + MAX_DEVICES,
                        "the addresses of simulated devices differ in 8 bits");
            }
            configs.add(config);
            return this;
        }

        /**
         * Sets the clock mode. The default is {@link ClockMode#SYSTEM}.
         *
         * @param value the mode
         * @return this builder
         */
        public Builder clock(ClockMode value) {
            mode = value;
            return this;
        }

        /**
         * Sets the clock mode by name.
         *
         * @param text {@code system}, {@code manual} or {@code virtual}
         * @return this builder
         * @throws org.verbena.error.InvalidRequestException if there is no such mode
         */
        public Builder clock(String text) {
            return clock(ClockMode.of(text));
        }

        /**
         * Sets the seed of the random faults. The default is 0.
         *
         * @param value the seed, see {@link SimFaults#seed}
         * @return this builder
         */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /**
         * Sets the seed of the random faults from text.
         *
         * @param text the seed
         * @return this builder
         * @throws org.verbena.error.InvalidRequestException if the text is not a whole number
         */
        public Builder seed(String text) {
            return seed(SimOptions.seed(text));
        }

        /**
         * Sets the log of the events of handles. By default, there is none.
         *
         * @param value the log
         * @return this builder
         */
        public Builder eventLog(EventLog value) {
            log = Optional.of(value);
            return this;
        }

        /**
         * Creates the simulator. Its devices are new.
         *
         * @return the simulator
         * @throws org.verbena.error.InvalidRequestException if two devices have the same name, or if a fault names a
         *     port that its device does not have
         */
        public SimProvider build() {
            ProviderDevices handles =
                    log.map(value -> ProviderDevices.of(NAME, value)).orElseGet(() -> ProviderDevices.of(NAME));
            return new SimProvider(handles, new SimOptions(configs, mode, seed));
        }
    }
}
