// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.Explanation;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.FakeProvider;
import org.verbena.libibverbs.abi.DeviceStructs.IbvDeviceAttr;
import org.verbena.libibverbs.abi.DeviceStructs.IbvPortAttr;
import org.verbena.libibverbs.abi.QpStructs.IbvQpAttr;

/** Checks that a rejected request has the reasons from the driver's model. */
class DiagnosisTest {
    private static final String QUERY = "ibv_query_device";
    private static final QpCap SMALL = new QpCap(16, 16, 1, 1, 0);

    private final FakeLibibverbs libibverbs = new FakeLibibverbs();
    private final DeviceContext context =
            new FakeProvider(() -> libibverbs).device("fake_0").open();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq =
            context.createCq(CqInitAttr.builder().cqe(1).build());

    /** Sets up an mlx5 device with half of the usual depth. */
    @BeforeEach
    void makeItMlx5() {
        libibverbs.driver("/usr/lib/libibverbs/libmlx5-rdmav34.so");
        libibverbs.export(QUERY, arguments -> {
            libibverbs
                    .at(arguments[1])
                    .put(IbvDeviceAttr.MAX_QP_WR, 16384)
                    .put(IbvDeviceAttr.MAX_SGE, 30)
                    .put(IbvDeviceAttr.MAX_SRQ_WR, 32767)
                    .put(IbvDeviceAttr.MAX_SRQ_SGE, 31)
                    .put(IbvDeviceAttr.PHYS_PORT_CNT, 1);
            return 0;
        });
        libibverbs.export("ibv_query_port", arguments -> {
            libibverbs.at(arguments[2]).put(IbvPortAttr.PKEY_TBL_LEN, 1).put(IbvPortAttr.LINK_LAYER, 2);
            return 0;
        });
        libibverbs.export("ibv_create_qp", arguments -> libibverbs.fail(Errno.EINVAL.number()));
    }

    @Test
    void namesTheRuleWithTheLimitOfThisDevice() {
        VerbsException refusal = refusal(SMALL.withMaxSendWr(8192));

        assertThat(refusal.errno()).isEqualTo(Errno.EINVAL);
        assertThat(refusal.diagnosis().violations())
                .extracting(Violation::attribute, Violation::requested, Violation::limit)
                .containsExactly(tuple("max_send_wr", "8192", "4096"));
        assertThat(refusal).hasMessageContaining("mlx5_calc_sq_size");
        assertThat(context.explain().createQp(qp(SMALL.withMaxSendWr(8192))))
                .isEqualTo(new Explanation.Refused<>(refusal.errno(), refusal.diagnosis()));
    }

    @Test
    void namesNoRuleIfTheModelGrantsTheRequest() {
        VerbsException refusal = refusal(SMALL);

        assertThat(refusal.diagnosis())
                .isEqualTo(Diagnosis.unexplained("the model mlx5 of this driver has no rule that explains it"));
        assertThat(refusal)
                .hasMessage("ibv_create_qp on protection domain of fake_0 failed with EINVAL (22): "
                        + "the model mlx5 of this driver has no rule that explains it");
    }

