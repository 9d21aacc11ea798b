// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QueriedDevice;

class ModelFittingTest {
    private static final Set<String> DOCUMENTS = Set.of("spec", "solaris", "aix");

    static Stream<DriverModel> models() {
        return DriverModels.all().stream();
    }

    static Stream<DriverModel> driverModels() {
        return models().filter(model -> !DOCUMENTS.contains(model.name()));
    }

    @ParameterizedTest
    @CsvSource({
        "/usr/lib/x86_64-linux-gnu/libibverbs/libmlx5-rdmav34.so, mlx5",
        "/usr/lib/x86_64-linux-gnu/libmlx5.so.1.24.44.0, mlx5",
        "/usr/lib64/libibverbs/librxe-rdmav57.so, rxe",
        "/usr/lib64/libibverbs/libbnxt_re-rdmav34.so, bnxt_re",
        "/opt/rdma-core/lib/libefa.so, efa",
    })
    void theLibraryNamesTheDriver(String file, String driver) {
        assertThat(ModelFitting.driver(file)).contains(driver);
    }

    @ParameterizedTest
    @CsvSource({"''", "/usr/bin/java", "libmlx5"})
    void otherFilesNameNone(String file) {
        assertThat(ModelFitting.driver(file)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("models")
    void reportedAttributesRestoreTheLimitsOfAModel(DriverModel model) {
        assertThat(model.fitted(reported(model)).limits()).isEqualTo(model.limits());
    }

    @ParameterizedTest
    @MethodSource("driverModels")
    void fitFindsTheGenerationOfADevice(DriverModel model) {
        String driver = model.name().split("-", -1)[0];

        assertThat(ModelFitting.fit(driver, reported(model)))
                .hasValueSatisfying(fitted -> assertThat(fitted.name()).isEqualTo(model.name()));
    }

    @Test
    void anUnknownDriverHasNoModel() {
        assertThat(ModelFitting.fit("cxgb4", reported(model("rxe")))).isEmpty();
    }

    /** Both rows were read from libmlx5. The second device has a max_sq_desc_sz of 512, which no query reports. */
    @ParameterizedTest
    @CsvSource({
        "32768, 31, 32767, 32768, 32768, 32768, 512",
        "8192, 15, 16383, 8192, 8192, 16384, 256",
    })
    void unreportedMlx5LimitsAreDerivedFromReportedLimits(
            long maxQpWr,
            long maxSrqSge,
            long maxSrqWr,
            long maxSendWqebb,
            long maxRecvWr,
            long maxSrqRecvWr,
            long maxRqDescSz) {
        DriverModel mlx5 = model("mlx5");
        QueriedDevice device = reported(mlx5.withLimits(mlx5.limits()
                .with("max_qp_wr", maxQpWr)
                .with("max_srq_sge", maxSrqSge)
                .with("max_srq_wr", maxSrqWr)));

        Limits fitted = mlx5.fitted(device).limits();

        assertThat(fitted)
                .isEqualTo(fitted.with("max_send_wqebb", maxSendWqebb)
                        .with("max_recv_wr", maxRecvWr)
                        .with("max_srq_recv_wr", maxSrqRecvWr)
                        .with("max_rq_desc_sz", maxRqDescSz)
                        .with("max_sq_desc_sz", 1024));
    }

    @Test
    void anmlx5DeviceWithFewElementsHasSmallEntries() {
        DriverModel mlx5 = model("mlx5");
        QueriedDevice device = reported(mlx5.withLimits(mlx5.limits().with("max_sge", 14)));

        assertThat(mlx5.fitted(device).limits().get("max_sq_desc_sz")).isEqualTo(256);
    }

    private static DriverModel model(String name) {
        return DriverModels.find(name).orElseThrow();
    }

    private static QueriedDevice reported(DriverModel model) {
        return new QueriedDevice(
                model.deviceAttrEx(1), model.portAttr(), (int) model.limits().get("num_comp_vectors"));
    }
}
