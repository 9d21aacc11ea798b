// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.IllegalSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelector;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A selector of RDMA channels and of the JDK's channels.
 *
 * <p>A key is <em>active</em> if it may be ready. A selection examines only active keys. Before the selector sleeps, it
 * requests an event for each active key that is not ready, and the key is active again when the event arrives. The time
 * of a selection therefore depends on the keys whose readiness may have changed, not on all keys.
 *
 * <p>The JDK's channels are registered with an inner selector of the JDK. If there are any, the selector sleeps in it.
 */
final class RdmaSelector extends AbstractSelector {
    private final RdmaSelectorProvider provider;
    private final AdaptiveSpin spin;
    private final Set<SelectionKey> keys = ConcurrentHashMap.newKeySet();
    private final Set<SelectionKey> publicKeys = Collections.unmodifiableSet(keys);
    private final SelectedKeys selected = new SelectedKeys();
    private final AtomicReference<@Nullable RdmaSelectionKey> touched = new AtomicReference<>();
    private final AtomicBoolean woken = new AtomicBoolean();

    private RdmaSelectionKey[] active = new RdmaSelectionKey[16];
    private int activeCount;
    private boolean selecting;

    private volatile @Nullable Selector inner;

    /** The thread that sleeps or is about to, null if none does. */
    private volatile @Nullable Thread sleeper;

    RdmaSelector(RdmaSelectorProvider provider) {
        super(provider);
        this.provider = provider;
        spin = new AdaptiveSpin(provider.settings().spin().toNanos());
    }

    private void requireOpen() {
        if (!isOpen()) {
            throw new ClosedSelectorException();
        }
    }

    @Override
    public Set<SelectionKey> keys() {
        requireOpen();
        return publicKeys;
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        requireOpen();
        return selected;
    }

    // ---------------------------------------------------------------- registration

    @Override
    protected SelectionKey register(AbstractSelectableChannel channel, int operations, Object attachment) {
        requireOpen();
        SelectableStream stream = channel instanceof SelectableStream own ? own : null;
        RdmaSelectionKey key = new RdmaSelectionKey(this, channel, stream);
        key.attach(attachment);
        if (stream == null) {
            registerInner(key, channel, operations);
        }
        keys.add(key);
        if (stream != null) {
            stream.keys().add(key);
        }
        key.interestOps(operations);
        key.touch();
        return key;
    }

    /** Registers a channel of the JDK with the inner selector. */
    private void registerInner(RdmaSelectionKey key, SelectableChannel channel, int operations) {
        try {
            key.inner = channel.register(inner(), operations, key);
        } catch (ClosedChannelException e) {
            key.cancel();
        }
    }

    /**
     * Returns the inner selector. A thread that selects holds the monitor of this selector, so another one guards it.
     */
    private Selector innerOrCreate() throws IOException {
        synchronized (touched) {
            Selector current = inner;
            if (current == null) {
                current = provider.jdk().openSelector();
                inner = current;
            }
            return current;
        }
    }

    private Selector inner() {
        try {
            return innerOrCreate();
        } catch (IOException | UnsupportedOperationException e) {
            IllegalSelectorException refused = new IllegalSelectorException();
            refused.initCause(e);
            throw refused;
        }
    }

    private void removeCancelled() throws IOException {
        boolean innerCancelled = false;
        Set<SelectionKey> cancelled = cancelledKeys();
        synchronized (cancelled) {
            Iterator<SelectionKey> iterator = cancelled.iterator();
            while (iterator.hasNext()) {
                RdmaSelectionKey key = (RdmaSelectionKey) iterator.next();
                iterator.remove();
                innerCancelled |= remove(key);
            }
        }
        Selector current = inner;
        if (innerCancelled && current != null) {
            selectJdk(current, 0);
            current.selectedKeys().clear(); // examined again later
        }
    }

    /** Removes a key. Returns whether the inner selector must process the cancellation of its key. */
    private boolean remove(RdmaSelectionKey key) {
        keys.remove(key);
        selected.deselect(key);
        SelectionKey innerKey = key.inner;
        if (innerKey != null) {
            innerKey.cancel();
        }
        // The inner selector closes the descriptor only if the channel has no other key.
        deregister(key);
        SelectableStream stream = key.stream();
        if (stream != null) {
            stream.keys().remove(key);
        }
        return innerKey != null;
    }