    @Test
    void notesThatTheModelExpectedAnotherErrno() {
        libibverbs.export("ibv_create_qp", arguments -> libibverbs.fail(Errno.ENOMEM.number()));

        VerbsException refusal = refusal(SMALL.withMaxSendSge(1000));

        assertThat(refusal.errno()).isEqualTo(Errno.ENOMEM);
        assertThat(refusal.diagnosis().violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.attribute()).isEqualTo("max_send_sge"));
        assertThat(refusal.diagnosis().notes()).containsExactly("the model mlx5 of this driver expected EINVAL (22)");
    }

    @Test
    void notesThatTheDriverSetNoErrno() {
        libibverbs.export("ibv_create_qp", arguments -> 0);

        assertThat(refusal(SMALL.withMaxSendSge(1000)).diagnosis().toString())
                .startsWith("max_send_sge = 1000, limit 52: ")
                .endsWith("; the driver set no errno; EINVAL is assumed");
    }

    @Test
    void hasNoDiagnosisForADriverWithoutModel() {
        libibverbs.driver("/usr/lib/libibverbs/libcxgb4-rdmav34.so");

        assertThat(refusal(SMALL))
                .hasMessage("ibv_create_qp on protection domain of fake_0 failed with EINVAL (22)")
                .satisfies(e -> assertThat(((VerbsException) e).diagnosis()).isEqualTo(Diagnosis.UNKNOWN));
        assertThat(context.explain().model()).isEmpty();
        assertThat(context.explain().createQp(qp(SMALL)))
                .isEqualTo(new Explanation.Unknown<>("there is no model for the driver of device fake_0"));
    }

    @Test
    void aFailedDeviceQueryLeavesTheRefusalUnexplained() {
        libibverbs.export(QUERY, arguments -> Errno.EIO.number());

        assertThat(refusal(SMALL).diagnosis()).isEqualTo(Diagnosis.UNKNOWN);
        assertThat(refusal(SMALL).errno()).isEqualTo(Errno.EINVAL);
    }

    @Test
    void queriesTheDeviceOnceAndOnlyAfterARefusal() {
        libibverbs.export("ibv_create_qp", arguments -> libibverbs.struct(256).address());
        pd.createQp(qp(SMALL));
        assertThat(libibverbs.calls()).doesNotContain(QUERY);

        libibverbs.export("ibv_create_qp", arguments -> libibverbs.fail(Errno.EINVAL.number()));
        refusal(SMALL);
        refusal(SMALL);
        assertThat(libibverbs.calls()).containsOnlyOnce(QUERY);
    }

    @Test
    void explainsAChangeFromTheQueriedState() {
        libibverbs.export("ibv_create_qp", arguments -> libibverbs.struct(256).address());
        libibverbs.export("ibv_query_qp", arguments -> {
            libibverbs.at(arguments[1]).put(IbvQpAttr.QP_STATE, QpState.RTR.value());
            return 0;
        });
        libibverbs.export("ibv_modify_qp", arguments -> Errno.EINVAL.number());
        QueuePair qp = pd.createQp(qp(SMALL));

        VerbsException refusal = catchThrowableOfType(
                VerbsException.class,
                () -> qp.modify(
                        QpAttr.builder().qpState(QpState.RTS).sqPsn(1).qkey(1).build()));

        assertThat(refusal)
                .hasMessageContaining("limit with TIMEOUT|RETRY_CNT|RNR_RETRY|MAX_QP_RD_ATOMIC:")
                .hasMessageContaining("limit without QKEY:")
                .hasMessageContaining("RTR to RTS of RC");
    }

    @Test
    void explainsAChangeFromTheLibrarysStateIfTheQueryFails() {
        libibverbs.export("ibv_create_qp", arguments -> libibverbs.struct(256).address());
        libibverbs.export("ibv_query_qp", arguments -> Errno.EIO.number());
        libibverbs.export("ibv_modify_qp", arguments -> Errno.EINVAL.number());
        QueuePair qp = pd.createQp(qp(SMALL));

        VerbsException refusal = catchThrowableOfType(
                VerbsException.class,
                () -> qp.modify(QpAttr.builder().qpState(QpState.RTS).build()));

        assertThat(refusal).hasMessageContaining("there is no change of state RESET to RTS of RC");
    }

    @Test
    void explainsVerbsThatCreateNoQueue() {
        libibverbs.export("ibv_create_qp", arguments -> libibverbs.struct(256).address());
        libibverbs.export("ibv_attach_mcast", arguments -> Errno.EINVAL.number());
        libibverbs.export("ibv_create_ah", arguments -> libibverbs.fail(Errno.EINVAL.number()));
        libibverbs.export("ibv_open_xrcd", arguments -> libibverbs.fail(Errno.EINVAL.number()));
        QueuePair qp = pd.createQp(qp(SMALL));

        assertThat(refusal(() -> qp.attachMcast(Gid.parse("::ffff:239.1.2.3"), 0)))
                .hasMessageContaining("qp_type = RC");
        assertThat(refusal(() -> pd.createAh(AhAttr.builder().dlid(1).portNum(1).build())))
                .hasMessageContaining("is_global");
        assertThat(refusal(() -> context.openXrcd(XrcdInitAttr.builder().build())))
                .hasMessageContaining("comp_mask");
    }

    @ParameterizedTest
    @CsvSource({"24, RLIMIT_NOFILE", "13, /dev/infiniband", "5, the device was removed"})
    void notesWhatAnErrorMeansForEachVerb(int errno, String note) {
        libibverbs.export("ibv_alloc_pd", arguments -> libibverbs.fail(errno));

        assertThat(refusal(context::allocPd)).hasMessageContaining(note);
    }

    private static VerbsException refusal(ThrowingCallable call) {
        return catchThrowableOfType(VerbsException.class, call);
    }

    private VerbsException refusal(QpCap cap) {
        return catchThrowableOfType(VerbsException.class, () -> pd.createQp(qp(cap)));
    }

    private QpInitAttr qp(QpCap cap) {
        return QpInitAttr.builder().sendCq(cq).recvCq(cq).cap(cap).build();
    }
}
