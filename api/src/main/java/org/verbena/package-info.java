/**
 * The public API of Verbena, the RDMA verbs for Java. It contains the objects and requests that applications
 * use. {@link org.verbena.Verbs} is the entry point.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
