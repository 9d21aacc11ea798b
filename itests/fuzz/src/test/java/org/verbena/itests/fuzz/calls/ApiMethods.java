// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.calls;

import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.verbena.AddressHandle;
import org.verbena.AsyncEvents;
import org.verbena.CompletionArray;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.Explainer;
import org.verbena.Flow;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MrReregAttr;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.RwqIndTable;
import org.verbena.RwqIndTableAttr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.XrcDomain;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AhAttr;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowSpec;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpAttr;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.WqAttr;
import org.verbena.connect.ConnectorSettings;

/** Lists the methods that an input can call: all methods of handles, builders and values that consist of numbers. */
final class ApiMethods {
    private static final List<Class<?>> TYPES = List.of(
            AddressHandle.class,
            AhAttr.class,
            AhAttr.Builder.class,
            AsyncEvents.class,
            CompletionArray.class,
            CompletionChannel.class,
            CompletionQueue.class,
            CompletionQueueEx.class,
            ConnectorSettings.class,
            ConnectorSettings.Builder.class,
            CqInitAttr.class,
            CqInitAttr.Builder.class,
            DeviceContext.class,
            Explainer.class,
            Flow.class,
            FlowAttr.class,
            FlowAttr.Builder.class,
            FlowSpec.class,
            Gid.class,
            GlobalRoute.class,
            MemoryRegion.class,
            MemoryWindow.class,
            MrReregAttr.class,
            MrReregAttr.Builder.class,
            ProtectionDomain.class,
            QpAttr.class,
            QpAttr.Builder.class,
            QpInitAttr.class,
            QpInitAttr.Builder.class,
            QpOpenAttr.class,
            QpOpenAttr.Builder.class,
            QueuePair.class,
            QueuePairEx.class,
            RecvBatch.class,
            RecvWr.class,
            RwqIndTable.class,
            RwqIndTableAttr.class,
            RxHashConf.class,
            SendBatch.class,
            SendWr.class,
            SharedReceiveQueue.class,
            SrqInitAttr.class,
            SrqInitAttr.Builder.class,
            VerbsObject.class,
            WorkQueue.class,
            WqAttr.class,
            WqAttr.Builder.class,
            WqInitAttr.class,
            WqInitAttr.Builder.class,
            XrcDomain.class,
            XrcdInitAttr.class,
            XrcdInitAttr.Builder.class);

    /** The excluded methods: those of every object, and one that starts a thread. */
    private static final Set<String> LEFT_OUT = Set.of("equals", "hashCode", "toString", "listen");

    /** The methods by a number that depends only on the method, so that a new method leaves most inputs unchanged. */
    private final NavigableMap<Integer, ApiMethod> methods = new TreeMap<>();

    ApiMethods() {
        TYPES.stream().flatMap(ApiMethods::of).forEach(this::add);
    }

    private static Stream<ApiMethod> of(Class<?> type) {
        Stream<Method> declared = Arrays.stream(type.getDeclaredMethods()).filter(method -> !method.isSynthetic());
        Stream<Executable> made = type.isRecord() ? Arrays.stream(type.getConstructors()) : Stream.of();
        return Stream.concat(declared, made)
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .filter(method -> !LEFT_OUT.contains(method.getName()))
                // Waits are excluded, because the expected event never arrives.
                .filter(method -> !List.of(method.getParameterTypes()).contains(Duration.class))
                .map(ApiMethod::new);
    }

    private void add(ApiMethod method) {
        int number = method.toString().hashCode() & 0xFFFF;
        while (methods.putIfAbsent(number, method) != null) {
            number = (number + 1) & 0xFFFF;
        }
    }

    /** Returns the method with this 16-bit number, or the method with the next higher number. */
    ApiMethod find(int number) {
        return (methods.ceilingEntry(number) == null ? methods.firstEntry() : methods.ceilingEntry(number)).getValue();
    }
}
