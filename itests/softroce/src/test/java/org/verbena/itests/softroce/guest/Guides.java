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
import org.verbena.tck.guide.GuideEnd;
import org.verbena.tck.guide.GuideTests;

/** The programs of the documentation on rdma_rxe. The host compiles them: javac takes minutes in the guest. */
public final class Guides {
    /** The system property that tells the guest where the classes are. */
    public static final String DIRECTORY_PROPERTY = "guest.guides";

    private static final List<String> PROVIDERS = List.of("ffm", "jna");
    private static final Path TOP = Path.of("..", "..");

    /** A page with the numbers of mlx5, and a page about work queues, which rdma_rxe does not have. */
    private static final Map<String, GuideEnd> ENDS = Map.of(
            // The device grants what mlx5 refuses, so that there is nothing to explain.
            "WhyRefused",
            GuideEnd.prints("""
                    Granted[grant=512]
                    """),
            // librxe has no work queues.
            "ReceiveSideScaling",
            GuideEnd.refused("ibv_create_wq", Errno.EOPNOTSUPP));

    private Guides() {}

    /**
     * Compiles the programs for each provider.
     *
     * @param directory receives the classes
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
        // The programs take the first device, and either may be it.
        String device = Verbs.provider(provider).devices().get(0).name();
        return GuideTests.on(provider, device, TOP)
                .ends(ENDS)
                .compiledIn(Path.of(System.getProperty(DIRECTORY_PROPERTY), provider))
                .tests("guides-rxe-" + Rxe.KERNEL)
                .onClose(member::close);
    }
}
