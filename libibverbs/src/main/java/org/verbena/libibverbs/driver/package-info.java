/** The driver interfaces of the SPI on libibverbs; calls as the inline functions of {@code <infiniband/verbs.h>} do. */
@NullMarked
package org.verbena.libibverbs.driver;

import org.jspecify.annotations.NullMarked;
