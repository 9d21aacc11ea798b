// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.fidelity;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.cli.command.Progress;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.option.ConstantNames;
import org.verbena.cli.option.DeviceOption;
import org.verbena.cli.option.ProviderOption;
import org.verbena.cli.option.Whole;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.NamedFile;
import org.verbena.cli.text.Terminal;
import org.verbena.cli.text.UsageException;
import org.verbena.fidelity.walk.Allowances;
import org.verbena.fidelity.walk.RandomWalk;
import org.verbena.fidelity.walk.WalkKind;
import org.verbena.fidelity.walk.WalkLink;
import org.verbena.fidelity.walk.WalkResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code verbena walk}, which checks whether a device answers as its model does. */
@Command(
        name = "walk",
        description = {
            "Run the same random steps on a device and on the simulator, and compare the answers.",
            "The steps create, change, query and destroy objects of every kind, legally and illegally. Each answer "
                    + "must be the same: errno, granted and queried values, states.",
            "With --path data, the steps post work requests on both sides and wait for the results. Each result must "
                    + "be the same: errno, completions, states, events and memory contents.",
            "With --path cm, the steps make calls of connection management: they resolve addresses, listen, connect, accept "
                    + "and disconnect. The errno, the events of each identifier and all visible states must be the "
                    + "same.",
            "With --peer-provider, the connections of --path data lead to a device of another provider. Both devices "
                    + "must reach each other, for example on a RoCE network. Two simulated devices are the model. If one "
                    + "of the devices is simulated, its capture shows the negative acknowledgements, which must be the "
                    + "same, too.",
            "The command shrinks the first difference to a few steps and prints it. --replay runs these steps again."
        },
        footer = {
            "  verbena walk --provider ffm --device mlx5_0 --steps 100000",
            "  verbena walk --path data --device rxe0 --profile rxe-6.12 --steps 10000",
            "  verbena walk --path cm --provider ffm --device rxe0 --profile rxe-6.12 --steps 1000",
            "  verbena walk --provider sim --device sim_mlx5_0 --seed 42",
            "  verbena walk --path data --provider ffm --device rxe0 --profile rxe-6.12 "
                    + "--peer-provider sim --peer-option profile=rxe-6.12 --peer-option address=10.99.0.9",
            "  verbena walk --device rxe0 --profile rxe-6.1 --replay difference.txt"
        })
public final class WalkCommand extends Subcommand {
    private static final String SIMULATOR = "sim";

    private final ProviderLookup lookup;

    @Mixin
    private final ProviderOption provider;

    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Option(names = "--option", paramLabel = "NAME=VALUE", description = "Option of the provider; may be repeated.")
    private Map<String, String> options = Map.of();

    @Option(
            names = "--peer-provider",
            paramLabel = "NAME",
            description = "Provider of the device at the second end of each connection, with --path data. "
                    + "Default: the device itself is at both ends.")
    private @Nullable String peerProvider;

    @Option(
            names = "--peer-device",
            paramLabel = "NAME",
            description = "Device at the second end of each connection. Default: the first one of the peer provider.")
    private @Nullable String peerDevice;

    @Option(
            names = "--peer-option",
            paramLabel = "NAME=VALUE",
            description = "Option of the peer provider; may be repeated.")
    private Map<String, String> peerOptions = Map.of();

    @Option(
            names = "--profile",
            paramLabel = "MODEL",
            description = "Driver that the simulator models. Default: the driver that fits the device.")
    private @Nullable String profile;

    /** Converts the word for a path. */
    static final class PathName implements ITypeConverter<WalkKind> {
        @Override
        public WalkKind convert(String value) {
            return Stream.of(WalkKind.values())
                    .filter(candidate -> candidate.word().equals(value))
                    .findFirst()
                    .orElseThrow(() -> ConstantNames.unknown(
                            value,
                            Stream.of(WalkKind.values()).map(WalkKind::word).toList()));
        }
    }

    @Option(
            names = "--path",
            paramLabel = "control|data|post|cm",
            converter = PathName.class,
            description = "Kind of steps. control: create, change and destroy objects. data: post work requests and "
                    + "compare their results. post: post work requests and compare only the decisions of the "
                    + "library. cm: connect identifiers and compare their events and states. Default: control.")
    private WalkKind path = WalkKind.CONTROL;

    @Option(
            names = "--keep-going",
            description = "Continue after a difference, in fresh contexts, and print all of them.")
    private boolean keepGoing;

