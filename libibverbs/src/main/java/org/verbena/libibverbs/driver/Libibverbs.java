package org.verbena.libibverbs.driver;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.verbena.libibverbs.NativeFunction;
import org.verbena.libibverbs.NativeLinker;
import org.verbena.libibverbs.NativeResult;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.DlInfo;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.driver.DriverMemory;

/** The library, with the functions that it exports. */
public final class Libibverbs {
    private static final String MUTEX_INIT = "pthread_mutex_init";
    private static final String COND_INIT = "pthread_cond_init";
    private static final String DLADDR = "dladdr";
    private static final String FCNTL = "fcntl";
    private static final String PPOLL = "ppoll";
    private static final String EVENTFD = "eventfd";
    private static final String CLOSE = "close";
    private static final String SETENV = "setenv";

    /** More than C reads of any of the structs and headers that hold nothing. */
    private static final int ZEROES = 64;

    private final NativeLinker linker;
    private final Map<Verb, Long> exported = new EnumMap<>(Verb.class);
    private final long mutexInit;
    private final long condInit;
    private final long dladdr;
    private final long fcntl;
    private final long ppoll;
    private final long eventfd;
    private final long close;
    private final DriverMemory zeroes;

    /**
     * Looks every function up.
     *
     * @param linker the way to call C
     * @throws UnsatisfiedLinkError if the library lacks some of them
     */
    public Libibverbs(NativeLinker linker) {
        this.linker = linker;
        List<String> missing = new ArrayList<>();
        for (Verb verb : Verb.values()) {
            String symbol = verb.symbol();
            if (symbol != null) {
                exported.put(verb, find(symbol, missing));
            }
        }
        mutexInit = find(MUTEX_INIT, missing);
        condInit = find(COND_INIT, missing);
        dladdr = find(DLADDR, missing);
        fcntl = find(FCNTL, missing);
        ppoll = find(PPOLL, missing);
        eventfd = find(EVENTFD, missing);
        close = find(CLOSE, missing);
        zeroes = linker.allocate(ZEROES);
        if (!missing.isEmpty()) {
            throw new UnsatisfiedLinkError("libibverbs.so.1 lacks " + String.join(", ", missing));
        }
        receiveByDevice(linker.find(SETENV));
    }

    /**
     * Keeps libmlx5 from copying short messages when it polls. By default the device puts them into the completion, and
     * {@code copy_to_scat} follows the address of the work request by the processor: it crashes where that is a chosen
     * iova, an address that the application made up, or memory of a closed arena. An administrator who has set the variable
     * keeps the setting. Each creation of a queue pair reads it ({@code use_scatter_to_cqe}).
     */
    private void receiveByDevice(long setenv) {
        if (setenv != 0) {
            try (Frame frame = frame()) {
                linker.call(setenv, text(frame, "MLX5_SCATTER_TO_CQE"), text(frame, "0"), 0);
            }
        }
    }

    private static long text(Frame frame, String text) {
        return frame.bytes((text + '\0').getBytes(StandardCharsets.US_ASCII));
    }

    private long find(String symbol, List<String> missing) {
        long address = linker.find(symbol);
        if (address == 0) {
            missing.add(symbol);
        }
        return address;
    }

    /** Starts the arguments of a call. */
    Frame frame() {
        return new Frame(linker);
    }

    /** A struct of the library. */
    Struct struct(long address) {
        return new Struct(linker.memory(), address);
    }

    /** Reads a pointer. */
    long pointerAt(long address) {
        return linker.memory().getLong(address);
    }

    /** Reads 32 bits. */
    int intAt(long address) {
        return linker.memory().getInt(address);
    }

    /** The address of the byte at a direct buffer's position. */
    long addressOf(ByteBuffer buffer) {
        return linker.addressOf(buffer);
    }

    /** Calls an exported verb. */
    NativeResult call(Verb verb, long... arguments) {
        Long function = exported.get(verb);
        if (function == null) {
            throw new IllegalArgumentException(verb + " is not exported");
        }
        return linker.call(function, arguments);
    }

    /** Calls a function pointer. */
    NativeResult call(long function, long... arguments) {
        return linker.call(function, arguments);
    }

    /** The function that a struct points to, for frequent calls. */
    NativeFunction function(Struct struct, CField pointer, String name, boolean brief) {
        long function = struct.get(pointer);
        return function == 0 ? new MissingFunction(name) : linker.function(function, brief);
    }

    /** Allocates memory that the garbage collector frees. */
    DriverMemory allocate(long length) {
        return linker.allocate(length);
    }

    /** Zero bytes, which C only reads: a {@code struct ibv_poll_cq_attr} that asks for nothing, for example. */
    DriverMemory zeroes() {
        return zeroes;
    }

    /** {@code fcntl(2)}. */
    NativeResult fcntl(int fd, int command, long argument) {
        return linker.call(fcntl, fd, command, argument);
    }

    /** {@code ppoll(2)}. */
    NativeResult ppoll(long fds, int count, long timeout, long signalMask) {
        return linker.call(ppoll, fds, count, timeout, signalMask);
    }

    /** {@code eventfd(2)}. */
    NativeResult eventfd(int initial, int flags) {
        return linker.call(eventfd, initial, flags);
    }

    /** {@code close(2)}. */
    void close(long fd) {
        linker.call(close, fd);
    }

    /** {@code pthread_mutex_init(3)} and {@code pthread_cond_init(3)} with default attributes; Linux never refuses. */
    void initialiseEvents(long mutex, long cond) {
        linker.call(mutexInit, mutex, 0);
        linker.call(condInit, cond, 0);
    }

    /** Whether an address lies in a library that is loaded, or in the program: dladdr(3) does not follow it. */
    boolean isLoaded(long address) {
        try (Frame frame = frame()) {
            return isLoaded(address, frame.struct(DlInfo.SIZE));
        }
    }

    private boolean isLoaded(long address, Struct answer) {
        return (int) linker.call(dladdr, address, answer.address()).value() != 0;
    }

    /** The file that a function was loaded from; empty if that is not known. */
    String fileOf(long function) {
        try (Frame frame = frame()) {
            Struct answer = frame.struct(DlInfo.SIZE);
            return isLoaded(function, answer) ? linker.memory().getString(answer.get(DlInfo.DLI_FNAME)) : "";
        }
    }
}
