package org.verbena.bench.plan;

import java.util.List;

/**
 * A JVM that starts, does something short and ends; timed from outside.
 *
 * @param mainClass a class of {@code org.verbena.bench.process}
 * @param arguments the arguments of the class
 */
public record StartWork(String mainClass, List<String> arguments) implements Work {}
