package org.verbena.spi.model;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.AhAttr;
import org.verbena.CqModeration;
import org.verbena.DeviceAttr;
import org.verbena.DeviceAttrEx;
import org.verbena.GidType;
import org.verbena.MwType;
import org.verbena.NodeType;
import org.verbena.PortAttr;
import org.verbena.QpAttr;
import org.verbena.QpCap;
import org.verbena.SrqAttr;
import org.verbena.SrqType;
import org.verbena.WqCap;
import org.verbena.WqState;
import org.verbena.XrcdInitAttr;

/**
 * What one driver grants and refuses on a device with certain {@link Limits}. A method takes a request without handles
 * and returns a {@link Verdict}; nothing is created and nothing remembered. Whether an object that a request names
 * exists, is in use, or is one too many is not a driver's business and not asked here.
 */
@ProviderType
public interface DriverModel {
    /**
     * The name to choose it by.
     *
     * @return for example {@code mlx5}
     */
    String name();

    /**
     * Other names of the same model.
     *
     * @return for example {@code rxe-6.12}
     */
    List<String> aliases();

    /**
     * What it stands for.
     *
     * @return a sentence without a full stop, for people
     */
    String description();

    /**
     * The numbers that it reckons with.
     *
     * @return the limits
     */
    Limits limits();

    /**
     * The same driver on a device with other numbers.
     *
     * @param limits the numbers, made from {@link #limits()}
     * @return a model of the same name
     */
    DriverModel withLimits(Limits limits);

    /**
     * The same driver on this device: with the numbers that it reports, and with those that follow from them of what it
     * does not. The rest is as usual.
     *
     * @param device what the device says of itself
     * @return a model of the same name
     */
    DriverModel fitted(QueriedDevice device);

    // ---------------------------------------------------------------- the device

    /**
     * The answer of {@code ibv_query_device(3)}.
     *
     * @param guid the GUID of the node
     * @return the attributes
     */
    DeviceAttr deviceAttr(long guid);

    /**
     * The answer of {@code ibv_query_device_ex(3)}.
     *
     * @param guid the GUID of the node
     * @return the attributes
     */
    DeviceAttrEx deviceAttrEx(long guid);

    /**
     * The answer of {@code ibv_query_port(3)}, the same for every port of the device.
     *
     * @return the attributes
     */
    PortAttr portAttr();

    /**
     * What the device is, by which libibverbs tells its transport.
     *
     * @return the {@code node_type} of {@code struct ibv_device}
     */
    NodeType nodeType();

    /**
     * The kinds of GID that every address of a port has an entry for.
     *
     * @return the types in the order of the entries
     */
    List<GidType> gidTypes();

    /**
     * What the driver does with posted work and with errors.
     *
     * @return its behaviour
     */
    DataPath dataPath();

    // ---------------------------------------------------------------- queue pairs

    /**
     * {@code ibv_create_qp(3)} and {@code ibv_create_qp_ex(3)}.
     *
     * @param request the request
     * @return the grant or the refusal
     */
    Verdict<QpGrant> createQp(QpRequest request);

    /**
     * The attributes of a new queue pair.
     *
     * @param cap the capabilities that a query reports
     * @return the attributes in the state RESET, before any change
     */
    QpAttr newQpAttr(QpCap cap);

    /**
     * {@code ibv_modify_qp(3)}.
     *
     * @param change the request
     * @return all attributes as they are afterwards, or the refusal
     */
    Verdict<QpAttr> modifyQp(QpChange change);

    /**
     * {@code ibv_query_qp(3)}.
     *
     * @param request the request
     * @return its attributes, or the refusal
     */
    Verdict<QpAttr> queryQp(QpQueryRequest request);

    /**
     * {@code ibv_attach_mcast(3)}.
     *
     * @param request the request
     * @return the request as granted, or the refusal
     */
    Verdict<McastRequest> attachMcast(McastRequest request);

