// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.verbena.Device;
import org.verbena.VerbsProvider;
import org.verbena.tck.behaviours.AddressesAndGroups;
import org.verbena.tck.behaviours.BadInput;
import org.verbena.tck.behaviours.CompletionQueues;
import org.verbena.tck.behaviours.DeviceQueries;
import org.verbena.tck.behaviours.DomainsAndMemory;
import org.verbena.tck.behaviours.Explanations;
import org.verbena.tck.behaviours.ForeignObjects;
import org.verbena.tck.behaviours.Lifecycle;
import org.verbena.tck.behaviours.QpCreation;
import org.verbena.tck.behaviours.QpExtendedCreation;
import org.verbena.tck.behaviours.QpModification;
import org.verbena.tck.behaviours.RangeErrors;
import org.verbena.tck.behaviours.References;
import org.verbena.tck.behaviours.SharedReceiveQueues;
import org.verbena.tck.behaviours.WorkQueues;
import org.verbena.tck.cm.AddressBinding;
import org.verbena.tck.cm.ConnectionSetup;
import org.verbena.tck.cm.ConnectorHandshakes;
import org.verbena.tck.cm.DatagramServices;
import org.verbena.tck.cm.Disconnecting;
import org.verbena.tck.cm.EventDelivery;
import org.verbena.tck.cm.HostileArguments;
import org.verbena.tck.cm.IdentifierClosing;
import org.verbena.tck.cm.IdentifierQueuePairs;
import org.verbena.tck.cm.Listening;
import org.verbena.tck.cm.MulticastMembership;
import org.verbena.tck.cm.Rejections;
import org.verbena.tck.cm.Resolution;
import org.verbena.tck.cm.SynchronousEndpoints;
import org.verbena.tck.cm.WrongStates;
import org.verbena.tck.datapath.AccessRights;
import org.verbena.tck.datapath.Builders;
import org.verbena.tck.datapath.CompletionPolling;
import org.verbena.tck.datapath.CompletionReading;
import org.verbena.tck.datapath.CreationFlags;
import org.verbena.tck.datapath.DataPathFaults;
import org.verbena.tck.datapath.DatagramTransfers;
import org.verbena.tck.datapath.DrainedSends;
import org.verbena.tck.datapath.EndPadding;
import org.verbena.tck.datapath.EventListening;
import org.verbena.tck.datapath.FlushesAndAtomicWrites;
import org.verbena.tck.datapath.ForgottenMemory;
import org.verbena.tck.datapath.Groups;
import org.verbena.tck.datapath.HashFields;
import org.verbena.tck.datapath.LongMessages;
import org.verbena.tck.datapath.LostPeers;
import org.verbena.tck.datapath.Notifications;
import org.verbena.tck.datapath.PostingByState;
import org.verbena.tck.datapath.QueueLimits;
import org.verbena.tck.datapath.RawPackets;
import org.verbena.tck.datapath.RegionChanges;
import org.verbena.tck.datapath.ReliableErrors;
import org.verbena.tck.datapath.ReliableTransfers;
import org.verbena.tck.datapath.SharedReceives;
import org.verbena.tck.datapath.Stress;
import org.verbena.tck.datapath.TwoDevices;
import org.verbena.tck.datapath.UnequalPeers;
import org.verbena.tck.datapath.UnreliableTransfers;
import org.verbena.tck.datapath.WindowAccess;
import org.verbena.tck.datapath.Windows;
import org.verbena.tck.datapath.WorkQueueReceives;
import org.verbena.tck.datapath.XrcTransfers;
import org.verbena.tck.engine.BehaviourTest;
import org.verbena.tck.engine.CapabilityProbe;
import org.verbena.tck.engine.Catalogue;
import org.verbena.tck.engine.OutcomeTally;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.RunnableBehaviour;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.PostingStyle;

/**
 * The conformance kit for one device of a provider. A test class passes its {@link #tests()} to JUnit:
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicNode> behaviours() {
 *     return ConformanceKit.on(Verbs.provider("ffm"), "mlx5_0").tests();
 * }
 * }</pre>
 *
 * Each behaviour is a separate test on a separate device context. The last test counts the behaviours. It prints a line
 * {@code environment mlx5 ffm mlx5_0: 243 behaviours run (143 control path, 100 data path), 2 declared deviations, 12
 * not applicable, 0 failed}. It writes the line to {@code target/environment}, or to the directory of the system
 * property {@code verbena.environment.directory}. It fails if no behaviour was run. Immutable.
 */
public final class ConformanceKit {
    private record Section(String title, Object behaviours, String place) {
        Section(String title, Object behaviours) {
            this(title, behaviours, "");
        }

        List<RunnableBehaviour> showings() {
            return Catalogue.of(behaviours, place);
        }
    }

    /** A section, and its device. */
    private record Part(Section section, CapabilityProbe device) {}

