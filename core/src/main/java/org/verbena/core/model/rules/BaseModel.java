// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.rules;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
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
import org.verbena.spi.model.CqRequest;
import org.verbena.spi.model.DataPath;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.FlowRequest;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.McastRequest;
import org.verbena.spi.model.MrRequest;
import org.verbena.spi.model.PostErrors;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpGrant;
import org.verbena.spi.model.QpOpenRequest;
import org.verbena.spi.model.QpQueryRequest;
import org.verbena.spi.model.QpRequest;
import org.verbena.spi.model.QueriedDevice;
import org.verbena.spi.model.RwqIndTableRequest;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;
import org.verbena.spi.model.SrqRequest;
import org.verbena.spi.model.Verdict;
import org.verbena.spi.model.WqChange;
import org.verbena.spi.model.WqRequest;

/**
 * A base class of models. It implements the queries and a pipeline for each verb that drivers share.
 *
 * <p>A pipeline consists of steps. Each step is a layer of software, and a request reaches it only if no previous layer
 * rejects the request. A model overrides the steps in which its driver has rules:
 *
 * <table>
 * <caption>The steps in their order</caption>
 * <tr><th>Step</th><th>Software</th><th>Default</th></tr>
 * <tr><td>{@code library}</td><td>the driver's library in rdma-core</td><td>no rule</td></tr>
 * <tr><td>{@code command}, {@code core}</td><td>libibverbs, the kernel's core</td><td>their rules</td></tr>
 * <tr><td>{@code kernel}</td><td>the driver in the kernel</td><td>no rule; for a change of a queue pair, the state
 * table and the ranges of {@code ibv_modify_qp(3)}</td></tr>
 * <tr><td>{@code grant}, {@code applied}, {@code reported}</td><td>the result</td><td>the requested values</td></tr>
 * </table>
 *
 * <p>The constructor receives the {@link OptionalVerb}s that the driver has. The others fail with EOPNOTSUPP, as do the
 * verbs without a pipeline.
 */
@ConsumerType
public abstract class BaseModel implements DriverModel {
    /** The value since Linux 6.2. */
    private static final int ROCE_PACKET_LIFE_TIME = 16;

    /** A verb that the base class implements, but that not every driver has. */
    public enum OptionalVerb {
        /** {@code ibv_create_qp_ex(3)} with more fields than the plain call has. */
        CREATE_QP_EX("ibv_create_qp_ex"),

        /** {@code ibv_create_cq_ex(3)}. */
        CREATE_CQ_EX("ibv_create_cq_ex"),

        /** {@code ibv_create_srq(3)}. */
        CREATE_SRQ("ibv_create_srq"),

        /** {@code ibv_create_srq_ex(3)} with more fields than the plain call has. */
        CREATE_SRQ_EX("ibv_create_srq_ex"),

        /** {@code ibv_attach_mcast(3)}. */
        ATTACH_MCAST("ibv_attach_mcast"),

        /** {@code ibv_create_flow(3)}. */
        CREATE_FLOW("ibv_create_flow"),

        /** {@code ibv_create_ah(3)}. */
        CREATE_AH("ibv_create_ah"),

        /** {@code ibv_rereg_mr(3)}. */
        REREG_MR("ibv_rereg_mr"),

        /** {@code ibv_alloc_mw(3)}. */
        ALLOC_MW("ibv_alloc_mw"),

        /** {@code ibv_open_xrcd(3)}. */
        OPEN_XRCD("ibv_open_xrcd"),

        /** {@code ibv_open_qp(3)}. */
        OPEN_QP("ibv_open_qp");

        private final String function;

        OptionalVerb(String function) {
            this.function = function;
        }
    }

    private final String name;
    private final List<String> aliases;
    private final String firmware;
    private final Limits limits;
    private final Set<OptionalVerb> verbs;

    /**
     * Creates a model.
     *
     * @param name the name that selects the model
     * @param aliases other names of the model
     * @param firmware {@code fw_ver} of {@code struct ibv_device_attr}
     * @param limits the limits that the model uses
     * @param verbs the optional verbs that the driver has
     */
    public BaseModel(String name, List<String> aliases, String firmware, Limits limits, Set<OptionalVerb> verbs) {
        this.name = name;
        this.aliases = aliases;
        this.firmware = firmware;
        this.limits = limits;
        this.verbs = Set.copyOf(verbs);
    }

