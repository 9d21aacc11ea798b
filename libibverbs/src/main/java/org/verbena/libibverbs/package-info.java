/** libibverbs in Java: all but the call itself, which a native provider supplies. */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.libibverbs;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
