// A WebGPU device, and steps on it: programs, what is bound to them, and how long they take.

/** What a page says where it cannot have the GPU. */
class GpuError extends Error {
    constructor(message) {
        super(message);
        this.name = 'GpuError';
    }
}

const programs = new WeakMap();  // of a device: text to pipeline

async function compiled(device, text) {
    if (!programs.has(device)) programs.set(device, new Map());
    const known = programs.get(device);
    if (!known.has(text)) {
        const module = device.createShaderModule({ code: text });
        known.set(text, device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: 'main' } }));
    }
    return known.get(text);
}

/** A device of a real GPU. gpu: navigator.gpu. isAny: of any adapter, one that computes on the CPU included. */
async function openDevice(gpu, { isAny = false } = {}) {
    if (!gpu) throw new GpuError('this browser has no WebGPU');
    const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) throw new GpuError('WebGPU finds no GPU');
    const { info = {}, limits } = adapter, name = `${info.architecture} ${info.description}`;
    const isSlow = info.isFallbackAdapter || /swiftshader|llvmpipe|basic render/i.test(name);
    if (isSlow && !isAny) throw new GpuError('WebGPU has no GPU here: it would compute on the CPU');
    const requiredLimits = Object.fromEntries(['maxStorageBufferBindingSize', 'maxBufferSize'].map(name => [name, limits[name]]));
    const requiredFeatures = ['timestamp-query'].filter(feature => adapter.features.has(feature));
    const device = await adapter.requestDevice({ requiredLimits, requiredFeatures });
    device.title = info.description || [info.vendor, info.architecture].filter(Boolean).join(' ') || 'GPU';
    return device;
}

/** Steps that run one after the other: {name, text, bindings, grid}. A binding is a name in `resources`, by its number. */
class Steps {
    constructor(device) {
        this.device = device;
        this.buffers = {};
        this.steps = [];
    }
    buffer(name, bytes, usage) {
        const most = Math.min(this.device.limits.maxStorageBufferBindingSize, this.device.limits.maxBufferSize);
        if (bytes > most)
            throw new GpuError(`this image needs a buffer of ${bytes} bytes, and this GPU has at most ${most}: use a smaller image`);
        const old = this.buffers[name];
        if (old?.size === bytes) return old;
        old?.destroy();
        this.groups = undefined;
        return (this.buffers[name] = this.device.createBuffer({ size: bytes, usage }));
    }
    storage(name, numbers) {
        return this.buffer(name, Math.max(16, 4 * numbers), GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST);
    }
    uniform(name, data) {
        this.device.queue.writeBuffer(this.buffer(name, data.byteLength, GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST), 0, data);
    }
    /** Whether the newest steps can run. */
    get isReady() { return this.steps.length > 0; }
    async compile(steps) {
        this.steps = [];
        this.newest = steps;
        const pipelines = await Promise.all(steps.map(({ text }) => compiled(this.device, text)));
        if (this.newest !== steps) return;
        this.steps = steps.map((step, i) => ({ ...step, pipeline: pipelines[i] }));
        this.groups = undefined;
    }
    /** Buffers that have these names in place of its own, or textures. */
    use(others) {
        if (Object.entries(others).some(([name, other]) => this.others?.[name] !== other)) this.groups = undefined;
        this.others = { ...this.others, ...others };
    }
    /** Into a compute pass: all steps, or the one of that number. */
    encode(pass, only) {
        const resource = name => {
            const one = this.others?.[name] ?? this.buffers[name];
            return typeof one.createView === 'function' ? one.createView() : { buffer: one };
        };
        this.groups ??= this.steps.map(({ pipeline, bindings }) => this.device.createBindGroup({
            layout: pipeline.getBindGroupLayout(0),
            entries: Object.entries(bindings).map(([binding, name]) => ({ binding: Number(binding), resource: resource(name) })),
        }));
        this.steps.forEach(({ pipeline, grid }, i) => {
            if (only !== undefined && only !== i) return;
            pass.setPipeline(pipeline);
            pass.setBindGroup(0, this.groups[i]);
            pass.dispatchWorkgroups(...grid);
        });
    }
    run() {
        const encoder = this.device.createCommandEncoder(), pass = encoder.beginComputePass();
        this.encode(pass);
        pass.end();
        this.device.queue.submit([encoder.finish()]);
    }
    /** Runs at once, `times` times in one pass. What it promises are milliseconds a run: of the GPU, where it has timestamps
     * that nobody waits for, and from the start to the end. */
    time(times = 1) {
        const { device } = this, usage = GPUBufferUsage;
        this.clock ??= device.features.has('timestamp-query') && { set: device.createQuerySet({ type: 'timestamp', count: 2 }),
            to: device.createBuffer({ size: 16, usage: usage.QUERY_RESOLVE | usage.COPY_SRC }),
            host: device.createBuffer({ size: 16, usage: usage.COPY_DST | usage.MAP_READ }) };
        const clock = this.clock?.host.mapState === 'unmapped' ? this.clock : undefined, encoder = device.createCommandEncoder();
        const timestampWrites = clock && { querySet: clock.set, beginningOfPassWriteIndex: 0, endOfPassWriteIndex: 1 };
        const pass = encoder.beginComputePass({ timestampWrites });
        for (let i = 0; i < times; ++i) this.encode(pass);
        pass.end();
        if (clock) {
            encoder.resolveQuerySet(clock.set, 0, 2, clock.to, 0);
            encoder.copyBufferToBuffer(clock.to, 0, clock.host, 0, 16);
        }
        const commands = encoder.finish(), began = performance.now();
        device.queue.submit([commands]);
        const wall = device.queue.onSubmittedWorkDone().then(() => (performance.now() - began) / times);
        if (!clock) return wall.then(ms => ({ wall: ms }));
        return clock.host.mapAsync(GPUMapMode.READ).then(async () => {
            const [first, last] = new BigUint64Array(clock.host.getMappedRange().slice(0));
            clock.host.unmap();
            return { wall: await wall, gpu: Number(last - first) / 1e6 / times };
        });
    }
    async read(name, Kind = Float32Array) {
        const from = this.others?.[name] ?? this.buffers[name];
        const to = this.device.createBuffer({ size: from.size, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
        const encoder = this.device.createCommandEncoder();
        encoder.copyBufferToBuffer(from, 0, to, 0, from.size);
        this.device.queue.submit([encoder.finish()]);
        await to.mapAsync(GPUMapMode.READ);
        const numbers = new Kind(to.getMappedRange().slice(0));
        to.destroy();
        return numbers;
    }
    /** The bytes of a texture of them, as ImageData has them. */
    async pixels(texture) {
        const { width, height } = texture, pitch = 256 * Math.ceil(width / 64);
        const to = this.device.createBuffer({ size: pitch * height, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
        const encoder = this.device.createCommandEncoder();
        encoder.copyTextureToBuffer({ texture }, { buffer: to, bytesPerRow: pitch }, [width, height]);
        this.device.queue.submit([encoder.finish()]);
        await to.mapAsync(GPUMapMode.READ);
        const padded = new Uint8Array(to.getMappedRange()), bytes = new Uint8ClampedArray(4 * width * height);
        for (let y = 0; y < height; ++y) bytes.set(padded.subarray(y * pitch, y * pitch + 4 * width), 4 * width * y);
        to.destroy();
        return bytes;
    }
    free() {
        for (const buffer of Object.values(this.buffers)) buffer.destroy();
        this.buffers = {};
    }
}

export { GpuError, Steps, openDevice };
