/** Counterparts of the programs of librdmacm: {@code rping}, {@code ucmatose}, {@code udaddy} and {@code mckey}. */
@NullMarked
package org.verbena.cli.cm;

import org.jspecify.annotations.NullMarked;
