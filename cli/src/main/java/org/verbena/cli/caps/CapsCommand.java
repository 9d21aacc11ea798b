// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.caps;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.ProviderLookup;
import org.verbena.QpInitAttr;
import org.verbena.VerbsProvider;
import org.verbena.cli.command.Subcommand;
import org.verbena.cli.create.QpTrial;
import org.verbena.cli.option.DeviceOption;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.cli.option.QpOptions;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.NamedFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code verbena caps}, which compares what drivers grant for each requested value. */
@Command(
        name = "caps",
        description = {
            "Show what drivers grant for each value of an attribute, side by side, and why they reject values.",
            "The command evaluates models of the drivers and creates no objects. For a real device, it uses the "
                    + "model that fits the device.",
            "Attributes that are neither swept nor given are 1, and max_inline_data is 0. Types without a receive "
                    + "queue (the XRC types) require --max-recv-wr 0."
        },
        footer = {
            "  verbena caps --profile mlx5,rxe --attr max_send_wr",
            "  verbena caps --profile mlx5 --attr max_inline_data --max-send-sge 4 --from 0 --to 100",
            "  verbena caps --profile mlx5,rxe,spec --attr all --html caps.html",
            "  verbena caps --device mlx5_0 --attr max_send_sge,max_recv_sge --type UD --values 1,2,4,8"
        })
public final class CapsCommand extends Subcommand {
    @Mixin
    private final ProviderSelection providerSelection;

    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Option(
            names = "--attr",
            paramLabel = "NAMES",
            required = true,
            converter = CapAttr.Selection.Converter.class,
            completionCandidates = CapAttr.Selection.Converter.class,
            description = "Attributes to sweep, separated by commas: ${COMPLETION-CANDIDATES}.")
    private CapAttr.Selection selection = new CapAttr.Selection(List.of());

    @Mixin
    private final CapRange range = new CapRange();

    @Mixin
    private final QpOptions options = QpOptions.smallest();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with a chart for each attribute. The page needs no other file and no network.")
    private @Nullable Path html;

    public CapsCommand(ProviderLookup lookup) {
        providerSelection = new ProviderSelection(lookup);
    }

    @Override
    public String run(CommandReport report) {
        if (html != null) {
            NamedFile.requireWritable(html);
        }
        VerbsProvider provider = providerSelection.choose(report);
        try (CapDrivers drivers = drivers(provider)) {
            report.put("drivers", drivers.members());
            report.put("qp_type", options.type().cName());
            report.put("srq", options.srq());
            report.put("fixed", trial().requested());
            List<CapSweep> sweeps =
                    selection.attrs().stream().map(attr -> sweep(attr, drivers)).toList();
            report.put("attributes", sweeps.stream().map(CapSweep::members).toList());
            if (html != null) {
                report.writePage("caps", html);
                return "Wrote " + html;
            }
            return sweeps.stream().map(CapSweep::text).collect(Collectors.joining("\n\n\n"));
        }
    }

    private CapDrivers drivers(VerbsProvider provider) {
        CapDrivers drivers = new CapDrivers();
        List<String> profiles = providerSelection.profiles();
        if (profiles.isEmpty() || device.isNamed()) {
            Device chosen = device.find(provider);
            drivers.add(chosen.name(), chosen);
        } else {
            // The simulator has one device for each profile, in the same order.
            for (int i = 0; i < profiles.size(); i++) {
                drivers.add(profiles.get(i), provider.devices().get(i));
            }
        }
        return drivers;
    }

    private CapSweep sweep(CapAttr attr, CapDrivers drivers) {
        List<CapCurve> curves = drivers.curves(attr, this::trial);
        return new CapSweep(attr, range.of(curves), curves);
    }

    private QpTrial trial() {
        QpInitAttr.Builder attr = QpInitAttr.builder();
        options.applyTo(attr);
        return new QpTrial(attr, options.needsEx(), options.srq(), null);
    }
}
