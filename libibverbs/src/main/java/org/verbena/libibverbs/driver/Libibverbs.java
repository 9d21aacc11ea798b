// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.LibcStructs.DlInfo;
import org.verbena.libibverbs.abi.LibcStructs.Dlopen;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker;
import org.verbena.libibverbs.call.NativeLinker.NativeFunction;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;
import org.verbena.spi.DriverMemory;

/** The loaded library and the functions that it exports. */
public final class Libibverbs {
    private static final String MUTEX_INIT = "pthread_mutex_init";
    private static final String COND_INIT = "pthread_cond_init";
    private static final String DLADDR = "dladdr";
    private static final String FCNTL = "fcntl";
    private static final String PPOLL = "ppoll";
    private static final String EVENTFD = "eventfd";
    private static final String CLOSE = "close";
    private static final String SETENV = "setenv";
    private static final String DLOPEN = "dlopen";
    private static final String DLSYM = "dlsym";
    private static final String DLERROR = "dlerror";

    /** The number of zero bytes. C reads fewer of any all-zero struct or header. */
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
     * Looks up all functions.
     *
     * @param linker the linker that calls C
     * @throws UnsatisfiedLinkError if the library lacks any of them
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
     * Prevents libmlx5 from copying short messages during polls. By default, the device writes them into the
     * completion, and {@code copy_to_scat} copies them with the processor to the address in the work request. This
     * crashes if the address is a chosen iova, an address that the application made up, or memory of a closed arena. A
     * value that the administrator has set is kept. libmlx5 reads the variable whenever it creates a queue pair
     * ({@code use_scatter_to_cqe}).
     */
    private void receiveByDevice(long setenv) {
        if (setenv != 0) {
            try (Frame frame = frame()) {
                linker.call(setenv, text(frame, "MLX5_SCATTER_TO_CQE"), text(frame, "0"), 0);
            }
        }
    }

    private static long text(Frame frame, String text) {
        return frame.bytes((text + '\0').getBytes(StandardCharsets.UTF_8));
    }

    private long find(String symbol, List<String> missing) {
        long address = linker.find(symbol);
        if (address == 0) {
            missing.add(symbol);
        }
        return address;
    }

    /**
     * Creates a frame for the arguments of a call.
     *
     * @return an empty frame
     */
    public Frame frame() {
        return new Frame(linker);
    }

    /**
     * Returns the struct at an address.
     *
     * @param address the address of a live struct
     * @return the struct
     */
    public Struct struct(long address) {
        return new Struct(linker.memory(), address);
    }

    /**
     * Reads a pointer.
     *
     * @param address the address of the pointer
     * @return the pointer
     */
    public long pointerAt(long address) {
        return linker.memory().getLong(address);
    }

    /** Reads 32 bits. */
    int intAt(long address) {
        return linker.memory().getInt(address);
    }

    /** Returns the address of the byte at the position of a direct buffer. */
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

    /**
     * Calls a function by its address.
     *
     * @param function the address
     * @param arguments at most six register-sized arguments
     * @return the result register and {@code errno}
     */
    public NativeResult call(long function, long... arguments) {
        return linker.call(function, arguments);
    }

    /** Returns the function that a struct points to, prepared for frequent calls. */
    NativeFunction function(Struct struct, CField pointer, String name, boolean brief) {
        long function = struct.get(pointer);
        return function == 0 ? new MissingFunction(name) : linker.function(function, brief);
    }

    /** Allocates memory that the garbage collector frees. */
    DriverMemory allocate(long length) {
        return linker.allocate(length);
    }

    /** Returns zero bytes that C only reads, for example as a {@code struct ibv_poll_cq_attr} without options. */
    DriverMemory zeroes() {
        return zeroes;
    }

    /** Calls {@code fcntl(2)}. */
    NativeResult fcntl(int fd, int command, long argument) {
        return linker.call(fcntl, fd, command, argument);
    }

    /** Calls {@code ppoll(2)}. */
    NativeResult ppoll(long fds, int count, long timeout, long signalMask) {
        return linker.call(ppoll, fds, count, timeout, signalMask);
    }

    /** Calls {@code eventfd(2)}. */
    NativeResult eventfd(int initial, int flags) {
        return linker.call(eventfd, initial, flags);
    }

    /** Calls {@code close(2)}. */
    void close(long fd) {
        linker.call(close, fd);
    }

    /**
     * Calls {@code pthread_mutex_init(3)} and {@code pthread_cond_init(3)} with default attributes. Linux never fails
     * them.
     */
    void initialiseEvents(long mutex, long cond) {
        linker.call(mutexInit, mutex, 0);
        linker.call(condInit, cond, 0);
    }

    /**
     * Returns whether an address lies in a loaded library or in the program. dladdr(3) does not dereference the
     * address.
     */
    boolean isLoaded(long address) {
        try (Frame frame = frame()) {
            return isLoaded(address, frame.struct(DlInfo.SIZE));
        }
    }

    private boolean isLoaded(long address, Struct answer) {
        return (int) linker.call(dladdr, address, answer.address()).value() != 0;
    }

    /** Returns the address of a function that a loaded file exports, 0 if there is none. */
    long find(String file, String symbol) {
        long library = open(file, Dlopen.RTLD_LAZY | Dlopen.RTLD_NOLOAD);
        return library == 0 ? 0 : find(library, symbol);
    }

    /**
     * Loads a further library, which stays loaded.
     *
     * @param file the name of the file
     * @return the handle of the library
     * @throws UnsatisfiedLinkError if the library cannot be loaded
     */
    public long load(String file) {
        long library = open(file, Dlopen.RTLD_LAZY);
        if (library == 0) {
            throw new UnsatisfiedLinkError(loadError().orElse(file + " cannot be loaded"));
        }
        return library;
    }

    /** Returns the message of the last failure of dlopen(3) in this thread. */
    private Optional<String> loadError() {
        long dlerror = linker.find(DLERROR);
        long text = dlerror == 0 ? 0 : linker.call(dlerror).value();
        return text == 0 ? Optional.empty() : Optional.of(linker.memory().getString(text));
    }

    private long open(String file, int flags) {
        long dlopen = linker.find(DLOPEN);
        if (dlopen == 0) {
            return 0;
        }
        try (Frame frame = frame()) {
            return linker.call(dlopen, text(frame, file), flags).value();
        }
    }

    /**
     * Returns the address of a function that a library exports.
     *
     * @param library the handle of the library
     * @param symbol the name of the function
     * @return the address of the default version, 0 if the function does not exist
     */
    public long find(long library, String symbol) {
        long dlsym = linker.find(DLSYM);
        if (dlsym == 0) {
            return 0;
        }
        try (Frame frame = frame()) {
            return linker.call(dlsym, library, text(frame, symbol)).value();
        }
    }

    /** Returns the file that a function was loaded from; empty if unknown. */
    String fileOf(long function) {
        try (Frame frame = frame()) {
            Struct answer = frame.struct(DlInfo.SIZE);
            return isLoaded(function, answer) ? linker.memory().getString(answer.get(DlInfo.DLI_FNAME)) : "";
        }
    }
}
