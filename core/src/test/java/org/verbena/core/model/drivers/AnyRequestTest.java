// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.TmCap;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.core.model.DriverModels;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqChange;
import org.verbena.spi.model.WqRequest;

/** Tests that a model answers every request that C can express, and gives a reason for every refusal. */
class AnyRequestTest {
    private static final int ROUNDS = 10_000;
    private static final List<SrqType> SRQ_TYPES = List.of(SrqType.BASIC, SrqType.XRC, SrqType.TM);
    private static final List<Long> LARGEST_TABLE =
            LongStream.range(0, 1 << 15).boxed().toList();

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private int granted;

    @BeforeEach
    void printSeed() {
        System.out.println("Random requests from seed " + seed);
    }

    static Stream<DriverModel> models() {
        return DriverModels.all().stream();
    }

    @ParameterizedTest
    @MethodSource("models")
    void isAnswered(DriverModel model) {
        for (int i = 0; i < ROUNDS; i++) {
            sound(model.createQp(qp()));
            sound(model.createCq(cq()));
            sound(model.resizeCq(random.nextInt(), random.nextInt()));
            sound(model.createSrq(new SrqRequest(
                    random.nextBoolean(),
                    srqAttr(),
                    random.nextInt(4),
                    Flags.ofMask(SrqInitAttr.Mask.class, random.nextInt(1 << 6)),
                    new TmCap(number(), number()))));
            sound(model.modifySrq(
                    new SrqChange(srqAttr(), srqAttr(), Flags.ofMask(SrqAttr.Mask.class, random.nextInt(8)))));
            sound(model.createWq(new WqRequest(
                    random.nextInt(2),
                    number(),
                    number(),
                    Flags.ofMask(WqFlag.class, random.nextInt(1 << 6)),
                    Flags.ofMask(WqInitAttr.Mask.class, random.nextInt(4)))));
            sound(model.modifyWq(new WqChange(WqState.of(random.nextInt(3)), wqAttr())));
            sound(model.createRwqIndTable(new RwqIndTableRequest(wqNums(), random.nextInt(2))));
            sound(model.modifyQp(new QpChange(random.nextInt(12), false, qpAttr(), qpAttr())));
            sound(model.regMr(new MrRequest(
                    random.nextLong(), number(), Flags.ofMask(AccessFlag.class, random.nextInt(1 << 11)))));
        }
        assertThat(granted).as("granted requests").isPositive();
    }

    @Test
    void theSpecModelGrantsAtLeastTheRequest() {
        DriverModel spec = DriverModels.find("spec").orElseThrow();
        for (int i = 0; i < ROUNDS; i++) {
            QpRequest request = qp();
            if (request.srq().isEmpty() && spec.createQp(request) instanceof Verdict.Granted<QpGrant> answer) {
                QpCap cap = answer.grant().granted();
                assertThat(cap.maxSendWr()).isGreaterThanOrEqualTo(request.cap().maxSendWr());

                assertThat(cap.maxInlineData())
                        .isGreaterThanOrEqualTo(request.cap().maxInlineData());
            }
        }
    }

    private void sound(Verdict<?> verdict) {
        if (verdict instanceof Verdict.Refused<?> refused) {
            assertThat(refused.violations()).isNotEmpty();
        } else {
            granted++;
        }
    }

    private QpRequest qp() {
        boolean extended = random.nextBoolean();
        int mask = random.nextInt(4) == 0 ? random.nextInt(1 << 8) : 1 << random.nextInt(2);
        return new QpRequest(
                extended,
                random.nextInt(12),
                new QpCap(number(), number(), number(), number(), number()),
                random.nextInt(8) != 0,
                random.nextInt(8) != 0,
                random.nextInt(4) == 0 ? Optional.of(SRQ_TYPES.get(random.nextInt(3))) : Optional.empty(),
                Flags.ofMask(QpInitAttr.Mask.class, extended ? mask : 1),
                Flags.ofMask(QpCreateFlag.class, random.nextInt(1 << 13)),
                random.nextInt(1 << 16),
                random.nextBoolean() ? OptionalInt.of(random.nextInt(14)) : OptionalInt.empty(),
                random.nextBoolean() ? Optional.of(hash()) : Optional.empty(),
                number(),
                Flags.ofMask(SendOp.class, random.nextInt(1 << 13)));
    }

    private RxHashConf hash() {
        return RxHashConf.of(
                Flags.ofMask(RxHashFunction.class, random.nextInt(4)),
                new byte[random.nextInt(64)],
                Flags.ofMask(RxHashField.class, random.nextInt(1 << 10)));
    }

    private CqRequest cq() {
        return new CqRequest(
                random.nextBoolean(),
                random.nextInt() >> random.nextInt(31),
                random.nextInt(16) - 2,
                Flags.ofMask(WcFlag.class, random.nextInt(1 << 13)),
                Flags.ofMask(CqCreateFlag.class, random.nextInt(8)),
                Flags.ofMask(CqInitAttr.Mask.class, random.nextInt(8)));
    }

    private SrqAttr srqAttr() {
        return new SrqAttr(number(), number(), number());
    }

    private WqAttr wqAttr() {
        return WqAttr.builder()
                .wqStateCode(random.nextInt(5))
                .currWqStateCode(random.nextInt(5))
                .flagsMask(Flags.ofMask(WqFlag.class, random.nextInt(1 << 6)))
                .attrMask(Flags.ofMask(WqAttr.Mask.class, random.nextInt(1 << 4)))
                .build();
    }

    /** Returns a random list of numbers, short more often than long, because a request copies the list. */
    private List<Long> wqNums() {
        return LARGEST_TABLE.subList(0, 1 << random.nextInt(random.nextInt(16) + 1));
    }

    private QpAttr qpAttr() {
        return QpAttr.builder()
                .qpStateCode(random.nextInt(8))
                .curQpStateCode(random.nextInt(8))
                .pathMtuCode(random.nextInt(8))
                .portNum(random.nextInt(256))
                .timeout(random.nextInt(256))
                .maxRdAtomic(random.nextInt(256))
                .maxDestRdAtomic(random.nextInt(256))
                .attrMask(Flags.ofMask(QpAttr.Mask.class, random.nextInt(4) == 0 ? random.nextInt(1 << 26) : 1))
                .build();
    }

    /** Returns a random number of at most 32 bits, small more often than large. */
    private long number() {
        return (random.nextInt() & 0xFFFF_FFFFL) >> random.nextInt(33);
    }
}
