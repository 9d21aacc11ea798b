/**
 * Work requests as calls that return futures, for programs that do not count nanoseconds. It stands on the public
 * contract alone: a {@link org.verbena.async.ProgressEngine} polls a completion queue, and an {@link
 * org.verbena.async.AsyncQueuePair} posts to a queue pair that reports there.
 */
@NullMarked
@Export
@Version("0.1.0")
package org.verbena.async;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
