package org.verbena.bench.plan;

/** What one process does and measures. */
public sealed interface Work permits JavaWork, CWork, StartWork, PerftestWork {}
