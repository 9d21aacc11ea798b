/**
 * Attributes, flags and enumerations of {@code <infiniband/verbs.h>}: values that reference no objects.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.attr;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
