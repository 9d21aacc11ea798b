// SPDX-License-Identifier: Apache-2.0
import java.io.File;
import java.io.IOException;
import org.verbena.ProviderLookup;
import org.verbena.cli.Main;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes the manual page of each command in AsciiDoc: {@code java ManualPages.java DIRECTORY VERSION}. */
final class ManualPages {
    private ManualPages() {}

    public static void main(String[] args) throws IOException {
        CommandSpec verbena = Main.commandLine(ProviderLookup.create()).getCommandSpec();
        // The version that the command prints contains the one of the JVM.
        setVersion(verbena, "verbena " + args[1]);
        int status = ManPageGenerator.generateManPage(new File(args[0]), null, new boolean[0], false, verbena);
        if (status != 0) {
            throw new IOException("the generator of picocli ended with status " + status);
        }
    }

    private static void setVersion(CommandSpec command, String version) {
        command.versionProvider(() -> new String[] {version});
        command.subcommands().values().forEach(sub -> setVersion(sub.getCommandSpec(), version));
    }
}