    @Option(
            names = "--steps",
            paramLabel = "N",
            converter = Whole.Count.class,
            description = "Number of steps, 1 or more. Default: ${DEFAULT-VALUE}.")
    private long steps = 20_000;

    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = Whole.Seed.class,
            description = "Seed of the random numbers. Default: a random seed. With the same seed and the same "
                    + "answers, the steps are the same.")
    private long seed = ThreadLocalRandom.current().nextLong(1, 1L << 40);

    @Option(
            names = "--replay",
            paramLabel = "FILE",
            description = "Run the steps in this file instead of random steps. The file is a printed difference or a "
                    + "journal.")
    private @Nullable Path replay;

    @Option(
            names = "--allow",
            paramLabel = "FILE",
            description = "File with known differences, one per line: value | steps | reason | source.")
    private @Nullable Path allow;

    @Option(
            names = "--journal",
            paramLabel = "FILE",
            description =
                    "Write each step to this file before it runs. If the process crashes, the file shows the step.")
    private @Nullable Path journal;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private boolean agrees = true;

    public WalkCommand(ProviderLookup lookup) {
        this.lookup = lookup;
        this.provider = new ProviderOption(lookup);
    }

    @Override
    public String run(CommandReport report) {
        if (peerProvider == null && (peerDevice != null || !peerOptions.isEmpty())) {
            throw new UsageException(
                    (peerDevice == null ? "--peer-option" : "--peer-device") + " requires --peer-provider");
        }
        VerbsProvider found = provider.find(report);
        try (WalkCaptures captures = new WalkCaptures()) {
            VerbsProvider chosen = configured(found, peerProvider == null ? options : captures.with(found, options));
            report.put("provider", chosen.name());
            Device near = device.choose(chosen, report);
            WalkLink walked = peerProvider == null
                    ? WalkLink.within(near).managedBy(chosen)
                    : captures.link(near, peer(peerProvider, captures, report));
            WalkLink model = simulator(walked, captures);
            report.put("model", model.near().name());
            try (PrintWriter lines = journal()) {
                String text = walk(report, walked, model, lines);
                if (lines.checkError()) {
                    throw new UsageException(
                            journal + " cannot be written; the file contains only a part of the steps");
                }
                return text;
            }
        }
    }

    private String walk(CommandReport report, WalkLink walked, WalkLink model, PrintWriter lines) {
        Allowances allowances = allow == null ? Allowances.none() : load(allow, Allowances::read);
        PrintWriter progress = Terminal.err(spec.commandLine());
        WalkResult result;
        try (Progress bar = new Progress(spec, steps)) {
            RandomWalk walk =
                    new RandomWalk(path, walked, model, allowances, new WalkProgress(steps, bar, progress, lines));
            result = replay == null
                    ? walk.run(seed, steps, keepGoing ? Integer.MAX_VALUE : 1)
                    : load(replay, walk::replay);
            bar.accept(result.steps());
        }
        agrees = result.agrees();
        report.put("steps", result.steps());
        report.put("difference", result.difference().map(Object::toString).orElse(null));
        report.put("differences", result.differences().size());
        if (replay == null && agrees) {
            allowances.unmet().forEach(line -> progress.println("allowed but not found: " + line));
        }
        return agrees
                ? result.steps() + " steps agree"
                : result.differences().stream().map(Object::toString).collect(Collectors.joining("\n\n"));
    }

    @Override
    public int status() {
        return agrees ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static <T> T load(Path file, NamedFile.Reader<T> reader) {
        try {
            return NamedFile.read(file, reader);
        } catch (IllegalArgumentException e) {
            throw new UsageException(file + ": " + e.getMessage());
        }
    }

    private PrintWriter journal() {
        if (journal == null) {
            return new PrintWriter(Writer.nullWriter());
        }
        try {
            return new PrintWriter(Files.newBufferedWriter(journal));
        } catch (IOException e) {
            throw NamedFile.unwritable(journal, e);
        }
    }

    private static VerbsProvider configured(VerbsProvider found, Map<String, String> options) {
        return options.isEmpty() ? found : found.configure(options);
    }

    private Device peer(String name, WalkCaptures captures, CommandReport report) {
        if (path != WalkKind.DATA) {
            throw new UsageException("--peer-provider applies only to --path data");
        }
        VerbsProvider found = lookup.find(name);
        VerbsProvider chosen = configured(found, captures.with(found, peerOptions));
        Device peer = DeviceOption.find(chosen, peerDevice);
        report.put("peer_device", peer.name());
        return peer;
    }

    /** Returns simulated devices with the model of the first device: one for both ends, or one for each. */
    private WalkLink simulator(WalkLink walked, WalkCaptures captures) {
        String name = profile == null ? fitting(walked.near()) : profile;
        VerbsProvider simulator = lookup.find(SIMULATOR);
        // On this path, the events of the device determine how much time passes.
        String clock = path == WalkKind.CM ? "system" : "virtual";
        Map<String, String> modelled = Map.of("profile", walked.isWithin() ? name : name + "," + name, "clock", clock);
        VerbsProvider configured =
                simulator.configure(walked.naks().isPresent() ? captures.with(simulator, modelled) : modelled);
        List<Device> devices = configured.devices();
        return captures.link(devices.get(0), devices.get(devices.size() - 1)).managedBy(configured);
    }

    private static String fitting(Device walked) {
        try (DeviceContext context = walked.open()) {
            return context.explain()
                    .model()
                    .orElseThrow(() ->
                            new UsageException("no model fits device " + walked.name() + "; --profile names one"));
        }
    }
}
