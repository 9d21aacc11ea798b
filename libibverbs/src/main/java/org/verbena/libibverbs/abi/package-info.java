/**
 * Layouts of the structs of {@code <infiniband/verbs.h>}, one class each: a constant for each field in use, and
 * {@code SIZE} where Verbena allocates the struct or depends on its end. A test compares all of them with the C header.
 */
@NullMarked
package org.verbena.libibverbs.abi;

import org.jspecify.annotations.NullMarked;
