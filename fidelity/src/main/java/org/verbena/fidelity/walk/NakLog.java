// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.verbena.fidelity.walk.NakSource.Nak;

/**
 * A log of the negative acknowledgements of one device since the start of a step, by the requester. Equal ones in a row
 * count once, because the number of repetitions depends on time.
 */
final class NakLog {
    private final Traffic traffic;
    private final Optional<NakSource> source;
    private final Map<String, String> last = new HashMap<>();
    private final Map<String, List<String>> log = new TreeMap<>();

    /**
     * Creates a log. It ignores the negative acknowledgements up to now, which other connections caused.
     *
     * @param traffic the traffic of the device
     * @param source the source, if any
     */
    NakLog(Traffic traffic, Optional<NakSource> source) {
        this.traffic = traffic;
        this.source = source;
        source.ifPresent(NakSource::next);
    }

    /** Clears the log before a step. */
    void begin() {
        log.clear();
    }

    /** Collects all new negative acknowledgements. */
    void drain() {
        source.ifPresent(naks -> naks.next().forEach(this::add));
    }

    private void add(Nak nak) {
        traffic.sides()
                .filter(side -> side.isAt(nak.destination()))
                .findFirst()
                .map(side -> side.labelOf(nak.qpNum()))
                .filter(requester -> !nak.syndrome().equals(last.put(requester, nak.syndrome())))
                .ifPresent(requester ->
                        log.computeIfAbsent(requester, key -> new ArrayList<>()).add(nak.syndrome()));
    }

    /** Returns the negative acknowledgements by the requester. */
    Map<String, List<String>> byRequester() {
        return log;
    }
}