    private static final List<Section> SECTIONS = List.of(
            new Section("Queue pair creation", new QpCreation()),
            new Section("Foreign objects", new ForeignObjects()),
            new Section("Queue pair creation, extended", new QpExtendedCreation()),
            new Section("Queue pair states and attributes", new QpModification()),
            new Section("Explanations", new Explanations()),
            new Section("References", new References()),
            new Section("Work queues and indirection tables", new WorkQueues()),
            new Section("Shared receive queues", new SharedReceiveQueues()),
            new Section("Completion queues and channels", new CompletionQueues()),
            new Section("Domains and memory", new DomainsAndMemory()),
            new Section("Addresses and multicast groups", new AddressesAndGroups()),
            new Section("Device", new DeviceQueries()),
            new Section("Lifecycle", new Lifecycle()),
            new Section("Ranges", new RangeErrors()),
            new Section("Bad input", new BadInput()),
            new Section("Posting by state", new PostingByState()),
            new Section("Limits of queues", new QueueLimits()),
            new Section("Send builders", new Builders()),
            new Section("Reliable connections", new ReliableTransfers(PostingStyle.BATCH)),
            new Section("Reliable connections, send builders", new ReliableTransfers(PostingStyle.BUILDERS)),
            new Section("Reliable connections, errors", new ReliableErrors()),
            new Section("Reliable connections, long messages", new LongMessages()),
            new Section("Reliable connections, lost peers", new LostPeers()),
            new Section("Connections of unequal peers", new UnequalPeers()),
            new Section("Drained send queues", new DrainedSends()),
            new Section("Flushes and atomic writes", new FlushesAndAtomicWrites()),
            new Section("Access rights", new AccessRights()),
            new Section("Unreliable connections", new UnreliableTransfers(PostingStyle.BATCH)),
            new Section("Unreliable connections, send builders", new UnreliableTransfers(PostingStyle.BUILDERS)),
            new Section("Datagrams", new DatagramTransfers(PostingStyle.BATCH)),
            new Section("Datagrams, send builders", new DatagramTransfers(PostingStyle.BUILDERS)),
            new Section("Shared receives", new SharedReceives()),
            new Section("Polling completions", new CompletionPolling()),
            new Section("Reading completions", new CompletionReading()),
            new Section("Notifications", new Notifications()),
            new Section("Asynchronous events", new EventListening()),
            new Section("XRC", new XrcTransfers(PostingStyle.BATCH)),
            new Section("XRC, send builders", new XrcTransfers(PostingStyle.BUILDERS)),
            new Section("Multicast", new Groups()),
            new Section("Regions", new RegionChanges()),
            new Section("Forgotten memory", new ForgottenMemory()),
            new Section("Memory windows", new Windows(PostingStyle.BATCH)),
            new Section("Memory windows, send builders", new Windows(PostingStyle.BUILDERS)),
            new Section("Access to memory windows", new WindowAccess(PostingStyle.BATCH)),
            new Section("Access to memory windows, send builders", new WindowAccess(PostingStyle.BUILDERS)),
            new Section("Raw packets", new RawPackets(PostingStyle.BATCH)),
            new Section("Raw packets, send builders", new RawPackets(PostingStyle.BUILDERS)),
            new Section("Receives of work queues", new WorkQueueReceives()),
            new Section("Creation flags", new CreationFlags()),
            new Section("Receive-side scaling", new HashFields()),
            new Section("Padding to cache lines", new EndPadding()),
            new Section("Many queue pairs", new Stress()),
            new Section("Faults", new DataPathFaults()));

    /** The sections of connection management, which do not depend on the model of a device. */
    private static final List<Section> SECTIONS_OF_CONNECTIONS = List.of(
            new Section("Connection management, addresses", new AddressBinding()),
            new Section("Connection management, resolution", new Resolution()),
            new Section("Connection management, listeners", new Listening()),
            new Section("Connection management, connections", new ConnectionSetup()),
            new Section("Connection management, rejections", new Rejections()),
            new Section("Connection management, queue pairs", new IdentifierQueuePairs()),
            new Section("Connection management, disconnects", new Disconnecting()),
            new Section("Connection management, closing", new IdentifierClosing()),
            new Section("Connection management, events", new EventDelivery()),
            new Section("Connection management, datagrams", new DatagramServices()),
            new Section("Connection management, multicast", new MulticastMembership()),
            new Section("Connection management, synchronous", new SynchronousEndpoints()),
            new Section("Connection management, connectors", new ConnectorHandshakes()),
            new Section("Connection management, states", new WrongStates()),
            new Section("Connection management, bad input", new HostileArguments()));

    private static final String PEER = "-PEER";

    /** The sections that also run between two devices, and the section that requires two devices. */
    private static final List<Section> SECTIONS_OF_TWO = List.of(
            new Section("Between devices", new TwoDevices()),
            new Section("Reliable connections between devices", new ReliableTransfers(PostingStyle.BATCH), PEER),
            new Section("Reliable connections between devices, errors", new ReliableErrors(), PEER),
            new Section("Connections of unequal peers between devices", new UnequalPeers(), PEER),
            new Section("Access rights between devices", new AccessRights(), PEER),
            new Section("Unreliable connections between devices", new UnreliableTransfers(PostingStyle.BATCH), PEER),
            new Section("Datagrams between devices", new DatagramTransfers(PostingStyle.BATCH), PEER));

