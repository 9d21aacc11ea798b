// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.CompletionQueue;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.FlowFlag;
import org.verbena.attr.FlowSpec;
import org.verbena.attr.FlowSpecType;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;
import org.verbena.libibverbs.abi.FlowStructs.IbvFlowAttr;
import org.verbena.libibverbs.abi.FlowStructs.IbvFlowSpec;
import org.verbena.libibverbs.abi.Struct;

/** Checks that a flow rule and its specifications have the layout of verbs.h. */
class FlowRuleTest {
    private static final CField COMP_MASK = new CField(0, CField.Type.U32, Integer.BYTES);

    private final FakeContext fake = new FakeContext();
    private final CompletionQueue cq = fake.cq();
    private final QueuePair qp = queuePair();

    /** A complete copy of the rule that C received. */
    private byte[] rule = {};

    private QueuePair queuePair() {
        fake.libibverbs.export(
                "ibv_create_qp", arguments -> fake.libibverbs.struct(256).address());
        return fake.context
                .allocPd()
                .createQp(QpInitAttr.builder()
                        .qpType(QpType.RAW_PACKET)
                        .sendCq(cq)
                        .recvCq(cq)
                        .build());
    }

    private Struct create(FlowAttr attr) {
        Struct[] seen = new Struct[1];
        fake.libibverbs.extend(VerbsContext.IBV_CREATE_FLOW, arguments -> {
            assertThat(arguments[0]).isEqualTo(FakeContext.pointer(qp));
            seen[0] = fake.libibverbs.at(arguments[1]);
            rule = new byte[Math.toIntExact(fake.libibverbs.room(arguments[1]))];
            fake.libibverbs.memory().get(arguments[1], rule);
            return fake.libibverbs.struct(64).address();
        });
        fake.libibverbs.extend(VerbsContext.IBV_DESTROY_FLOW, arguments -> 0);
        qp.createFlow(attr).close();
        assertThat(seen[0]).isNotNull();
        return seen[0];
    }

    @Test
    void aRuleWithoutSpecificationsIsItsHeader() {
        Struct seen = create(FlowAttr.builder()
                .type(FlowAttrType.MC_DEFAULT)
                .priority(0xABCD)
                .port(200)
                .flags(Flags.of(FlowFlag.DONT_TRAP))
                .build());

        assertThat(seen.get(COMP_MASK)).isZero();
        assertThat(seen.get(IbvFlowAttr.TYPE)).isEqualTo(2);
        assertThat(seen.get(IbvFlowAttr.FLOW_SIZE)).isEqualTo(20);
        assertThat(seen.get(IbvFlowAttr.PRIORITY)).isEqualTo(0xABCD);
        assertThat(seen.get(IbvFlowAttr.NUM_OF_SPECS)).isZero();
        assertThat(seen.get(IbvFlowAttr.PORT)).isEqualTo(200);
        assertThat(seen.get(IbvFlowAttr.FLAGS)).isEqualTo(2);
        assertThat(rule).hasSize(20);
    }

    /** A specification has the size of its struct in verbs.h. The parameter {@code at} is the offset of {@code val}. */
    @ParameterizedTest
    @CsvSource({
        "ETH, 40, 6",
        "IPV4, 24, 8",
        "IPV6, 88, 8",
        "IPV4_EXT, 32, 8",
        "ESP, 24, 8",
        "TCP, 16, 6",
        "UDP, 16, 6",
        "VXLAN_TUNNEL, 16, 8",
        "GRE, 24, 8",
        "MPLS, 16, 8",
        "ACTION_TAG, 12, 8",
        "ACTION_DROP, 8, 8"
    })
    void aSpecificationIsTheStructOfItsType(FlowSpecType type, int size, int at) {
        byte[] value = numbered(100, valueLength(type));
        byte[] mask = numbered(1, type.name().startsWith("ACTION") ? 0 : value.length);

        create(FlowAttr.builder().spec(FlowSpec.of(type, value, mask)).build());

        Struct spec = fake.libibverbs.struct(64);
        fake.libibverbs.memory().put(spec.address(), Arrays.copyOfRange(rule, 20, 26));
        assertThat(spec.get(IbvFlowSpec.HDR_TYPE)).isEqualTo(type.value());
        assertThat(spec.get(IbvFlowSpec.HDR_SIZE)).isEqualTo(size);
        assertThat(rule).hasSize(20 + size);
        assertThat(Arrays.copyOfRange(rule, 20 + at, 20 + at + value.length)).isEqualTo(value);
        assertThat(Arrays.copyOfRange(rule, 20 + at + value.length, 20 + at + value.length + mask.length))
                .isEqualTo(mask);
    }

    private static int valueLength(FlowSpecType type) {
        return switch (type) {
            case ETH -> 16;
            case IPV6 -> 40;
            case IPV4_EXT -> 12;
            case IPV4, ESP, GRE -> 8;
            case TCP, UDP, VXLAN_TUNNEL, MPLS, ACTION_TAG -> 4;
            case ACTION_DROP -> 0;
        };
    }

    private static byte[] numbered(int first, int length) {
        byte[] bytes = new byte[length];
        IntStream.range(0, length).forEach(i -> bytes[i] = (byte) (first + i));
        return bytes;
    }

    @Test
    void specificationsFollowEachOther() {
        Struct seen = create(FlowAttr.builder()
                .spec(FlowSpec.ethDst(new byte[6]))
                .spec(FlowSpec.udp(OptionalInt.empty(), OptionalInt.of(4791)))
                .spec(FlowSpec.of(FlowSpecType.ACTION_DROP, new byte[0], new byte[0]))
                .build());

        assertThat(seen.get(IbvFlowAttr.NUM_OF_SPECS)).isEqualTo(3);
        assertThat(seen.get(IbvFlowAttr.FLOW_SIZE)).isEqualTo(20 + 40 + 16 + 8);
        assertThat(type(seen, 20)).isEqualTo(FlowSpecType.ETH.value());
        assertThat(type(seen, 20 + 40)).isEqualTo(FlowSpecType.UDP.value());
        assertThat(type(seen, 20 + 40 + 16)).isEqualTo(FlowSpecType.ACTION_DROP.value());
        assertThat(Arrays.copyOfRange(rule, 66, 70)).containsExactly(0x12, 0xB7, 0, 0);
    }

    private long type(Struct seen, int offset) {
        return fake.libibverbs.at(seen.address() + offset).get(IbvFlowSpec.HDR_TYPE);
    }

    @Test
    void aRefusedRuleDoesNotKeepTheQueuePairOpen() {
        fake.libibverbs.extend(
                VerbsContext.IBV_CREATE_FLOW, arguments -> fake.libibverbs.fail(Errno.EOPNOTSUPP.number()));

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> qp.createFlow(FlowAttr.builder().build()))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP));
        qp.close();
    }
}
