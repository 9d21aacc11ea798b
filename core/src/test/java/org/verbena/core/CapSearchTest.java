// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.CompletionQueue;
import org.verbena.Explanation;
import org.verbena.QpInitAttr;
import org.verbena.attr.CapMax;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCapField;
import org.verbena.attr.QpType;
import org.verbena.core.model.DriverModels;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.spi.model.DriverModel;

class CapSearchTest {
    private static final long UINT32_MAX = 0xFFFF_FFFFL;
    private static final QpCap SMALL = new QpCap(1, 1, 1, 1, 0);

    private final CompletionQueue cq = mock(CompletionQueue.class);

    static Stream<Arguments> modelsAndFields() {
        return DriverModels.all().stream()
                .flatMap(model -> Arrays.stream(QpCapField.values()).map(field -> Arguments.of(model, field)));
    }

    /** The search assumes that a driver grants every value up to the answer, and no value above it. */
    @ParameterizedTest
    @MethodSource("modelsAndFields")
    void everythingUpToTheAnswerIsGrantedAndNothingAbove(DriverModel model, QpCapField field) {
        long seed = System.nanoTime();
        int answers = 0;
        for (QpType type : new QpType[] {QpType.RC, QpType.UC, QpType.UD, QpType.RAW_PACKET}) {
            if (search(model, field, request(type, SMALL)) instanceof Explanation.Granted<CapMax> found) {
                long max = found.grant().requested();
                assertThat(explain(model, request(type, field.set(SMALL, max))))
                        .isEqualTo(new Explanation.Granted<>(found.grant().granted()));
                if (max > 1) {
                    new SplittableRandom(seed)
                            .longs(100, 1, max)
                            .forEach(value -> assertThat(explain(model, request(type, field.set(SMALL, value))))
                                    .as("%s %s = %d of at most %d, seed %d", type, field.cName(), value, max, seed)
                                    .isInstanceOf(Explanation.Granted.class));
                }
                if (max < UINT32_MAX) {
                    LongStream.of(max + 1, 2 * max + 1, UINT32_MAX)
                            .map(value -> Math.min(value, UINT32_MAX))
                            .forEach(value -> assertThat(explain(model, request(type, field.set(SMALL, value))))
                                    .as("%s %s = %d of at most %d", type, field.cName(), value, max)
                                    .isInstanceOf(Explanation.Refused.class));
                }
                answers++;
            }
        }
        assertThat(answers).as("types with a maximum %s", field.cName()).isPositive();
    }

    @Test
    void startsAtOneWhereZeroIsRefused() {
        Explanation<CapMax> found = search(attr -> onlyFromTo(attr, 1, 7), SMALL.withMaxSendWr(100));

        assertThat(found)
                .isEqualTo(new Explanation.Granted<>(
                        new CapMax(QpCapField.MAX_SEND_WR, 7, SMALL.withMaxSendWr(7), false)));
    }

    @Test
    void startsAtTheValueOfTheRequest() {
        Explanation<CapMax> found = search(attr -> onlyFromTo(attr, 32, 100), SMALL.withMaxSendWr(32));

        assertThat(found.map(CapMax::requested)).isEqualTo(new Explanation.Granted<>(100L));
    }

    @Test
    void findsTheEndOfTheRange() {
        assertThat(search(attr -> onlyFromTo(attr, 0, UINT32_MAX), SMALL).map(CapMax::requested))
                .isEqualTo(new Explanation.Granted<>(UINT32_MAX));
        assertThat(search(attr -> onlyFromTo(attr, 0, 0), SMALL).map(CapMax::requested))
                .isEqualTo(new Explanation.Granted<>(0L));
    }

    @Test
    void reportsTheRefusalIfNoValueIsGranted() {
        Explanation.Refused<QpCap> refused = new Explanation.Refused<>(Errno.EPERM, Diagnosis.UNKNOWN);

        assertThat(search(attr -> refused, SMALL)).isEqualTo(new Explanation.Refused<>(Errno.EPERM, Diagnosis.UNKNOWN));
    }

    private static Explanation<QpCap> onlyFromTo(QpInitAttr attr, long from, long to) {
        long asked = attr.cap().maxSendWr();
        return asked >= from && asked <= to
                ? new Explanation.Granted<>(attr.cap())
                : new Explanation.Refused<>(Errno.EINVAL, Diagnosis.UNKNOWN);
    }

    private Explanation<CapMax> search(Function<QpInitAttr, Explanation<QpCap>> probe, QpCap base) {
        return new CapSearch(QpCapField.MAX_SEND_WR, request(QpType.RC, base), false, probe).run();
    }

    private static Explanation<CapMax> search(DriverModel model, QpCapField field, QpInitAttr base) {
        return new CapSearch(field, base, false, attr -> explain(model, attr)).run();
    }

    private static Explanation<QpCap> explain(DriverModel model, QpInitAttr attr) {
        return ModelQuery.createQp(attr).apply(model).explanation();
    }

    private QpInitAttr request(QpType type, QpCap cap) {
        return QpInitAttr.builder().qpType(type).sendCq(cq).recvCq(cq).cap(cap).build();
    }
}
