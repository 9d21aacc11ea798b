/**
 * The rules of libibverbs and of the kernel that driver models share, for authors of a model. A model extends
 * {@link org.verbena.core.model.rules.BaseModel}. It evaluates the rules of a request in a
 * {@link org.verbena.core.model.rules.Checklist}. The state tables of queue pairs and work queues are
 * {@link org.verbena.core.model.rules.QpStateTable} and {@link org.verbena.core.model.rules.WqStateTable}.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.core.model.rules;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
