// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.nio.channels.SocketChannel;
import java.util.List;
import org.verbena.ProviderLookup;
import org.verbena.channels.ChannelSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code verbena riostream}, a counterpart of {@code riostream(1)}. Both sides write into mapped memory.
 */
@Command(
        name = "riostream",
        description = {
            "Measure writes into mapped memory with riostream of librdmacm, or with this command on another host.",
            "Each side maps a buffer, and the other side writes into it (riomap and riowrite). The owner polls the last "
                    + "byte of its buffer. Without -s, this side is the server. Both sides need the same -S, -C and -I. "
                    + "Without them, a series of sizes runs twice: for the latency, and on a second connection for the "
                    + "bandwidth."
        },
        footer = {
            "  verbena riostream -b 192.168.99.1",
            "  verbena riostream -s 192.168.99.1 -S 3000 -C 100 -T v",
            "  verbena riostream -b 127.0.0.2 --provider sim",
            "  verbena riostream -s 127.0.0.2 --provider sim --option address=127.0.0.3"
        })
public final class RiostreamCommand extends StreamCommand {
    @Option(
            names = "-T",
            paramLabel = "OPTION",
            converter = StreamOption.RdmaConverter.class,
            description = {
                "May be repeated: b or blocking for blocking calls; n or nonblocking for calls that are repeated, the "
                        + "default; a or async for a selector; v or verify to send a pattern and to verify it, on both "
                        + "sides.",
                "-i of C is not supported, because channels choose the inline size."
            })
    private List<StreamOption> testOptions = List.of();

    public RiostreamCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    List<StreamOption> testOptions() {
        return testOptions;
    }

    @Override
    ChannelSettings.Builder with(ChannelSettings.Builder settings) {
        return settings.ioMapSize(1);
    }

    @Override
    StreamEnd end(SocketChannel channel, StreamWait wait, StreamData data, boolean client) {
        return new MappedEnd(channel, wait, data, client);
    }
}
