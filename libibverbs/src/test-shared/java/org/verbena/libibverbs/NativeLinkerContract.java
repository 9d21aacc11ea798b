// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.error.Errno;
import org.verbena.libibverbs.call.NativeLinker;
import org.verbena.libibverbs.call.NativeLinker.NativeFunction;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;
import org.verbena.libibverbs.call.NativeLinker.NativeScratch;
import org.verbena.libibverbs.call.NativeMemory;
import org.verbena.spi.DriverMemory;

/** Tests a linker with functions of the C library. The tests require {@code libibverbs.so.1}, but no device. */
public interface NativeLinkerContract {
    /** Returns the linker under test. */
    NativeLinker open();

    /** Returns the linker under test; skips the test if the library is missing and not required. */
    default NativeLinker linker() {
        try {
            return open();
        } catch (UnsatisfiedLinkError e) {
            return "required".equals(System.getProperty("verbena.environments")) ? fail(e) : abort(e.getMessage());
        }
    }

    @Test
    default void findsExportedFunctions() {
        assertThat(linker().find("ibv_get_device_list")).isNotZero();
        assertThat(linker().find("ibv_no_such_verb")).isZero();
    }

    @Test
    default void findsFunctionsOfLinkedLibraries() {
        assertThat(linker().find("pthread_mutex_init")).isNotZero();
        assertThat(linker().find("dladdr")).isNotZero();
    }

    @Test
    default void returnsA64BitResult() {
        assertThat(call(linker(), "llabs", Long.MIN_VALUE + 1)).isEqualTo(new NativeResult(Long.MAX_VALUE, 0));
    }

    @Test
    default void passesSixArguments() {
        NativeLinker linker = linker();
        int readWrite = 0x1 | 0x2;
        int privateAnonymous = 0x2 | 0x20;

        long page = call(linker, "mmap", 0, 4096, readWrite, privateAnonymous, -1, 0)
                .value();
        linker.memory().putLong(page + 4088, 5);
        assertThat(linker.memory().getLong(page + 4088)).isEqualTo(5);
        assertThat(call(linker, "munmap", page, 4096)).isEqualTo(new NativeResult(0, 0));

        NativeResult oddOffset = call(linker, "mmap", 0, 4096, readWrite, privateAnonymous, -1, 1);
        assertThat(oddOffset).isEqualTo(new NativeResult(-1, Errno.EINVAL.number()));
    }

    @Test
    default void capturesErrnoOfTheCall() {
        NativeLinker linker = linker();
        try (NativeScratch scratch = linker.scratch()) {
            NativeResult result = call(linker, "access", text(linker, scratch, "/no/such/file"), 0);

            assertThat((int) result.value()).isEqualTo(-1);
            assertThat(result.errno()).isEqualTo(Errno.ENOENT.number());
        }
    }

    @Test
    default void errnoIsZeroIfTheCallDoesNotSetIt() {
        NativeLinker linker = linker();
        assertThat(call(linker, "close", -1).errno()).isEqualTo(Errno.EBADF.number());

        assertThat(call(linker, "getpid"))
                .isEqualTo(new NativeResult(ProcessHandle.current().pid(), 0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    default void callsAFunctionByItsPointer(boolean brief) {
        NativeLinker linker = linker();
        long address = linker.allocate(16).address();

        assertThat(linker.function(linker.find("llabs"), brief).call(-7, 1, 2)).isEqualTo(7);
        assertThat(linker.function(linker.find("memset"), brief).call(address, 0x5A, 16))
                .isEqualTo(address);
        assertThat(linker.memory().getByte(address + 15)).isEqualTo((byte) 0x5A);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    default void passesSixArgumentsByPointer(boolean brief) {
        NativeLinker linker = linker();
        NativeFunction map = linker.function(linker.find("mmap"), brief);
        int privateAnonymous = 0x2 | 0x20;

        long page = map.call(0, 4096, 0x1, privateAnonymous, -1, 0);

        assertThat(linker.memory().getLong(page)).isZero();
        assertThat(call(linker, "munmap", page, 4096)).isEqualTo(new NativeResult(0, 0));
        assertThat(map.call(0, 4096, 0x1, privateAnonymous, -1, 1)).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    default void aCallThatOverflowsTheStackIsNotMade(boolean brief) {
        NativeLinker linker = linker();
        long address = linker.allocate(StackDive.TRIES).address();
        NativeFunction set = linker.function(linker.find("memset"), brief);
        set.call(address, 0, 1);
        // The JVM compiles the code of this loop, which also stores the arguments of a call. Compiled code needs less
        // stack than the interpreted code that reads the result.
        ByteBuffer buffer = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
        for (int i = 0; i < 100_000; i++) {
            buffer.putLong(0, i);
        }

        StackDive dive = new StackDive(attempt -> set.call(address + attempt, 1, 1));
        dive.down();

        assertThat(dive.overflows()).isNotEmpty().allSatisfy(attempt -> assertThat(
                        linker.memory().getByte(address + attempt))
                .isZero());
        assertThat(linker.memory().getByte(address + dive.success())).isOne();
    }

    @Test
    default void allocatedMemoryIsClearAndAligned() {
        NativeLinker linker = linker();
        for (long length : new long[] {1, 4096, 5000, 1 << 20}) {
            DriverMemory memory = linker.allocate(length);

            assertThat(memory.address() % 4096).isZero();
            assertThat(memory.length()).isEqualTo(length);
            for (long i = 0; i < length; i += 999) {
                assertThat(linker.memory().getByte(memory.address() + i)).isZero();
            }
            linker.memory().putByte(memory.address() + length - 1, (byte) -1);
        }
    }

    @Test
    default void aViewIsAPartOfTheMemoryInBigEndianOrder() {
        NativeLinker linker = linker();
        DriverMemory memory = linker.allocate(100);
        ByteBuffer view = memory.view(40, 8);

        view.putLong(0, 1);

        assertThat(view.capacity()).isEqualTo(8);
        assertThat(linker.memory().getByte(memory.address() + 47)).isEqualTo((byte) 1);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> memory.view(96, 8));
    }

    @Test
    default void aViewKeepsTheMemory() {
        NativeLinker linker = linker();
        List<ByteBuffer> views = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            views.add(linker.allocate(64 * 1024).view(0, 64 * 1024).putInt(0, i));
            System.gc();
        }

        for (int i = 0; i < views.size(); i++) {
            assertThat(views.get(i).getInt(0)).isEqualTo(i);
        }
    }

    @Test
    default void anAllocationBeyondTheAvailableMemoryFails() {
        NativeLinker linker = linker();

        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> linker.allocate(Long.MAX_VALUE));
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> linker.allocate(1L << 50));
    }

    @Test
    default void scratchMemoryIsClearAndAligned() {
        NativeLinker linker = linker();
        for (int i = 0; i < 100; i++) {
            try (NativeScratch scratch = linker.scratch()) {
                scratch.allocate(3);
                long address = scratch.allocate(16);
                assertThat(address % 8).isZero();
                assertThat(linker.memory().getLong(address)).isZero();
                assertThat(linker.memory().getLong(address + 8)).isZero();
                linker.memory().putLong(address, -1);
                linker.memory().putLong(address + 8, -1);
            }
        }
    }

    @Test
    default void scratchMemoryIsOfAnySize() {
        NativeLinker linker = linker();
        try (NativeScratch scratch = linker.scratch()) {
            for (long size : new long[] {2000, 100, 100_000, 48, 8}) {
                long address = scratch.allocate(size);
                for (long i = 0; i < size; i++) {
                    assertThat(linker.memory().getByte(address + i)).isZero();
                    linker.memory().putByte(address + i, (byte) -1);
                }
            }
        }
    }

    @Test
    default void scratchesOfOneThreadShareNoMemory() {
        NativeLinker linker = linker();
        List<NativeScratch> open = new ArrayList<>();
        List<Long> addresses = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            open.add(linker.scratch());
            addresses.add(open.get(i).allocate(8));
            linker.memory().putLong(addresses.get(i), i);
            assertThat(call(linker, "llabs", -i).value()).isEqualTo(i);
        }

        for (int i = 0; i < 50; i++) {
            assertThat(linker.memory().getLong(addresses.get(i))).isEqualTo(i);
            open.get(i).close();
        }
    }

