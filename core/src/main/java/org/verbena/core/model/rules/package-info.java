// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of libibverbs and of the kernel that driver models share, for authors of a model. A model extends
 * {@link org.verbena.core.model.rules.BaseModel}. It evaluates the rules of a request in a
 * {@link org.verbena.core.model.rules.Checklist}. The state table of queue pairs is
 * {@link org.verbena.core.model.rules.QpStateTable}.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.core.model.rules;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
