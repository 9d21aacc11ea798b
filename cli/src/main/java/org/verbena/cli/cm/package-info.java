// SPDX-License-Identifier: Apache-2.0
/**
 * Counterparts of the programs of librdmacm: {@code rping}, {@code ucmatose}, {@code udaddy}, {@code mckey},
 * {@code rstream} and {@code riostream}.
 */
@NullMarked
package org.verbena.cli.cm;

import org.jspecify.annotations.NullMarked;
