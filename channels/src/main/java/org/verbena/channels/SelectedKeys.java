// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.nio.channels.SelectionKey;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The selected keys of a selector, in an array. The application can remove keys and not add them. */
final class SelectedKeys extends AbstractSet<SelectionKey> {
    private @Nullable RdmaSelectionKey[] keys = new RdmaSelectionKey[16];
    private int size;

    void select(RdmaSelectionKey key) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
        }
        key.selectedIndex = size;
        keys[size] = key;
        size++;
    }

    private RdmaSelectionKey at(int index) {
        return Objects.requireNonNull(keys[index]);
    }

    boolean isSelected(RdmaSelectionKey key) {
        int index = key.selectedIndex;
        return index >= 0 && index < size && keys[index] == key;
    }

    void deselect(RdmaSelectionKey key) {
        if (isSelected(key)) {
            size--;
            RdmaSelectionKey last = at(size);
            keys[key.selectedIndex] = last;
            last.selectedIndex = key.selectedIndex;
            key.selectedIndex = -1;
            keys[size] = null;
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean contains(Object o) {
        return o instanceof RdmaSelectionKey key && isSelected(key);
    }

    @Override
    public boolean remove(Object o) {
        if (o instanceof RdmaSelectionKey key && isSelected(key)) {
            deselect(key);
            return true;
        }
        return false;
    }

    @Override
    public void clear() {
        while (size > 0) {
            deselect(at(size - 1));
        }
    }

    @Override
    public Iterator<SelectionKey> iterator() {
        return new Iterator<>() {
            private int next;
            private boolean removable;

            @Override
            public boolean hasNext() {
                return next < size;
            }

            @Override
            public SelectionKey next() {
                if (next >= size) {
                    throw new NoSuchElementException();
                }
                removable = true;
                next++;
                return at(next - 1);
            }

            @Override
            public void remove() {
                if (!removable) {
                    throw new IllegalStateException("no key to remove");
                }
                removable = false;
                next--;
                deselect(at(next));
            }
        };
    }
}
