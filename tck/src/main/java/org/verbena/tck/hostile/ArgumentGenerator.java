// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.hostile;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.verbena.AsyncEvent;
import org.verbena.AsyncEventListener;
import org.verbena.SharedReceiveQueue;
import org.verbena.VerbsObject;
import org.verbena.VerbsProvider;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Flags;

/** The argument generator for any type of the public API. Most arguments are usable, and the others are hostile. */
final class ArgumentGenerator {
    private static final int NULL = 14;
    private static final int HOSTILE = 3;
    private static final int BUFFER = 64;
    private static final int DEPTH = 4;
    /** Numbers, none of which is a size of memory that a large machine could allocate. */
    private static final long[] NUMBERS = {
        0, 0, 1, 1, 2, 3, 8, 40, 64, 100, 255, 256, -1, 65_535, 65_536, Integer.MIN_VALUE, 1L << 56, Long.MIN_VALUE
    };

    /** The objects of a run that the calls use. */
    record Targets(CallTarget scene, CallTarget other, CallTarget foreign, VerbsProvider provider) {
        /** Returns the target that closes the results of a call on an object. */
        CallTarget ownerOf(@Nullable Object receiver) {
            return other.has(receiver) ? other : scene;
        }
    }

    private final Targets targets;
    private final RandomGenerator random;
    private final HostileAction mischief;
    /** The generated arguments. A stub generates its results on the thread that calls it. */
    private final List<Object> drawn = Collections.synchronizedList(new ArrayList<>());

    ArgumentGenerator(Targets targets, RandomGenerator random, HostileAction mischief) {
        this.targets = targets;
        this.random = random;
        this.mischief = mischief;
    }

