// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.ResultLine;

/**
 * Connects {@code verbena rping}, {@code ucmatose}, {@code udaddy} and {@code mckey} in a guest with the programs of
 * librdmacm in another guest, in both roles.
 */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class CmToolsIT {
    private static final String KERNEL = GuestPair.KERNEL;
    private static final Path SCRIPT = Path.of("src", "test", "sh", CmExchanges.SCRIPT);

    /**
     * The directory for the sockets of the wire. It is temporary, because the path of a socket has at most 108 bytes.
     */
    @TempDir
    private Path wire;

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void theProgramsInCConnectToBothProviders(String provider) throws Exception {
        GuestPair.check();
        Path share = Files.createDirectories(Path.of("target", "cm-tools-" + provider))
                .toRealPath();
        CmExchanges exchanges = new CmExchanges(share);
        exchanges.write();

        new GuestPair(wire, SCRIPT, share)
                .run("--timeout 600000 --provider " + provider, GuestCommand.verbenaInGuest());

        new ResultLine("cm-tools-rxe-" + KERNEL, provider, "rxe0")
                .write(exchanges.check() + " exchanges with C, half of them as the server");
    }
}
