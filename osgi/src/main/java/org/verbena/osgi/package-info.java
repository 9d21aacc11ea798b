/** What administrators of an OSGi framework configure; bundles only see the service that comes of it. */
@NullMarked
package org.verbena.osgi;

import org.jspecify.annotations.NullMarked;
