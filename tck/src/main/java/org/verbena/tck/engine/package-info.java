/** How behaviours become tests: what a device lacks, which deviations are declared, what is counted. */
@NullMarked
package org.verbena.tck.engine;

import org.jspecify.annotations.NullMarked;
