// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code verbena} command. The API for other programs is {@link ShellCommand}, a command for a shell inside such a
 * program.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.cli;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
