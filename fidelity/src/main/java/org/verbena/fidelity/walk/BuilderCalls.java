// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import org.verbena.MemoryWindow;
import org.verbena.QueuePairEx;
import org.verbena.SendWr;
import org.verbena.attr.WrOpcode;
import org.verbena.error.VerbsException;

/** Posts lists of sends with the builders of {@code struct ibv_qp_ex}. */
final class BuilderCalls {
    private BuilderCalls() {}

    static void post(WalkDevice device, ConnectedQps.End end, List<Step> list) {
        QueuePairEx builders = end.qp().toQpEx().orElseThrow();
        builders.wrStart();
        try {
            list.forEach(step -> build(device, end, step, builders));
        } catch (VerbsException | NamesNothingException e) {
            builders.wrAbort();
            throw e;
        }
        builders.wrComplete();
    }

    private static void build(WalkDevice device, ConnectedQps.End end, Step step, QueuePairEx builders) {
        operation(device, step, builders.wrId(step.number()).wrFlags(PostCalls.flags(step)));
        end.toPeer()
                .ifPresent(address -> builders.wrSetUdAddr(
                        address, PostCalls.peer(device, step).qpNum(), PairAttributes.QKEY));
        WrOpcode opcode = PostCalls.opcode(step);
        if (opcode == WrOpcode.BIND_MW || opcode == WrOpcode.LOCAL_INV) {
            return;
        }
        if (PostCalls.isInline(step)) {
            builders.wrSetInlineData(PostCalls.inlineData(device, step));
        } else if (Elements.count(step) == 1) {
            Elements.forEach(device, step, (addr, length, lkey) -> builders.wrSetSge(lkey, addr, length));
        } else {
            SendWr elements = PostCalls.side(device, step)
                    .context()
                    .newSendBatch(1, PairAttributes.MOST_SGE, 0)
                    .add();
            Elements.forEach(device, step, elements::sge);
            builders.wrSetSgeList(elements);
        }
    }

    private static void operation(WalkDevice device, Step step, QueuePairEx builders) {
        Remote remote = Remote.of(device, step);
        StepArguments arguments = step.arguments();
        switch (PostCalls.opcode(step)) {
            case SEND_WITH_IMM -> builders.wrSendImm(arguments.integer(StepField.IMM_DATA));
            case SEND_WITH_INV -> builders.wrSendInv(remote.invalidated());
            case RDMA_WRITE -> builders.wrRdmaWrite(remote.rkey(), remote.addr());
            case RDMA_WRITE_WITH_IMM ->
                builders.wrRdmaWriteImm(remote.rkey(), remote.addr(), arguments.integer(StepField.IMM_DATA));
            case RDMA_READ -> builders.wrRdmaRead(remote.rkey(), remote.addr());
            case ATOMIC_CMP_AND_SWP ->
                builders.wrAtomicCmpSwp(
                        remote.rkey(),
                        remote.addr(),
                        arguments.number(StepField.COMPARE),
                        arguments.number(StepField.SWAP));
            case ATOMIC_FETCH_AND_ADD ->
                builders.wrAtomicFetchAdd(remote.rkey(), remote.addr(), arguments.number(StepField.SWAP));
            case LOCAL_INV -> builders.wrLocalInv(remote.invalidated());
            case BIND_MW -> {
                MemoryWindow window = device.object(step, StepField.MW, MemoryWindow.class);
                builders.wrBindMw(window, MemoryWindow.nextRkey(window.rkey()), TrafficCalls.bindInfo(device, step));
            }
            // An opcode without a builder is posted as a plain send.
            default -> builders.wrSend();
        }
    }
}
