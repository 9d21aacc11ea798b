// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.grack.nanojson.JsonObject;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.Explainer;
import org.verbena.Explanation;
import org.verbena.ProviderLookup;

/** Checks {@code verbena explain}. */
class ExplainCommandTest {
    private static CliRun run(String command) {
        return CliRun.of(ProviderLookup.create(), ("explain " + command).split(" +"));
    }

    @Test
    void namesTheRuleThatARequestBreaks() {
        CliRun run = run("create-qp --profile mlx5 --type RC --max-send-wr 16384 --max-send-sge 1");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("""
                        sim_mlx5_0 of provider sim, model mlx5: ibv_create_qp
                        refused: EINVAL

                          max_send_wr = 16384, limit 8192
                        """)
                .contains("32768")
                .contains("[rdma-core providers/mlx5/verbs.c: mlx5_calc_sq_size]");
        assertThat(run.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }

    @Test
    void printsTheSameReasonsAsTheRefusingDevice() {
        String request = "create-qp --profile mlx5 --max-send-wr 16384 --max-send-sge 1";
        String reasons = run(request).out().split("refused: EINVAL")[1];

        CliRun refused = CliRun.of(ProviderLookup.create(), request.split(" "));

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .isEqualTo("verbena create-qp: ibv_create_qp on device sim_mlx5_0 failed with EINVAL (22)" + reasons);
    }

    @Test
    void showsWhatWouldBeGranted() {
        assertThat(run("create-qp --profile mlx5 --max-send-wr 100 --max-send-sge 4")
                        .out())
                .contains("granted, with a different max_send_wr, max_inline_data")
                .containsPattern("max_send_wr +100 +128\\R");
        assertThat(run("create-wq --profile mlx5 --max-wr 128 --max-sge 2").out())
                .contains("granted as requested");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    create-wq --profile mlx5 --max-wr 40000 --max-sge 1        | max_wr = 40000, limit 32768
                    create-wq --profile rxe --max-wr 1 --max-sge 1             | refused: EOPNOTSUPP
                    create-srq --profile rxe --max-wr 100 --max-sge 64         | max_sge = 64, limit 27
                    create-cq --profile mlx5 --cqe 100                         | granted, with a different cqe
                    create-qp --profile mlx5 --type RAW_PACKET --rss-wqs 4     | refused: EINVAL
                    create-qp --profile mlx5 --type XRC_RECV                   | granted
                    modify-qp --profile mlx5 --to INIT --mask PKEY_INDEX,PORT,ACCESS_FLAGS | IBV_QPS_INIT
                    modify-qp --profile rxe --type UD --from RTS --to SQD      | IBV_QPS_SQD
                    modify-qp --profile mlx5 --from RESET --to RTS             | no change of state RESET to RTS
                    modify-qp --profile mlx5 --from ERR --to RESET             | IBV_QPS_RESET
                    """)
    void explainsEveryCall(String command, String verdict) {
        CliRun run = run(command);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains(verdict);
    }

    @Test
    void namesMissingAndUnexpectedBits() {
        assertThat(run("modify-qp --profile mlx5 --from INIT --to RTR --mask AV,PATH_MTU,QKEY")
                        .out())
                .contains("limit with RQ_PSN|MIN_RNR_TIMER|MAX_DEST_RD_ATOMIC|DEST_QPN")
                .contains("limit without QKEY");
    }

    @Test
    void explainsModifyQpFromEveryNormalState() {
        for (String type : new String[] {"RC", "UC", "UD", "RAW_PACKET", "XRC_SEND", "XRC_RECV"}) {
            for (String state : new String[] {"RESET", "INIT", "RTR", "RTS", "ERR"}) {
                CliRun run = run("modify-qp --profile mlx5 --to RESET --type " + type + " --from " + state);

                assertThat(run.out()).as(type + " " + state + run.err()).contains("granted: ");
            }
        }
    }

    @Test
    void refusesModifyQpFromStateSqe() {
        CliRun run = run("modify-qp --profile mlx5 --from SQE --to RTS");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("--from = SQE: a queue pair enters this state only after an error");
    }

    @Test
    void findsTheLargestValueByModelAndOnTheDevice() {
        String model = run("max --profile mlx5 --attr max_inline_data").out();
        JsonObject tried = run("max --profile mlx5 --attr max_inline_data --on-device --json")
                .json();

        JsonObject grant = tried.getObject("granted");
        assertThat(grant).containsEntry("on_device", true);
        assertThat(model).contains("at most max_inline_data " + grant.getInt("largest"));
        assertThat(run("create-qp --profile mlx5 --max-send-wr 1 --max-send-sge 1 --max-inline-data "
                                + (grant.getInt("largest") + 1))
                        .out())
                .contains("refused: ");
    }

    @Test
    void printsTheSameAsJson() {
        JsonObject refused = run("create-qp --profile mlx5 --max-send-wr 16384 --max-send-sge 1 --json")
                .json();
        assertThat(refused.keySet())
                .containsExactly(
                        "provider", "device", "model", "op", "requested", "verdict", "errno", "violations", "notes");
        assertThat(refused).containsEntry("model", "mlx5").containsEntry("verdict", "refused");
        assertThat(refused.getArray("violations").getObject(0)).containsEntry("limit", "8192");

        JsonObject granted = run("create-cq --profile mlx5 --cqe 100 --json").json();
        assertThat(granted).containsEntry("verdict", "granted").containsEntry("granted", Map.of("cqe", 127));
    }

    @Test
    void explainsWithoutCreatingAQueuePair() {
        FakeProvider fake = FakeProvider.hardware();
        Explainer explainer = mock();
        when(fake.context.explain()).thenReturn(explainer);
        when(explainer.model()).thenReturn(Optional.empty());
        when(explainer.createQp(any())).thenReturn(new Explanation.Unknown<>("there is no model for libfake"));

        CliRun run = fake.run("explain", "create-qp");

        assertThat(run.out())
                .startsWith("fake0 of provider fake: ibv_create_qp")
                .contains("unknown: there is no model for libfake");
        verify(fake.pd, never()).createQp(any());
        verify(fake.context).close();
    }

    @Test
    void requiresTheCall() {
        assertThat(CliRun.of(ProviderLookup.create(), "explain").exitCode()).isEqualTo(2);
    }
}
