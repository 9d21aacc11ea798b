// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.verbena.attr.Gid;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.provider.sim.control.LocalAddress;
import org.verbena.provider.sim.control.ManagedDevice;
import org.verbena.provider.sim.roce.NetworkAddress;

/** The addresses of the devices, and the routes from them. */
final class AddressBook {
    private static final int IPV4_SUBNET = 10;

    private final List<ManagedDevice> devices;

    AddressBook(List<ManagedDevice> devices) {
        this.devices = devices;
    }

    /**
     * The result of address resolution.
     *
     * @param source the source address
     * @param isKnown whether the destination exists; otherwise nothing answers until the timeout
     */
    record Route(InetAddress source, boolean isKnown) {}

    private Stream<LocalAddress> all() {
        return devices.stream().flatMap(device -> device.addresses().stream());
    }

    /** Returns the device with an address. The scope of a link-local address is ignored: each one exists once. */
    Optional<LocalAddress> find(InetAddress ip) {
        return all().filter(address -> address.ip().equals(ip)).findFirst();
    }

    /** {@code cma_zero_addr}. */
    static boolean isZero(InetAddress ip) {
        return ip instanceof Inet4Address ? ip.getAddress()[0] == 0 : ip.isAnyLocalAddress();
    }

    /**
     * Returns whether an address stands for any device: {@code cma_any_addr}. Loopback addresses are ordinary ones for
     * devices that are on the network of the loopback interface.
     */
    boolean isAny(InetAddress ip) {
        return isZero(ip) || (ip.isLoopbackAddress() && !hasLoopback(ip));
    }

    private boolean hasLoopback(InetAddress ip) {
        return all().anyMatch(address -> address.ip().isLoopbackAddress() && isSameFamily(address.ip(), ip));
    }

    /** {@code rdma_ip2gid}. */
    static Gid gidOf(InetAddress ip) {
        return NetworkAddress.gidOf(ip);
    }

    static boolean isSameFamily(InetAddress one, InetAddress other) {
        return (one instanceof Inet4Address) == (other instanceof Inet4Address);
    }

    /** Returns the device with a local address: {@code rdma_translate_ip} and {@code cma_acquire_dev_by_src_ip}. */
    LocalAddress require(InetAddress ip, Refusals refusals) {
        requireScope(ip, refusals);
        return find(ip).orElseThrow(() -> noDevice(ip, refusals));
    }

    /** Returns the device with an address: {@code cma_acquire_dev_by_src_ip}. */
    LocalAddress requireDevice(InetAddress ip, Refusals refusals) {
        return find(ip).orElseThrow(() -> withoutDevice(ip, refusals));
    }

    private static VerbsException withoutDevice(InetAddress ip, Refusals refusals) {
        return refusals.of(Errno.ENODEV, "addr", ip.getHostAddress(), "an address of a device", "no device has it");
    }

    private static VerbsException noDevice(InetAddress ip, Refusals refusals) {
        try {
            if (NetworkInterface.getByInetAddress(ip) != null) {
                return withoutDevice(ip, refusals);
            }
        } catch (SocketException e) {
            // The host cannot list its addresses.
        }
        return refusals.of(
                Errno.EADDRNOTAVAIL,
                "addr",
                ip.getHostAddress(),
                "an address of a device",
                "this host does not have it");
    }

    /** {@code cma_check_linklocal}. */
    static void requireScope(InetAddress ip, Refusals refusals) {
        if (ip instanceof Inet6Address ipv6 && ip.isLinkLocalAddress() && ipv6.getScopeId() == 0) {
            throw refusals.of(
                    Errno.EINVAL,
                    "sin6_scope_id",
                    "0",
                    "the index of an interface",
                    "a link-local address belongs to one interface");
        }
    }

    /**
     * Resolves an address: {@code addr_resolve}.
     *
     * @param source the source, zero to choose one
     * @param destination the destination
     * @param linked whether the identifier knows its network interface
     * @param refusals the errors
     */
    Route route(InetAddress source, InetAddress destination, boolean linked, Refusals refusals) {
        // A loopback address is a source without a device.
        boolean chosen = isZero(source);
        if (find(destination).isPresent()) {
            return new Route(chosen ? destination : source, true);
        }
        Route way = toPeer(chosen, source, destination, linked, refusals);
        if (source instanceof Inet4Address && source.isLoopbackAddress() && !hasLoopback(source)) {
            throw refusals.of(
                    Errno.EINVAL,
                    "src_addr",
                    source.getHostAddress(),
                    "an address of a device",
                    "packets from a loopback address stay on the loopback interface (__mkroute_output)");
        }
        return way;
    }

    private Route toPeer(
            boolean chosen, InetAddress source, InetAddress destination, boolean linked, Refusals refusals) {
        Optional<LocalAddress> near = all().filter(address -> address.device().isOnNetwork())
                .filter(address -> isSameFamily(address.ip(), destination))
                .findFirst();
        if (linked && destination instanceof Inet4Address) {
            // Linux takes any address for one on the link of the interface: ip_route_output_key_hash_rcu.
            InetAddress from = chosen ? first(destination).orElse(source) : source;
            return new Route(from, destination.isMulticastAddress() || isOnNetwork(from));
        }
        if (near.isPresent() && (isAny(source) || isOnNetwork(source))) {
            InetAddress preferred = HostRoutes.sourceTo(destination, refusals);
            return new Route(chosen ? ofNetwork(preferred) : source, true);
        }
        return within(chosen, source, destination, refusals);
    }

    /** Returns the first address of the same family. */
    private Optional<InetAddress> first(InetAddress family) {
        return all().map(LocalAddress::ip)
                .filter(ip -> isSameFamily(ip, family))
                .findFirst();
    }

    private boolean isOnNetwork(InetAddress source) {
        return find(source).filter(address -> address.device().isOnNetwork()).isPresent();
    }

    /** Returns the address of a device for the address that the host prefers, or on the same interface. */
    private InetAddress ofNetwork(InetAddress preferred) {
        if (find(preferred).isPresent()) {
            return preferred;
        }
        int link = HostRoutes.link(preferred);
        return all().filter(address -> address.device().isOnNetwork() && address.link() == link)
                .map(LocalAddress::ip)
                .filter(ip -> isSameFamily(ip, preferred))
                .findFirst()
                .orElse(preferred);
    }

    /** Resolves an address on the fabric within the process. It is one subnet, 10.0.0.0/8, and one IPv6 link. */
    private Route within(boolean chosen, InetAddress source, InetAddress destination, Refusals refusals) {
        Optional<InetAddress> first = all().filter(address -> !address.device().isOnNetwork())
                .map(LocalAddress::ip)
                .filter(ip -> isSameFamily(ip, destination))
                .findFirst();
        if (first.isEmpty()) {
            throw refusals.of(
                    Errno.ENETUNREACH,
                    "dst_addr",
                    destination.getHostAddress(),
                    "a device with an address of the same family",
                    "the simulator has no such device, or it was removed");
        }
        boolean multicast = destination.isMulticastAddress();
        boolean onLink = destination instanceof Inet4Address
                ? destination.getAddress()[0] == IPV4_SUBNET
                : destination.isLinkLocalAddress();
        if (!onLink && !multicast) {
            throw refusals.of(
                    Errno.ENETUNREACH,
                    "dst_addr",
                    destination.getHostAddress(),
                    "10.0.0.0/8 or a link-local address",
                    "the fabric of the simulator is one subnet");
        }
        return new Route(chosen ? first.get() : source, multicast);
    }
}
