// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.calls;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.verbena.attr.Flags;

/** Generates arguments from an input: numbers of all sizes, masks with any bits, and objects of earlier calls. */
final class ApiArguments {
    private static final int MOST_BYTES = 300;
    private static final int MOST_ELEMENTS = 5;

    private final Numbers numbers;
    private final List<Object> objects;

    ApiArguments(Numbers numbers, List<Object> objects) {
        this.numbers = numbers;
        this.objects = objects;
    }

    /** Thrown if no object exists for a parameter, or if the API rejects the value itself. */
    static final class NoSuchValueException extends Exception {
        private static final long serialVersionUID = 1;

        NoSuchValueException(Throwable cause) {
            super(cause);
        }
    }

    Object[] of(Type... types) throws NoSuchValueException {
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            values[i] = value(types[i]);
        }
        return values;
    }

    private Object value(Type type) throws NoSuchValueException {
        return type instanceof ParameterizedType generic
                ? parameterized((Class<?>) generic.getRawType(), generic.getActualTypeArguments()[0])
                : plain((Class<?>) type);
    }

    private Object parameterized(Class<?> type, Type argument) throws NoSuchValueException {
        if (type == Flags.class) {
            return mask((Class<?>) argument, numbers.number());
        }
        if (type == Optional.class) {
            return numbers.below(4) == 0 ? Optional.empty() : Optional.of(value(argument));
        }
        if (type == List.class) {
            List<Object> list = new ArrayList<>();
            for (int left = numbers.below(MOST_ELEMENTS); left > 0; left--) {
                list.add(value(argument));
            }
            return list;
        }
        return object(type);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // any type of flags
    private static Object mask(Class<?> type, long mask) {
        return Flags.ofMask((Class) type, mask);
    }

    private Object plain(Class<?> type) throws NoSuchValueException {
        if (type == int.class) {
            return (int) numbers.number();
        }
        if (type == long.class) {
            return numbers.number();
        }
        if (type == boolean.class) {
            return numbers.below(2) != 0;
        }
        if (type == byte[].class) {
            return numbers.bytes(numbers.uint16() % MOST_BYTES);
        }
        if (type == String.class) {
            return new String(numbers.bytes(numbers.below(64)), StandardCharsets.ISO_8859_1);
        }
        if (type == ByteBuffer.class) {
            return buffer();
        }
        if (type == OptionalInt.class) {
            return numbers.below(4) == 0 ? OptionalInt.empty() : OptionalInt.of((int) numbers.number());
        }
        if (type == Inet4Address.class || type == Inet6Address.class) {
            return address(type == Inet4Address.class ? 4 : 16);
        }
        if (type == Object.class) {
            return "context";
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[numbers.below(type.getEnumConstants().length)];
        }
        return type.isArray() ? array(type.getComponentType()) : type.isRecord() ? record(type) : object(type);
    }

    private ByteBuffer buffer() {
        int kind = numbers.uint8();
        int capacity = numbers.uint16() % 8192;
        ByteBuffer buffer = (kind & 3) == 0 ? ByteBuffer.allocate(capacity) : ByteBuffer.allocateDirect(capacity);
        if ((kind & 4) != 0 && capacity > 0) {
            buffer.position(numbers.uint16() % capacity);
        }
        return (kind & 8) != 0 ? buffer.asReadOnlyBuffer() : buffer;
    }

    private InetAddress address(int length) throws NoSuchValueException {
        try {
            InetAddress address = InetAddress.getByAddress(numbers.bytes(length));
            if (address.getAddress().length != length) {
                // This is an IPv4-mapped IPv6 address.
                throw new NoSuchValueException(null);
            }
            return address;
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private Object array(Class<?> elements) throws NoSuchValueException {
        Object array = Array.newInstance(elements, numbers.below(MOST_ELEMENTS));
        for (int i = 0; i < Array.getLength(array); i++) {
            Array.set(array, i, value(elements));
        }
        return array;
    }

    private Object record(Class<?> type) throws NoSuchValueException {
        Constructor<?> constructor = type.getConstructors()[0];
        try {
            return new ApiMethod(constructor).call(null, of(constructor.getGenericParameterTypes()));
        } catch (NoSuchValueException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Returns an object that an earlier call has returned, counted from the last one. */
    Object object(Class<?> type) throws NoSuchValueException {
        int skip = numbers.uint8();
        List<Object> fitting = objects.stream().filter(type::isInstance).toList();
        if (fitting.isEmpty()) {
            throw new NoSuchValueException(null);
        }
        return fitting.get(fitting.size() - 1 - skip % fitting.size());
    }
}
