// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.ProviderLookup;

/** Checks the command on the simulator without further configuration. */
class SimulatorTest {
    private static CliRun run(String command, String... options) {
        List<String> args = new ArrayList<>(List.of(command.split(" ")));
        args.addAll(List.of(options));
        return CliRun.of(ProviderLookup.create(), args.toArray(String[]::new));
    }

    private static Map<String, Object> caps(int sendWr, int recvWr, int sendSge, int recvSge, int inline) {
        return Map.of(
                "max_send_wr", sendWr,
                "max_recv_wr", recvWr,
                "max_send_sge", sendSge,
                "max_recv_sge", recvSge,
                "max_inline_data", inline);
    }

    @Test
    void mlx5RoundsTheCapabilitiesOfAQueuePair() {
        CliRun run = run("create-qp --provider sim --profile mlx5 --type RC --max-send-wr 100 --max-recv-wr 1"
                + " --max-send-sge 4 --max-recv-sge 1 --max-inline-data 0 --json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.json())
                .containsEntry("provider", "sim")
                .containsEntry("op", "create_qp")
                .containsEntry("requested", caps(100, 1, 4, 1, 0))
                .containsEntry("granted", caps(128, 4, 4, 1, 60));
        assertThat(run.json().getLong("qp_num")).isPositive();
    }

    @Test
    void rxeRoundsTheCapabilitiesOfAQueuePair() {
        CliRun run = run("create-qp --profile rxe --type UD --max-send-wr 16 --max-recv-wr 21"
                + " --max-send-sge 4 --max-recv-sge 1 --max-inline-data 188 --json");

        assertThat(run.json()).containsEntry("granted", caps(31, 31, 11, 1, 188));
    }

    @Test
    void mlx5GrantsAWorkQueue() {
        CliRun run = run("create-wq --profile mlx5 --max-wr 100 --max-sge 2 --json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.json()).containsEntry("granted", Map.of("max_wr", 100, "max_sge", 2));
        assertThat(run.json().isNull("queried")).isTrue();
    }

    @Test
    void mlx5MakesEveryKindOfQueuePair() {
        for (String options : List.of(
                "--type UC --max-send-wr 1 --srq",
                "--type UD --max-send-wr 1 --sig-all",
                "--type RAW_PACKET --max-send-wr 1 --max-send-sge 1",
                "--type XRC_SEND --max-send-wr 1",
                "--type XRC_RECV",
                "--type RC --ex --send-ops SEND,RDMA_WRITE --max-send-wr 1",
                "--type RAW_PACKET --rss-wqs 4 --rx-hash-fields SRC_IPV4,DST_IPV4")) {
            CliRun run = run("create-qp --profile mlx5 --json " + options);

            assertThat(run.exitCode()).as(run.out()).isZero();
        }
    }

    @Test
    void reportsARefusalOfTheDriver() {
        CliRun run = run("create-qp --profile mlx5 --max-send-wr 4294967295 --json");

        assertThat(run.exitCode()).isEqualTo(1);
        JsonObject error = run.json().getObject("error");
        assertThat(error).containsEntry("verb", "ibv_create_qp").containsEntry("errno", "EINVAL");
        assertThat(error.getArray("violations").getObject(0))
                .containsEntry("attribute", "max_send_wr")
                .containsEntry("requested", "4294967295");
    }

    @Test
    void rxeHasNoWorkQueues() {
        CliRun run = run("create-wq --profile rxe --max-wr 1 --max-sge 1 --json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.json().getObject("error")).containsEntry("errno", "EOPNOTSUPP");
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec", "rxe", "mlx5"})
    void describesTheDevicesOfAProfile(String profile) {
        JsonObject devices = run("devices --json", "--profile", profile).json();
        assertThat(devices.getArray("devices")).isNotEmpty();

        String device = devices.getArray("devices").getObject(0).getString("name");
        CliRun info = run("info --json", device, "--profile", profile);
        assertThat(info.exitCode()).isZero();
        assertThat(info.json()
                        .getObject("device_attr_ex")
                        .getObject("orig_attr")
                        .getLong("max_qp_wr"))
                .isPositive();
        assertThat(info.json().getArray("ports")).isNotEmpty();
    }

    @Test
    void listsTheProfilesIfTheGivenOneIsUnknown() {
        CliRun run = run("devices --profile mlx9");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("mlx9").contains("mlx5").contains("rxe").contains("spec");
    }

    @Test
    void isFoundAmongTheProviders() {
        assertThat(run("providers").out()).containsPattern("(?m)^sim +-100 +false +true ");
    }
}
