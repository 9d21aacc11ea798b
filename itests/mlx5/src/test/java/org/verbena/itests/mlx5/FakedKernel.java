// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import org.verbena.attr.AsyncEventType;
import org.verbena.error.Errno;

/** Observes and disturbs the faked kernel of this environment through {@code fakeverbs.h}. */
final class FakedKernel {
    /** {@code enum fakeverbs_object}. */
    enum Kind {
        PORT,
        QP,
        CQ,
        SRQ,
        WQ;

        /** Returns the kind of the object of an event type, as in {@code ibv_get_async_event}. */
        static Kind ofEvent(int eventType) {
            return switch (AsyncEventType.of(eventType)) {
                case CQ_ERR -> CQ;
                case SRQ_ERR, SRQ_LIMIT_REACHED -> SRQ;
                case WQ_FATAL -> WQ;
                case QP_FATAL,
                        QP_REQ_ERR,
                        QP_ACCESS_ERR,
                        COMM_EST,
                        SQ_DRAINED,
                        PATH_MIG,
                        PATH_MIG_ERR,
                        QP_LAST_WQE_REACHED -> QP;
                default -> PORT;
            };
        }
    }

    private static final int COUNTER_COMPLETIONS = 2;
    private static final int COUNTER_OBJECTS = 4;
    private static final int COUNTER_CALLS = 6;
    private static final int COUNTER_WORDS = 7;
    private static final int COUNTER_LIES = 8;
    private static final int ALL_CONTEXTS = -1;

    private static final MethodHandle COUNTER = function("fakeverbs_counter", JAVA_LONG, JAVA_INT);
    private static final MethodHandle ASYNC_EVENT =
            function("fakeverbs_async_event", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle UNPLUG = function("fakeverbs_unplug", JAVA_INT, JAVA_INT);
    private static final MethodHandle FAIL = handle("fakeverbs_fail", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT));

    private static final MethodHandle LIE = handle("fakeverbs_lie", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT));
    private static final MethodHandle LIE_AT_RANDOM =
            handle("fakeverbs_lie_at_random", FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_INT));
    private static final MethodHandle LYING_EVENT =
            handle("fakeverbs_lying_event", FunctionDescriptor.ofVoid(JAVA_INT, JAVA_LONG, JAVA_INT));
    private static final MethodHandle ELEMENT = function("fakeverbs_element", JAVA_LONG, JAVA_INT);

    private FakedKernel() {}

    /** Returns the number of live objects in all contexts. */
    static long objects() {
        return (long) call(COUNTER, COUNTER_OBJECTS);
    }

    /** Returns the number of completions that the NIC has written. */
    static long completions() {
        return (long) call(COUNTER, COUNTER_COMPLETIONS);
    }

    /** Returns the number of system calls on the device. */
    static long calls() {
        return (long) call(COUNTER, COUNTER_CALLS);
    }

    /** Makes the n-th system call on the device from now fail. */
    static void failCall(long nth, Errno errno) {
        call(FAIL, nth, errno.number());
    }

    static void failNoCall() {
        call(FAIL, 0L, 0);
    }

    /** Returns the number of words in answers that the kernel could have changed. */
    static long words() {
        return (long) call(COUNTER, COUNTER_WORDS);
    }

    /** Returns the number of wrong words in answers and of wrong events. */
    static long lies() {
        return (long) call(COUNTER, COUNTER_LIES);
    }

    /** Makes the n-th word of the following answers wrong, in one of the ways in {@code fakeverbs.h}. */
    static void lie(long nth, int way) {
        call(LIE, nth, way);
    }

    /** Makes about one word in {@code oneIn} wrong. */
    static void lieAtRandom(long seed, int oneIn) {
        call(LIE_AT_RANDOM, seed, oneIn);
    }

    static void lieNoMore() {
        lie(0, 0);
    }

    /** Sends all contexts an asynchronous event about any element, truncated to {@code size} bytes. */
    static void lyingEvent(int eventType, long element, int size) {
        call(LYING_EVENT, eventType, element, size);
    }

    /** Returns the pointer that identifies the newest object of a kind in events, or 0 if none exists. */
    static long element(Kind kind) {
        return (long) call(ELEMENT, kind.ordinal());
    }

    /** Unplugs the device in all processes and contexts that have opened it. */
    static void unplug() {
        call(UNPLUG, ALL_CONTEXTS);
    }

    /** Raises an event on the object with this kernel handle, or on a port. Returns false if it does not exist. */
    static boolean raise(AsyncEventType event, Kind kind, int handle) {
        return (int) call(ASYNC_EVENT, event.value(), kind.ordinal(), handle) == 0;
    }

    private static Object call(MethodHandle function, Object... arguments) {
        try {
            return function.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static MethodHandle function(String name, MemoryLayout answer, MemoryLayout... arguments) {
        return handle(name, FunctionDescriptor.of(answer, arguments));
    }

    private static MethodHandle handle(String name, FunctionDescriptor type) {
        return Linker.nativeLinker()
                .downcallHandle(
                        SymbolLookup.libraryLookup(System.getenv("LD_PRELOAD"), Arena.global())
                                .find(name)
                                .orElseThrow(),
                        type);
    }
}
