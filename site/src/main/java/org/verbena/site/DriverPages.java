// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.verbena.core.model.DriverModels;
import org.verbena.spi.model.DriverModel;
import picocli.CommandLine;

/**
 * The pages of the driver models: for each one its device, and the charts of {@code verbena caps}. The commands run in
 * this process, on the simulator.
 */
final class DriverPages {
    private static final String DIRECTORY = "drivers/";

    private final Supplier<CommandLine> verbena;
    private final Path site;

    /**
     * Creates the pages.
     *
     * @param verbena creates the command
     * @param site the directory of the site, which receives the charts
     */
    DriverPages(Supplier<CommandLine> verbena, Path site) {
        this.verbena = verbena;
        this.site = site;
    }

    List<Page> pages() throws IOException {
        Files.createDirectories(site.resolve(DIRECTORY));
        List<Page> pages = new ArrayList<>();
        pages.add(index());
        for (DriverModel model : DriverModels.all()) {
            pages.add(page(model));
        }
        return pages;
    }

    private Page index() throws IOException {
        List<DriverModel> models = DriverModels.all();
        String names = models.stream().map(DriverModel::name).collect(Collectors.joining(","));
        StringBuilder body = new StringBuilder("<h1>Driver models</h1>\n");
        body.append("<p>The simulator behaves like the driver of its profile. Each page shows the attributes of the")
                .append(" simulated device, and charts of the capabilities that the driver grants. ")
                .append("<a href=\"../docs/simulator-fidelity.html\">Simulator fidelity</a> names the evidence.</p>\n")
                .append("<div class=\"scroll\" tabindex=\"0\"><table>\n")
                .append("<thead><tr><th>Profile</th><th>Driver and device</th><th>Charts</th></tr></thead>\n<tbody>\n");
        for (DriverModel model : models) {
            String name = Html.escape(model.name());
            body.append("<tr><td><a href=\"")
                    .append(name)
                    .append(".html\"><code>")
                    .append(name);
            body.append("</code></a></td><td>").append(Html.escape(model.description()));
            body.append("</td><td><a href=\"").append(name).append("-charts.html\">charts</a></td></tr>\n");
        }
        body.append("</tbody>\n</table></div>\n").append(charts("all", "all models", names));
        return new Page(DIRECTORY + "index.html", "Driver models", Page.Section.DRIVERS, body.toString());
    }

    private Page page(DriverModel model) throws IOException {
        String name = model.name();
        String device = "sim_" + name + "_0";
        StringBuilder body = new StringBuilder();
        body.append("<h1>").append(Html.escape(name)).append("</h1>\n");
        body.append("<p>Models ").append(Html.escape(model.description())).append(". ");
        body.append("<a href=\"../docs/simulator-fidelity.html\">Simulator fidelity</a> names the evidence.</p>\n");
        if (!model.aliases().isEmpty()) {
            String aliases = String.join(", ", model.aliases());
            body.append("<p>Other names of the profile: ")
                    .append(Html.escape(aliases))
                    .append(".</p>\n");
        }
        body.append(charts(name, name, name));
        body.append("<h2 id=\"device\">Device</h2>\n")
                .append(Html.preformatted("verbena info " + device + " --provider sim --profile " + name))
                .append(Html.preformatted(
                        withoutRandomDigits(run("info", device, "--provider", "sim", "--profile", name))
                                .strip()));
        return new Page(DIRECTORY + name + ".html", name, Page.Section.DRIVERS, body.toString());
    }

    /** Writes the charts of profiles, with a link back, and returns the HTML that shows them. */
    private String charts(String file, String label, String profiles) throws IOException {
        String charts = file + "-charts.html";
        Path page = site.resolve(DIRECTORY + charts);
        run("caps", "--provider", "sim", "--profile", profiles, "--attr", "all", "--html", page.toString());
        String back = file.equals("all") ? "index.html" : file + ".html";
        Files.writeString(
                page,
                Files.readString(page)
                        .replace(
                                "<body>",
                                "<body>\n<p><a style=\"color: inherit\" target=\"_top\" href=\"" + back
                                        + "\">Driver models: " + label + "</a></p>"));
        return "<h2 id=\"capabilities\">Capabilities</h2>\n"
                + "<p><a href=\"" + charts + "\">Charts of requested and granted capabilities</a>, as the command"
                + " writes them:</p>\n"
                + Html.preformatted(
                        "verbena caps --provider sim --profile " + profiles + " --attr all --html " + file + ".html")
                + "<iframe class=\"charts\" loading=\"lazy\" title=\"Charts: " + label + "\" src=\"" + charts
                + "\"></iframe>\n";
    }

    /** Replaces the digits of GIDs that are random in each simulator, because two builds write the same site. */
    private static String withoutRandomDigits(String info) {
        return info.replaceAll("gid fe80:0000:\\p{XDigit}{4}:\\p{XDigit}{4}:", "gid fe80:0000:xxxx:xxxx:")
                .replaceAll(":ffff:0a\\p{XDigit}{2}:\\p{XDigit}{4},", ":ffff:0axx:xxxx,");
    }

    private String run(String... args) throws IOException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = verbena.get()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
        if (status != 0) {
            throw new IOException("verbena " + String.join(" ", args) + ": exit status " + status + ", " + err);
        }
        return out.toString();
    }
}
