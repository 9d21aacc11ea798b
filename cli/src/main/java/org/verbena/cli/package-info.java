/**
 * The {@code verbena} command. What is for other programs is {@link ShellCommand}: one command for a shell of theirs.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.cli;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
