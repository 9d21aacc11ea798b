// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AhAttr;
import org.verbena.attr.CqModeration;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.GidType;
import org.verbena.attr.MwType;
import org.verbena.attr.NodeType;
import org.verbena.attr.PortAttr;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqState;

/**
 * The rules by which a driver grants or refuses requests on a device with certain {@link Limits}. Each method takes a
 * request without handles and returns a {@link Verdict}; it creates nothing and keeps no state. A model does not check
 * whether the named objects exist, are in use, or exceed the number of objects that the device supports.
 */
@ProviderType
public interface DriverModel {
    /** {@return the name that selects the model, for example {@code mlx5}} */
    String name();

    /** {@return other names of the model, for example {@code rxe-6.12}} */
    List<String> aliases();

    /**
     * Returns a description of the driver and the device.
     *
     * @return a sentence without a full stop, for display
     */
    String description();

    /** {@return the limits that the model uses} */
    Limits limits();

    /**
     * Returns a model of the same driver on a device with other limits.
     *
     * @param limits the limits, derived from {@link #limits()}
     * @return a model of the same name
     */
    DriverModel withLimits(Limits limits);

    /**
     * Returns a model of the same driver on a given device. Its limits are those that the device reports and those that
     * can be derived from them. All other limits keep their usual values.
     *
     * @param device the results of the query verbs
     * @return a model of the same name
     */
    DriverModel fitted(QueriedDevice device);

    // ---------------------------------------------------------------- the device

    /**
     * Returns the result of {@code ibv_query_device(3)}.
     *
     * @param guid the GUID of the node
     * @return the attributes
     */
    DeviceAttr deviceAttr(long guid);

    /**
     * Returns the result of {@code ibv_query_device_ex(3)}.
     *
     * @param guid the GUID of the node
     * @return the attributes
     */
    DeviceAttrEx deviceAttrEx(long guid);

    /**
     * Returns the result of {@code ibv_query_port(3)}. It is the same for every port of the device.
     *
     * @return the attributes
     */
    PortAttr portAttr();

    /**
     * Returns the node type, from which libibverbs derives the transport.
     *
     * @return the {@code node_type} of {@code struct ibv_device}
     */
    NodeType nodeType();

    /**
     * Returns the GID types. For each of them, the GID table has an entry for every address of a port.
     *
     * @return the types in the order of the entries
     */
    List<GidType> gidTypes();

    /**
     * Returns the behaviour of the driver with posted work requests and with errors.
     *
     * @return the data path
     */
    DataPath dataPath();

    /**
     * Returns the packet life time of the paths that connection management makes up on RoCE.
     *
     * @return the exponent {@code CMA_IBOE_PACKET_LIFETIME} of the kernel
     */
    int rocePacketLifeTime();

    // ---------------------------------------------------------------- queue pairs

    /**
     * Checks a request for {@code ibv_create_qp(3)} or {@code ibv_create_qp_ex(3)}.
     *
     * @param request the request
     * @return the grant, or the refusal
     */
    Verdict<QpGrant> createQp(QpRequest request);

    /**
     * Returns the attributes of a new queue pair.
     *
     * @param cap the capabilities that a query reports
     * @return the attributes in the state RESET, before any change
     */
    QpAttr newQpAttr(QpCap cap);

    /**
     * Checks a request for {@code ibv_modify_qp(3)}.
     *
     * @param change the request
     * @return all attributes after the change, or the refusal
     */
    Verdict<QpAttr> modifyQp(QpChange change);

    /**
     * Checks a request for {@code ibv_query_qp(3)}.
     *
     * @param request the request
     * @return the attributes of the queue pair, or the refusal
     */
    Verdict<QpAttr> queryQp(QpQueryRequest request);

    /**
     * Checks a request for {@code ibv_attach_mcast(3)}.
     *
     * @param request the request
     * @return the request as granted, or the refusal
     */
    Verdict<McastRequest> attachMcast(McastRequest request);

