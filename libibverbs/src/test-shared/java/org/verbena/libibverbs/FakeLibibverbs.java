// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.ContextStructs.IbvContextOps;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;
import org.verbena.libibverbs.abi.DeviceStructs.IbvDevice;
import org.verbena.libibverbs.abi.LibcStructs.DlInfo;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker;
import org.verbena.libibverbs.call.NativeMemory;
import org.verbena.spi.DriverMemory;

/**
 * Fakes libibverbs without C: its memory is an array, its functions are lambdas. It has one device, fake_0, whose
 * driver implements no extended verb until a test adds one.
 */
public final class FakeLibibverbs implements NativeLinker {
    /** A function of the library. The returned value is the content of the result register. */
    public interface Function {
        long call(long... arguments);
    }

    /** The size of {@code struct verbs_context} in rdma-core 44. */
    public static final int VERBS_CONTEXT_SIZE = 648;

    private static final Pattern CREATES = Pattern.compile("ibv_(create|alloc|reg)_.*");
    private static final Set<CField> CREATING = Set.of(
            VerbsContext.OPEN_XRCD,
            VerbsContext.CREATE_CQ_EX,
            VerbsContext.CREATE_SRQ_EX,
            VerbsContext.CREATE_QP_EX,
            VerbsContext.OPEN_QP,
            VerbsContext.CREATE_WQ,
            VerbsContext.CREATE_RWQ_IND_TABLE,
            IbvContextOps.ALLOC_MW.in(IbvContext.OPS));

    private static final int BASE = 0x10_0000;
    private static final int DEVICE_SIZE = 664;
    // Small, because a context that a test leaves open keeps this memory until the cleaner thread reports the leak.
    private static final int MEMORY_SIZE = 1 << 16;

    private final ByteBuffer memory;

    /** The length of each allocation, by its address; any access outside would crash or corrupt memory in C. */
    private final NavigableMap<Long, Long> blocks = new TreeMap<>();

    private final Map<String, Long> symbols = new HashMap<>();
    private final Map<Long, Function> functions = new HashMap<>();
    private final Set<String> missing = new HashSet<>();
    private final List<String> calls = new ArrayList<>();
    private final Struct device;
    private final Struct context;
    private int used = 8;
    private int errno;

    public FakeLibibverbs() {
        this(MEMORY_SIZE);
    }

    /** Creates a library with {@code memorySize} bytes of memory. */
    public FakeLibibverbs(int memorySize) {
        memory = ByteBuffer.allocate(memorySize).order(ByteOrder.nativeOrder());
        device = struct(DEVICE_SIZE);
        device.put(IbvDevice.NODE_TYPE, 1).put(IbvDevice.NAME, "fake_0".getBytes());
        long start = take(VERBS_CONTEXT_SIZE);
        context = new Struct(memory(), start + VERBS_CONTEXT_SIZE - IbvContext.SIZE);
        context.put(VerbsContext.SZ, VERBS_CONTEXT_SIZE)
                .put(IbvContext.DEVICE, device.address())
                .put(IbvContext.NUM_COMP_VECTORS, 4)
                .put(IbvContext.ABI_COMPAT, -1);
        Struct operations = context.inner(IbvContext.OPS);
        for (CField operation : List.of(
                IbvContextOps.POLL_CQ,
                IbvContextOps.REQ_NOTIFY_CQ,
                IbvContextOps.POST_SRQ_RECV,
                IbvContextOps.POST_SEND,
                IbvContextOps.POST_RECV)) {
            operations.put(operation, take(1));
        }
        long list = take(2 * Long.BYTES);
        memory().putLong(list, device.address());

        export("ibv_get_device_list", arguments -> {
            memory().putInt(arguments[0], 1);
            return list;
        });
        driver("");
        export("ibv_get_device_name", arguments -> device.address() + IbvDevice.NAME.offset());
        export("ibv_get_device_guid", arguments -> Long.reverseBytes(0x1234));
        export("ibv_open_device", arguments -> context.address());
        export("ibv_alloc_pd", arguments -> take(64));
        export("ibv_create_cq", arguments -> take(256));
    }

    /** Replaces an exported function; the default functions return 0. */
    public FakeLibibverbs export(String symbol, Function function) {
        functions.put(find(symbol), CREATES.matcher(symbol).matches() ? creating(function) : function);
        return this;
    }

    /** Wraps a function so that each created object references the context. */
    private Function creating(Function function) {
        return arguments -> {
            long created = function.call(arguments);
            if (created >= BASE) {
                memory().putLong(created, context.address());
            }
            return created;
        };
    }

    /** Adds an extended verb to the driver. */
    public FakeLibibverbs extend(CField pointer, Function function) {
        boolean creates = CREATING.contains(pointer);
        context.put(pointer, function(creates ? creating(function) : function));
        return this;
    }

    /** Adds a function that is not exported, and returns its address. */
    public long function(Function function) {
        long address = take(1);
        functions.put(address, function);
        return address;
    }

