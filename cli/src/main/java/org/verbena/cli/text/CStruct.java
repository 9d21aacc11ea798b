package org.verbena.cli.text;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.VerbsEnum;
import org.verbena.attr.VerbsFlag;

/**
 * Converts records of the API to the names and values of C. It relies on the naming rules of the API:
 *
 * <ul>
 *   <li>A component has the name of the C field, in camel case.
 *   <li>A component {@code fooCode} is the number of the constant that the method {@code foo()} returns.
 *   <li>A {@code long} is unsigned.
 * </ul>
 */
public final class CStruct {
    private static final String CODE = "Code";

    private CStruct() {}

    /** Returns the fields by their C names. Values are numbers, strings, lists, and maps for nested structs. */
    public static Map<String, @Nullable Object> of(Record struct) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (RecordComponent component : struct.getClass().getRecordComponents()) {
            String name = component.getName();
            if (name.endsWith(CODE)) {
                String constant = name.substring(0, name.length() - CODE.length());
                fields.put(cName(constant), constant(read(struct, constant), read(struct, name)));
            } else if (name.endsWith("Guid") && read(struct, name) instanceof Long guid) {
                fields.put(cName(name), guid(guid));
            } else {
                fields.put(cName(name), value(read(struct, name)));
            }
        }
        return fields;
    }

    /** Returns a GUID in the format of sysfs: four groups of four hexadecimal digits. */
    public static String guid(long guid) {
        return String.format(
                "%04x:%04x:%04x:%04x", guid >>> 48, guid >>> 32 & 0xFFFF, guid >>> 16 & 0xFFFF, guid & 0xFFFF);
    }

    private static String cName(String camelCase) {
        return camelCase.replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }

    private static @Nullable Object read(Record struct, String component) {
        try {
            Method accessor = struct.getClass().getDeclaredMethod(component);
            // The records of commands are private to their packages.
            accessor.setAccessible(true);
            return accessor.invoke(struct);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(struct.getClass() + " breaks the naming rule at " + component, e);
        }
    }

    private static @Nullable Object constant(@Nullable Object constant, @Nullable Object code) {
        return constant instanceof VerbsEnum known && !known.cName().isEmpty() ? known.cName() : code;
    }

    private static @Nullable Object value(@Nullable Object value) {
        if (value instanceof Record struct) {
            return of(struct);
        } else if (value instanceof Flags<?> flags) {
            return names(flags);
        } else if (value instanceof List<?> list) {
            return list.stream().map(CStruct::value).toList();
        } else if (value instanceof Gid gid) {
            return gid.toString();
        } else if (value instanceof Long number && number < 0) {
            return new BigInteger(Long.toUnsignedString(number));
        }
        return value;
    }

    private static List<String> names(Flags<?> flags) {
        List<String> names = new ArrayList<>();
        for (VerbsFlag flag : flags.known()) {
            names.add(flag.cName());
        }
        if (flags.unknownBits() != 0) {
            names.add("0x" + Long.toHexString(flags.unknownBits()));
        }
        return names;
    }
}
