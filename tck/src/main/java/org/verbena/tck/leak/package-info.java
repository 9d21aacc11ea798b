/** Whether what was created and closed leaves anything behind. */
@NullMarked
package org.verbena.tck.leak;

import org.jspecify.annotations.NullMarked;
