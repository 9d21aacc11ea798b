// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.doctor.ProviderSteps.Verdict;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** The command {@code verbena doctor}, which checks whether this machine can run the providers. */
@Command(
        name = "doctor",
        description = {
            "Check this machine step by step: Java, native access, libraries, devices, ports, GIDs, limits, container.",
            "Each step is ok, a note, or a problem. A note is something that the native providers need and this "
                    + "machine does not have. A problem is something that exists and does not work. The line below "
                    + "names the command or option that helps.",
            "The last lines say for each provider whether it works here. The exit status is 0 if the simulator works."
        },
        footer = {"  verbena doctor", "  verbena doctor --provider ffm", "  verbena doctor --json"})
public final class DoctorCommand extends Subcommand {
    private static final String ADVICE = " ".repeat(26) + "-> ";

    private final ProviderLookup lookup;
    private final MachineState machine;

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            description = "Provider that must work: ffm, jna or another one. If it does not, the exit status is 1.")
    private @Nullable String required;

    private boolean works = true;

    public DoctorCommand(ProviderLookup lookup) {
        this(lookup, MachineState.local());
    }

    DoctorCommand(ProviderLookup lookup, MachineState machine) {
        this.lookup = lookup;
        this.machine = machine;
    }

    @Override
    public String run(CommandReport report) {
        List<Finding> findings = findings();
        findings.forEach(this::print);
        List<Verdict> verdicts = new ArrayList<>(new ProviderSteps(lookup).verdicts());
        if (required != null
                && verdicts.stream().noneMatch(verdict -> verdict.provider().equals(required))) {
            verdicts.add(new Verdict(required, false, "no such provider was found"));
        }
        line("");
        verdicts.forEach(this::print);
        works = verdicts.stream()
                .filter(verdict -> verdict.provider().equals(ProviderSteps.SIMULATOR)
                        || verdict.provider().equals(required))
                .allMatch(Verdict::works);
        List<Map<String, @Nullable Object>> steps =
                findings.stream().map(Finding::members).toList();
        report.put("steps", steps);
        report.put("providers", verdicts.stream().map(Verdict::members).toList());
        return "";
    }

    private List<Finding> findings() {
        List<Finding> findings = new ArrayList<>(JavaSteps.findings(machine));
        DeviceSteps devices = new DeviceSteps(machine);
        if (machine.isLinux()) {
            findings.addAll(new LibrarySteps(machine).findings());
            findings.addAll(devices.findings());
        }
        findings.addAll(new ProcessSteps(machine, devices.hasDevice()).findings());
        return findings;
    }

    private void print(Finding finding) {
        Finding.Result result = finding.result();
        String text = Terminal.onOneLine(finding.text());
        line(result.colour(), "%-7s".formatted(result.word()), "  %-15s  %s".formatted(finding.step(), text));
        if (finding.advice() != null) {
            line(ADVICE + Terminal.onOneLine(finding.advice()));
        }
    }

    private void print(Verdict verdict) {
        Finding.Result result = verdict.works() ? Finding.Result.OK : Finding.Result.NOTE;
        String word = verdict.works() ? "works" : "cannot work here";
        line(result.colour(), verdict.provider() + " " + word, ": " + Terminal.onOneLine(verdict.reason()));
    }

    @Override
    public int status() {
        return works ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
