// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

class CountedObjectTest {
    private static final class Part extends CountedObject {
        private boolean attached;
        private int freed;

        Part(CountedObject... uses) {
            super("ibv_destroy_part", List.of(uses));
        }

        void replace(CountedObject before, CountedObject after) {
            use(before, after);
        }

        @Override
        protected void requireUnattached() {
            requireNone("groups", attached ? 1 : 0, "it leaves its groups first");
        }

        @Override
        protected void free() {
            freed++;
        }

        @Override
        public String toString() {
            return "part of a test";
        }
    }

    @Test
    void isDestroyedOnlyAfterItsUsers() {
        Part used = new Part();
        Part twice = new Part(used, used);
        Part once = new Part(used);

        assertBusy(used, "users = 3, limit 0");
        twice.destroy();
        assertBusy(used, "users = 1, limit 0");
        once.destroy();
        used.destroy();

        assertThat(used.freed).isOne();
    }

    @Test
    void replaceMovesTheUseToTheNewObject() {
        Part before = new Part();
        Part after = new Part();
        Part user = new Part(before);

        user.replace(before, after);

        before.destroy();
        assertBusy(after, "users = 1");
    }

    @Test
    void isNotDestroyedIfTheSubclassRefuses() {
        Part used = new Part();
        Part user = new Part(used);
        user.attached = true;

        assertBusy(user, "groups = 1, limit 0: it leaves its groups first");
        assertBusy(used, "users = 1");
        assertThat(user.freed).isZero();
    }

    private static void assertBusy(CountedObject object, String violation) {
        assertThatThrownBy(object::destroy)
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EBUSY))
                .hasMessageContaining("ibv_destroy_part on part of a test")
                .hasMessageContaining(violation);
    }
}
