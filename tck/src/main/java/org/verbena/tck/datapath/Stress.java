// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.traffic.WorkRequest.send;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.verbena.attr.QpType;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;

/** Many queue pairs at the same time. */
public final class Stress implements DataPathBehaviours {
    private static final int PAIRS = 50;
    private static final int MESSAGES = 12;
    private static final int LENGTH = 32;
    private static final int RECV_LENGTH = Endpoint.GRH + LENGTH;
    private static final int SENT = 4096;

    @Behaviour(
            id = "RC-12",
            says = "100 queue pairs transfer small messages concurrently, each in order",
            types = {QpType.RC, QpType.UC, QpType.UD})
    public void manyPairs(Fixture fixture, QpType type) {
        long seed = StressSettings.of(StressSettings.Kind.REQUESTS).seed();
        System.out.printf("100 queue pairs of type %s on %s: seed %d%n", type, fixture.device(), seed);
        List<QpPair> pairs =
                Stream.generate(() -> QpPair.of(fixture, type)).limit(PAIRS).toList();
        for (int i = 0; i < PAIRS; i++) {
            QpPair pair = pairs.get(i);
            pair.requester().memory().fill(SENT, MESSAGES * LENGTH, seed + i);
            IntStream.range(0, MESSAGES)
                    .forEach(message -> pair.responder().postRecv(message, (long) message * RECV_LENGTH, RECV_LENGTH));
        }

        int[] posted = new int[PAIRS];
        for (int i : turns(new Random(seed))) {
            int message = posted[i]++;
            QpPair pair = pairs.get(i);
            pair.post(send().id(message).data(pair.requester().memory(), SENT + message * LENGTH, LENGTH));
        }

        pairs.forEach(Stress::assertArrived);
    }

    /** Returns the index of each pair once per message, in random order. */
    private static List<Integer> turns(Random random) {
        List<Integer> turns = new ArrayList<>();
        IntStream.range(0, PAIRS).forEach(i -> turns.addAll(Collections.nCopies(MESSAGES, i)));
        Collections.shuffle(turns, random);
        return turns;
    }

    private static void assertArrived(QpPair pair) {
        Memory from = pair.requester().memory();
        Memory to = pair.responder().memory();
        for (int message = 0; message < MESSAGES; message++) {
            pair.requester().sends().success(message);
            pair.responder().receives().success(message);
            assertThat(to.bytes((long) message * RECV_LENGTH + pair.headerLength(), LENGTH))
                    .isEqualTo(from.bytes(SENT + (long) message * LENGTH, LENGTH));
        }
    }
}
