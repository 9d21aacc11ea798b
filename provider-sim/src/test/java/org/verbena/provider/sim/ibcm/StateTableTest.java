// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.verbena.rocev2.CmField;
import org.verbena.rocev2.CmMadDecoder;

/**
 * Checks every message, request and timer in every state. The table follows cm.c of Linux. A line names the stimulus
 * and, after the arrow, the next state, the messages that are sent, and the event. A stimulus without a line has no
 * effect: a request fails with EINVAL, and a message is ignored.
 */
class StateTableTest {
    private static final int REQ = 0;
    private static final int REP = 1;
    private static final int OTHER = 2;
    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    private static final Peer PEER = new Peer();

    /** The functions that put a connection into each state through messages and requests. */
    private static final Map<String, Function<Bench, IbCmConnection>> STATES = new LinkedHashMap<>();

    private static final Map<String, BiConsumer<Bench, IbCmConnection>> STIMULI = new LinkedHashMap<>();

    static {
        STATES.put("IDLE", bench -> bench.agent.create(bench.device));
        STATES.put("REQ_SENT", bench -> {
            IbCmConnection connection = bench.agent.create(bench.device);
            connection.sendReq(bench.route(), Bench.SERVICE, Bench.param());
            return connection;
        });
        STATES.put("MRA_REQ_RCVD", after("REQ_SENT", "receive MRA(REQ)"));
        STATES.put("MRA_REP_SENT", after("REQ_SENT", "receive REP"));
        STATES.put("MRA_REQ_SENT", bench -> {
            bench.receive(PEER.req());
            return bench.requests.get(0);
        });
        STATES.put("REP_SENT", after("MRA_REQ_SENT", "send REP"));
        STATES.put("MRA_REP_RCVD", after("REP_SENT", "receive MRA(REP)"));
        STATES.put("ESTABLISHED active", after("MRA_REP_SENT", "send RTU"));
        STATES.put("ESTABLISHED passive", after("REP_SENT", "receive RTU"));
        STATES.put("DREQ_SENT", after("ESTABLISHED active", "send DREQ"));
        STATES.put("DREQ_RCVD", after("ESTABLISHED active", "receive DREQ"));
        STATES.put("TIMEWAIT", after("DREQ_SENT", "receive DREP"));
        STATES.put("SIDR_REQ_SENT", bench -> {
            IbCmConnection connection = bench.agent.create(bench.device);
            connection.sendSidrReq(bench.route(), Bench.SERVICE, NONE);
            return connection;
        });
        STATES.put("SIDR_REQ_RCVD", bench -> {
            bench.receive(PEER.sidrReq());
            return bench.requests.get(0);
        });

        message("REQ", id -> PEER.req());
        message("MRA(REQ)", id -> PEER.mra(id, REQ));
        message("MRA(REP)", id -> PEER.mra(id, REP));
        message("REP", PEER::rep);
        message("RTU", PEER::rtu);
        message("REJ(REQ) 28", id -> PEER.rej(id, REQ, 28));
        message("REJ(REQ) 10", id -> PEER.rej(id, REQ, 10));
        message("REJ(other) 28", id -> PEER.rej(id, OTHER, 28));
        message("REJ(other) 10", id -> PEER.rej(id, OTHER, 10));
        message("REJ 4", id -> PEER.rej(0, OTHER, 4));
        message("DREQ", id -> PEER.dreq(id, Bench.QPN));
        message("DREQ for another queue pair", id -> PEER.dreq(id, Bench.QPN + 1));
        message("DREP", PEER::drep);
        message("SIDR_REQ", id -> PEER.sidrReq());
        message("SIDR_REP", PEER::sidrRep);
        request("REQ", bench -> connection -> connection.sendReq(bench.route(), Bench.SERVICE, Bench.param()));
        request("REP", bench -> connection -> connection.sendRep(Bench.param()));
        request("RTU", bench -> IbCmConnection::sendRtu);
        request("REJ", bench -> connection -> connection.sendRej(28, NONE));
        request("DREQ", bench -> IbCmConnection::sendDreq);
        request("DREP", bench -> IbCmConnection::sendDrep);
        request("SIDR_REQ", bench -> connection -> connection.sendSidrReq(bench.route(), Bench.SERVICE, NONE));
        request("SIDR_REP", bench -> connection -> connection.sendSidrRep(Bench.service()));
        STIMULI.put("COMM_EST", (bench, connection) -> connection.establish());
        STIMULI.put("destroy", (bench, connection) -> bench.agent.destroy(connection));
        STIMULI.put("wait", (bench, connection) -> bench.advance(10_000_000));
    }