    /** Returns the generated buffers and batches, for changes by another thread. */
    List<Object> changeable() {
        return drawn;
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    // ---------------------------------------------------------------- by type

    @Nullable
    Object draw(Type type) {
        return draw(type, 0);
    }

    private @Nullable Object draw(Type type, int depth) {
        Class<?> raw = raw(type);
        if (!raw.isPrimitive() && oneIn(NULL)) {
            return null;
        }
        return value(type, raw, depth);
    }

    private @Nullable Object value(Type type, Class<?> raw, int depth) {
        if (raw.isPrimitive()) {
            return primitive(raw);
        }
        if (raw == String.class) {
            return oneIn(2) ? "sim_mlx5_0" : "\u001b[2J\u0000" + "x".repeat(random.nextInt(BUFFER));
        }
        if (raw == ByteBuffer.class) {
            return buffer();
        }
        if (raw == Object.class) {
            return mischief.new Nuisance();
        }
        if (raw.isArray()) {
            return array(raw.getComponentType(), depth);
        }
        if (raw == Flags.class) {
            return flags(raw(argument(type, 0)));
        }
        if (raw.isEnum() || Enum.class == raw) {
            return constant(raw);
        }
        if (List.class.isAssignableFrom(raw) || raw == Collection.class) {
            return list(argument(type, 0), depth);
        }
        if (raw == Optional.class) {
            return oneIn(2) ? Optional.empty() : Optional.ofNullable(draw(argument(type, 0), depth + 1));
        }
        return other(raw, depth);
    }

    private @Nullable Object other(Class<?> raw, int depth) {
        if (raw == Map.class) {
            return mischief.new LyingMap(Map.of("profile", "mlx5", "x", "y"));
        }
        if (raw == Duration.class) {
            return Duration.ofMillis(random.nextInt(4) - 1L);
        }
        if (raw == OptionalInt.class) {
            return oneIn(2) ? OptionalInt.empty() : OptionalInt.of((int) number());
        }
        if (raw == OptionalLong.class) {
            return oneIn(2) ? OptionalLong.empty() : OptionalLong.of(number());
        }
        if (raw == Class.class) {
            return AccessFlag.class;
        }
        if (raw == ClassLoader.class) {
            return VerbsObject.class.getClassLoader();
        }
        if (raw == ModuleLayer.class) {
            return ModuleLayer.boot();
        }
        if (raw == Function.class) {
            return (Function<Object, Object>) value -> {
                mischief.maybe();
                return value;
            };
        }
        if (InetAddress.class.isAssignableFrom(raw)) {
            return address(raw);
        }
        if (raw == InetSocketAddress.class && oneIn(HOSTILE)) {
            return InetSocketAddress.createUnresolved("nowhere.invalid", 1);
        }
        if (raw == AsyncEventListener.class) {
            return listener();
        }
        if (raw == VerbsProvider.class) {
            return targets.provider();
        }
        if (raw.getName().equals("java.lang.foreign.MemorySegment")) {
            return memory().map(Arenas.Memory::segment).orElse(null);
        }
        return oneOfScene(raw, depth);
    }

    private @Nullable Object oneOfScene(Class<?> raw, int depth) {
        boolean usable = !oneIn(HOSTILE);
        if (raw.isSealed()) {
            Class<?>[] permitted = raw.getPermittedSubclasses();
            return built(permitted[random.nextInt(permitted.length)], depth);
        }
        if (raw.isInterface()) {
            Optional<?> object = usable
                    ? found(targets.scene(), raw)
                    : switch (random.nextInt(4)) {
                        case 0 -> found(targets.other(), raw);
                        case 1 -> found(targets.foreign(), raw);
                        case 2 -> Optional.of(stub(raw));
                        default -> closed(found(targets.scene(), raw));
                    };
            return object.map(this::changing).orElse(null);
        }
        if (usable && targets.scene().knows(raw)) {
            return found(targets.scene(), raw).orElse(null);
        }
        return depth > DEPTH ? null : built(raw, depth);
    }

    private <T> Optional<T> found(CallTarget scene, Class<T> type) {
        return scene.find(type, random.nextInt(BUFFER));
    }

    private static Optional<?> closed(Optional<?> object) {
        object.filter(VerbsObject.class::isInstance)
                .map(VerbsObject.class::cast)
                .ifPresent(handle -> {
                    try {
                        handle.close();
                    } catch (RuntimeException e) {
                        // The object is in use or already closed.
                    }
                });
        return object;
    }

    private <T> T changing(T value) {
        drawn.add(value);
        return value;
    }

    // ---------------------------------------------------------------- values

    private Object primitive(Class<?> type) {
        long number = number();
        if (type == int.class) {
            return (int) number;
        }
        return type == boolean.class ? (Object) oneIn(2) : type == long.class ? (Object) number : (byte) number;
    }

    private long number() {
        return NUMBERS[random.nextInt(NUMBERS.length)];
    }

    private Object constant(Class<?> type) {
        Object[] constants = (type == Enum.class ? AccessFlag.class : type).getEnumConstants();
        return constants[random.nextInt(constants.length)];
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object flagsOf(Class type, long mask) {
        return Flags.ofMask(type, mask);
    }

    private Object flags(Class<?> type) {
        return flagsOf(type.isEnum() ? type : AccessFlag.class, oneIn(HOSTILE) ? random.nextLong() : random.nextInt(4));
    }

    private Object array(Class<?> component, int depth) {
        if (component == byte.class) {
            byte[] bytes = new byte[oneIn(HOSTILE) ? random.nextInt(2) * (1 << 16) + random.nextInt(BUFFER) : 16];
            random.nextBytes(bytes);
            return bytes;
        }
        int length = random.nextInt(3);
        Class<?> type = component == Enum.class ? AccessFlag.class : component;
        Object array = Array.newInstance(type, length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, draw(type, depth + 1));
        }
        return array;
    }

    private List<?> list(Type element, int depth) {
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            elements.add(draw(element, depth + 1));
        }
        return oneIn(2) ? elements : mischief.new LyingList<@Nullable Object>(elements);
    }

    private ByteBuffer buffer() {
        ByteBuffer buffer = switch (random.nextInt(9)) {
            case 0 -> ByteBuffer.allocate(BUFFER);
            case 1 -> ByteBuffer.allocate(0);
            case 2 -> ByteBuffer.allocateDirect(BUFFER).asReadOnlyBuffer();
            case 3 -> ByteBuffer.allocateDirect(1 << 16).position(random.nextInt(1 << 16));
            case 4, 5 -> memory().map(Arenas.Memory::buffer).orElseGet(() -> ByteBuffer.allocateDirect(8));
            default -> ByteBuffer.allocateDirect(random.nextInt(BUFFER));
        };
        return changing(buffer);
    }

    /** Returns memory of an arena that belongs to this thread, is shared, or is closed. */
    private Optional<Arenas.Memory> memory() {
        Optional<Arenas.Memory> memory = oneIn(HOSTILE) ? Arenas.confined(BUFFER) : Arenas.shared(BUFFER);
        if (oneIn(2)) {
            memory.ifPresent(Arenas.Memory::close);
        }
        return memory;
    }

