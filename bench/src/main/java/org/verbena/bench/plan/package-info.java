/** What is measured, and what is asked of it. */
@NullMarked
package org.verbena.bench.plan;

import org.jspecify.annotations.NullMarked;
