package org.verbena.bench.jmh;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Holds connected queue pairs on one simulated device. */
@State(Scope.Thread)
public class SimPairs {
    @Param("mlx5")
    String profile;

    @Param({"2", "100", "10000"})
    int qps;

    @Param("64")
    int size;

    @Param("1")
    int outstanding;

    SimTraffic traffic;

    @Setup(Level.Trial)
    public void connect() {
        traffic = new SimTraffic(profile, qps, size, outstanding);
        traffic.create();
        traffic.connect();
        // Moves long-lived objects to the old generation, as in a program that has run for a while. Barriers cost more
        // there.
        System.gc();
    }

    @TearDown(Level.Trial)
    public void close() {
        traffic.close();
    }
}