    /**
     * Checks a request for {@code ibv_create_flow(3)}.
     *
     * @param request the request
     * @return the request as granted, or the refusal
     */
    Verdict<FlowRequest> createFlow(FlowRequest request);

    // ---------------------------------------------------------------- completion queues

    /**
     * Checks a request for {@code ibv_create_cq(3)} or {@code ibv_create_cq_ex(3)}.
     *
     * @param request the request
     * @return the number of entries, or the refusal
     */
    Verdict<Integer> createCq(CqRequest request);

    /**
     * Checks a request for {@code ibv_resize_cq(3)} on a queue that holds no completions.
     *
     * @param now the current number of entries
     * @param cqe the requested number of entries, signed as in C
     * @return the number of entries, or the refusal
     */
    Verdict<Integer> resizeCq(int now, int cqe);

    /**
     * Checks a request for {@code ibv_modify_cq(3)}.
     *
     * @param moderation the moderation
     * @return the moderation as granted, or the refusal
     */
    Verdict<CqModeration> moderateCq(CqModeration moderation);

    // ---------------------------------------------------------------- shared receive queues

    /**
     * Checks a request for {@code ibv_create_srq(3)} or {@code ibv_create_srq_ex(3)}.
     *
     * @param request the request
     * @return the grant, or the refusal
     */
    Verdict<SrqGrant> createSrq(SrqRequest request);

    /**
     * Checks a request for {@code ibv_modify_srq(3)} on a queue that holds no work requests.
     *
     * @param change the request
     * @return the attributes that {@code ibv_query_srq(3)} reports afterwards, or the refusal
     */
    Verdict<SrqAttr> modifySrq(SrqChange change);

    /**
     * Checks a request for {@code ibv_get_srq_num(3)}.
     *
     * @param type the type of the queue
     * @return the type, or the refusal
     */
    Verdict<SrqType> getSrqNum(SrqType type);

    // ---------------------------------------------------------------- work queues

    /**
     * Checks a request for {@code ibv_create_wq(3)}.
     *
     * @param request the request
     * @return the values that the call returns in its attributes, or the refusal
     */
    Verdict<WqCap> createWq(WqRequest request);

    /**
     * Checks a request for {@code ibv_modify_wq(3)}.
     *
     * @param change the request
     * @return the state afterwards, or the refusal
     */
    Verdict<WqState> modifyWq(WqChange change);

    /**
     * Checks a request for {@code ibv_create_rwq_ind_table(3)}.
     *
     * @param request the request
     * @return the request as granted, or the refusal
     */
    Verdict<RwqIndTableRequest> createRwqIndTable(RwqIndTableRequest request);

    // ---------------------------------------------------------------- everything else

    /**
     * Checks a request for {@code ibv_open_xrcd(3)}, except for errors of the file.
     *
     * @param request the request
     * @return the request as granted, or the refusal
     */
    Verdict<XrcdInitAttr> openXrcd(XrcdInitAttr request);

    /**
     * Checks a request for {@code ibv_open_qp(3)}, except for the existence of the target.
     *
     * @param request the request
     * @return the request as granted, or the refusal
     */
    Verdict<QpOpenRequest> openQp(QpOpenRequest request);

    /**
     * Checks a request for {@code ibv_create_ah(3)}.
     *
     * @param request the address
     * @param sourceGids the number of entries of the GID table that are filled, counted from the first
     * @return the address as granted, or the refusal
     */
    Verdict<AhAttr> createAh(AhAttr request, int sourceGids);

    /**
     * Checks a request for {@code ibv_reg_mr(3)}.
     *
     * @param request the request
     * @return the request as granted, or the refusal
     */
    Verdict<MrRequest> regMr(MrRequest request);

    /**
     * Checks a request for {@code ibv_rereg_mr(3)}.
     *
     * @param request the region after the call
     * @return the request as granted, or the refusal
     */
    Verdict<MrRequest> reregMr(MrRequest request);

    /**
     * Checks a request for {@code ibv_alloc_mw(3)}.
     *
     * @param type the type of the window
     * @return the type as granted, or the refusal
     */
    Verdict<MwType> allocMw(MwType type);
}
