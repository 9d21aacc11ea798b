package org.verbena;

/** A constant of a C enumeration whose values are bits to be combined. */
public non-sealed interface VerbsFlag extends VerbsConstant {
    /**
     * The bit that C uses.
     *
     * @return a mask with one bit set
     */
    long mask();
}
