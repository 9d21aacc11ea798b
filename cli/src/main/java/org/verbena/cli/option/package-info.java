// SPDX-License-Identifier: Apache-2.0
/** Options that several commands share, and converters of their values. */
@NullMarked
package org.verbena.cli.option;

import org.jspecify.annotations.NullMarked;
