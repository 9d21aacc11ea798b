// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.hostile;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Chooses the action of a hostile object when the library calls it. */
final class HostileAction {
    /** The exception of a hostile object. */
    static final class HostileException extends RuntimeException {
        private static final long serialVersionUID = 1;

        HostileException() {
            super("thrown by a hostile object");
        }
    }

    /** The error of a hostile object. */
    static final class HostileError extends Error {
        private static final long serialVersionUID = 1;

        HostileError() {
            super("thrown by a hostile object");
        }
    }

    private static final int QUIET = 6;

    private final RandomGenerator random;
    private final List<Runnable> acts = new ArrayList<>();
    private volatile boolean overflowed;
    private volatile boolean active;

    /**
     * Creates the action of one call.
     *
     * @param random the source of random choices
     * @param acts further actions, such as closing a handle
     */
    HostileAction(RandomGenerator random, List<Runnable> acts) {
        this.random = random;
        this.acts.addAll(acts);
        this.acts.add(() -> {
            throw new HostileException();
        });
        this.acts.add(() -> {
            throw new HostileError();
        });
        this.acts.add(this::overflow);
        this.acts.add(System::gc);
    }

    /** Enables the action. Before that, the arguments are generated and described. */
    void start() {
        active = true;
    }

    /** Disables the action, because messages and reports call the objects again. */
    void end() {
        active = false;
    }

    boolean hasOverflowed() {
        return overflowed;
    }

    private void overflow() {
        overflowed = true;
        recurse(1);
    }

    @SuppressWarnings("InfiniteRecursion") // intended
    private int recurse(int depth) {
        return recurse(depth + 1) + depth;
    }

    /** Performs an action in some of the calls. */
    synchronized void maybe() {
        if (active && random.nextInt(QUIET) == 0) {
            acts.get(random.nextInt(acts.size())).run();
        }
    }

    synchronized int upTo(int bound) {
        return random.nextInt(bound);
    }

    /** A list whose results differ from call to call. */
    final class LyingList<T extends @Nullable Object> extends AbstractList<T> {
        private final List<T> elements;

        LyingList(List<T> elements) {
            this.elements = elements;
        }

        @Override
        public T get(int index) {
            maybe();
            return elements.get(upTo(elements.size()));
        }

        @Override
        public int size() {
            maybe();
            return active ? upTo(elements.size() + 1) : elements.size();
        }

        @Override
        public Object[] toArray() {
            maybe();
            return elements.subList(0, upTo(elements.size() + 1)).toArray();
        }

        @Override
        public boolean equals(Object other) {
            maybe();
            return this == other;
        }

        @Override
        public int hashCode() {
            maybe();
            return upTo(2);
        }

        @Override
        public String toString() {
            maybe();
            return "a lying list";
        }
    }

    /** A map whose entries differ from call to call. */
    final class LyingMap extends AbstractMap<String, String> {
        private final Map<String, String> entries;

        LyingMap(Map<String, String> entries) {
            this.entries = entries;
        }

        @Override
        public Set<Entry<String, String>> entrySet() {
            maybe();
            return upTo(2) == 0 ? Set.of() : entries.entrySet();
        }
    }

    /** An object whose basic methods misbehave. */
    @SuppressWarnings("ComparableType") // compares itself with any object
    final class Nuisance implements Comparable<Object> {
        @Override
        public boolean equals(Object other) {
            maybe();
            return upTo(2) == 0;
        }

        @Override
        public int hashCode() {
            maybe();
            return upTo(2);
        }

        @Override
        public int compareTo(Object other) {
            maybe();
            return upTo(3) - 1;
        }

        @Override
        public String toString() {
            maybe();
            return "a nuisance";
        }
    }
}
