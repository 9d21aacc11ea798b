// SPDX-License-Identifier: Apache-2.0
/** The command that checks whether a machine can run the providers. */
@NullMarked
package org.verbena.cli.doctor;

import org.jspecify.annotations.NullMarked;
