// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.verbena.bench.report.Measured.Perftest;

class MeasuredTest {
    @Test
    void readsTheOutputOfTheCProgram() {
        Measured measured =
                Measured.parse("{\"means_ns\":[3.500,2.000,9.000],\"operations\":2,\"sampled_ns\":[[4,98],[10,2]]}\n");

        assertThat(measured.mean()).isEqualTo(3.5);
        assertThat(measured.operations()).isEqualTo(2);
        assertThat(measured.sampled().count()).isEqualTo(100);
        assertThat(measured.metrics()).isEmpty();
    }

    @Test
    void givesPercentilesOfAnOperation() {
        Measured measured = new Measured(List.of(1.0), 2, Distribution.of(Map.of(4L, 98L, 10L, 2L)), Map.of());

        assertThat(measured.percentile(0)).isEqualTo(2);
        assertThat(measured.percentile(98)).isEqualTo(2);
        assertThat(measured.percentile(98.5)).isEqualTo(5);
    }

    @Test
    void readsItsOwnJson() {
        Measured measured = new Measured(
                List.of(1.25, 2.5), 32, Distribution.of(Map.of(7L, 1L, 100_000L, 3L)), Map.of("allocated_bytes", 0.01));

        Measured read = Measured.parse(measured.toJson());

        assertThat(read.toJson()).isEqualTo(measured.toJson());
        assertThat(read.means()).isEqualTo(measured.means());
        assertThat(read.metrics()).isEqualTo(measured.metrics());
        assertThat(read.sampled().counts()).isEqualTo(measured.sampled().counts());
    }

    @Test
    void refusesTextThatIsNotAMeasurement() {
        assertThatIllegalArgumentException().isThrownBy(() -> Measured.parse(""));
        assertThatIllegalArgumentException().isThrownBy(() -> Measured.parse("{\"means_ns\":[1.0]}"));
        assertThatIllegalArgumentException().isThrownBy(() -> Measured.parse("ibv_create_qp: Invalid argument"));
    }

    @Test
    void readsTheOutputOfPerftest() {
        Measured measured = Perftest.parse("""
                ---------------------------------------------------------------------------------------
                                    RDMA_Write Latency Test
                 Dual-port       : OFF          Device         : rxe0
                ---------------------------------------------------------------------------------------
                 #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec]
                 64      5000          51.20          812.40       57.50              59.01          12.33           98.70                  310.00
                ---------------------------------------------------------------------------------------
                """);

        assertThat(measured.mean()).isCloseTo(57_500, within(0.1));
        assertThat(measured.percentile(0)).isEqualTo(51_200);
        assertThat(measured.percentile(50)).isEqualTo(57_500);
        assertThat(measured.percentile(99)).isEqualTo(98_700);
    }

    @Test
    void refusesAnErrorMessageOfPerftest() {
        assertThatIllegalArgumentException().isThrownBy(() -> Perftest.parse("Couldn't connect to 127.0.0.1:18515\n"));
    }
}
