// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.verbena.QpInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendOp;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.DeviceStructs.IbvDeviceAttr;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.QpStructs.IbvQpAttr;
import org.verbena.libibverbs.abi.QpStructs.IbvQpInitAttrEx;
import org.verbena.libibverbs.abi.QpStructs.IbvRxHashConf;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverQp;
import org.verbena.spi.model.QpRequest;

class MarshalTest {
    private final FakeLibibverbs memory = new FakeLibibverbs();
    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    @BeforeEach
    void printSeed() {
        System.out.println("seed " + seed);
    }

    @RepeatedTest(20)
    void queuePairAttributesAreWrittenAndReadUnchanged() {
        Flags<QpAttr.Mask> mask = Flags.ofMask(QpAttr.Mask.class, uint32());
        QpAttr attr = QpAttr.builder()
                .qpStateCode(random.nextInt())
                .curQpStateCode(random.nextInt())
                .pathMtuCode(random.nextInt())
                .pathMigStateCode(random.nextInt())
                .qkey(uint32())
                .rqPsn(uint32())
                .sqPsn(uint32())
                .destQpNum(uint32())
                .qpAccessFlags(Flags.ofMask(AccessFlag.class, uint32()))
                .cap(new QpCap(uint32(), uint32(), uint32(), uint32(), uint32()))
                .ahAttr(address())
                .altAhAttr(address())
                .pkeyIndex(random.nextInt(1 << 16))
                .altPkeyIndex(random.nextInt(1 << 16))
                .enSqdAsyncNotify(uint8())
                .sqDraining(uint8())
                .maxRdAtomic(uint8())
                .maxDestRdAtomic(uint8())
                .minRnrTimer(uint8())
                .portNum(uint8())
                .timeout(uint8())
                .retryCnt(uint8())
                .rnrRetry(uint8())
                .altPortNum(uint8())
                .altTimeout(uint8())
                .rateLimit(uint32())
                .attrMask(mask)
                .build();
        Struct struct = memory.struct(IbvQpAttr.SIZE);

        QpAttrs.write(struct, attr);

        assertThat(QpAttrs.read(struct, mask)).usingRecursiveComparison().isEqualTo(attr);
    }

    @Test
    void everyFieldOfARequestIsWrittenToTheStruct() {
        byte[] key = {1, 2, 3, -4};
        QpInitAttr attr = QpInitAttr.builder()
                .cap(new QpCap(1, 2, 3, 4, 0xFFFF_FFFFL))
                .qpTypeCode(255)
                .sqSigAll(true)
                .createFlags(QpCreateFlag.SOURCE_QPN)
                .maxTsoHeader(0xFFFF)
                .rxHashConf(RxHashConf.of(
                        Flags.of(RxHashFunction.TOEPLITZ), key, Flags.of(RxHashField.INNER, RxHashField.SRC_IPV4)))
                .sourceQpn(0xFF_FFFF)
                .sendOpsFlags(Flags.ofMask(SendOp.class, 1L << 63))
                .compMask(Flags.ofMask(QpInitAttr.Mask.class, 0xFFFF_FFFFL))
                .build();

        Optional<DriverCq> noCq = Optional.empty();
        DriverQp.Init init = new DriverQp.Init(
                QpRequest.extended(attr),
                true,
                Optional.empty(),
                noCq,
                noCq,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());

        try (Frame frame = new Frame(memory)) {
            Struct struct = QpMarshal.extended(frame, init);

            assertThat(CapMarshal.readQpCap(struct.inner(IbvQpInitAttrEx.CAP))).isEqualTo(attr.cap());
            assertThat(struct.get(IbvQpInitAttrEx.QP_TYPE)).isEqualTo(255);
            assertThat(struct.get(IbvQpInitAttrEx.SQ_SIG_ALL)).isEqualTo(1);
            assertThat(struct.get(IbvQpInitAttrEx.COMP_MASK)).isEqualTo(0xFFFF_FFFFL);
            assertThat(struct.get(IbvQpInitAttrEx.CREATE_FLAGS)).isEqualTo(1 << 10);
            assertThat(struct.get(IbvQpInitAttrEx.MAX_TSO_HEADER)).isEqualTo(0xFFFF);
            assertThat(struct.get(IbvQpInitAttrEx.SOURCE_QPN)).isEqualTo(0xFF_FFFF);
            assertThat(struct.get(IbvQpInitAttrEx.SEND_OPS_FLAGS)).isEqualTo(1L << 63);
            assertThat(struct.get(IbvQpInitAttrEx.SEND_CQ)).isZero();
            assertThat(struct.get(IbvQpInitAttrEx.PD)).isZero();

            Struct hash = struct.inner(IbvQpInitAttrEx.RX_HASH_CONF);
            assertThat(hash.get(IbvRxHashConf.RX_HASH_FUNCTION)).isEqualTo(1);
            assertThat(hash.get(IbvRxHashConf.RX_HASH_FIELDS_MASK)).isEqualTo((1L << 31) | 1);
            assertThat(hash.get(IbvRxHashConf.RX_HASH_KEY_LEN)).isEqualTo(key.length);
            assertThat(memory.at(hash.get(IbvRxHashConf.RX_HASH_KEY))
                            .bytes(new CField(0, CField.Type.BLOCK, key.length)))
                    .isEqualTo(key);
        }
    }

    @Test
    void numbersInNetworkOrderAreConverted() {
        Struct struct = memory.struct(IbvDeviceAttr.SIZE)
                .put(IbvDeviceAttr.NODE_GUID, Long.reverseBytes(0x0C42_A103_0065_A1E0L))
                .put(IbvDeviceAttr.DEVICE_CAP_FLAGS, 0xFFFF_FFFFL)
                .put(IbvDeviceAttr.MAX_MR_SIZE, -1);

        assertThat(DeviceAttrs.read(struct).nodeGuid()).isEqualTo(0x0C42_A103_0065_A1E0L);
        assertThat(DeviceAttrs.read(struct).deviceCapFlags().mask()).isEqualTo(0xFFFF_FFFFL);
        assertThat(DeviceAttrs.read(struct).maxMrSize()).isEqualTo(-1);
    }

    @Test
    void aFirmwareVersionMayFillItsArray() {
        Struct struct = memory.struct(IbvDeviceAttr.SIZE);
        assertThat(DeviceAttrs.read(struct).fwVer()).isEmpty();

        struct.put(IbvDeviceAttr.FW_VER, "7".repeat(64).getBytes()).put(IbvDeviceAttr.NODE_GUID, -1);

        assertThat(DeviceAttrs.read(struct).fwVer()).isEqualTo("7".repeat(64));
    }

    private AhAttr address() {
        AhAttr.Builder builder = AhAttr.builder()
                .dlid(random.nextInt(1 << 16))
                .sl(uint8())
                .srcPathBits(uint8())
                .staticRate(uint8())
                .portNum(uint8());
        if (random.nextBoolean()) {
            byte[] gid = new byte[Gid.LENGTH];
            random.nextBytes(gid);
            builder.grh(new GlobalRoute(Gid.of(gid), uint32(), uint8(), uint8(), uint8()));
        }
        return builder.build();
    }

    private long uint32() {
        return Integer.toUnsignedLong(random.nextInt());
    }

    private int uint8() {
        return random.nextInt(256);
    }
}