    // ---------------------------------------------------------------- readiness

    /** Makes a key active, and ends the sleep of the selecting thread. */
    void touch(RdmaSelectionKey key) {
        if (key.touched.compareAndSet(false, true)) {
            RdmaSelectionKey first;
            do {
                first = touched.get();
                key.nextTouched = first;
            } while (!touched.compareAndSet(first, key));
        }
        rouse();
    }

    private void rouse() {
        Thread thread = sleeper;
        if (thread != null) {
            Selector current = inner;
            if (current != null) {
                current.wakeup();
            }
            LockSupport.unpark(thread);
        }
    }

    @Override
    public Selector wakeup() {
        woken.set(true);
        rouse();
        return this;
    }

    private void takeTouched() {
        RdmaSelectionKey key = touched.getAndSet(null);
        while (key != null) {
            RdmaSelectionKey next = key.nextTouched;
            key.nextTouched = null;
            key.touched.set(false);
            if (!key.active) {
                if (activeCount == active.length) {
                    active = Arrays.copyOf(active, 2 * activeCount);
                }
                key.active = true;
                active[activeCount] = key;
                activeCount++;
            }
            key = next;
        }
    }

    // ---------------------------------------------------------------- selection

    @Override
    public int selectNow() throws IOException {
        return doSelect(null, 0);
    }

    @Override
    public int select(long timeout) throws IOException {
        return doSelect(null, requireTimeout(timeout));
    }

    @Override
    public int select() throws IOException {
        return doSelect(null, -1);
    }

    @Override
    public int selectNow(Consumer<SelectionKey> action) throws IOException {
        return doSelect(requireAction(action), 0);
    }

    @Override
    public int select(Consumer<SelectionKey> action, long timeout) throws IOException {
        return doSelect(requireAction(action), requireTimeout(timeout));
    }

    @Override
    public int select(Consumer<SelectionKey> action) throws IOException {
        return doSelect(requireAction(action), -1);
    }

    private static Consumer<SelectionKey> requireAction(Consumer<SelectionKey> action) {
        return Objects.requireNonNull(action, "action");
    }

    private static long requireTimeout(long timeout) {
        if (timeout < 0) {
            throw new IllegalArgumentException("Negative timeout");
        }
        return timeout == 0 ? -1 : timeout;
    }

    /** Selects: for a time in milliseconds, without waiting for 0, without limit for -1. */
    private int doSelect(@Nullable Consumer<SelectionKey> action, long timeout) throws IOException {
        synchronized (this) {
            requireOpen();
            if (selecting) {
                throw new IllegalStateException("select in progress");
            }
            selecting = true;
            try {
                synchronized (selected) {
                    return new Selection(action).run(timeout);
                }
            } finally {
                selecting = false;
            }
        }
    }

    /** One selection. */
    private final class Selection {
        private final @Nullable Consumer<SelectionKey> action;

        /** The keys whose ready set has changed. */
        private int changed;

        /** True if a key is ready, even if its ready set is unchanged. */
        private boolean found;

        Selection(@Nullable Consumer<SelectionKey> action) {
            this.action = action;
        }

        int run(long timeout) throws IOException {
            removeCancelled();
            examine(false);
            if (timeout != 0 && !found && !woken.get()) {
                long start = System.nanoTime();
                spin(start, timeout);
                if (!found && !woken.get()) {
                    try {
                        begin();
                        sleep(start, timeout);
                    } finally {
                        end();
                    }
                }
                spin.end(System.nanoTime() - start);
            }
            woken.set(false);
            removeCancelled();
            if (action != null) {
                requireOpen();
            }
            return changed;
        }

        private void spin(long start, long timeout) throws IOException {
            long nanos = spin.begin();
            long limit = timeout < 0 ? nanos : Math.min(nanos, TimeUnit.MILLISECONDS.toNanos(timeout));
            while (activeCount > 0 && !found && !woken.get() && System.nanoTime() - start < limit) {
                AdaptiveSpin.pause();
                examine(false);
            }
        }

