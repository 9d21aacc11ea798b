// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.error.VerbsException;
import org.verbena.itests.fuzz.calls.Numbers;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.FakeProvider;

/**
 * Fuzzes any number of completions with any status, opcode and flags. The C library writes them into an array or
 * returns them in place.
 *
 * <p>A program that polls and reads in any order gets values or documented errors. The C library holds its lock exactly
 * while a thread reads.
 */
public class CompletionsFuzz {
    private static final int MOST_STEPS = 48;
    private static final int MOST_COMPLETIONS = 8;

    private static final List<ToLongFunction<CompletionQueueEx>> READS = List.of(
            CompletionQueueEx::wrId,
            queue -> known(queue.status(), queue.statusCode(), WcStatus::value),
            CompletionQueueEx::opcodeCode,
            queue -> queue.opcode().ordinal(),
            queue -> unsigned(queue.vendorErr(), 32),
            queue -> queue.completionFlags(),
            queue -> queue.has(CompletionFlag.WITH_IMM) ? 1 : 0,
            queue -> unsigned(queue.byteLen(), 32),
            CompletionQueueEx::immData,
            queue -> unsigned(queue.invalidatedRkey(), 32),
            queue -> unsigned(queue.qpNum(), 32),
            queue -> unsigned(queue.srcQp(), 32),
            queue -> unsigned(queue.slid(), 32),
            queue -> unsigned(queue.sl(), 8),
            queue -> unsigned(queue.dlidPathBits(), 8),
            CompletionQueueEx::completionTs,
            CompletionQueueEx::completionWallclockNs,
            queue -> unsigned(queue.cvlan(), 16),
            queue -> unsigned(queue.flowTag(), 32),
            queue -> queue.tmInfo().hashCode());

    @FuzzTest
    void noInputDoesHarm(byte[] input) {
        Numbers numbers = new Numbers(input);
        FakeLibibverbs library = new FakeLibibverbs();
        if (numbers.below(2) != 0) {
            library.driver("/usr/lib/libibverbs/librxe-rdmav34.so");
        }
        PolledInC polled = new PolledInC(library, numbers);
        polled.implement();
        try (DeviceContext context =
                new FakeProvider(() -> library).device("fake_0").open()) {
            CqInitAttr attr = CqInitAttr.builder()
                    .cqe(MOST_COMPLETIONS)
                    .wcFlags(Flags.ofMask(WcFlag.class, numbers.uint16()))
                    .build();
            CompletionQueueEx queue = context.createCqEx(attr);
            CompletionArray array = context.newCompletionArray(1 + numbers.below(MOST_COMPLETIONS));
            for (int left = MOST_STEPS; left > 0 && numbers.hasMore(); left--) {
                step(queue, array, numbers.uint8());
            }
        }
        assertThat(polled.isLocked()).as("locked after the close").isFalse();
    }

    private static void step(CompletionQueueEx queue, CompletionArray array, int step) {
        try {
            switch (step) {
                case 0 -> poll(queue, array);
                case 1 -> queue.startPoll();
                case 2 -> queue.nextPoll();
                case 3 -> queue.endPoll();
                case 4 -> array.release();
                default -> {
                    long unused = READS.get(step % READS.size()).applyAsLong(queue);
                }
            }
        } catch (VerbsException | IllegalStateException e) {
            // The C library returns an error, the field does not exist, or the queue is empty.
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    private static void poll(CompletionQueueEx queue, CompletionArray array) {
        int polled = queue.poll(array);
        assertThat(array.size()).isEqualTo(polled);
        for (int i = 0; i < Math.min(polled, array.capacity()); i++) {
            read(array, i);
        }
        for (int outside : new int[] {-1, Math.min(polled, array.capacity()), Integer.MAX_VALUE}) {
            assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> array.wrId(outside));
            assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> array.get(outside));
        }
    }

    private static void read(CompletionArray array, int i) {
        known(array.status(i), array.statusCode(i), WcStatus::value);
        known(array.opcode(i), array.opcodeCode(i), WcOpcode::value);
        assertThat(array.isSuccess(i)).isEqualTo(array.statusCode(i) == 0);
        unsigned(array.vendorErr(i), 32);
        unsigned(array.byteLen(i), 32);
        unsigned(array.invalidatedRkey(i), 32);
        unsigned(array.qpNum(i), 32);
        unsigned(array.srcQp(i), 32);
        unsigned(array.pkeyIndex(i), 16);
        unsigned(array.slid(i), 16);
        unsigned(array.sl(i), 8);
        unsigned(array.dlidPathBits(i), 8);
        Completion completion = array.get(i);
        assertThat(completion.wrId()).isEqualTo(array.wrId(i));
        assertThat(completion.toString()).isNotBlank();
    }

    /** Returns the number. If the number has no constant, the constant is UNKNOWN and the number is kept. */
    private static <E extends Enum<E>> long known(E constant, int code, ToIntFunction<E> value) {
        if (!constant.name().equals("UNKNOWN")) {
            assertThat(value.applyAsInt(constant)).isEqualTo(code);
        }
        return code;
    }

    private static long unsigned(long value, int bits) {
        assertThat(value).isBetween(0L, (1L << bits) - 1);
        return value;
    }
}
