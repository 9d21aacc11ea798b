package org.verbena.provider.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.verbena.Availability;
import org.verbena.Device;
import org.verbena.VerbsProvider;
import org.verbena.provider.sim.control.CreateFaults;
import org.verbena.provider.sim.control.SimDevice;
import org.verbena.provider.sim.control.Surroundings;
import org.verbena.provider.sim.transport.Clock;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.wire.FaultyWire;
import org.verbena.provider.sim.wire.InProcessWire;
import org.verbena.provider.sim.wire.MessageFaults;
import org.verbena.spi.handle.ProviderDevices;

/**
 * The simulator. It is always available and ranks below every provider of real devices. A provider without
 * configuration has one device, {@code sim_mlx5_0}, because that profile offers the most. The devices of one provider
 * are connected: every port reaches every port, itself included. All contexts of one device share its numbers and limits.
 *
 * <p>Devices of different simulators do not reach each other, in this process or another one. Each simulator has a random
 * {@linkplain SimFabric#id() identity}, which its GIDs contain, and the Connector rejects a connection between
 * two of them.
 *
 * <p>Options of {@link #configure}:
 *
 * <table>
 * <caption>Options</caption>
 * <tr><th>name</th><th>value</th></tr>
 * <tr><td>{@code profile}</td><td>driver models, separated by commas: a device for each</td></tr>
 * <tr><td>{@code ports}</td><td>ports of every device, 1..255</td></tr>
 * <tr><td>{@code clock}</td><td>{@code system}, {@code manual} or {@code virtual}: see {@link ClockMode}</td></tr>
 * <tr><td>{@code seed}</td><td>where chance begins, a whole number: see {@link SimFaults#seed}</td></tr>
 * <tr><td>{@code faults}</td><td>what goes wrong on every device: see {@link SimDeviceConfig#faults}</td></tr>
 * <tr><td>{@code limit.}<i>name</i></td><td>a number of every device, for example {@code limit.max_qp}</td></tr>
 * </table>
 */
public final class SimProvider implements VerbsProvider, AutoCloseable {
    /** The profile of the device that a simulator without configuration has. */
    public static final String DEFAULT_PROFILE = "mlx5";

    private static final String NAME = "sim";
    private static final int PRIORITY = -100;

    private final ProviderDevices handles;
    private final List<Device> devices;
    private final SimFabric fabric;

    /** A simulator with one device of the default profile. */
    public SimProvider() {
        this(ProviderDevices.of(NAME), SimOptions.usual(DEFAULT_PROFILE));
    }

    private SimProvider(ProviderDevices handles, SimOptions options) {
        this.handles = handles;
        Engine engine = new Engine(clock(options.clock()));
        MessageFaults messages = new MessageFaults(engine::later);
        CreateFaults creations = new CreateFaults();
        UUID id = UUID.randomUUID();
        Surroundings surroundings =
                new Surroundings(engine, new FaultyWire(new InProcessWire(), messages), creations, id);
        Map<String, SimDevice> byName = new TreeMap<>();
        List<Device> made = new ArrayList<>();
        Map<String, Integer> perProfile = new HashMap<>();
        for (SimDeviceConfig config : options.devices()) {
            int number = perProfile.merge(config.model().name(), 1, Integer::sum) - 1;
            String name = config.nameOf(number);
            if (byName.containsKey(name)) {
                throw SimDeviceConfig.refuse("name", name, "a name of its own", "two devices have this name");
            }
            SimDevice device = new SimDevice(name, made.size(), config.model(), surroundings);
            byName.put(name, device);
            made.add(handles.handle(device));
        }
        devices = List.copyOf(made);
        SimFaults faults = new SimFaults(engine, messages, creations, Map.copyOf(byName));
        fabric = new SimFabric(id, new SimClock(options.clock(), engine), faults);
        faults.seed(options.seed());
        for (int i = 0; i < devices.size(); i++) {
            options.devices().get(i).begin(faults, devices.get(i).name());
        }
    }

    private static Clock clock(ClockMode mode) {
        return switch (mode) {
            case SYSTEM -> Clock.system();
            case MANUAL -> Clock.manual();
            case VIRTUAL -> Clock.virtual();
        };
    }

    /**
     * What its devices share.
     *
     * @return the fabric
     */
    public SimFabric fabric() {
        return fabric;
    }

    /**
     * Starts a simulator without devices.
     *
     * @return a builder
     */
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

    /**
     * Closes every context that is open, those of simulators that were {@linkplain #configure configured} from this one
     * included; no device opens any more. A simulator that merely is not needed any more need not be closed.
     */
    @Override
    public void close() {
        handles.close();
    }

    /** Lists the devices of a simulator. Not for use by several threads at once. */
    public static final class Builder {
        private static final int MAX_DEVICES = 256;

        private final List<SimDeviceConfig> configs = new ArrayList<>();
        private ClockMode mode = ClockMode.SYSTEM;
        private long seed;

        private Builder() {}

        /**
         * Adds a usual device.
         *
         * @param profile the name of its driver model
         * @return this builder
         * @throws org.verbena.InvalidRequestException if there is no such model
         */
        public Builder device(String profile) {
            return device(SimDeviceConfig.of(profile));
        }

        /**
         * Adds a device.
         *
         * @param config what it is like
         * @return this builder
         * @throws org.verbena.InvalidRequestException beyond 256 devices
         */
        public Builder device(SimDeviceConfig config) {
            if (configs.size() == MAX_DEVICES) {
                throw SimDeviceConfig.refuse(
                        "device", "one more", "at most " + MAX_DEVICES, "their addresses have eight bits to differ in");
            }
            configs.add(config);
            return this;
        }

        /**
         * Chooses how time passes; without a choice as on the machine.
         *
         * @param value the mode
         * @return this builder
         */
        public Builder clock(ClockMode value) {
            mode = value;
            return this;
        }

        /**
         * Chooses how time passes, as somebody has written it down.
         *
         * @param text {@code system}, {@code manual} or {@code virtual}
         * @return this builder
         * @throws org.verbena.InvalidRequestException if it is none of these
         */
        public Builder clock(String text) {
            return clock(ClockMode.of(text));
        }

        /**
         * Chooses where chance begins; without a choice at 0.
         *
         * @param value the seed, as of {@link SimFaults#seed}
         * @return this builder
         */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /**
         * Chooses where chance begins, as somebody has written it down.
         *
         * @param text the seed
         * @return this builder
         * @throws org.verbena.InvalidRequestException if it is no whole number
         */
        public Builder seed(String text) {
            return seed(SimOptions.seed(text));
        }

        /**
         * Makes the simulator, with devices that nobody has used yet.
         *
         * @return the simulator
         * @throws org.verbena.InvalidRequestException if two devices have the same name, or a fault names a port that its
         *     device has not
         */
        public SimProvider build() {
            return new SimProvider(ProviderDevices.of(NAME), new SimOptions(configs, mode, seed));
        }
    }
}