        private void sleep(long start, long timeout) throws IOException {
            long nanos = TimeUnit.MILLISECONDS.toNanos(timeout);
            Thread thread = Thread.currentThread();
            while (isOpen() && !thread.isInterrupted()) {
                sleeper = thread;
                try {
                    examine(true);
                    long rest = timeout < 0 ? Long.MAX_VALUE : nanos - (System.nanoTime() - start);
                    if (found || woken.get() || rest <= 0) {
                        return;
                    }
                    if (touched.get() == null && isOpen()) {
                        Selector current = inner;
                        if (current != null && !current.keys().isEmpty()) {
                            selectInner(current, timeout < 0 ? -1 : Math.max(1, rest / 1_000_000));
                        } else if (timeout < 0) {
                            LockSupport.park(RdmaSelector.this);
                        } else {
                            LockSupport.parkNanos(RdmaSelector.this, rest);
                        }
                    }
                } finally {
                    sleeper = null;
                }
                if (found) {
                    return;
                }
            }
        }

        /** Examines the active keys. If the selector is about to sleep, keys that are not ready become inactive. */
        private void examine(boolean isLast) throws IOException {
            takeTouched();
            int count = activeCount;
            int next = 0;
            int kept = 0;
            try {
                while (next < count) {
                    RdmaSelectionKey key = active[next];
                    if (examine(key, isLast)) {
                        active[kept] = key;
                        kept++;
                    } else {
                        key.active = false;
                    }
                    next++;
                }
            } finally {
                // The action of the application may throw.
                System.arraycopy(active, next, active, kept, count - next);
                activeCount = kept + count - next;
                Arrays.fill(active, activeCount, count, null);
            }
            Selector current = inner;
            if (current != null && !current.keys().isEmpty()) {
                selectInner(current, 0);
            }
        }

        /** Examines a key. Returns whether it stays active. */
        private boolean examine(RdmaSelectionKey key, boolean isLast) {
            if (!key.isValid()) {
                return false;
            }
            SelectableStream stream = key.stream();
            SelectableChannel tcp = stream == null ? null : stream.tcp();
            try {
                if (key.inner == null && tcp != null) {
                    registerInner(key, tcp, key.interest());
                }
                SelectionKey innerKey = key.inner;
                if (innerKey != null) {
                    innerKey.interestOps(key.interest());
                    return false;
                }
            } catch (CancelledKeyException e) {
                return false;
            }
            int interest = key.interest();
            if (stream == null || interest == 0) {
                return false;
            }
            int ready = isLast ? stream.await(interest) : stream.poll(interest);
            if (ready != 0) {
                update(key, ready);
                return true;
            }
            if (stream.tcp() != null) {
                key.touch(); // decided just now
            }
            return !isLast;
        }

        private void selectInner(Selector current, long timeout) throws IOException {
            selectJdk(current, timeout);
            Set<SelectionKey> innerSelected = current.selectedKeys();
            if (innerSelected.isEmpty()) {
                return;
            }
            for (SelectionKey innerKey : innerSelected) {
                if (innerKey.attachment() instanceof RdmaSelectionKey key && key.isValid() && innerKey.isValid()) {
                    update(key, innerKey.readyOps());
                }
            }
            innerSelected.clear();
        }

        private void update(RdmaSelectionKey key, int ready) {
            found = true;
            if (action != null) {
                key.setReady(ready);
                changed++;
                action.accept(key);
                requireOpen();
            } else if (selected.isSelected(key)) {
                int before = key.ready();
                key.setReady(before | ready);
                changed += (ready & ~before) == 0 ? 0 : 1;
            } else {
                key.setReady(ready);
                selected.select(key);
                changed++;
            }
        }
    }

    /** Selects the JDK's channels: for a time in milliseconds, without waiting for 0, without limit for -1. */
    private static void selectJdk(Selector current, long timeout) throws IOException {
        try {
            if (timeout == 0) {
                current.selectNow();
            } else if (timeout < 0) {
                current.select();
            } else {
                current.select(timeout);
            }
        } catch (ClosedSelectorException e) {
            // The channels of the JDK have no selector any more, because this one is closed.
        }
    }

    // ---------------------------------------------------------------- closing

    @Override
    protected void implCloseSelector() throws IOException {
        wakeup();
        synchronized (this) {
            synchronized (selected) {
                for (SelectionKey key : keys) {
                    key.cancel();
                }
                removeCancelled();
                selected.clear();
                Selector current = inner;
                if (current != null) {
                    current.close();
                }
            }
        }
    }
}