    /**
     * {@code ibv_create_flow(3)}.
     *
     * @param request the request
     * @return the request as granted, or the refusal
     */
    Verdict<FlowRequest> createFlow(FlowRequest request);

    // ---------------------------------------------------------------- completion queues

    /**
     * {@code ibv_create_cq(3)} and {@code ibv_create_cq_ex(3)}.
     *
     * @param request the request
     * @return the number of entries or the refusal
     */
    Verdict<Integer> createCq(CqRequest request);

    /**
     * {@code ibv_resize_cq(3)} of a queue that holds no completions.
     *
     * @param now the number of entries that it has
     * @param cqe the number of entries wanted, signed as in C
     * @return the number of entries or the refusal
     */
    Verdict<Integer> resizeCq(int now, int cqe);

    /**
     * {@code ibv_modify_cq(3)}.
     *
     * @param moderation the moderation
     * @return the moderation as granted, or the refusal
     */
    Verdict<CqModeration> moderateCq(CqModeration moderation);

    // ---------------------------------------------------------------- shared receive queues

    /**
     * {@code ibv_create_srq(3)} and {@code ibv_create_srq_ex(3)}.
     *
     * @param request the request
     * @return the grant or the refusal
     */
    Verdict<SrqGrant> createSrq(SrqRequest request);

    /**
     * {@code ibv_modify_srq(3)} of a queue that holds no work requests.
     *
     * @param change the request
     * @return what {@code ibv_query_srq(3)} says afterwards, or the refusal
     */
    Verdict<SrqAttr> modifySrq(SrqChange change);

    /**
     * {@code ibv_get_srq_num(3)}.
     *
     * @param type the type of the queue
     * @return the type, or the refusal
     */
    Verdict<SrqType> getSrqNum(SrqType type);

    // ---------------------------------------------------------------- work queues

    /**
     * {@code ibv_create_wq(3)}.
     *
     * @param request the request
     * @return what the call writes back, or the refusal
     */
    Verdict<WqCap> createWq(WqRequest request);

    /**
     * {@code ibv_modify_wq(3)}.
     *
     * @param change the request
     * @return the state afterwards or the refusal
     */
    Verdict<WqState> modifyWq(WqChange change);

    /**
     * {@code ibv_create_rwq_ind_table(3)}.
     *
     * @param request the request
     * @return the request as granted, or the refusal
     */
    Verdict<RwqIndTableRequest> createRwqIndTable(RwqIndTableRequest request);

    // ---------------------------------------------------------------- everything else

    /**
     * {@code ibv_open_xrcd(3)}, apart from what the file has to say.
     *
     * @param request the request
     * @return the request as granted, or the refusal
     */
    Verdict<XrcdInitAttr> openXrcd(XrcdInitAttr request);

    /**
     * {@code ibv_open_qp(3)}, apart from whether there is such a target.
     *
     * @param request the request
     * @return the request as granted, or the refusal
     */
    Verdict<QpOpenRequest> openQp(QpOpenRequest request);

    /**
     * {@code ibv_create_ah(3)}.
     *
     * @param request the address
     * @param sourceGids how many entries of the GID table are filled, from the first
     * @return the address as granted, or the refusal
     */
    Verdict<AhAttr> createAh(AhAttr request, int sourceGids);

    /**
     * {@code ibv_reg_mr(3)}.
     *
     * @param request the request
     * @return the request as granted, or the refusal
     */
    Verdict<MrRequest> regMr(MrRequest request);

    /**
     * {@code ibv_rereg_mr(3)}.
     *
     * @param request the region as it would be afterwards
     * @return the request as granted, or the refusal
     */
    Verdict<MrRequest> reregMr(MrRequest request);

    /**
     * {@code ibv_alloc_mw(3)}.
     *
     * @param type the kind of window
     * @return the kind as granted, or the refusal
     */
    Verdict<MwType> allocMw(MwType type);
}
