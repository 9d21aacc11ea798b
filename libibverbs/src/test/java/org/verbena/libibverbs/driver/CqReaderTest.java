// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.verbena.libibverbs.driver.FakeContext.driver;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.TmInfo;
import org.verbena.error.Errno;
import org.verbena.libibverbs.FakeProvider;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;
import org.verbena.libibverbs.abi.CqStructs.IbvCqEx;
import org.verbena.libibverbs.abi.CqStructs.IbvCqInitAttrEx;
import org.verbena.libibverbs.abi.CqStructs.IbvPollCqAttr;
import org.verbena.libibverbs.abi.CqStructs.IbvWcTmInfo;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverCqReader;

/** Checks that completions are read in place, with the fields and functions of {@code struct ibv_cq_ex}. */
class CqReaderTest {
    /** A result register with all bits in use. Only the bits of the function's return type are valid. */
    private static final long REGISTER = 0xFEDC_BA98_8765_4321L;

    private final FakeContext fake = new FakeContext();
    private final Struct cqEx = fake.libibverbs.struct(512);

    static Stream<Arguments> fields() {
        return Stream.of(
                field(IbvCqEx.READ_OPCODE, DriverCqReader::opcode, (int) REGISTER),
                field(IbvCqEx.READ_VENDOR_ERR, DriverCqReader::vendorErr, 0x8765_4321L),
                field(IbvCqEx.READ_BYTE_LEN, DriverCqReader::byteLen, 0x8765_4321L),
                field(IbvCqEx.READ_IMM_DATA, DriverCqReader::immData, 0x2143_6587),
                field(IbvCqEx.READ_IMM_DATA, DriverCqReader::invalidatedRkey, 0x8765_4321L),
                field(IbvCqEx.READ_QP_NUM, DriverCqReader::qpNum, 0x8765_4321L),
                field(IbvCqEx.READ_SRC_QP, DriverCqReader::srcQp, 0x8765_4321L),
                field(IbvCqEx.READ_WC_FLAGS, DriverCqReader::wcFlags, (int) REGISTER),
                field(IbvCqEx.READ_SLID, DriverCqReader::slid, 0x8765_4321L),
                field(IbvCqEx.READ_SL, DriverCqReader::sl, 0x21),
                field(IbvCqEx.READ_DLID_PATH_BITS, DriverCqReader::dlidPathBits, 0x21),
                field(IbvCqEx.READ_COMPLETION_TS, DriverCqReader::completionTs, REGISTER),
                field(IbvCqEx.READ_COMPLETION_WALLCLOCK_NS, DriverCqReader::completionWallclockNs, REGISTER),
                field(IbvCqEx.READ_CVLAN, DriverCqReader::cvlan, 0x4321),
                field(IbvCqEx.READ_FLOW_TAG, DriverCqReader::flowTag, 0x8765_4321L),
                field(IbvCqEx.START_POLL, DriverCqReader::startPoll, (int) REGISTER),
                field(IbvCqEx.NEXT_POLL, DriverCqReader::nextPoll, (int) REGISTER));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void eachFieldHasAFunctionAndAWidth(CField function, ToLongFunction<DriverCqReader> field, long expected) {
        cqEx.put(function, fake.function(1, REGISTER));

        assertThat(field.applyAsLong(reader())).isEqualTo(expected);
        assertThat(fake.seen).containsExactly(cqEx.address());
    }

    @Test
    void wrIdAndStatusAreReadFromTheStruct() {
        cqEx.put(IbvCqEx.WR_ID, -5).put(IbvCqEx.STATUS, 12);

        assertThat(reader().wrId()).isEqualTo(-5);
        assertThat(reader().status()).isEqualTo(12);
    }

    @Test
    void thePollIsStartedWithoutOptions() {
        cqEx.put(IbvCqEx.START_POLL, fake.libibverbs.function(arguments -> {
            assertThat(fake.libibverbs.at(arguments[1]).get(IbvPollCqAttr.COMP_MASK))
                    .isZero();
            return Errno.ENOENT.number();
        }));

        assertThat(reader().startPoll()).isEqualTo(Errno.ENOENT.number());
    }

    @Test
    void thePollIsEnded() {
        cqEx.put(IbvCqEx.END_POLL, fake.function(1, 0));

        reader().endPoll();

        assertThat(fake.seen).containsExactly(cqEx.address());
    }

    @Test
    void tagMatchingInfoIsReadFromAStruct() {
        cqEx.put(IbvCqEx.READ_TM_INFO, fake.libibverbs.function(arguments -> {
            fake.libibverbs.at(arguments[1]).put(IbvWcTmInfo.TAG, -1).put(IbvWcTmInfo.PRIV, 9);
            return 0;
        }));

        assertThat(reader().tmInfo()).isEqualTo(new TmInfo(-1, 9));
    }

    @Test
    void aFieldThatWasNotAskedForIsNotRead() {
        DriverCqReader reader = reader();

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(reader::completionTs)
                .withMessageContaining("read_completion_ts");
    }

    @Test
    void aPlainQueueHasNoReader() {
        assertThat(driver(fake.cq(), DriverCq.class).reader()).isEmpty();
    }

    /** The next_poll of librxe is not called. It and end_poll both skip an entry of an empty queue; see RxeCqReader. */
    @Test
    void librxesNextPollIsNotCalled() {
        List<String> calls = new ArrayList<>();
        DriverCqReader reader = readerOfLibrxe(calls, 0, 0, Errno.ENOENT.number());

        assertThat(reader.startPoll()).isZero();
        assertThat(reader.nextPoll()).isZero();
        assertThat(reader.nextPoll()).isEqualTo(Errno.ENOENT.number());
        reader.endPoll();

        assertThat(calls).containsExactly("start", "end", "start", "end", "start");
    }

    /** The end_poll of librxe is not called after a poll of an empty queue, because the queue is not locked then. */
    @Test
    void librxesPollIsEndedOnlyOnce() {
        List<String> calls = new ArrayList<>();
        DriverCqReader reader = readerOfLibrxe(calls, 0, Errno.ENOENT.number(), Errno.ENOENT.number(), 0);

        assertThat(reader.startPoll()).isZero();
        assertThat(reader.nextPoll()).isEqualTo(Errno.ENOENT.number());
        assertThat(reader.nextPoll()).isEqualTo(Errno.ENOENT.number());
        assertThat(reader.nextPoll()).isZero();
        reader.endPoll();

        assertThat(calls).containsExactly("start", "end", "start", "start", "start", "end");
    }

    @Test
    void librxesPollMayEndEarly() {
        fake.libibverbs.driver("/usr/lib/libibverbs/librxe-rdmav34.so");
        cqEx.put(IbvCqEx.START_POLL, fake.function(1, 0)).put(IbvCqEx.END_POLL, fake.function(1, 0));
        DriverCqReader reader = reader();

        reader.startPoll();
        reader.endPoll();

        assertThat(fake.seen).containsExactly(cqEx.address(), cqEx.address());
    }

    /**
     * Queues of libmlx5 and libmlx4 are single-threaded, because reads then do not take the lock that posts take. Other
     * drivers may reject the flag.
     */
    @ParameterizedTest
    @CsvSource({
        "mlx5, 0, 0, 1, 1",
        "mlx5, 1, 2, 1, 3",
        "mlx5, 1, 1, 1, 1",
        "mlx5, 0, 2, 1, 1",
        "mlx4, 0, 0, 1, 1",
        "rxe, 0, 0, 0, 0",
        "efa, 0, 2, 0, 2",
        "hns, 1, 2, 1, 2"
    })
    void queuesOfDriversWhosePostsTakeTheirLockAreSingleThreaded(
            String name, long compMask, long flags, long passedCompMask, long passedFlags) {
        fake.libibverbs.driver("/usr/lib/libibverbs/lib%s-rdmav34.so".formatted(name));
        List<Long> passed = new ArrayList<>();
        fake.libibverbs.extend(VerbsContext.CREATE_CQ_EX, arguments -> {
            Struct request = fake.libibverbs.at(arguments[1]);
            passed.add(request.get(IbvCqInitAttrEx.COMP_MASK));
            passed.add(request.get(IbvCqInitAttrEx.FLAGS));
            return cqEx.address();
        });

        // The driver is detected when the device is opened.
        DeviceContext context =
                new FakeProvider(() -> fake.libibverbs).device("fake_0").open();
        context.createCqEx(CqInitAttr.builder()
                .cqe(1)
                .flags(Flags.ofMask(CqCreateFlag.class, flags))
                .compMask(Flags.ofMask(CqInitAttr.Mask.class, compMask))
                .build());

        assertThat(passed).containsExactly(passedCompMask, passedFlags);
    }

    /** Returns a reader of librxe. Its start_poll returns the given results in order; calls are added to the list. */
    private DriverCqReader readerOfLibrxe(List<String> calls, Integer... startPolls) {
        fake.libibverbs.driver("/usr/lib/libibverbs/librxe-rdmav34.so");
        Iterator<Integer> results = List.of(startPolls).iterator();
        cqEx.put(IbvCqEx.START_POLL, fake.libibverbs.function(arguments -> {
            calls.add("start");
            return results.next();
        }));
        cqEx.put(IbvCqEx.END_POLL, fake.libibverbs.function(arguments -> calls.add("end") ? 0 : -1));
        return reader();
    }

    private DriverCqReader reader() {
        fake.libibverbs.extend(VerbsContext.CREATE_CQ_EX, arguments -> cqEx.address());
        return driver(fake.context.createCqEx(CqInitAttr.builder().cqe(1).build()), DriverCq.class)
                .reader()
                .orElseThrow();
    }

    private static Arguments field(CField function, ToLongFunction<DriverCqReader> field, long expected) {
        return Arguments.of(function, field, expected);
    }
}
