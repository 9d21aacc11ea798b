// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.FlowFlag;
import org.verbena.attr.MwType;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.ReregMrFlag;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.attr.WqType;
import org.verbena.core.model.DriverModels;
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.FlowRequest;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqChange;
import org.verbena.spi.model.WqRequest;
import org.verbena.tck.guide.GuidePage;

/** Checks that the page about flags has each flag, and that each accepted flag with an effect has a behaviour. */
class FlagTableTest {
    private static final String NONE = "–";
    private static final Set<String> WITHOUT_EFFECT = Set.of("no meaning", "ignored by the driver");
    private static final MrRequest REGION = region(AccessFlag.LOCAL_WRITE);
    private static final List<QpType> TYPES =
            List.of(QpType.RC, QpType.UC, QpType.UD, QpType.RAW_PACKET, QpType.XRC_SEND, QpType.XRC_RECV);
    private static final Flags<SendOp> NO_OPS = Flags.none(SendOp.class);
    private static final Flags<QpCreateFlag> NO_FLAGS = Flags.none(QpCreateFlag.class);
    private static final byte[] KEY = new byte[40];
    private static final QpCap SMALL = new QpCap(1, 1, 1, 1, 0);

    /** A row of the table. */
    private record Row(String object, String flag, String profiles, String effect, String behaviours) {
        static Row of(String line) {
            List<String> cells =
                    Stream.of(line.split("\\|")).skip(1).map(String::strip).toList();
            return new Row(cells.get(0), cells.get(1).replace("`", ""), cells.get(2), cells.get(3), cells.get(4));
        }

        String name() {
            return object + ' ' + flag;
        }
    }

    /** A flag of an object, with the profiles that accept it. */
    private record Flag(String object, Enum<?> constant, Set<String> profiles) {
        String name() {
            return object + ' ' + constant.name();
        }
    }

    private final List<Row> rows = GuidePage.read(Path.of("../docs/flags.md"))
            .text()
            .lines()
            .dropWhile(line -> !line.startsWith("| Object | Flag |"))
            .skip(2)
            .takeWhile(line -> line.startsWith("|"))
            .map(Row::of)
            .toList();

    private final List<Flag> flags = Stream.of(
                    of("region", AccessFlag.values(), FlagTableTest::granted),
                    of("region change", ReregMrFlag.values(), (model, flag) -> isGranted(model.reregMr(REGION))),
                    of(
                            "window",
                            AccessFlag.values(),
                            (model, flag) -> Stream.of(MwType.TYPE_1, MwType.TYPE_2)
                                    .anyMatch(type -> isGranted(model.allocMw(type)))),
                    of("queue pair access", AccessFlag.values(), (model, flag) -> true),
                    of("queue pair", QpCreateFlag.values(), FlagTableTest::granted),
                    of("send operation", SendOp.values(), FlagTableTest::granted),
                    of("send request", SendFlag.values(), (model, flag) -> true),
                    of("work queue", WqFlag.values(), FlagTableTest::granted),
                    of("work queue change", WqFlag.values(), FlagTableTest::changes),
                    of(
                            "completion queue",
                            CqCreateFlag.values(),
                            (model, flag) -> granted(
                                    model,
                                    CqInitAttr.builder()
                                            .wcFlags(WcFlag.BYTE_LEN)
                                            .flags(flag))),
                    of(
                            "completion field",
                            WcFlag.values(),
                            (model, flag) -> granted(model, CqInitAttr.builder().wcFlags(flag))),
                    of("hash field", RxHashField.values(), FlagTableTest::granted),
                    of("hash function", RxHashFunction.values(), (model, flag) -> granted(model, RxHashField.SRC_IPV4)),
                    of("flow rule", FlowFlag.values(), FlagTableTest::granted))
            .flatMap(stream -> stream)
            .toList();

    @Test
    void thePageHasEachFlagOnceInOrder() {
        assertThat(rows)
                .extracting(Row::name)
                .containsExactlyElementsOf(flags.stream().map(Flag::name).toList());
    }

    @Test
    void theProfilesAreThoseOfTheModels() {
        assertThat(flags)
                .allSatisfy(flag -> assertThat(rows)
                        .filteredOn(row -> row.name().equals(flag.name()))
                        .singleElement()
                        .satisfies(row -> assertThat(SimulatorFidelityTest.expanded(row.profiles()))
                                .as(row.name())
                                .containsExactlyInAnyOrderElementsOf(flag.profiles())));
    }

