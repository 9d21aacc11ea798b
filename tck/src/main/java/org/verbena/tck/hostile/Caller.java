// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueueEx;
import org.verbena.NoProviderException;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.async.WorkRequestException;
import org.verbena.connect.ConnectorException;
import org.verbena.error.VerbsException;
import org.verbena.tck.fixture.Threads;
import org.verbena.tck.storm.Watchdog;

/**
 * Makes calls and checks their outcomes. Another thread sometimes makes the same call, or changes the arguments
 * concurrently.
 */
final class Caller {
    /** A file with the last calls. Each call is written before it is made, so that the file survives a crash. */
    static final class LastCalls {
        private static final int SIZE = 8192;
        private static final int LINES = 12;

        private final FileChannel file;
        private final Deque<String> lines = new ArrayDeque<>();

        LastCalls(Path path) throws IOException {
            file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }

        void begin(String call) {
            lines.addLast(call);
            if (lines.size() > LINES) {
                lines.removeFirst();
            }
            byte[] bytes = Arrays.copyOf(toString().getBytes(StandardCharsets.UTF_8), SIZE);
            try {
                file.write(ByteBuffer.wrap(bytes), 0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static String read(Path path) throws IOException {
            return Files.exists(path) ? Files.readString(path).replace("\0", "") : "no call";
        }

        @Override
        public String toString() {
            return String.join(System.lineSeparator(), lines);
        }
    }

    private static final int LONGEST_TEXT = 100;

    private final LastCalls last;
    private final Watchdog watchdog = new Watchdog("hostile", 1);
    private final ExecutorService accomplice = Threads.daemon("hostile-accomplice");
    private final Set<Executable> made = new HashSet<>();
    private long count;
    private long failed;

    Caller(LastCalls last) {
        this.last = last;
        watchdog.start();
    }

    /** Returns the number of calls so far. */
    long count() {
        return count;
    }

    /** Returns whether this method has been called. */
    boolean hasMade(Executable call) {
        return made.contains(call);
    }

    /** Records a step that is not a call. */
    void begin(String step) {
        watchdog.beginsStep(0);
        last.begin(step);
    }

    /** Runs a task on the other thread and waits for it. */
    void onOtherThread(Runnable task) throws InterruptedException, ExecutionException {
        accomplice.submit(task).get();
    }

    /** Stops the threads. */
    void end() {
        watchdog.stop();
        accomplice.shutdown();
    }

    /** Returns the last calls. */
    String lastCalls() {
        return last.toString();
    }

    @Override
    public String toString() {
        return "%d calls of %d methods, %d with an exception".formatted(count, made.size(), failed);
    }

    /**
     * Makes a call. Returns whether the call returned normally and with a value other than false.
     *
     * @param target the call with its arguments
     * @param mischief the actions of its hostile arguments
     * @param random chooses the action of the other thread
     */
    boolean call(Target target, HostileAction mischief, RandomGenerator random) throws Exception {
        count++;
        made.add(target.call());
        begin(count + ": " + target);
        Future<?> other =
                random.nextInt(4) == 0 ? accomplice.submit(accomplish(target, mischief, random.nextBoolean())) : null;
        mischief.start();
        Object result = null;
        Throwable thrown = null;
        try {
            result = target.invoke();
        } catch (Throwable e) {
            thrown = e;
        }
        if (other != null) {
            other.get();
        }
        mischief.end();
        if (thrown != null) {
            failed++;
            if (!isDocumented(thrown, mischief)) {
                throw new AssertionError(target + " threw " + thrown, thrown);
            }
            return false;
        }
        target.owner().remember(result);
        return !Boolean.FALSE.equals(result);
    }

    /**
     * A call with its arguments.
     *
     * @param call a method or a constructor
     * @param on the receiver, null if there is none
     * @param values the arguments
     * @param changeable the buffers and batches among them
     * @param owner the target that closes the result
     */
    record Target(
            Executable call,
            @Nullable Object on,
            List<@Nullable Object> values,
            List<Object> changeable,
            CallTarget owner) {
        @Nullable
        Object invoke() throws Throwable {
            try {
                return call instanceof Method method
                        ? method.invoke(on, values.toArray())
                        : ((Constructor<?>) call).newInstance(values.toArray());
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        @Override
        public String toString() {
            return "%s on %s with %s"
                    .formatted(
                            PublicCalls.describe(call),
                            text(on),
                            values.stream().map(Caller::text).toList());
        }
    }

    /** Returns the action of the other thread during a call. */
    private static Runnable accomplish(Target target, HostileAction mischief, boolean again) {
        return () -> {
            try {
                if (again) {
                    Object result = target.invoke();
                    target.owner().remember(result);
                    endSection(target, result);
                } else {
                    target.changeable().forEach(Caller::change);
                }
            } catch (Throwable e) {
                if (!isDocumented(e, mischief)) {
                    throw new AssertionError("the other thread: " + e, e);
                }
            }
        };
    }

    /** Ends a section, which belongs to the thread that started it. */
    private static void endSection(Target target, @Nullable Object result) {
        if (target.call().getName().equals("wrStart") && target.on() instanceof QueuePairEx qp) {
            qp.wrAbort();
        } else if (Boolean.TRUE.equals(result) && target.on() instanceof CompletionQueueEx cq) {
            cq.endPoll();
        }
    }

    /** Returns whether the Javadoc permits this outcome of a call. */
    private static boolean isDocumented(Throwable end, HostileAction mischief) {
        return end instanceof VerbsException
                || end instanceof IllegalArgumentException
                || end instanceof IllegalStateException
                || end instanceof NullPointerException
                || end instanceof IndexOutOfBoundsException
                || end instanceof WorkRequestException
                || end instanceof ConnectorException
                || end instanceof NoProviderException
                || end instanceof InterruptedException
                || end instanceof HostileAction.HostileException
                || end instanceof HostileAction.HostileError
                // A buffer of another thread's arena throws it: java.lang.foreign, not in release 17.
                || end.getClass().getName().equals("java.lang.WrongThreadException")
                || (end instanceof StackOverflowError && mischief.hasOverflowed());
    }

    private static void change(Object object) {
        for (int i = 0; i < LONGEST_TEXT; i++) {
            if (object instanceof ByteBuffer buffer) {
                buffer.clear().position(i % 2 * buffer.capacity());
            } else if (object instanceof SendBatch batch) {
                batch.clear();
                batch.add().tso(ByteBuffer.allocate(1), 1);
            } else if (object instanceof RecvBatch batch) {
                batch.clear();
                batch.add();
            } else if (object instanceof SendWr wr) {
                wr.remoteSrqn(i);
            }
        }
    }

    private static String text(@Nullable Object value) {
        String text = value instanceof byte[] bytes ? "byte[" + bytes.length + "]" : String.valueOf(value);
        return text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text;
    }
}
