/** What was measured: read, judged and shown. */
@NullMarked
package org.verbena.bench.report;

import org.jspecify.annotations.NullMarked;
