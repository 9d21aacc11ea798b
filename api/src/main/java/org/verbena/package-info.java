/** RDMA verbs as contracts, values and errors: what an application compiles against. */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
