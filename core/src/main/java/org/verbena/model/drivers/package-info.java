/** One model for each driver. */
@NullMarked
package org.verbena.model.drivers;

import org.jspecify.annotations.NullMarked;