    private final VerbsProvider provider;
    private final String deviceName;
    private final Optional<String> peerName;
    private final String environment;
    private final Deviations deviations;
    private final boolean connections;
    private final Predicate<String> selection;

    private ConformanceKit(
            VerbsProvider provider,
            String deviceName,
            Optional<String> peerName,
            String environment,
            Deviations deviations,
            boolean connections,
            Predicate<String> selection) {
        this.provider = provider;
        this.deviceName = deviceName;
        this.peerName = peerName;
        this.environment = environment;
        this.deviations = deviations;
        this.connections = connections;
        this.selection = selection;
    }

    /**
     * Returns the kit for a device, in a test environment named after the provider, without deviations.
     *
     * @param provider the configured provider
     * @param deviceName the name of one of its devices
     * @return the kit
     */
    public static ConformanceKit on(VerbsProvider provider, String deviceName) {
        return new ConformanceKit(
                provider, deviceName, Optional.empty(), provider.name(), Deviations.none(), false, id -> true);
    }

    /**
     * Returns a copy that also runs the behaviours of two devices. The ids of behaviours that run on one device as well
     * end with {@code -PEER} here.
     *
     * @param name the name of another device of the provider, reachable from the first one by its GID or LID
     * @return a changed copy
     */
    public ConformanceKit peer(String name) {
        return new ConformanceKit(
                provider, deviceName, Optional.of(name), environment, deviations, connections, selection);
    }

    /**
     * Returns a copy for another test environment.
     *
     * @param name the name of the test environment
     * @return a changed copy
     */
    public ConformanceKit environment(String name) {
        return new ConformanceKit(provider, deviceName, peerName, name, deviations, connections, selection);
    }

    /**
     * Returns a copy with declared deviations.
     *
     * @param declared the known deviations of the device
     * @return a changed copy
     */
    public ConformanceKit deviations(Deviations declared) {
        return new ConformanceKit(provider, deviceName, peerName, environment, declared, connections, selection);
    }

    /**
     * {@return a copy that runs the behaviours of connection management ({@code org.verbena.cm}) instead of the others}
     */
    public ConformanceKit connections() {
        return new ConformanceKit(provider, deviceName, peerName, environment, deviations, true, selection);
    }

    /**
     * Returns a copy that runs only some behaviours.
     *
     * @param wanted decides whether a behaviour runs, by its id, for example {@code QPC-01[RC]}
     * @return a changed copy
     */
    public ConformanceKit only(Predicate<String> wanted) {
        return new ConformanceKit(provider, deviceName, peerName, environment, deviations, connections, wanted);
    }

    /**
     * Returns the tests: a container for each section of the catalogue, and the count.
     *
     * @return the tests, to be run in order
     * @throws org.verbena.error.VerbsException if the device does not exist
     */
    public Stream<DynamicNode> tests() {
        List<Part> parts = parts();
        OutcomeTally tally = new OutcomeTally();
        ResultLine line = new ResultLine(environment, provider.name(), deviceName);
        return Stream.concat(
                parts.stream().map(part -> container(part, tally)),
                Stream.of(
                        dynamicTest("deviations name behaviours of the kit", () -> checkDeviations(parts)),
                        dynamicTest("behaviours were run", () -> line.write(tally))));
    }

    private List<Part> parts() {
        Device device = provider.device(deviceName);
        CapabilityProbe one = new CapabilityProbe(() -> Fixture.of(provider, device));
        if (connections) {
            return SECTIONS_OF_CONNECTIONS.stream()
                    .map(section -> new Part(section, one))
                    .toList();
        }
        Stream<Part> betweenDevices =
                peerName
                        .map(provider::device)
                        .map(peer -> new CapabilityProbe(() -> Fixture.between(device, peer)))
                        .stream()
                        .flatMap(two -> SECTIONS_OF_TWO.stream().map(section -> new Part(section, two)));
        return Stream.concat(SECTIONS.stream().map(section -> new Part(section, one)), betweenDevices)
                .toList();
    }

    private DynamicContainer container(Part part, OutcomeTally tally) {
        return dynamicContainer(
                part.section().title(),
                part.section().showings().stream()
                        .filter(showing -> selection.test(showing.id()))
                        .map(showing -> dynamicTest(
                                showing.id() + ": " + showing.says(),
                                new BehaviourTest(
                                        showing,
                                        part.device(),
                                        deviations.of(showing.id()).map(Deviation::toString),
                                        tally))));
    }

    private void checkDeviations(List<Part> parts) {
        Set<String> unknown = new TreeSet<>(deviations.ids());
        unknown.removeAll(parts.stream()
                .flatMap(part -> part.section().showings().stream())
                .map(RunnableBehaviour::id)
                .collect(Collectors.toSet()));
        if (!unknown.isEmpty()) {
            throw new AssertionError("Deviations of behaviours that do not exist: " + unknown);
        }
    }
}
