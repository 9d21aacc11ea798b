// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.fidelity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.VerbsProvider;
import org.verbena.fidelity.walk.NakSource;
import org.verbena.fidelity.walk.WalkLink;

/** The captures of the links of a walk: one for each link with a simulated device. */
final class WalkCaptures implements AutoCloseable {
    private static final String SIMULATOR = "sim";
    private static final String PCAP = "pcap";

    private final List<Path> files = new ArrayList<>();
    private final List<CapturedNaks> opened = new ArrayList<>();

    /** The file of the link whose providers are being configured, null if none of them is a simulator so far. */
    private @Nullable Path file;

    /**
     * Returns options that make a simulator write a capture. Other providers, the second simulator of a link, and one
     * that writes a capture anyway keep their options.
     */
    Map<String, String> with(VerbsProvider provider, Map<String, String> options) {
        if (!provider.name().equals(SIMULATOR) || file != null) {
            return options;
        }
        String chosen = options.get(PCAP);
        if (chosen != null) {
            file = Path.of(chosen);
            return options;
        }
        Path made = temporary();
        file = made;
        Map<String, String> more = new HashMap<>(options);
        more.put(PCAP, made.toString());
        return more;
    }

    private Path temporary() {
        try {
            Path made = Files.createTempFile("verbena-walk", ".pcap");
            files.add(made);
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the link of devices whose providers are configured. */
    WalkLink link(Device near, Device far) {
        Path capture = file;
        file = null;
        if (capture == null) {
            return new WalkLink(near, far);
        }
        try {
            CapturedNaks naks = CapturedNaks.open(capture);
            opened.add(naks);
            return new WalkLink(near, far, Optional.<NakSource>of(naks));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        opened.forEach(CapturedNaks::close);
        try {
            for (Path made : files) {
                Files.deleteIfExists(made);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
