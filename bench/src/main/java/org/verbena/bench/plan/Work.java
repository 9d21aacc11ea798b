package org.verbena.bench.plan;

/** The work of one measured process. */
public sealed interface Work permits JavaWork, CWork, StartWork, PerftestWork {}
