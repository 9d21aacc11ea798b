package org.verbena;

/** A constant of {@code <infiniband/verbs.h>}. */
public sealed interface VerbsConstant permits VerbsEnum, VerbsFlag {
    /**
     * The name that C uses.
     *
     * @return the identifier in verbs.h, for example {@code IBV_QPT_RC}; empty where C has none
     */
    String cName();
}
