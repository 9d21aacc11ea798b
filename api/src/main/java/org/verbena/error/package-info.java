// SPDX-License-Identifier: Apache-2.0
/**
 * The exceptions of the verbs, and the reasons that they contain. {@link org.verbena.error.VerbsException} is the base
 * class. It has the error number, and a {@link org.verbena.error.Diagnosis} if the reason is known.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.error;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