    @Override
    public int rocePacketLifeTime() {
        return ROCE_PACKET_LIFE_TIME;
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

    private <G> Verdict<G> ifOffered(OptionalVerb verb, Supplier<Verdict<G>> pipeline) {
        return verbs.contains(verb) ? pipeline.get() : unsupported(verb.function);
    }

    // ---------------------------------------------------------------- queue pairs

    @Override
    public Verdict<QpGrant> createQp(QpRequest asked) {
        QpRequest request = asked.dispatched();
        Supplier<Verdict<QpGrant>> pipeline = () -> Checklist.of(
                        checks -> library(request, checks),
                        checks -> CreateQpRules.libibverbs(request, checks),
                        checks -> core(request, checks),
                        checks -> kernel(request, checks))
                .grant(() -> grant(request));
        return request.extended() ? ifOffered(OptionalVerb.CREATE_QP_EX, pipeline) : pipeline.get();
    }

    /** Checks a new queue pair by the rules of the driver's library. The default has no rule. */
    protected void library(QpRequest request, Checklist checks) {}

    /** Checks a new queue pair by the rules of the kernel's core. */
    protected void core(QpRequest request, Checklist checks) {
        CreateQpRules.uverbs(request, checks);
    }

    /** Checks a new queue pair by the rules of the kernel driver. The default has no rule. */
    protected void kernel(QpRequest request, Checklist checks) {}

    /** Returns the capabilities of a permitted queue pair. The default grants the requested capabilities. */
    protected QpGrant grant(QpRequest request) {
        return new QpGrant(request.cap(), request.cap(), request.builders());
    }

    @Override
    public QpAttr newQpAttr(QpCap cap) {
        return QpAttr.builder().cap(cap).build();
    }

    @Override
    public Verdict<QpAttr> modifyQp(QpChange asked) {
        QpChange change = ModifyQpRules.dispatched(asked);
        return Checklist.of(
                        checks -> library(asked, checks),
                        checks -> command(change, checks),
                        checks -> ModifyQpRules.core(change, limits, checks),
                        checks -> kernel(change, checks))
                .grant(() -> applied(change));
    }

    /** Checks a change of a queue pair by the rules of the driver's library. The default has no rule. */
    protected void library(QpChange change, Checklist checks) {}

    /** Checks the attributes that the command of libibverbs carries. */
    protected void command(QpChange change, Checklist checks) {
        ModifyQpRules.standardOnly(change, checks);
    }

    /**
     * Checks a change of a queue pair by the rules of the kernel driver. The default checks the state table, and then
     * the ranges of {@code ibv_modify_qp(3)}.
     */
    protected void kernel(QpChange change, Checklist checks) {
        ModifyQpRules.table(change, checks);
        if (checks.kept()) {
            ModifyQpRules.ranges(change, limits, checks);
        }
    }

    /** Returns the attributes after a permitted change. By default, a queue pair in RESET is like a new one. */
    protected QpAttr applied(QpChange change) {
        return ModifyQpRules.appliedForgetting(change, newQpAttr(change.now().cap()));
    }

    @Override
    public Verdict<QpAttr> queryQp(QpQueryRequest request) {
        return Checklist.of(
                        checks -> library(request, checks),
                        checks -> ModifyQpRules.query(request, checks),
                        checks -> kernel(request, checks))
                .grant(() -> reported(request));
    }

    /** Checks a query of a queue pair by the rules of the driver's library. The default has no rule. */
    protected void library(QpQueryRequest request, Checklist checks) {}

    /** Checks a query of a queue pair by the rules of the kernel driver. The default has no rule. */
    protected void kernel(QpQueryRequest request, Checklist checks) {}

    /** Returns the attributes that a query reports. */
    protected QpAttr reported(QpQueryRequest request) {
        return ModifyQpRules.carried(request.now()).build();
    }

    @Override
    public Verdict<McastRequest> attachMcast(McastRequest request) {
        return ifOffered(
                OptionalVerb.ATTACH_MCAST,
                () -> Checklist.of(checks -> ObjectRules.mcast(request, limits, checks))
                        .grant(() -> request));
    }

    @Override
    public Verdict<FlowRequest> createFlow(FlowRequest request) {
        return ifOffered(
                OptionalVerb.CREATE_FLOW,
                () -> Checklist.of(
                                checks -> ObjectRules.flow(request, limits, checks), checks -> kernel(request, checks))
                        .grant(() -> request));
    }

    /** Checks a flow rule by the rules of the kernel driver. The default has no rule. */
    protected void kernel(FlowRequest request, Checklist checks) {}

    @Override
    public Verdict<AhAttr> createAh(AhAttr request, int sourceGids) {
        return ifOffered(
                OptionalVerb.CREATE_AH,
                () -> Checklist.of(
                                checks -> library(request, checks),
                                checks -> ObjectRules.addressVector("attr", request, limits, checks),
                                checks -> kernel(request, checks),
                                checks -> ObjectRules.sourceGid("attr", request, sourceGids, checks))
                        .grant(() -> request));
    }

    /** Checks an address handle by the rules of the driver's library. The default has no rule. */
    protected void library(AhAttr request, Checklist checks) {}

    /** Checks an address handle by the rules of the kernel driver. The default has no rule. */
    protected void kernel(AhAttr request, Checklist checks) {}

    @Override
    public Verdict<XrcdInitAttr> openXrcd(XrcdInitAttr request) {
        return ifOffered(
                OptionalVerb.OPEN_XRCD,
                () -> Checklist.of(checks -> ObjectRules.xrcd(request, checks)).grant(() -> request));
    }

    @Override
    public Verdict<QpOpenRequest> openQp(QpOpenRequest request) {
        return ifOffered(
                OptionalVerb.OPEN_QP,
                () -> Checklist.of(checks -> ObjectRules.openQp(request, checks))
                        .grant(() -> request));
    }

    // ---------------------------------------------------------------- memory

    @Override
    public Verdict<MrRequest> regMr(MrRequest request) {
        return Checklist.of(
                        checks -> library(request, checks),
                        checks -> ObjectRules.mrAccess(request, limits, checks),
                        checks -> kernel(request, checks),
                        checks -> ObjectRules.mrMemory(request, checks))
                .grant(() -> request);
    }

    /** Checks a memory region by the rules of the driver's library. The default has no rule. */
    protected void library(MrRequest request, Checklist checks) {}

    /** Checks a memory region by the rules of the kernel driver. The default has no rule. */
    protected void kernel(MrRequest request, Checklist checks) {}

    @Override
    public Verdict<MrRequest> reregMr(MrRequest request) {
        return ifOffered(OptionalVerb.REREG_MR, () -> regMr(request));
    }

    @Override
    public Verdict<MwType> allocMw(MwType type) {
        return ifOffered(OptionalVerb.ALLOC_MW, () -> new Verdict.Granted<>(type));
    }

    // ---------------------------------------------------------------- completion queues

    @Override
    public Verdict<Integer> createCq(CqRequest request) {
        Supplier<Verdict<Integer>> pipeline = () -> Checklist.of(
                        checks -> library(request, checks),
                        checks -> ObjectRules.compVector(request.compVector(), limits.get("num_comp_vectors"), checks),
                        checks -> kernel(request, checks))
                .grant(() -> grant(request));
        return request.extended() ? ifOffered(OptionalVerb.CREATE_CQ_EX, pipeline) : pipeline.get();
    }

    /** Checks a new completion queue by the rules of the driver's library. The default has no rule. */
    protected void library(CqRequest request, Checklist checks) {}

    /** Checks a new completion queue by the rules of the kernel driver. The default has no rule. */
    protected void kernel(CqRequest request, Checklist checks) {}

    /** Returns the number of entries of a permitted completion queue. The default grants the requested number. */
    protected int grant(CqRequest request) {
        return request.cqe();
    }

    @Override
    public Verdict<Integer> resizeCq(int now, int cqe) {
        return unsupported("ibv_resize_cq");
    }

    @Override
    public Verdict<CqModeration> moderateCq(CqModeration moderation) {
        return unsupported("ibv_modify_cq");
    }

    // ---------------------------------------------------------------- receive queues

    @Override
    public Verdict<SrqGrant> createSrq(SrqRequest request) {
        return ifOffered(
                SrqRules.goesToPlain(request) ? OptionalVerb.CREATE_SRQ : OptionalVerb.CREATE_SRQ_EX,
                () -> Checklist.of(checks -> library(request, checks), checks -> kernel(request, checks))
                        .grant(() -> grant(request)));
    }

    /** Checks a new shared receive queue by the rules of the driver's library. The default has no rule. */
    protected void library(SrqRequest request, Checklist checks) {}

    /** Checks a new shared receive queue by the rules of the kernel driver. The default has no rule. */
    protected void kernel(SrqRequest request, Checklist checks) {}

    /** Returns the attributes of a permitted shared receive queue. The default grants the requested attributes. */
    protected SrqGrant grant(SrqRequest request) {
        return new SrqGrant(request.attr(), request.attr());
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
    public final String toString() {
        return "model " + name;
    }
}
