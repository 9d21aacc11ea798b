// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import java.io.IOException;
import java.net.MulticastSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.verbena.Verbs;
import org.verbena.error.Errno;
import org.verbena.tck.guide.GuideRun;
import org.verbena.tck.guide.GuideTests;

/**
 * Runs the programs of the documentation on rdma_rxe. The host compiles them, because javac takes minutes in the guest.
 */
public final class Guides {
    /** The system property with the directory of the classes in the guest. */
    public static final String DIRECTORY_PROPERTY = "guest.guides";

    private static final List<String> PROVIDERS = List.of("ffm", "jna");
    private static final Path TOP = Path.of("..", "..");

    /** The outputs that differ from the documentation. One page shows numbers of mlx5, and another uses work queues. */
    private static final Map<String, GuideRun.End> ENDS = Map.of(
            // rdma_rxe grants the request that mlx5 rejects, so the program has no failure to explain.
            "WhyRefused",
            GuideRun.End.prints("""
                    Granted[grant=512]
                    """),
            // librxe does not implement work queues.
            "ReceiveSideScaling",
            GuideRun.End.refused("ibv_create_wq", Errno.EOPNOTSUPP));

    private Guides() {}

    /**
     * Compiles the programs for each provider.
     *
     * @param directory the directory for the classes
     * @throws IOException if a file cannot be written
     */
    public static void compile(Path directory) throws IOException {
        for (String provider : PROVIDERS) {
            GuideTests.on(provider, Rxe.DEVICE, TOP)
                    .compile(Files.createDirectories(directory).resolve(provider));
        }
    }

    static Stream<DynamicNode> on(String provider) {
        MulticastSocket member = Rxe.joinGroup();
        // The programs use the first device, which may be rxe0 or rxe1.
        String device = Verbs.provider(provider).devices().get(0).name();
        return GuideTests.on(provider, device, TOP)
                .ends(ENDS)
                .compiledIn(Path.of(System.getProperty(DIRECTORY_PROPERTY), provider))
                .tests("guides-rxe-" + Rxe.KERNEL)
                .onClose(member::close);
    }
}
