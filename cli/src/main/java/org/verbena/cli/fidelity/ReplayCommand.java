// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.fidelity;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.cli.command.Progress;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.option.DeviceOption;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.Refusal;
import org.verbena.cli.text.Terminal;
import org.verbena.cli.text.UsageException;
import org.verbena.fidelity.vector.DeviceTarget;
import org.verbena.fidelity.vector.Difference;
import org.verbena.fidelity.vector.Replay;
import org.verbena.fidelity.vector.RequestTarget;
import org.verbena.fidelity.vector.UnreadableLine;
import org.verbena.fidelity.vector.VectorLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code verbena replay}, which checks whether a model or a device still gives the recorded answers. */
@Command(
        name = "replay",
        description = {
            "Send recorded requests to the models of the drivers that answered them, and compare the answers.",
            "With --provider, --profile or --device, send the requests to that device instead.",
            "docs/vectors.md describes the files. 'verbena record' creates them."
        },
        footer = {
            "  verbena replay fidelity/src/test/resources/vectors/mlx5.jsonl",
            "  verbena replay new.jsonl --configs new-configs.json",
            "  verbena replay new.jsonl --provider ffm --device mlx5_0"
        })
public final class ReplayCommand extends Subcommand {
    private static final int SHOWN = 20;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Vector file, with one JSON object per line.")
    private List<Path> files = List.of();

    @Option(
            names = "--configs",
            paramLabel = "FILE",
            description = "File with the limits of the devices that answered. Default: configs.json in the directory "
                    + "of the vectors, else the built-in limits of each model.")
    private @Nullable Path configs;

    @Mixin
    private final ProviderSelection providerSelection;

    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private boolean agrees = true;

    public ReplayCommand(ProviderLookup lookup) {
        providerSelection = new ProviderSelection(lookup);
    }

    @Override
    public String run(CommandReport report) {
        VectorFiles vectors = VectorFiles.read(files, configs);
        boolean onDevice = providerSelection.isNamed() || device.isNamed();
        if (onDevice && configs != null) {
            throw new UsageException(
                    "--configs applies only to models; omit it, or omit --provider, --profile and --device");
        }
        Replay replay = onDevice ? replayOnDevice(vectors, report) : replay(vectors, vectors::model);
        List<UnreadableLine> unreadable = Stream.concat(vectors.unreadable().stream(), replay.unreadable().stream())
                .toList();
        agrees = replay.differences().isEmpty() && unreadable.isEmpty();
        describe(replay, unreadable, report);
        return text(replay, unreadable);
    }

    @Override
    public int status() {
        return agrees ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private Replay replayOnDevice(VectorFiles vectors, CommandReport report) {
        try (DeviceTarget asked = DeviceTarget.open(device.choose(providerSelection.choose(report), report))) {
            return replay(vectors, line -> asked);
        }
    }

    private Replay replay(VectorFiles vectors, Function<VectorLine, RequestTarget> targets) {
        try (Progress progress = new Progress(spec, vectors.lines().size())) {
            return Replay.of(vectors.lines(), line -> {
                progress.step();
                return targets.apply(line);
            });
        }
    }

    private static void describe(Replay replay, List<UnreadableLine> unreadable, CommandReport report) {
        report.put("agree", replay.agree());
        report.put("differ", replay.differences().size());
        report.put("unreadable", unreadable.size());
        report.put("not_askable", replay.notAsked().size());
        report.put(
                "differences",
                replay.differences().stream().map(ReplayCommand::describe).toList());
        report.put(
                "unreadable_lines",
                unreadable.stream().map(ReplayCommand::describe).toList());
    }

    private static Map<String, Object> describe(Difference difference) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("file", difference.line().file());
        members.put("line", difference.line().number());
        members.put("request", difference.request());
        members.put("recorded", difference.recorded());
        members.put("answered", difference.answered());
        members.put("violations", Refusal.violations(difference.reasons()));
        return members;
    }

    private static Map<String, Object> describe(UnreadableLine line) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("file", line.file());
        members.put("number", line.number());
        members.put("reason", line.reason());
        return members;
    }

    private static String text(Replay replay, List<UnreadableLine> unreadable) {
        Stream<String> bad = unreadable.stream().limit(SHOWN).map(line -> Terminal.onOneLine(line.toString()));
        int moreBad = unreadable.size() - SHOWN;
        Stream<String> differences = replay.differences().stream().limit(SHOWN).map(difference -> difference + "\n");
        int more = replay.differences().size() - SHOWN;
        int notAsked = replay.notAsked().size();
        return Stream.of(
                        bad,
                        moreBad > 0 ? Stream.of("and " + moreBad + " more unreadable lines") : Stream.<String>empty(),
                        differences,
                        more > 0 ? Stream.of("and " + more + " more differences\n") : Stream.<String>empty(),
                        notAsked > 0
                                ? Stream.of(notAsked + " not askable, first "
                                        + replay.notAsked().get(0))
                                : Stream.<String>empty(),
                        Stream.of(replay.agree() + " agree, "
                                + replay.differences().size() + " differ"
                                + (unreadable.isEmpty() ? "" : ", " + unreadable.size() + " unreadable")))
                .flatMap(part -> part)
                .collect(Collectors.joining("\n"));
    }
}
