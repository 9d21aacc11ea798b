// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.fidelity;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.ProviderLookup;
import org.verbena.cli.command.Progress;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.option.DeviceOption;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.cli.option.Whole;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.NamedFile;
import org.verbena.cli.text.UsageException;
import org.verbena.fidelity.vector.Configs;
import org.verbena.fidelity.vector.DeviceTarget;
import org.verbena.fidelity.vector.Recording;
import org.verbena.fidelity.vector.VectorFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code verbena record}, which records the answers of a device to random requests. */
@Command(
        name = "record",
        description = {
            "Send random requests of every kind to a device, and record its answers.",
            "Values are chosen around powers of two and around the limits that the device reports. Created objects "
                    + "are closed at once.",
            "docs/vectors.md describes the output. 'verbena replay' compares it with the model of the driver."
        },
        footer = {
            "  verbena record --provider ffm --device mlx5_0 --seed 7 --count 1000 --output new.jsonl "
                    + "--configs-output configs.json",
            "  verbena record --profile rxe --count 3"
        })
public final class RecordCommand extends Subcommand {
    @Mixin
    private final ProviderSelection providerSelection;

    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Option(
            names = "--seed",
            paramLabel = "S",
            converter = Whole.Seed.class,
            description = "Seed of the requests. The same seed gives the same requests. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--count",
            paramLabel = "N",
            converter = Whole.Vectors.class,
            description = "Number of requests, 1 or more. Default: ${DEFAULT-VALUE}.")
    private long count = 1000;

    @Option(
            names = "--driver",
            paramLabel = "MODEL",
            description = "Name of the driver in the output. Default: the model that fits the device.")
    private @Nullable String driver;

    @Option(
            names = "--config",
            paramLabel = "NAME",
            description = "Name of the device's limits in the output. Default: the name of the device.")
    private @Nullable String config;

    @Option(names = "--output", paramLabel = "FILE", description = "Output file. Default: standard output.")
    private @Nullable Path output;

    @Option(
            names = "--configs-output",
            paramLabel = "FILE",
            description = "Add the device's limits to this file. Create the file if it does not exist.")
    private @Nullable Path configsOutput;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    public RecordCommand(ProviderLookup lookup) {
        providerSelection = new ProviderSelection(lookup);
    }

    @Override
    public String run(CommandReport report) {
        Stream.of(Optional.ofNullable(output), Optional.ofNullable(configsOutput))
                .flatMap(Optional::stream)
                .forEach(NamedFile::requireWritable);
        Device chosen = device.choose(providerSelection.choose(report), report);
        try (DeviceTarget asked = DeviceTarget.open(chosen)) {
            String name = config == null ? chosen.name() : config;
            Recording recording;
            try (Progress progress = new Progress(spec, count)) {
                recording = Recording.of(asked, driver(asked), name, seed, (int) count, progress);
            }
            if (configsOutput != null) {
                Configs others =
                        Files.exists(configsOutput) ? NamedFile.read(configsOutput, Configs::read) : Configs.none();
                NamedFile.write(
                        configsOutput, others.with(name, recording.config()).toJson());
            }
            return finish(recording, report);
        }
    }

    private String driver(DeviceTarget asked) {
        return driver != null
                ? driver
                : asked.context()
                        .explain()
                        .model()
                        .orElseThrow(() -> new UsageException(
                                "no model fits the driver of this device; --driver names the driver"));
    }

    private String finish(Recording recording, CommandReport report) {
        report.put("seed", seed);
        report.put("requests", count);
        report.put("recorded", recording.vectors().size());
        report.put("not_askable", recording.notAsked().size());
        if (output == null) {
            report.put(
                    "vectors",
                    recording.vectors().stream().map(VectorFile::fields).toList());
            return text(recording);
        }
        NamedFile.write(output, text(recording) + "\n");
        return summary(recording);
    }

    private static String text(Recording recording) {
        return recording.vectors().stream().map(VectorFile::line).collect(Collectors.joining("\n"));
    }

    private String summary(Recording recording) {
        List<String> notAsked = recording.notAsked();
        String recorded =
                recording.vectors().size() + " answers to " + count + " requests from seed " + seed + " in " + output;
        return notAsked.isEmpty()
                ? recorded
                : recorded + "\n" + notAsked.size() + " not askable, first " + notAsked.get(0);
    }
}
