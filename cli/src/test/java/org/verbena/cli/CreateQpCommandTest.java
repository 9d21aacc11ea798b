// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.grack.nanojson.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;
import org.verbena.QpInitAttr;
import org.verbena.RwqIndTableAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendOp;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

class CreateQpCommandTest {
    private static final VerbsException TOO_MANY = new VerbsException(
            "ibv_create_qp",
            Errno.EINVAL,
            "device fake0",
            new Diagnosis(List.of(
                    new Violation("max_send_wr", "40000", "32768", "at most max_qp_wr", "ibv_create_qp(3)"),
                    new Violation("max_send_sge", "99", "30", "at most max_sge", "ibv_create_qp(3)"))));

    private final FakeProvider fake = FakeProvider.hardware();

    @Test
    void printsRequestedGrantedAndQueried() {
        CliRun run = fake.run("create-qp", "--max-send-wr", "100", "--max-recv-wr=1", "--max-send-sge", "4");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualToNormalizingNewlines("""
                        fake0 of provider fake: ibv_create_qp gave qp_num 71

                                         requested  granted  queried
                        max_send_wr            100      128      127
                        max_recv_wr              1        4        4
                        max_send_sge             4        4        4
                        max_recv_sge             0        1        1
                        max_inline_data          0       60       60
                        """);
    }

