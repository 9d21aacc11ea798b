/**
 * The control path: objects, their numbers, use counts and states. What a driver grants or refuses is the business of
 * {@link org.verbena.spi.model}; what travels between queue pairs is not in here.
 */
@NullMarked
package org.verbena.provider.sim.control;

import org.jspecify.annotations.NullMarked;
