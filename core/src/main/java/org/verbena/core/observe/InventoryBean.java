// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The inventory in types that JMX supports. */
final class InventoryBean implements HandlesMXBean {
    /** JMX does not support records on Java 17, hence an interface of getters. */
    private record Shown(HandleInfo info) implements LiveHandle {
        @Override
        public String getKind() {
            return info.kind();
        }

        @Override
        public String getName() {
            return info.name();
        }

        @Override
        public String getProvider() {
            return info.provider();
        }

        @Override
        public String getDevice() {
            return info.device();
        }

        @Override
        public long getContextId() {
            return info.contextId();
        }

        @Override
        public String getSince() {
            return info.since().toString();
        }

        @Override
        public String getCreatedBy() {
            return info.creation().toString();
        }

        @Override
        public boolean isLeaked() {
            return info.leaked();
        }
    }

    @Override
    public int getCount() {
        return Inventory.handles().size();
    }

    @Override
    public int getLeakedCount() {
        return (int) Inventory.handles().stream().filter(HandleInfo::leaked).count();
    }

    @Override
    public Map<String, Integer> getCountByKind() {
        return Inventory.handles().stream()
                .collect(Collectors.toMap(HandleInfo::kind, info -> 1, Integer::sum, TreeMap::new));
    }

    @Override
    public List<LiveHandle> getHandles() {
        return Inventory.handles().stream().<LiveHandle>map(Shown::new).toList();
    }

    @Override
    public Map<String, Long> portCounters(long contextId, int portNum) {
        return Inventory.portCounters(contextId, portNum);
    }

    @Override
    public Map<String, Long> counters(long contextId, String name) {
        return Inventory.counters(contextId).getOrDefault(name, Map.of());
    }

    @Override
    public Map<String, Long> deviceCounters(String provider, String device) {
        return DataPathCounters.devices().stream()
                .filter(counters -> counters.provider().equals(provider)
                        && counters.device().equals(device))
                .findFirst()
                .map(DeviceCounters::values)
                .orElse(Map.of());
    }

    @Override
    public List<String> creationStack(long contextId, String name) {
        return Inventory.handles().stream()
                .filter(info -> info.contextId() == contextId && info.name().equals(name))
                .flatMap(info -> info.creation().lines().stream())
                .toList();
    }
}
