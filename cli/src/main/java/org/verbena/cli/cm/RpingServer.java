// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.util.Optional;
import java.util.function.Consumer;

/** The server of rping: reads the data of the client, and writes it back. */
final class RpingServer {
    private final RpingEnd end;
    private final Consumer<String> data;

    /**
     * Creates a server on a connected end.
     *
     * @param data receives a line with the data of each ping
     */
    RpingServer(RpingEnd end, Consumer<String> data) {
        this.end = end;
        this.data = data;
    }

    /**
     * Serves pings until the client disconnects.
     *
     * @return the number of complete pings
     */
    long serve() {
        long pings = 0;
        while (serveOne()) {
            pings++;
        }
        return pings;
    }

    private boolean serveOne() {
        Optional<RpingEnd.Advert> source = end.receive();
        if (source.isEmpty() || !end.read(source.get())) {
            return false;
        }
        int size = (int) source.get().size();
        String text = RpingEnd.text(end.source(), size);
        data.accept("server ping data: " + text);
        end.send();
        Optional<RpingEnd.Advert> sink = end.receive();
        // C writes the text and its terminating zero.
        if (sink.isEmpty() || !end.write(Math.min(size, text.length() + 1), sink.get())) {
            return false;
        }
        end.send();
        return true;
    }
}