    private static Function<Bench, IbCmConnection> after(String state, String stimulus) {
        return bench -> {
            IbCmConnection connection = STATES.get(state).apply(bench);
            STIMULI.get(stimulus).accept(bench, connection);
            return connection;
        };
    }

    private static void message(String name, Function<Integer, ByteBuffer> message) {
        STIMULI.put("receive " + name, (bench, connection) -> bench.receive(message.apply(connection.ids().localId)));
    }

    private static void request(String name, Function<Bench, Function<IbCmConnection, Boolean>> request) {
        STIMULI.put("send " + name, (bench, connection) -> {
            ConnState before = connection.state();
            if (!request.apply(bench).apply(connection)) {
                assertThat(connection.state()).isEqualTo(before);
            }
        });
    }

    private static final String TABLE = """
            IDLE
                receive DREQ -> IDLE, DREP
                receive DREQ for another queue pair -> IDLE, DREP
                send REQ -> REQ_SENT, REQ
                send SIDR_REQ -> SIDR_REQ_SENT, SIDR_REQ
            REQ_SENT
                receive MRA(REQ) -> MRA_REQ_RCVD
                receive REP -> MRA_REP_SENT; REP_RECEIVED
                receive REJ(REQ) 28 -> IDLE; REJ_RECEIVED
                receive REJ(REQ) 10 -> TIMEWAIT; REJ_RECEIVED
                receive DREQ -> REQ_SENT, DREP
                receive DREQ for another queue pair -> REQ_SENT, DREP
                send REJ -> IDLE, REJ(other) 28
                destroy -> IDLE, REJ(other) 4
                wait -> IDLE, 15 x REQ; REQ_ERROR
            MRA_REQ_RCVD
                receive REP -> MRA_REP_SENT; REP_RECEIVED
                receive REJ(REQ) 28 -> IDLE; REJ_RECEIVED
                receive REJ(REQ) 10 -> TIMEWAIT; REJ_RECEIVED
                receive DREQ -> MRA_REQ_RCVD, DREP
                receive DREQ for another queue pair -> MRA_REQ_RCVD, DREP
                send REJ -> IDLE, REJ(other) 28
                destroy -> IDLE, REJ(other) 4
                wait -> IDLE, 15 x REQ; REQ_ERROR
            MRA_REP_SENT
                receive REP -> MRA_REP_SENT, MRA
                receive REJ(other) 28 -> TIMEWAIT; REJ_RECEIVED
                receive REJ(other) 10 -> TIMEWAIT; REJ_RECEIVED
                receive REJ 4 -> TIMEWAIT; REJ_RECEIVED
                send RTU -> ESTABLISHED, RTU
                send REJ -> IDLE, REJ(REP) 28
                destroy -> IDLE, REJ(REP) 28
            MRA_REQ_SENT
                receive REQ -> MRA_REQ_SENT, MRA
                receive REJ(other) 28 -> IDLE; REJ_RECEIVED
                receive REJ(other) 10 -> TIMEWAIT; REJ_RECEIVED
                receive REJ 4 -> IDLE; REJ_RECEIVED
                send REP -> REP_SENT, REP
                send REJ -> IDLE, REJ(REQ) 28
                destroy -> IDLE, REJ(REQ) 28
            REP_SENT
                receive MRA(REP) -> MRA_REP_RCVD
                receive RTU -> ESTABLISHED; RTU_RECEIVED
                receive REJ(other) 28 -> IDLE; REJ_RECEIVED
                receive REJ(other) 10 -> TIMEWAIT; REJ_RECEIVED
                receive REJ 4 -> IDLE; REJ_RECEIVED
                receive DREQ -> DREQ_RCVD; DREQ_RECEIVED
                send REJ -> TIMEWAIT, REJ(other) 28
                COMM_EST -> ESTABLISHED; USER_ESTABLISHED
                destroy -> IDLE, REJ(other) 28
                wait -> IDLE, 15 x REP; REP_ERROR
            MRA_REP_RCVD
                receive RTU -> ESTABLISHED; RTU_RECEIVED
                receive REJ(other) 28 -> IDLE; REJ_RECEIVED
                receive REJ(other) 10 -> TIMEWAIT; REJ_RECEIVED
                receive REJ 4 -> IDLE; REJ_RECEIVED
                receive DREQ -> DREQ_RCVD; DREQ_RECEIVED
                send REJ -> TIMEWAIT, REJ(other) 28
                COMM_EST -> ESTABLISHED; USER_ESTABLISHED
                destroy -> IDLE, REJ(other) 28
                wait -> IDLE, 15 x REP; REP_ERROR
            ESTABLISHED active
                receive REP -> ESTABLISHED, RTU
                receive REJ(other) 28 -> TIMEWAIT; REJ_RECEIVED
                receive REJ(other) 10 -> TIMEWAIT; REJ_RECEIVED
                receive REJ 4 -> TIMEWAIT; REJ_RECEIVED
                receive DREQ -> DREQ_RCVD; DREQ_RECEIVED
                send DREQ -> DREQ_SENT, DREQ
                destroy -> IDLE, DREQ
            ESTABLISHED passive
                receive REP -> ESTABLISHED, RTU
                receive REJ(other) 28 -> TIMEWAIT; REJ_RECEIVED
                receive REJ(other) 10 -> TIMEWAIT; REJ_RECEIVED
                receive REJ 4 -> TIMEWAIT; REJ_RECEIVED
                receive DREQ -> DREQ_RCVD; DREQ_RECEIVED
                send DREQ -> DREQ_SENT, DREQ
                destroy -> IDLE, DREQ
            DREQ_SENT
                receive REJ(other) 28 -> TIMEWAIT; REJ_RECEIVED
                receive REJ(other) 10 -> TIMEWAIT; REJ_RECEIVED
                receive REJ 4 -> TIMEWAIT; REJ_RECEIVED
                receive DREQ -> DREQ_RCVD; DREQ_RECEIVED
                receive DREP -> TIMEWAIT; DREP_RECEIVED
                destroy -> IDLE
                wait -> IDLE, 15 x DREQ; DREQ_ERROR; TIMEWAIT_EXIT
            DREQ_RCVD
                receive DREP -> TIMEWAIT; DREP_RECEIVED
                send DREP -> TIMEWAIT, DREP
                destroy -> IDLE, DREP
            TIMEWAIT
                receive DREQ -> TIMEWAIT, DREP
                destroy -> IDLE
                wait -> IDLE; TIMEWAIT_EXIT
            SIDR_REQ_SENT
                receive DREQ -> SIDR_REQ_SENT, DREP
                receive DREQ for another queue pair -> SIDR_REQ_SENT, DREP
                receive SIDR_REP -> IDLE; SIDR_REP_RECEIVED
                destroy -> IDLE
                wait -> IDLE, 15 x SIDR_REQ; SIDR_REQ_ERROR
            SIDR_REQ_RCVD
                receive DREQ -> SIDR_REQ_RCVD, DREP
                receive DREQ for another queue pair -> SIDR_REQ_RCVD, DREP
                send SIDR_REP -> IDLE, SIDR_REP 0
                destroy -> IDLE, SIDR_REP 2
            """;

