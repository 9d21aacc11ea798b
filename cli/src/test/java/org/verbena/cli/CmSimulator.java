// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.verbena.DeviceContext;
import org.verbena.ProviderLookup;
import org.verbena.VerbsProvider;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;

/** A simulator with two devices that reach each other, for commands that connect by IP address. */
final class CmSimulator {
    private final VerbsProvider provider = ProviderLookup.create().find("sim").configure(Map.of("profile", "rxe,mlx5"));

    /** Returns the address of the first device. */
    String address() {
        return address(0);
    }

    /** Returns the address of a device. */
    String address(int device) {
        try (DeviceContext context = provider.devices().get(device).open()) {
            byte[] raw = context.queryGidTable().stream()
                    .map(GidEntry::gid)
                    .filter(Gid::isMappedIpv4)
                    .findFirst()
                    .orElseThrow()
                    .raw();
            int[] bytes = new int[4];
            Arrays.setAll(bytes, i -> Byte.toUnsignedInt(raw[12 + i]));
            return "%d.%d.%d.%d".formatted(bytes[0], bytes[1], bytes[2], bytes[3]);
        }
    }

    /** Runs a command. All runs share the devices. */
    CliRun run(String words) {
        return run(words, new StringWriter());
    }

    private CliRun run(String words, StringWriter err) {
        // The platform's class loader sees no provider on the class path.
        ProviderLookup lookup =
                ProviderLookup.in(ClassLoader.getPlatformClassLoader()).with(List.of(provider));
        return CliRun.of(
                lookup, err, Stream.of((words + " --provider sim").split(" ")).toArray(String[]::new));
    }

    /** Starts a command in another thread. */
    CompletableFuture<CliRun> start(String words) {
        return start(words, new StringWriter());
    }

    private CompletableFuture<CliRun> start(String words, StringWriter err) {
        return CompletableFuture.supplyAsync(() -> run(words, err), CmSimulator::inThread);
    }

    /** Starts a server that prints its address, and waits until it listens. */
    CompletableFuture<CliRun> startServer(String words) throws InterruptedException {
        StringWriter err = new StringWriter();
        CompletableFuture<CliRun> server = start(words, err);
        while (!err.toString().contains("listening on ") && !server.isDone()) {
            Thread.sleep(1);
        }
        return server;
    }

    /** Runs a server in a separate thread, because the common pool may have only one thread. */
    private static void inThread(Runnable server) {
        Thread thread = new Thread(server, "server");
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs a client, and repeats it until the server listens. */
    CliRun runClient(String words) throws InterruptedException {
        CliRun client = run(words);
        while (isEarly(client)) {
            Thread.sleep(20);
            client = run(words);
        }
        return client;
    }

    private static boolean isEarly(CliRun client) {
        String printed = client.out() + client.err();
        return client.exitCode() != 0
                && (printed.contains("IB_CM_REJ_INVALID_SERVICE_ID") || printed.contains("IB_SIDR_UNSUPPORTED"));
    }
}
