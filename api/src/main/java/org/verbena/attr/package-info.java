// SPDX-License-Identifier: Apache-2.0
/**
 * Attributes, flags and enumerations of {@code <infiniband/verbs.h>}: values that reference no objects. The mask of an
 * attribute class is nested in it, for example {@link org.verbena.attr.QpAttr.Mask}.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.attr;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
