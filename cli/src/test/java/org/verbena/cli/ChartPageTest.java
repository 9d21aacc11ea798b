// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.ProviderLookup;
import org.verbena.cli.text.CommandReport;

/** Checks the text of the pages that {@code --html} writes; itests/browser checks them in a browser. */
class ChartPageTest {
    private static final Pattern DATA =
            Pattern.compile("<script type=\"application/json\" id=\"data\">\\s*(.*?)\\s*</script>");
    // Level AA of the Web Content Accessibility Guidelines for text: the names of drivers are coloured.
    private static final double CONTRAST = 4.5;

    @TempDir
    private Path directory;

    private String page(String command, CommandReport report) throws Exception {
        Path file = directory.resolve(command + ".html");
        report.writePage(command, file);
        return Files.readString(file);
    }

    private static String data(String page) {
        return DATA.matcher(page).results().findFirst().orElseThrow().group(1);
    }

    @Test
    void containsTheSameDataAsJson() throws Exception {
        Path file = directory.resolve("caps.html");
        String[] args = {"caps", "--profile=mlx5", "--attr=max_send_wr", "--html=" + file, "--json"};

        CliRun run = CliRun.of(ProviderLookup.create(), args);

        assertThat(run.json()).isEqualTo(JsonParser.object().from(data(Files.readString(file))));
    }

    @Test
    void textCannotEndTheDataElement() throws Exception {
        CommandReport report = new CommandReport();
        report.put("provider", "</script><script>alert(1)</script>");

        JsonObject data = JsonParser.object().from(data(page("caps", report)));

        assertThat(data).isEqualTo(Map.of("provider", "</script><script>alert(1)</script>"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"caps", "ping"})
    void referencesNoExternalResource(String command) throws Exception {
        String page = page(command, new CommandReport());

        // The only address is in the first comment of the chart library.
        assertThat(page.replace("/*! https://github.com/leeoniya/uPlot ", ""))
                .doesNotContain("http:", "https:", "src=", "href=", "url(", "@import")
                .contains("default-src 'none'");
    }

    @Test
    void coloursOfDriversContrastWithTheBackground() throws Exception {
        List<String> themes = Pattern.compile("--card:.*?}", Pattern.DOTALL)
                .matcher(page("caps", new CommandReport()))
                .results()
                .map(theme -> theme.group())
                .toList();

        assertThat(themes).hasSize(2).allSatisfy(theme -> {
            double ground = luminance(colours(theme, "card").get(0));
            assertThat(colours(theme, "driver-\\d")).hasSize(6).allSatisfy(colour -> {
                double own = luminance(colour);
                assertThat((Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05))
                        .as(colour)
                        .isGreaterThanOrEqualTo(CONTRAST);
            });
        });
    }

    private static List<String> colours(String theme, String name) {
        return Pattern.compile("--" + name + ": #(\\w{6});")
                .matcher(theme)
                .results()
                .map(colour -> colour.group(1))
                .toList();
    }

    /** Returns the relative luminance as the guidelines define it. */
    private static double luminance(String colour) {
        int rgb = Integer.parseInt(colour, 16);
        return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
    }

    private static double linear(int component) {
        double value = (component & 0xFF) / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
