// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.verbena.cli.text.CommandException;

/** The client of rping: the server reads the data of a ping, and writes it back to another buffer. */
final class RpingClient {
    /** The characters of the data, from {@code A} to {@code z} in ASCII. */
    private static final int FIRST = 65;

    private static final int LAST = 122;

    private final RpingEnd end;
    private final long count;
    private final boolean validate;
    private final Consumer<String> data;
    private long done;

    /**
     * Creates a client on a connected end.
     *
     * @param count the number of pings, 0 for no limit
     * @param validate whether to compare the data
     * @param data receives a line with the data of each ping
     */
    RpingClient(RpingEnd end, long count, boolean validate, Consumer<String> data) {
        this.end = end;
        this.count = count;
        this.validate = validate;
        this.data = data;
    }

    /** Returns the number of complete pings. */
    long done() {
        return done;
    }

    /**
     * Makes the pings.
     *
     * @throws CommandException if the server disconnects before the last ping, or the data differs
     */
    void run() {
        ByteBuffer source = end.source();
        ByteBuffer sink = end.sink();
        while (count == 0 || done < count) {
            fill(source);
            end.advertiseSource();
            if (!answered()) {
                return;
            }
            end.advertiseSink();
            if (!answered()) {
                return;
            }
            if (validate && !source.equals(sink)) {
                throw new CommandException("ping " + done + ": the data differs at byte " + source.mismatch(sink));
            }
            data.accept("ping data: " + RpingEnd.text(sink, sink.capacity()));
            done++;
        }
    }

    /** Waits for the server. Returns false if it has disconnected, which ends pings without a limit. */
    private boolean answered() {
        boolean answered = end.receive().isPresent();
        if (!answered && count > 0) {
            throw new CommandException("the server has disconnected after " + done + " pings");
        }
        return answered;
    }

    /** Writes the text of a ping, as C does: its number, and characters that start one later in each ping. */
    private void fill(ByteBuffer source) {
        byte[] text = ("rdma-ping-" + done + ": ").getBytes(StandardCharsets.US_ASCII);
        int characters = LAST - FIRST + 1;
        int last = source.capacity() - 1;
        int length = Math.min(text.length, last);
        source.put(0, text, 0, length);
        for (int i = length; i < last; i++) {
            source.put(i, (byte) (FIRST + (done + i - length) % characters));
        }
        source.put(last, (byte) 0);
    }
}
