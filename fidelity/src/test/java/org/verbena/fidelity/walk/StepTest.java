// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 alloc_pd",
                "4 create_rwq_ind_table ind_tbl=#3,#2,#3,#3",
                "12 create_qp pd=#1 send_cq=#2 recv_cq=#2 max_send_wr=4294967295 qp_type=RAW_PACKET",
                "13 modify_qp qp=#12 qp_attr_mask=STATE|PKEY_INDEX|0x40000000 qp_state=INIT dgid=OWN",
                "14 create_qp_ex qp_type=77 send_ops_flags=0"
            })
    void itsTextSaysTheSameAgain(String line) {
        Step step = Step.parse(line);

        assertThat(Step.parse(step.toString())).isEqualTo(step);
        assertThat(step.toString().split(" ")).containsExactlyInAnyOrder(line.split(" "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "alloc_pd",
                "1 alloc_everything",
                "1 create_cq cqs=1",
                "1 create_cq cqe=many",
                "1 destroy object=3"
            })
    void aLineThatIsNoneSaysSo(String line) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Step.parse(line))
                .withMessageContaining("not a step: \"" + line + "\"");
    }

    @Test
    void namesAndNumbersMeanTheSame() {
        assertThat(Step.parse("1 modify_qp qp_state=2 qp_attr_mask=0x1"))
                .isEqualTo(Step.parse("1 modify_qp qp_state=RTR qp_attr_mask=STATE"));
    }
}
