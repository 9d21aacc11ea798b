package org.verbena.cli.create;

import org.verbena.DeviceContext;
import org.verbena.cli.option.Explainable;

/** A trial that creates an object to find out what the device grants, and destroys it. */
interface Trial extends Explainable {
    /**
     * Creates the object and the objects that it needs, queries it, and destroys it. Closing the context destroys the
     * other objects.
     *
     * @throws org.verbena.error.VerbsException if a creation fails
     */
    Outcome run(DeviceContext context);
}
