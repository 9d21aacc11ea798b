// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The reference of the command line: a page for each command, from the same model as {@code --help}. */
final class CommandPages {
    private static final String REFERENCE = "docs/command-line.html";
    private static final int WIDTH = 100;

    private final CommandLine root;
    private final Set<String> documented;

    /**
     * Creates the pages.
     *
     * @param root the command with its subcommands
     * @param documented the anchors of the page about output; a command links to the anchor of its name
     */
    CommandPages(CommandLine root, Set<String> documented) {
        this.root = root.setUsageHelpAutoWidth(false).setUsageHelpWidth(WIDTH);
        this.documented = documented;
    }

    List<Page> pages() {
        List<Page> pages = new ArrayList<>();
        add(pages, root);
        return pages;
    }

    private void add(List<Page> pages, CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        pages.add(new Page(path(spec), spec.qualifiedName(), Page.Section.COMMANDS, body(spec)));
        for (CommandLine subcommand : visible(spec)) {
            add(pages, subcommand);
        }
    }

    private static List<CommandLine> visible(CommandSpec spec) {
        return spec.subcommands().values().stream()
                .distinct()
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .toList();
    }

    private static String path(CommandSpec spec) {
        List<String> names = Arrays.asList(spec.qualifiedName().split(" ", -1));
        return "commands/" + (names.size() == 1 ? "index" : String.join("-", names.subList(1, names.size()))) + ".html";
    }

    private String body(CommandSpec spec) {
        UsageMessageSpec usage = spec.usageMessage();
        StringBuilder html = new StringBuilder();
        html.append("<h1>").append(Html.escape(spec.qualifiedName())).append("</h1>\n");
        Stream.concat(Arrays.stream(usage.header()), Arrays.stream(usage.description()))
                .filter(line -> !line.isBlank())
                .forEach(line -> html.append("<p>").append(text(line)).append("</p>\n"));
        if (documented.contains(spec.name())) {
            html.append("<p><a href=\"../" + REFERENCE + "#" + spec.name() + "\">Output and JSON members</a></p>\n");
        }
        Help help = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF));
        html.append("<h2 id=\"synopsis\">Synopsis</h2>\n")
                .append(Html.preformatted(help.synopsis(0).strip()));
        subcommands(html, spec);
        arguments(html, spec, help.parameterLabelRenderer());
        exitStatus(html, usage.exitCodeList());
        if (usage.footer().length > 0) {
            html.append("<h2 id=\"examples\">Examples</h2>\n")
                    .append(Html.preformatted(Arrays.stream(usage.footer())
                            .map(CommandPages::plain)
                            .collect(Collectors.joining("\n"))
                            .stripIndent()));
        }
        return html.toString();
    }

    private static void subcommands(StringBuilder html, CommandSpec spec) {
        List<CommandLine> subcommands = visible(spec);
        if (subcommands.isEmpty()) {
            return;
        }
        html.append("<h2 id=\"commands\">Commands</h2>\n<div class=\"scroll\" tabindex=\"0\"><table>\n")
                .append("<thead><tr><th>Command</th><th>Effect</th></tr></thead>\n<tbody>\n");
        for (CommandLine subcommand : subcommands) {
            CommandSpec sub = subcommand.getCommandSpec();
            String file = path(sub).substring("commands/".length());
            row(
                    html,
                    "<a href=\"" + file + "\"><code>" + Html.escape(sub.name()) + "</code></a>",
                    effect(sub.usageMessage()));
        }
        html.append("</tbody>\n</table></div>\n");
    }

    private static String effect(UsageMessageSpec usage) {
        return Stream.concat(Arrays.stream(usage.header()), Arrays.stream(usage.description()))
                .findFirst()
                .map(CommandPages::text)
                .orElse("");
    }

    private static void arguments(StringBuilder html, CommandSpec spec, Help.IParamLabelRenderer labels) {
        html.append("<h2 id=\"options\">Options and parameters</h2>\n<div class=\"scroll\" tabindex=\"0\"><table>\n")
                .append("<thead><tr><th>Option</th><th>Meaning</th></tr></thead>\n<tbody>\n");
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            if (!parameter.hidden()) {
                row(html, "<code>" + Html.escape(label(labels, parameter)) + "</code>", meaning(parameter));
            }
        }
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                String names = String.join(", ", option.names()) + label(labels, option);
                row(html, "<code>" + Html.escape(names) + "</code>", meaning(option));
            }
        }
        html.append("</tbody>\n</table></div>\n");
    }

    private static String label(Help.IParamLabelRenderer labels, ArgSpec argument) {
        return labels.renderParameterLabel(argument, Help.Ansi.OFF, List.of()).plainString();
    }

    private static String meaning(ArgSpec argument) {
        String meaning =
                Arrays.stream(argument.description()).map(CommandPages::text).collect(Collectors.joining(" "));
        return argument.required() && argument.isOption() ? meaning + " Required." : meaning;
    }

    private static void exitStatus(StringBuilder html, Map<String, String> codes) {
        if (codes.isEmpty()) {
            return;
        }
        html.append("<h2 id=\"exit-status\">Exit status</h2>\n<div class=\"scroll\" tabindex=\"0\"><table>\n")
                .append("<thead><tr><th>Status</th><th>Meaning</th></tr></thead>\n<tbody>\n");
        codes.forEach((code, meaning) -> row(html, Html.escape(code.strip()), text(meaning)));
        html.append("</tbody>\n</table></div>\n");
    }

    private static void row(StringBuilder html, String first, String second) {
        html.append("<tr><td>").append(first).append("</td><td>").append(second).append("</td></tr>\n");
    }

    private static String text(String line) {
        return Html.escape(plain(line).strip());
    }

    /** Returns a line of the model without the markup and the format specifiers of picocli. */
    private static String plain(String line) {
        return Help.Ansi.OFF.new Text(line.replace("%n", "\n").replace("%%", "%")).plainString();
    }
}
