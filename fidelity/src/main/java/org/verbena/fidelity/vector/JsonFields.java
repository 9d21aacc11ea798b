package org.verbena.fidelity.vector;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import com.grack.nanojson.JsonWriter;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.verbena.Flags;
import org.verbena.VerbsFlag;

/** The fields of a JSON object, read one by one in the range of the C field that each stands for. */
final class JsonFields {
    private static final BigInteger UINT64_MAX = BigInteger.TWO.pow(Long.SIZE).subtract(BigInteger.ONE);

    private final String where;
    private final String prefix;
    private final Map<String, Object> object;
    private final Set<String> asked = new HashSet<>();

    private JsonFields(String where, String prefix, Map<String, Object> object) {
        this.where = where;
        this.prefix = prefix;
        this.object = object;
    }

    /**
     * Reads an object.
     *
     * @param where the place of the text, for errors
     * @param text one JSON object
     */
    static JsonFields parse(String where, String text) {
        try {
            return new JsonFields(where, "", JsonParser.object().from(text));
        } catch (JsonParserException e) {
            throw new FormatException(where, "not a JSON object: " + e.getMessage());
        } catch (StackOverflowError e) {
            // The parser calls itself for every bracket, and counts none of them.
            throw new FormatException(where, "not a JSON object that can be read: it is nested too deeply");
        }
    }

    Set<String> names() {
        return object.keySet();
    }

    boolean has(String name) {
        return object.containsKey(name);
    }

    boolean isNumber(String name) {
        return object.get(name) instanceof Number;
    }

    boolean isFlag(String name) {
        return object.get(name) instanceof Boolean;
    }

    // ---------------------------------------------------------------- words

    String text(String name) {
        return optionalText(name).orElseThrow(() -> refuse(name, "it must be there, as a string"));
    }

    Optional<String> optionalText(String name) {
        Object value = value(name);
        if (value == null || value instanceof String) {
            return Optional.ofNullable((String) value);
        }
        throw refuse(name, "it must be a string");
    }

    <E extends Enum<E>> E constant(String name, Class<E> type) {
        String text = text(name);
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().equals(text))
                .findFirst()
                .orElseThrow(() -> refuse(name, "it must be one of " + Arrays.toString(type.getEnumConstants())));
    }

    /** A switch; absent = false. */
    boolean flag(String name) {
        return optionalFlag(name).orElse(false);
    }

    Optional<Boolean> optionalFlag(String name) {
        Object value = value(name);
        if (value == null || value instanceof Boolean) {
            return Optional.ofNullable((Boolean) value);
        }
        throw refuse(name, "it must be true or false");
    }

    // ---------------------------------------------------------------- numbers: absent = 0

    int int32(String name) {
        return number(name, BigInteger.valueOf(Integer.MIN_VALUE), BigInteger.valueOf(Integer.MAX_VALUE))
                .intValue();
    }

    long unsigned(String name, int bits) {
        return number(name, BigInteger.ZERO, UINT64_MAX.shiftRight(Long.SIZE - bits))
                .longValue();
    }

    long uint32(String name) {
        return unsigned(name, Integer.SIZE);
    }

    <E extends Enum<E> & VerbsFlag> Flags<E> flags(String name, Class<E> type, int bits) {
        return Flags.ofMask(type, unsigned(name, bits));
    }

    private BigInteger number(String name, BigInteger min, BigInteger max) {
        Object value = value(name);
        if (value == null) {
            return BigInteger.ZERO;
        }
        BigInteger number = whole(value);
        if (number == null || number.compareTo(min) < 0 || number.compareTo(max) > 0) {
            throw refuse(name, "it must be a number from " + min + " to " + max);
        }
        return number;
    }

    private static @Nullable BigInteger whole(Object value) {
        if (value instanceof Integer || value instanceof Long) {
            return BigInteger.valueOf(((Number) value).longValue());
        }
        return value instanceof BigInteger big ? big : null;
    }

    // ---------------------------------------------------------------- objects

    /** An object within; absent = empty. */
    JsonFields object(String name) {
        Object value = value(name);
        if (value == null) {
            return new JsonFields(where, prefix + name + ".", Map.of());
        }
        if (value instanceof JsonObject inner) {
            return new JsonFields(where, prefix + name + ".", inner);
        }
        throw refuse(name, "it must be an object");
    }

    /** An object of which all fields are 32-bit numbers. */
    Caps caps(String name) {
        JsonFields inner = object(name);
        Map<String, Long> values = new LinkedHashMap<>();
        inner.names().forEach(cap -> values.put(cap, inner.uint32(cap)));
        return new Caps(values);
    }

    /** Fails if there is a field that nobody has asked for: its name may be misspelt. */
    void nothingElse() {
        for (String name : object.keySet()) {
            if (!asked.contains(name)) {
                throw refuse(name, "this request has no such field");
            }
        }
    }

    /** Fails if there is one of these fields, which only the extended call has: it would not be asked for. */
    void none(String... names) {
        for (String name : names) {
            if (has(name)) {
                throw refuse(name, "the plain call has no such field");
            }
        }
    }

    private @Nullable Object value(String name) {
        asked.add(name);
        return object.get(name);
    }

    FormatException refuse(String name, String rule) {
        String value = has(name) ? JsonWriter.string(object.get(name)) : "absent";
        return new FormatException(where, prefix + name + " is " + value + "; " + rule);
    }
}
