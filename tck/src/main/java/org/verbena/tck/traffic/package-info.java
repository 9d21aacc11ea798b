/** What behaviours of the data path work with: connected queue pairs, their memory, and completions to wait for. */
@NullMarked
package org.verbena.tck.traffic;

import org.jspecify.annotations.NullMarked;
