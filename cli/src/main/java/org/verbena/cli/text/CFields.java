// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.text;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.verbena.attr.AttrStruct;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.VerbsConstant;
import org.verbena.attr.VerbsFlag;

/** Converts the fields of C structs to values of JSON: numbers, strings, lists, and maps for nested structs. */
public final class CFields {
    private CFields() {}

    /** Returns the fields by their C names. */
    public static Map<String, Object> of(AttrStruct struct) {
        Map<String, Object> values = new LinkedHashMap<>();
        struct.fields().forEach((name, value) -> values.put(name, value(name, value)));
        return values;
    }

    /** Returns a GUID in the format of sysfs: four groups of four hexadecimal digits. */
    public static String guid(long guid) {
        return String.format(
                "%04x:%04x:%04x:%04x", guid >>> 48, guid >>> 32 & 0xFFFF, guid >>> 16 & 0xFFFF, guid & 0xFFFF);
    }

    /** Returns the names of flags, and the bits without a name as a hexadecimal number. */
    public static List<String> names(Flags<?> flags) {
        List<String> names = new ArrayList<>();
        for (VerbsFlag flag : flags.known()) {
            names.add(flag.cName());
        }
        if (flags.unknownBits() != 0) {
            names.add("0x" + Long.toHexString(flags.unknownBits()));
        }
        return names;
    }

    private static Object value(String name, Object value) {
        if (value instanceof AttrStruct struct) {
            return of(struct);
        } else if (value instanceof Flags<?> flags) {
            return names(flags);
        } else if (value instanceof VerbsConstant constant) {
            return constant.cName();
        } else if (value instanceof Gid gid) {
            return gid.toString();
        } else if (value instanceof Long number) {
            return name.endsWith("_guid") ? guid(number) : unsigned(number);
        }
        return value;
    }

    private static Number unsigned(long value) {
        return value >= 0 ? value : new BigInteger(Long.toUnsignedString(value));
    }
}
