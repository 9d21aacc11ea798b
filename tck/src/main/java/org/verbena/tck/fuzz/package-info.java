/** Random requests: what a provider must survive. */
@NullMarked
package org.verbena.tck.fuzz;

import org.jspecify.annotations.NullMarked;
