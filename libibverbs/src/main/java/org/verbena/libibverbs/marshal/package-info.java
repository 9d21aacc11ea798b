/** Requests written into C structs, answers read from them; a class for each concern. */
@NullMarked
package org.verbena.libibverbs.marshal;

import org.jspecify.annotations.NullMarked;