    /** Sets the library that contains the driver's functions. */
    public FakeLibibverbs driver(String file) {
        // Another library contains its functions at other addresses.
        Struct operations = context.inner(IbvContext.OPS);
        long moved = take(1);
        functions.put(moved, functions.getOrDefault(operations.get(IbvContextOps.POST_SEND), arguments -> 0));
        operations.put(IbvContextOps.POST_SEND, moved);
        Struct path = struct(64);
        path.put(new CField(0, CField.Type.BLOCK, 64), file.getBytes());
        return export("dladdr", arguments -> {
            at(arguments[1]).put(DlInfo.DLI_FNAME, path.address());
            return 1;
        });
    }

    /** Removes an exported function. */
    public FakeLibibverbs lacks(String symbol) {
        missing.add(symbol);
        return this;
    }

    /** Sets {@code errno} and returns the result of a failing function. */
    public long fail(int number) {
        errno = number;
        return 0;
    }

    public Struct context() {
        return context;
    }

    public Struct device() {
        return device;
    }

    /** Returns the names of the exported functions that were called, in order. */
    public List<String> calls() {
        return calls;
    }

    /** Allocates a struct of zero bytes. */
    public Struct struct(int size) {
        return new Struct(memory(), take(size));
    }

    /** Returns the struct at an address that a function received. */
    public Struct at(long address) {
        return new Struct(memory(), address);
    }

    private long take(long size) {
        if (size <= 0) {
            throw new IllegalArgumentException(size + " bytes");
        }
        if (size > memory.capacity() - used - 8) {
            throw new OutOfMemoryError(size + " bytes");
        }
        long address = (long) BASE + used;
        used += (int) (size + 7) & ~7;
        blocks.put(address, size);
        return address;
    }

    /** Returns the number of bytes from an address to the end of its allocation; 0 outside of all allocations. */
    public long room(long address) {
        Map.Entry<Long, Long> block = blocks.floorEntry(address);
        return block == null ? 0 : Math.max(0, block.getKey() + block.getValue() - address);
    }

    /** Returns the index of some bytes in {@link #memory}. */
    private int at(long address, int size) {
        if (room(address) < size) {
            throw new AssertionError("%d bytes at %#x, of which %d are memory".formatted(size, address, room(address)));
        }
        return (int) address - BASE;
    }

    @Override
    public long find(String symbol) {
        return missing.contains(symbol) ? 0 : symbols.computeIfAbsent(symbol, name -> take(1));
    }

    @Override
    public NativeResult call(long function, long... arguments) {
        symbols.forEach((symbol, address) -> {
            if (address == function) {
                calls.add(symbol);
            }
        });
        errno = 0;
        long value = functions.getOrDefault(function, ignored -> 0).call(Arrays.copyOf(arguments, MAX_ARGUMENTS));
        return new NativeResult(value, errno);
    }

    @Override
    public NativeFunction function(long function, boolean brief) {
        return new NativeFunction() {
            @Override
            public long call(long first, long second, long third) {
                return FakeLibibverbs.this.call(function, first, second, third).value();
            }

            @Override
            public long call(long first, long second, long third, long fourth, long fifth, long sixth) {
                return FakeLibibverbs.this
                        .call(function, first, second, third, fourth, fifth, sixth)
                        .value();
            }
        };
    }

    @Override
    public DriverMemory allocate(long length) {
        long address = take(length);
        return new DriverMemory() {
            @Override
            public long address() {
                return address;
            }

            @Override
            public long length() {
                return length;
            }

            @Override
            public ByteBuffer view(long offset, int count) {
                return memory.slice(at(address + offset, count), count);
            }
        };
    }

    @Override
    public long addressOf(ByteBuffer buffer) {
        // Direct memory begins at a multiple of 8 bytes, so that the result reveals the start of a slice.
        return 0x7000 + buffer.alignmentOffset(buffer.position(), 8);
    }

    @Override
    public NativeScratch scratch() {
        return new NativeScratch() {
            @Override
            public long allocate(long size) {
                return FakeLibibverbs.this.take(size);
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public NativeMemory memory() {
        return new NativeMemory() {
            @Override
            public byte getByte(long address) {
                return memory.get(at(address, Byte.BYTES));
            }

            @Override
            public short getShort(long address) {
                return memory.getShort(at(address, Short.BYTES));
            }

            @Override
            public int getInt(long address) {
                return memory.getInt(at(address, Integer.BYTES));
            }

            @Override
            public long getLong(long address) {
                return memory.getLong(at(address, Long.BYTES));
            }

            @Override
            public void get(long address, byte[] target) {
                memory.get(at(address, target.length), target);
            }

            @Override
            public void putByte(long address, byte value) {
                memory.put(at(address, Byte.BYTES), value);
            }

            @Override
            public void putShort(long address, short value) {
                memory.putShort(at(address, Short.BYTES), value);
            }

            @Override
            public void putInt(long address, int value) {
                memory.putInt(at(address, Integer.BYTES), value);
            }

            @Override
            public void putLong(long address, long value) {
                memory.putLong(at(address, Long.BYTES), value);
            }

            @Override
            public void put(long address, byte[] source) {
                memory.put(at(address, source.length), source);
            }
        };
    }
}
