package org.verbena.core.model.rules;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AhAttr;
import org.verbena.attr.CqModeration;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.MwType;
import org.verbena.attr.NodeType;
import org.verbena.attr.PortAttr;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqState;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.FlowRequest;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.McastRequest;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.PostErrors;
import org.verbena.spi.model.QpOpenRequest;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QueriedDevice;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqChange;
import org.verbena.spi.model.WqRequest;

/**
 * A base class of models. It implements the queries and the verbs that drivers share. Verbs that many drivers lack fail
 * with EOPNOTSUPP.
 */
@ConsumerType
public abstract class BaseModel implements DriverModel {
    private final String name;
    private final List<String> aliases;
    private final String firmware;
    private final Limits limits;

    /**
     * Creates a model.
     *
     * @param name the name that selects the model
     * @param aliases other names of the model
     * @param firmware {@code fw_ver} of {@code struct ibv_device_attr}
     * @param limits the limits that the model uses
     */
    public BaseModel(String name, List<String> aliases, String firmware, Limits limits) {
        this.name = name;
        this.aliases = aliases;
        this.firmware = firmware;
        this.limits = limits;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final List<String> aliases() {
        return aliases;
    }

    @Override
    public final Limits limits() {
        return limits;
    }

    @Override
    public final DriverModel fitted(QueriedDevice device) {
        return withLimits(derived(limits.withKnown(ReportedNumbers.of(device))));
    }

    /**
     * Returns limits with updated internal values. A model overrides this method to compute values that no query
     * reports from reported ones. By default it returns the limits unchanged.
     *
     * @param reported the limits of the model, with the values that the device reports
     * @return the limits of the fitted model
     */
    public Limits derived(Limits reported) {
        return reported;
    }

    @Override
    public NodeType nodeType() {
        return NodeType.CA;
    }

    @Override
    public final DeviceAttr deviceAttr(long guid) {
        return DeviceReport.device(firmware, guid, limits);
    }

    @Override
    public final DeviceAttrEx deviceAttrEx(long guid) {
        return DeviceReport.deviceEx(deviceAttr(guid), limits);
    }

    @Override
    public final PortAttr portAttr() {
        return DeviceReport.port(limits);
    }

    @Override
    public DataPath dataPath() {
        return DataPath.adapter(PostErrors.USUAL);
    }

    /**
     * Returns EOPNOTSUPP for a verb that the driver does not implement.
     *
     * @param verb the C function
     * @param <G> the type of the grant
     * @return the refusal
     */
    public <G> Verdict<G> unsupported(String verb) {
        return Checklist.unsupported(verb);
    }

    @Override
    public QpAttr newQpAttr(QpCap cap) {
        return QpAttr.builder().cap(cap).build();
    }

    @Override
    public Verdict<QpAttr> queryQp(QpQueryRequest request) {
        return Checklist.of(checks -> ModifyQpRules.query(request, checks))
                .grant(() -> ModifyQpRules.carried(request.now()).build());
    }

    @Override
    public Verdict<McastRequest> attachMcast(McastRequest request) {
        return Checklist.of(checks -> ObjectRules.mcast(request, limits, checks))
                .grant(() -> request);
    }

    /**
     * Fails with EOPNOTSUPP. In rdma-core, only mlx5, mlx4, and bnxt_re for kernels newer than 6.12 implement the call.
     */
    @Override
    public Verdict<FlowRequest> createFlow(FlowRequest request) {
        return unsupported("ibv_create_flow");
    }

    @Override
    public Verdict<AhAttr> createAh(AhAttr request, int sourceGids) {
        return Checklist.of(
                        checks -> ObjectRules.addressVector("attr", request, limits, checks),
                        checks -> ObjectRules.sourceGid("attr", request, sourceGids, checks))
                .grant(() -> request);
    }

    @Override
    public Verdict<MrRequest> regMr(MrRequest request) {
        return Checklist.of(
                        checks -> ObjectRules.mrAccess(request, limits, checks),
                        checks -> ObjectRules.mrMemory(request, checks))
                .grant(() -> request);
    }

    @Override
    public Verdict<MrRequest> reregMr(MrRequest request) {
        return unsupported("ibv_rereg_mr");
    }

    @Override
    public Verdict<MwType> allocMw(MwType type) {
        return unsupported("ibv_alloc_mw");
    }

    @Override
    public Verdict<Integer> resizeCq(int now, int cqe) {
        return unsupported("ibv_resize_cq");
    }

    @Override
    public Verdict<SrqGrant> createSrq(SrqRequest request) {
        return unsupported(SrqRules.goesToPlain(request) ? "ibv_create_srq" : "ibv_create_srq_ex");
    }

    @Override
    public Verdict<SrqAttr> modifySrq(SrqChange change) {
        return unsupported("ibv_modify_srq");
    }

    @Override
    public Verdict<SrqType> getSrqNum(SrqType type) {
        return unsupported("ibv_get_srq_num");
    }

    @Override
    public Verdict<CqModeration> moderateCq(CqModeration moderation) {
        return unsupported("ibv_modify_cq");
    }

    @Override
    public Verdict<WqCap> createWq(WqRequest request) {
        return unsupported("ibv_create_wq");
    }

    @Override
    public Verdict<WqState> modifyWq(WqChange change) {
        return unsupported("ibv_modify_wq");
    }

    @Override
    public Verdict<RwqIndTableRequest> createRwqIndTable(RwqIndTableRequest request) {
        return unsupported("ibv_create_rwq_ind_table");
    }

    @Override
    public Verdict<XrcdInitAttr> openXrcd(XrcdInitAttr request) {
        return unsupported("ibv_open_xrcd");
    }

    @Override
    public Verdict<QpOpenRequest> openQp(QpOpenRequest request) {
        return unsupported("ibv_open_qp");
    }

    @Override
    public final String toString() {
        return "model " + name;
    }
}
