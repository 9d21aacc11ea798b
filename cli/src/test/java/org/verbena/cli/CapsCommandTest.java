// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.Explainer;
import org.verbena.Explanation;
import org.verbena.ProviderLookup;
import org.verbena.cli.caps.CapAttr;
import org.verbena.cli.option.ProviderSelection;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** Checks {@code verbena caps}. */
class CapsCommandTest {
    private static CliRun run(String... args) {
        List<String> command = new ArrayList<>(List.of("caps"));
        command.addAll(List.of(args));
        return CliRun.of(ProviderLookup.create(), command.toArray(String[]::new));
    }

    @Test
    void printsOneColumnPerDriver() {
        CliRun run = run("--profile", "mlx5,rxe", "--attr", "max_send_wr", "--values", "100,8192,8193,2000000");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("""
                        max_send_wr

                        requested    mlx5     rxe
                              100     128     127
                             8192    8192   16383
                             8193  EINVAL   16383
                          2000000  EINVAL  EINVAL
                        """)
                .contains("mlx5 8193..2000000: EINVAL, max_send_wr = 8193, limit 8192: ")
                .contains("rxe 2000000: EINVAL, max_send_wr = 2000000, limit 1048576: ");
    }

    @Test
    void showsTheValuesOfARange() {
        assertThat(run("--profile", "mlx5", "--attr", "max_recv_wr", "--from", "3", "--to", "6")
                        .out())
                .isEqualToIgnoringNewLines("""
                        max_recv_wr

                        requested  mlx5
                                3     4
                                4     4
                                5     8
                                6     8
                        """);
    }

    @Test
    void attributesThatAreNotSweptStayFixed() {
        CliRun narrow = run("--profile", "mlx5", "--attr", "max_send_wr", "--json");
        CliRun wide = run("--profile", "mlx5", "--attr", "max_send_wr", "--max-send-sge", "30", "--json");

        assertThat(narrow.json().getObject("fixed")).containsEntry("max_send_sge", 1);
        assertThat(wide.json().getObject("fixed")).containsEntry("max_send_sge", 30);
        assertThat(largest(wide)).isPositive().isLessThan(largest(narrow));
    }

    /** Returns the largest granted value: the one before the last, which is rejected. */
    private static long largest(CliRun run) {
        JsonArray requested = run.json().getArray("attributes").getObject(0).getArray("requested");
        return requested.getLong(requested.size() - 2);
    }

    @Test
    void maxRecvWrIsZeroWithAnSrq() {
        CliRun run = run("--profile", "mlx5", "--attr", "max_recv_wr", "--srq", "--values", "100", "--json");

        assertThat(answers(run, 0, 0).getArray("granted")).containsExactly(0);
    }

    private static JsonObject answers(CliRun run, int attribute, int driver) {
        return run.json()
                .getArray("attributes")
                .getObject(attribute)
                .getArray("answers")
                .getObject(driver);
    }

    @Test
    void printsTheSameAsJson() {
        CliRun run = run("--profile", "mlx5,rxe-6.12", "--attr", "cqe,max_send_wr", "--values", "1,8193", "--json");

        JsonObject json = run.json();
        assertThat(json.keySet()).containsExactly("provider", "drivers", "qp_type", "srq", "fixed", "attributes");
        assertThat(json.getArray("drivers").getObject(1))
                .isEqualTo(Map.of("driver", "rxe-6.12", "device", "sim_rxe_0", "model", "rxe"));
        assertThat(json.getArray("attributes"))
                .extracting(attribute -> ((JsonObject) attribute).get("attribute"))
                .containsExactly("cqe", "max_send_wr");
        JsonObject mlx5 = answers(run, 1, 0);
        assertThat(mlx5).containsEntry("driver", "mlx5");
        assertThat(mlx5.getArray("granted")).containsExactly(1, "EINVAL");
        assertThat(mlx5.getArray("refusals")).hasSize(1);
        JsonObject refusal = mlx5.getArray("refusals").getObject(0);
        assertThat(refusal)
                .containsEntry("from", 8193)
                .containsEntry("to", 8193)
                .containsEntry("errno", "EINVAL");
        assertThat(refusal.getArray("violations").getObject(0))
                .containsEntry("attribute", "max_send_wr")
                .containsEntry("limit", "8192");
    }

    @Test
    void sweepsAllAttributesOfAllProfiles() {
        CliRun run = run("--profile", "all", "--attr", "all", "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.json().getArray("drivers")).hasSameSizeAs(new ProviderSelection.ProfileNames().list());
        assertThat(run.json().getArray("attributes")).hasSize(CapAttr.ALL.size());
    }

    @Test
    void showsAnUnsupportedAttributeAsRefused() {
        CliRun run = run("--profile", "rxe", "--attr", "wq_max_wr");

        assertThat(run.out()).contains("0  EOPNOTSUPP").contains("rxe 0..1: EOPNOTSUPP, ");
    }

    @Test
    void usesTheModelOfTheDevice() {
        FakeProvider fake = FakeProvider.hardware();
        Explainer explainer = mock();
        when(fake.context.explain()).thenReturn(explainer);
        when(explainer.model()).thenReturn(Optional.of("mlx5"));
        when(explainer.createQp(any())).thenReturn(new Explanation.Granted<>(FakeProvider.GRANTED));

        CliRun run = fake.run("caps", "--attr", "max_send_wr", "--values", "100");

        assertThat(run.out()).containsPattern("requested +fake0\\R +100 +128\\R");
        verify(fake.context).close();
    }

    @Test
    void printsADashForADriverWithoutAModel() {
        FakeProvider fake = FakeProvider.hardware();
        Explainer explainer = mock();
        when(fake.context.explain()).thenReturn(explainer);
        when(explainer.model()).thenReturn(Optional.empty());
        when(explainer.createQp(any())).thenReturn(new Explanation.Unknown<>("no model"));

        assertThat(fake.run("caps", "--attr", "max_send_wr", "--values", "100").out())
                .containsPattern(" +100 +-\\R");
    }

    @Test
    void showsAFailedSrqCreationAsARefusal() {
        FakeProvider fake = FakeProvider.hardware();
        Explainer explainer = mock();
        when(fake.context.explain()).thenReturn(explainer);
        when(explainer.model()).thenReturn(Optional.of("efa"));
        when(fake.pd.createSrq(any()))
                .thenThrow(new VerbsException("ibv_create_srq", Errno.EOPNOTSUPP, "fake0", Diagnosis.UNKNOWN));

        assertThat(fake.run("caps", "--attr", "max_send_wr", "--srq", "--values", "100")
                        .out())
                .containsPattern(" +100 +EOPNOTSUPP\\R");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --attr max_wr                               | 'max_wr' is not one of max_send_wr, max_recv_wr,
                    --attr cqe --values 1,x                     | 'x' is not a number
                    --attr cqe --values 4294967296              | 4294967296 is outside 0..4294967295
                    --attr cqe --values 1 --from 1              | --values excludes --from and --to
                    --attr cqe --from 2 --to 1                  | --from = 2, limit --to = 1
                    --attr cqe --html no/such/directory/a.html  | no/such/directory/a.html cannot be written: the directory does not exist
                    """)
    void refusesInvalidOptions(String options, String problem) {
        CliRun run = run(("--profile mlx5 " + options).split(" +"));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(problem);
    }

    @Test
    void requiresTheAttrOption() {
        assertThat(run("--profile", "mlx5").err()).contains("--attr");
    }
}