    @Test
    void anAcceptedFlagWithAnEffectHasABehaviour() {
        assertThat(rows)
                .filteredOn(row -> row.behaviours().equals(NONE))
                .allMatch(row -> row.profiles().equals("none") || WITHOUT_EFFECT.contains(row.effect()));
    }

    @Test
    void theBehavioursAreInTheKit() {
        Set<String> kit = SimulatorFidelityTest.kit();

        assertThat(rows)
                .filteredOn(row -> !row.behaviours().equals(NONE))
                .isNotEmpty()
                .allSatisfy(row ->
                        assertThat(row.behaviours().split(", ")).as(row.name()).allMatch(kit::contains));
    }

    private static <F extends Enum<F>> Stream<Flag> of(
            String object, F[] constants, BiPredicate<DriverModel, F> isAccepted) {
        return Stream.of(constants)
                .map(constant -> new Flag(
                        object,
                        constant,
                        DriverModels.all().stream()
                                .filter(model -> isAccepted.test(model, constant))
                                .map(DriverModel::name)
                                .collect(Collectors.toCollection(LinkedHashSet::new))));
    }

    private static boolean isGranted(Verdict<?> verdict) {
        return verdict instanceof Verdict.Granted;
    }

    private static MrRequest region(AccessFlag flag) {
        return new MrRequest(1 << 20, 4096, Flags.of(AccessFlag.LOCAL_WRITE, flag));
    }

    private static boolean granted(DriverModel model, AccessFlag flag) {
        return isGranted(model.regMr(region(flag)));
    }

    private static boolean granted(DriverModel model, QpCreateFlag flag) {
        return TYPES.stream()
                .anyMatch(type ->
                        isGranted(model.createQp(qp(type, QpInitAttr.Mask.CREATE_FLAGS, Flags.of(flag), NO_OPS))));
    }

    private static boolean granted(DriverModel model, SendOp operation) {
        return TYPES.stream()
                .anyMatch(type -> isGranted(
                        model.createQp(qp(type, QpInitAttr.Mask.SEND_OPS_FLAGS, NO_FLAGS, Flags.of(operation)))));
    }

    private static QpRequest qp(QpType type, QpInitAttr.Mask field, Flags<QpCreateFlag> flags, Flags<SendOp> ops) {
        return new QpRequest(
                true,
                type.value(),
                SMALL,
                true,
                type != QpType.XRC_SEND,
                Optional.empty(),
                Flags.of(QpInitAttr.Mask.PD, field),
                flags,
                0,
                OptionalInt.empty(),
                Optional.empty(),
                flags.contains(QpCreateFlag.SOURCE_QPN) ? 0x123456 : 0,
                ops);
    }

    /** Returns whether a model accepts a hash by a field with another, or with another and the addresses. */
    private static boolean granted(DriverModel model, RxHashField field) {
        return Stream.of(RxHashField.values())
                .flatMap(other -> Stream.of(
                        RxHashConf.toeplitz(KEY, field, other),
                        RxHashConf.toeplitz(KEY, field, other, RxHashField.SRC_IPV4, RxHashField.DST_IPV4)))
                .anyMatch(hash -> isGranted(model.createQp(new QpRequest(
                        true,
                        QpType.RAW_PACKET.value(),
                        QpCap.ZERO,
                        false,
                        false,
                        Optional.empty(),
                        Flags.of(QpInitAttr.Mask.PD, QpInitAttr.Mask.IND_TABLE, QpInitAttr.Mask.RX_HASH),
                        NO_FLAGS,
                        0,
                        OptionalInt.of(1),
                        Optional.of(hash),
                        0,
                        NO_OPS))));
    }

    private static boolean granted(DriverModel model, WqFlag flag) {
        return isGranted(model.createWq(
                new WqRequest(WqType.RQ.value(), 1, 1, Flags.of(flag), Flags.of(WqInitAttr.Mask.FLAGS))));
    }

    private static boolean changes(DriverModel model, WqFlag flag) {
        WqAttr change = WqAttr.builder().flags(flag).flagsMask(flag).build();
        return isGranted(model.modifyWq(new WqChange(WqState.RDY, change)));
    }

    private static boolean granted(DriverModel model, CqInitAttr.Builder request) {
        return isGranted(model.createCq(CqRequest.extended(request.cqe(1).build())));
    }

    private static boolean granted(DriverModel model, FlowFlag flag) {
        FlowAttr rule = FlowAttr.builder()
                .type(FlowAttrType.NORMAL)
                .port(1)
                .flags(Flags.of(flag))
                .build();
        return isGranted(model.createFlow(new FlowRequest(QpType.RAW_PACKET.value(), rule)));
    }
}
