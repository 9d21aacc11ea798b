// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.Explainer;
import org.verbena.Explanation;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.attr.CapMax;
import org.verbena.attr.QpCapField;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** Checks that the fitted model predicts the results of libmlx5 from the attributes that the device reports. */
class ExplainIT {
    private final DeviceContext context =
            Mlx5.provider("ffm").device(Mlx5.DEVICE).open();
    private final Explainer explainer = context.explain();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq =
            context.createCq(CqInitAttr.builder().cqe(16).build());

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void saysWhyADeviceThatReports32768EntriesRefuses16384() {
        QpInitAttr tooDeep = request(QpType.RC).maxSendWr(16384).build();
        assertThat(context.queryDevice().maxQpWr()).isEqualTo(32768);

        VerbsException refusal = catchThrowableOfType(VerbsException.class, () -> pd.createQp(tooDeep));

        assertThat(refusal)
                .isExactlyInstanceOf(VerbsException.class)
                .hasMessageContainingAll(
                        "max_send_wr = 16384, limit 8192", "max_qp_wr", "BIND_MW", "mlx5_calc_sq_size");
        assertThat(refusal.errno()).isEqualTo(Errno.EINVAL);
        assertThat(explainer.createQp(tooDeep))
                .isEqualTo(new Explanation.Refused<>(refusal.errno(), refusal.diagnosis()));
    }

    static Stream<Arguments> typesAndFields() {
        return Stream.of(QpType.RC, QpType.UC, QpType.UD, QpType.RAW_PACKET)
                .flatMap(type -> Arrays.stream(QpCapField.values()).map(field -> Arguments.of(type, field)));
    }

    @ParameterizedTest
    @MethodSource("typesAndFields")
    void theModelPredictsTheMaximumThatTheDeviceGrants(QpType type, QpCapField field) {
        agreeOn(field, request(type).build());
        agreeOn(field, request(type).pd(pd).sendOpsFlags(SendOp.SEND).build());
    }

    private void agreeOn(QpCapField field, QpInitAttr base) {
        Explanation<CapMax> onDevice = explainer.maxOnDevice(field, base);

        assertThat(explainer.max(field, base).map(ExplainIT::measured)).isEqualTo(onDevice);
        assertThat(onDevice).isInstanceOf(Explanation.Granted.class);
    }

    private static CapMax measured(CapMax max) {
        return new CapMax(max.field(), max.requested(), max.granted(), true);
    }

    private QpInitAttr.Builder request(QpType type) {
        return QpInitAttr.builder()
                .qpType(type)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(1)
                .maxRecvWr(1)
                .maxSendSge(1)
                .maxRecvSge(1);
    }
}
