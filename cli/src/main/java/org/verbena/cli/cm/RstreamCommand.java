// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.verbena.ProviderLookup;
import org.verbena.channels.ChannelSettings;
import org.verbena.cli.option.Whole;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code verbena rstream}, a counterpart of {@code rstream(1)}. It uses only channels of java.nio. */
@Command(
        name = "rstream",
        description = {
            "Measure streams of bytes with rstream of librdmacm, or with this command on another host.",
            "Without -s, this side is the server. Both sides need the same -S, -C and -I. Without them, a series of sizes "
                    + "runs twice: for the latency, and on a second connection for the bandwidth."
        },
        footer = {
            "  verbena rstream -b 192.168.99.1",
            "  verbena rstream -s 192.168.99.1 -S 3000 -C 100 -T v",
            "  verbena rstream -b 127.0.0.2 --provider sim",
            "  verbena rstream -s 127.0.0.2 --provider sim --option address=127.0.0.3"
        })
public final class RstreamCommand extends StreamCommand {
    @Option(
            names = "-k",
            paramLabel = "SECONDS",
            converter = Whole.KeepaliveTime.class,
            description = "Time between two keepalives, with -T s the idle time before one. Default: no keepalive.")
    private @Nullable Long keepalive;

    @Option(
            names = "-T",
            paramLabel = "OPTION",
            converter = StreamOption.Converter.class,
            description = {
                "May be repeated: b or blocking for blocking calls; n or nonblocking for calls that are repeated, the "
                        + "default; a or async for a selector; v or verify to send a pattern and to verify it, on both "
                        + "sides; s or sockets for TCP without RDMA.",
                "Not supported are f (fork) and r (resolve) of C: a JVM cannot fork, and channels take an IP address, not "
                        + "a resolved route. -i of C is not supported, because channels choose the inline size."
            })
    private List<StreamOption> testOptions = List.of();

    public RstreamCommand(ProviderLookup lookup) {
        super(lookup);
    }

    @Override
    List<StreamOption> testOptions() {
        return testOptions;
    }

    @Override
    @Nullable
    Integer keepalive() {
        return keepalive == null ? null : Math.toIntExact(keepalive);
    }

    @Override
    ChannelSettings.Builder with(ChannelSettings.Builder settings) {
        return keepalive == null ? settings : settings.keepAlive(Duration.ofSeconds(keepalive));
    }

    @Override
    StreamEnd end(SocketChannel channel, StreamWait wait, StreamData data, boolean client) {
        return new StreamEnd(channel, wait, data, client);
    }
}