    @Test
    default void threadsDoNotDisturbEachOther() {
        NativeLinker linker = linker();

        List<Boolean> undisturbed = IntStream.range(0, 40)
                .mapToObj(i ->
                        CompletableFuture.supplyAsync(() -> callsRepeatedly(linker, i), run -> new Thread(run).start()))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();

        assertThat(undisturbed).hasSize(40).containsOnly(true);
    }

    /** Returns whether a thread reads back the memory that it wrote, and gets the results and errno of its calls. */
    private static boolean callsRepeatedly(NativeLinker linker, int thread) {
        boolean undisturbed = true;
        for (int i = 0; i < 200; i++) {
            try (NativeScratch scratch = linker.scratch()) {
                long address = scratch.allocate(64);
                linker.memory().putLong(address + 56, thread);
                NativeResult result = call(linker, "close", -1 - thread);
                undisturbed &= (int) result.value() == -1 && result.errno() == Errno.EBADF.number();
                undisturbed &= call(linker, "llabs", -thread).value() == thread;
                undisturbed &= linker.memory().getLong(address + 56) == thread
                        && linker.memory().getLong(address) == 0;
            }
        }
        return undisturbed;
    }

    @Test
    default void readsAndWritesMemory() {
        NativeLinker linker = linker();
        NativeMemory memory = linker.memory();
        ByteBuffer buffer = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
        long address = linker.addressOf(buffer);

        memory.putByte(address, (byte) -1);
        memory.putShort(address + 2, (short) -2);
        memory.putInt(address + 4, -3);
        memory.putLong(address + 8, Long.MIN_VALUE);
        memory.put(address + 17, new byte[] {1, 2, 3});

        assertThat(buffer.get(0)).isEqualTo((byte) -1).isEqualTo(memory.getByte(address));
        assertThat(buffer.getShort(2)).isEqualTo((short) -2).isEqualTo(memory.getShort(address + 2));
        assertThat(buffer.getInt(4)).isEqualTo(-3).isEqualTo(memory.getInt(address + 4));
        assertThat(buffer.getLong(8)).isEqualTo(Long.MIN_VALUE).isEqualTo(memory.getLong(address + 8));
        byte[] copy = new byte[4];
        memory.get(address + 17, copy);
        assertThat(copy).containsExactly(1, 2, 3, 0);
    }

    @Test
    default void addressOfIncludesThePositionOfTheBuffer() {
        NativeLinker linker = linker();
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        buffer.put(40, (byte) 7);

        assertThat(linker.memory().getByte(linker.addressOf(buffer.position(40))))
                .isEqualTo((byte) 7);
        assertThat(linker.memory().getByte(linker.addressOf(buffer.position(30).slice()) + 10))
                .isEqualTo((byte) 7);
    }

    private static NativeResult call(NativeLinker linker, String function, long... arguments) {
        return linker.call(linker.find(function), arguments);
    }

    private static long text(NativeLinker linker, NativeScratch scratch, String text) {
        byte[] bytes = (text + '\0').getBytes(StandardCharsets.UTF_8);
        long address = scratch.allocate(bytes.length);
        linker.memory().put(address, bytes);
        return address;
    }
}