    private InetAddress address(Class<?> type) {
        try {
            boolean v6 = type == Inet6Address.class || (type != Inet4Address.class && oneIn(2));
            return InetAddress.getByAddress(
                    v6 ? new byte[] {0x20, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1} : new byte[4]);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private AsyncEventListener listener() {
        return new AsyncEventListener() {
            @Override
            public void sharedReceiveQueue(AsyncEventType type, SharedReceiveQueue srq) {
                mischief.maybe();
            }

            @Override
            public void other(AsyncEvent event) {
                mischief.maybe();
            }
        };
    }

    /** Returns an implementation of a public interface that comes from no provider. */
    private Object stub(Class<?> type) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            mischief.maybe();
            return switch (method.getName()) {
                case "toString" -> "a foreign " + type.getSimpleName();
                case "hashCode" -> 1;
                case "equals" -> false;
                default -> method.getReturnType() == void.class ? null : result(method);
            };
        });
    }

    private @Nullable Object result(Method method) {
        Class<?> type = method.getReturnType();
        return type.isPrimitive() ? primitive(type) : oneIn(2) ? null : draw(method.getGenericReturnType(), DEPTH);
    }

    // ---------------------------------------------------------------- requests

    /** Builds a value by its builder or by a public constructor. */
    private @Nullable Object built(Class<?> type, int depth) {
        try {
            Optional<Method> builder = Arrays.stream(type.getMethods())
                    .filter(method -> method.getName().equals("builder")
                            && method.getParameterCount() == 0
                            && Modifier.isStatic(method.getModifiers()))
                    .findFirst();
            if (builder.isPresent()) {
                return change(builder.get().invoke(null), depth);
            }
            Constructor<?>[] constructors = type.getConstructors();
            if (constructors.length > 0) {
                Constructor<?> constructor = constructors[random.nextInt(constructors.length)];
                return constructor.newInstance(drawAll(constructor.getGenericParameterTypes(), depth + 1));
            }
            List<Method> factories = Arrays.stream(type.getMethods())
                    .filter(method -> Modifier.isStatic(method.getModifiers()) && method.getReturnType() == type)
                    .toList();
            if (!factories.isEmpty()) {
                Method factory = factories.get(random.nextInt(factories.size()));
                return factory.invoke(null, drawAll(factory.getGenericParameterTypes(), depth + 1));
            }
            return type.getEnclosingClass() == null ? null : builderOf(type.getEnclosingClass());
        } catch (InvocationTargetException e) {
            // The builder rejects the value. The call gets null instead.
            if (e.getCause() instanceof Error error && !(error instanceof HostileAction.HostileError)) {
                throw error;
            }
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private @Nullable Object builderOf(Class<?> type) throws ReflectiveOperationException {
        for (Method method : type.getMethods()) {
            if (method.getName().equals("builder")) {
                return method.invoke(null, drawAll(method.getGenericParameterTypes(), 1));
            }
        }
        return null;
    }

    private @Nullable Object change(Object builder, int depth) throws ReflectiveOperationException {
        Method[] methods = builder.getClass().getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::toGenericString));
        for (int i = random.nextInt(6); i > 0; i--) {
            Method method = methods[random.nextInt(methods.length)];
            if (method.getReturnType() == builder.getClass()) {
                method.invoke(builder, drawAll(method.getGenericParameterTypes(), depth + 1));
            }
        }
        return builder.getClass().getMethod("build").invoke(builder);
    }

    @Nullable
    Object[] drawAll(Type[] types, int depth) {
        return Arrays.stream(types).map(type -> draw(type, depth)).toArray();
    }

    /** Returns the receiver of a call: an object of the target, of another context, or a closed one. */
    Optional<Object> receiver(Class<?> type) {
        if (targets.scene().knows(type)) {
            Optional<?> object = switch (random.nextInt(20)) {
                case 0 -> found(targets.other(), type);
                case 1 -> closed(found(targets.scene(), type));
                default -> found(targets.scene(), type);
            };
            return object.map(this::changing);
        }
        return Optional.ofNullable(value(type, type, 0)).filter(type::isInstance);
    }

    private static Type argument(Type type, int index) {
        return type instanceof ParameterizedType parameterized
                ? parameterized.getActualTypeArguments()[index]
                : Object.class;
    }

    static Class<?> raw(Type type) {
        if (type instanceof Class<?> known) {
            return known;
        }
        if (type instanceof ParameterizedType parameterized) {
            return raw(parameterized.getRawType());
        }
        if (type instanceof GenericArrayType array) {
            return raw(array.getGenericComponentType()).arrayType();
        }
        if (type instanceof WildcardType wildcard) {
            return raw(wildcard.getUpperBounds()[0]);
        }
        return raw(((TypeVariable<?>) type).getBounds()[0]);
    }
}