    @Test
    void printsTheSameAsJson() {
        CliRun run = fake.run("create-qp", "--type", "uc", "--max-send-wr", "0x64", "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().strip())
                .isEqualTo("{\"provider\":\"fake\",\"device\":\"fake0\",\"op\":\"create_qp\","
                        + "\"requested\":{\"max_send_wr\":100,\"max_recv_wr\":0,\"max_send_sge\":0,\"max_recv_sge\":0,"
                        + "\"max_inline_data\":0},"
                        + "\"granted\":{\"max_send_wr\":128,\"max_recv_wr\":4,\"max_send_sge\":4,\"max_recv_sge\":1,"
                        + "\"max_inline_data\":60},"
                        + "\"queried\":{\"max_send_wr\":127,\"max_recv_wr\":4,\"max_send_sge\":4,\"max_recv_sge\":1,"
                        + "\"max_inline_data\":60},"
                        + "\"qp_num\":71}");
    }

    @Test
    void keepsUnsignedNumbersPositive() {
        when(fake.qp.grantedCap()).thenReturn(new QpCap(1, 1, 1, 1, 4294967292L));

        JsonObject json = fake.run("create-qp", "--max-inline-data", "4294967295", "--json")
                .json();

        assertThat(json.getObject("requested").getLong("max_inline_data")).isEqualTo(4294967295L);
        assertThat(json.getObject("granted").getLong("max_inline_data")).isEqualTo(4294967292L);
    }

    @Test
    void closesTheQueuePairBeforeTheContext() {
        fake.run("create-qp");

        InOrder order = inOrder(fake.qp, fake.context);
        order.verify(fake.qp).close();
        order.verify(fake.context).close();
    }

    @Test
    void passesTheOptionsToTheRequest() {
        fake.run(
                "create-qp",
                "--type",
                "UD",
                "--sig-all",
                "--srq",
                "--max-send-wr=1",
                "--max-recv-wr=2",
                "--max-send-sge=3",
                "--max-recv-sge=4",
                "--max-inline-data=5");

        QpInitAttr request = fake.plainRequest();
        assertThat(request.qpType()).isEqualTo(QpType.UD);
        assertThat(request.cap()).isEqualTo(new QpCap(1, 2, 3, 4, 5));
        assertThat(request.sqSigAll()).isTrue();
        assertThat(request.srq()).contains(fake.srq);
        assertThat(request.sendCq()).contains(fake.cq);
        assertThat(request.recvCq()).contains(fake.cq);
        assertThat(request.compMask().isEmpty()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void takesEveryTypeByEitherNameInAnyCase(QpType type) {
        fake.run("create-qp", "--ex", "--type", type.name().toLowerCase(Locale.ROOT));
        assertThat(fake.extendedRequest().qpType()).isEqualTo(type);

        FakeProvider other = FakeProvider.hardware();
        other.run("create-qp", "--ex", "--type", type.cName());
        assertThat(other.extendedRequest().qpType()).isEqualTo(type);
    }

    @Test
    void usesTheExtendedCallWithTheExOption() {
        JsonObject json = fake.run("create-qp", "--ex", "--json").json();

        assertThat(json.getString("op")).isEqualTo("create_qp_ex");
        assertThat(fake.extendedRequest().compMask()).isEqualTo(Flags.of(QpInitAttr.Mask.PD));
        assertThat(fake.extendedRequest().pd()).contains(fake.pd);
    }

    @Test
    void usesTheExtendedCallForExtendedAttributes() {
        fake.run(
                "create-qp",
                "--create-flags",
                "SOURCE_QPN,0x1",
                "--send-ops",
                "send,IBV_QP_EX_WITH_RDMA_WRITE",
                "--max-tso-header",
                "65535",
                "--source-qpn",
                "4294967295");

        QpInitAttr request = fake.extendedRequest();
        assertThat(request.createFlags().mask()).isEqualTo(QpCreateFlag.SOURCE_QPN.mask() | 1);
        assertThat(request.sendOpsFlags()).isEqualTo(Flags.of(SendOp.SEND, SendOp.RDMA_WRITE));
        assertThat(request.maxTsoHeader()).isEqualTo(65535);
        assertThat(request.sourceQpn()).isEqualTo(4294967295L);
        assertThat(request.compMask().known())
                .containsExactlyInAnyOrder(
                        QpInitAttr.Mask.PD,
                        QpInitAttr.Mask.CREATE_FLAGS,
                        QpInitAttr.Mask.MAX_TSO_HEADER,
                        QpInitAttr.Mask.SEND_OPS_FLAGS);
    }

    @Test
    void passesAnExplicitCompMaskUnchanged() {
        fake.run("create-qp", "--comp-mask", "PD,0x80000000");

        assertThat(fake.extendedRequest().compMask().mask()).isEqualTo(0x8000_0001L);
    }

    @Test
    void opensAnXrcDomainForAnXrcTarget() {
        fake.run("create-qp", "--type", "XRC_RECV");

        QpInitAttr request = fake.extendedRequest();
        assertThat(request.xrcd()).contains(fake.xrcd);
        assertThat(request.compMask()).isEqualTo(Flags.of(QpInitAttr.Mask.XRCD));
        assertThat(request.sendCq()).isEmpty();
    }

    @Test
    void makesAnIndirectionTableForReceiveSideScaling() {
        fake.run("create-qp", "--type=RAW_PACKET", "--rss-wqs=4", "--rx-hash-fields=SRC_IPV4,INNER");

        ArgumentCaptor<RwqIndTableAttr> table = ArgumentCaptor.forClass(RwqIndTableAttr.class);
        verify(fake.context).createRwqIndTable(table.capture());
        assertThat(table.getValue().indTbl()).hasSize(4).containsOnly(fake.wq);
        QpInitAttr request = fake.extendedRequest();
        assertThat(request.rwqIndTbl()).contains(fake.table);
        assertThat(request.rxHashConf())
                .contains(RxHashConf.toeplitz(new byte[40], RxHashField.SRC_IPV4, RxHashField.INNER));
        assertThat(request.sendCq()).isEmpty();
    }

    @Test
    void acceptsAHashWithoutAnIndirectionTable() {
        fake.run("create-qp", "--rx-hash-function=0x80", "--rx-hash-key-length=255");

        QpInitAttr request = fake.extendedRequest();
        assertThat(request.rwqIndTbl()).isEmpty();
        assertThat(request.rxHashConf())
                .contains(RxHashConf.of(
                        Flags.ofMask(RxHashFunction.class, 0x80), new byte[255], Flags.none(RxHashField.class)));
    }

    @Test
    void refusesATableSizeThatIsNotAPowerOfTwo() {
        CliRun run = fake.run("create-qp", "--rss-wqs", "3", "--json");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.json().getObject("error").getArray("violations").getObject(0))
                .containsEntry("attribute", "ind_tbl")
                .containsEntry("requested", "3 work queues")
                .containsEntry("limit", "1, 2, 4, 8 ...");
        verify(fake.context, times(1)).close();
    }

    @Test
    void omitsTheQueriedColumnIfTheQueryFails() {
        when(fake.qp.query())
                .thenThrow(new VerbsException("ibv_query_qp", Errno.EOPNOTSUPP, "queue pair 71", Diagnosis.UNKNOWN));

        CliRun text = fake.run("create-qp");
        JsonObject json = fake.run("create-qp", "--json").json();

        assertThat(text.exitCode()).isZero();
        assertThat(text.out())
                .contains("requested  granted\n")
                .contains("Not queried: ibv_query_qp on queue pair 71 failed with EOPNOTSUPP (95)");
        assertThat(json.isNull("queried")).isTrue();
        assertThat(json.getObject("query_error"))
                .containsEntry("verb", "ibv_query_qp")
                .containsEntry("errno", "EOPNOTSUPP");
    }

    @Test
    void printsTheViolatedLimitsOfARefusal() {
        when(fake.pd.createQp(any())).thenThrow(TOO_MANY);

        CliRun run = fake.run("create-qp", "--max-send-wr", "40000");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualToNormalizingNewlines("""
                        verbena create-qp: ibv_create_qp on device fake0 failed with EINVAL (22)

                          max_send_wr = 40000, limit 32768
                            at most max_qp_wr
                            [ibv_create_qp(3)]

                          max_send_sge = 99, limit 30
                            at most max_sge
                            [ibv_create_qp(3)]
                        """);
        verify(fake.context).close();
    }

    @Test
    void printsTheViolatedLimitsOfARefusalAsJson() {
        when(fake.pd.createQp(any())).thenThrow(TOO_MANY);

        CliRun run = fake.run("create-qp", "--max-send-wr", "40000", "--max-send-sge", "99", "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        JsonObject json = run.json();
        assertThat(json.keySet()).containsExactly("provider", "device", "op", "requested", "error");
        assertThat(json).containsEntry("provider", "fake").containsEntry("device", "fake0");
        assertThat(json.getObject("requested")).containsEntry("max_send_wr", 40000);
        JsonObject error = json.getObject("error");
        assertThat(error.keySet()).containsExactly("verb", "errno", "message", "violations");
        assertThat(error)
                .containsEntry("verb", "ibv_create_qp")
                .containsEntry("errno", "EINVAL")
                .containsEntry("message", TOO_MANY.getMessage());
        assertThat(error.getArray("violations")).hasSize(2);
        assertThat(error.getArray("violations").getObject(1))
                .containsExactly(
                        Map.entry("attribute", "max_send_sge"),
                        Map.entry("requested", "99"),
                        Map.entry("limit", "30"),
                        Map.entry("rule", "at most max_sge"),
                        Map.entry("source", "ibv_create_qp(3)"));
    }

    @Test
    void reportsAQueuePairThatCannotBeDestroyed() {
        doThrow(new VerbsException("ibv_destroy_qp", Errno.EBUSY, "queue pair 71", Diagnosis.UNKNOWN))
                .when(fake.qp)
                .close();

        CliRun run = fake.run("create-qp");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("ibv_destroy_qp on queue pair 71 failed with EBUSY (16)");
    }
}
