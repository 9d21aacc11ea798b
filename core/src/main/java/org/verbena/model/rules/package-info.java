/** The rules of libibverbs and of the kernel that driver models share, and a base class of models. */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.model.rules;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
