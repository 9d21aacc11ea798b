// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
    private static final List<Step> STEPS = List.of(
                    "1 alloc_pd",
                    "2 create_comp_channel",
                    "3 create_cq cqe=12 channel=#2",
                    "4 create_cq cqe=500",
                    "5 create_qp pd=#1 send_cq=#3 recv_cq=#4 qp_type=RC max_send_wr=900 max_recv_wr=31 sq_sig_all=1",
                    "6 query_qp qp=#5 qp_attr_mask=STATE|PORT|CAP")
            .stream()
            .map(Step::parse)
            .toList();

    @Test
    void onlyStepsThatCauseTheDifferenceRemain() {
        StepDifference difference = difference(STEPS.get(5));

        List<Step> shrunk = new Shrinker(STEPS, difference, 5000, ShrinkerTest::replay).shrink();

        assertThat(Reproducer.renumbered(shrunk))
                .extracting(Step::toString)
                .containsExactly("1 create_qp max_recv_wr=17", "2 query_qp qp=#1 qp_attr_mask=PORT");
    }

    /** Returns a difference if a step queries the port of a queue pair with more than 16 receives. */
    private static Optional<StepDifference> replay(List<Step> steps) {
        return steps.stream()
                .filter(step -> step.verb() == StepVerb.QUERY_QP)
                .filter(step -> (step.arguments().number(StepField.QP_ATTR_MASK) & 32) != 0)
                .filter(step -> steps.stream()
                        .filter(made -> step.arguments().objects().contains(made.number()))
                        .anyMatch(made -> made.arguments().number(StepField.MAX_RECV_WR) > 16))
                .map(ShrinkerTest::difference)
                .findFirst();
    }

    private static StepDifference difference(Step step) {
        return new StepDifference(step, Set.of("port_num"), StepAnswer.ok().with("port_num", 1), StepAnswer.ok());
    }
}
