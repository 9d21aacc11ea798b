// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.verbena.ProviderLookup;
import org.verbena.cli.Main;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.engine.Walk;

/** Compares rdma_rxe with its model in short random walks in the guest. {@code GuestIT} starts it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class Walks {
    private static final String PROFILE = "rxe-" + Rxe.KERNEL;
    private static final Path ALLOWANCES = Path.of("src", "test", "walk");
    private static final Path ONLY_RXE0 = Path.of("src", "test", "sh", "only-rxe0.sh");

    @Test
    @Order(1)
    void statesAgree() throws Exception {
        walk(Walk.Steps.CONTROL, "walk-rxe-", "rxe-");
    }

    @Test
    @Order(2)
    void completionsAgree() throws Exception {
        walk(Walk.Steps.DATA, "data-rxe-", "data-rxe-");
    }

    /** This test is last, because it removes the other device. */
    @Test
    @Order(3)
    void connectionsAgree() throws Exception {
        Process removal =
                new ProcessBuilder(ONLY_RXE0.toString(), "true").inheritIO().start();
        assertThat(removal.waitFor()).as("status of %s", ONLY_RXE0).isZero();
        walk(Walk.Steps.CM, "walk-cm-rxe-", "cm-rxe-");
    }

    private static void walk(Walk.Steps steps, String environment, String allowances) throws IOException {
        Walk walk = new Walk(steps, PROFILE, ALLOWANCES.resolve(allowances + Rxe.KERNEL + ".txt"));
        StressSettings settings = StressSettings.inGuest(walk.kind());
        List<String> arguments = walk.arguments(settings, "ffm", Rxe.DEVICE);
        StringWriter output = new StringWriter();

        int status = Main.commandLine(ProviderLookup.create())
                .setOut(new PrintWriter(output))
                .execute(arguments.toArray(String[]::new));

        assertThat(status).as("status of %s: %s", arguments, output).isZero();
        new ResultLine(environment + Rxe.KERNEL, "ffm", Rxe.DEVICE)
                .write(output.toString().strip());
    }
}
