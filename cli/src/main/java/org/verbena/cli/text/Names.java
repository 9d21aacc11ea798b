package org.verbena.cli.text;

import java.util.Iterator;
import java.util.List;
import org.verbena.attr.VerbsConstant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The names of the constants of an enumeration, in the spelling of Java and of C, regardless of case. picocli uses it as
 * the converter of an option and as the list of its values.
 *
 * @param <E> the enumeration
 */
public class Names<E extends Enum<E> & VerbsConstant> implements ITypeConverter<E>, Iterable<String> {
    private final List<E> constants;

    /** Creates the names of the constants that exist in C. */
    public Names(List<E> constants) {
        this.constants = constants.stream()
                .filter(constant -> !constant.cName().isEmpty())
                .toList();
    }

    @Override
    public final E convert(String name) {
        return constants.stream()
                .filter(constant -> constant.name().equalsIgnoreCase(name)
                        || constant.cName().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + name + "' is none of " + String.join(", ", this)));
    }

    @Override
    public final Iterator<String> iterator() {
        return constants.stream().map(Enum::name).iterator();
    }
}