    @Test
    void everyTransitionMatchesLinux() {
        List<String> lines = new ArrayList<>();
        STATES.forEach((state, enter) -> {
            lines.add(state);
            STIMULI.forEach((name, stimulus) -> {
                Bench bench = Bench.create();
                IbCmConnection connection = enter.apply(bench);
                String expected = state.split(" ")[0];
                assertThat(connection.state()).hasToString(expected);
                bench.sent.clear();
                bench.events.clear();
                stimulus.accept(bench, connection);
                String effect = effect(bench, connection);
                if (!effect.equals(expected)) {
                    lines.add("    " + name + " -> " + effect);
                }
            });
        });

        assertThat(String.join("\n", lines) + "\n").isEqualTo(TABLE);
    }

    private static String effect(Bench bench, IbCmConnection connection) {
        List<String> types = bench.sent.stream().map(StateTableTest::name).toList();
        List<String> runs = new ArrayList<>();
        for (int i = 0; i < types.size(); ) {
            int from = i;
            while (i < types.size() && types.get(i).equals(types.get(from))) {
                i++;
            }
            runs.add((i - from > 1 ? i - from + " x " : "") + types.get(from));
        }
        String events = bench.events.stream().map(type -> "; " + type).collect(Collectors.joining());
        return connection.state() + (runs.isEmpty() ? "" : ", " + String.join(", ", runs)) + events;
    }

    private static String name(ByteBuffer mad) {
        CmMadDecoder decoder = new CmMadDecoder();
        assertThat(decoder.wrap(mad, 0, mad.capacity())).isEqualTo(CmMadDecoder.Defect.NONE);
        return switch (decoder.message()) {
            case REJ ->
                "REJ(" + List.of("REQ", "REP", "other").get(decoder.getInt(CmField.REJ_MESSAGE_REJECTED)) + ") "
                        + decoder.getInt(CmField.REJ_REASON);
            case SIDR_REP -> "SIDR_REP " + decoder.getInt(org.verbena.rocev2.CmField.SIDR_REP_STATUS);
            default -> decoder.message().name();
        };
    }
}
