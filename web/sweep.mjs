// Sweep for JavaScript: recursive filters and summed-area tables on images, in WebAssembly. docs/web.md says what each
// option is; web/sweep.d.mts has the types.
//
//     const sweep = await load();
//     const blurred = sweep.gaussian(context.getImageData(0, 0, 640, 480), { sigma: 12 });
//
// Nothing here needs a page: it runs in workers and in node, too.

const kinds = [Uint8Array, Uint32Array, Float32Array, Float64Array];  // as sweep_sample counts
const words = {
    engine: ['auto', 'cuda', 'cpu', 'reference', 'opengl'],
    axes: ['both', 'x', 'y'],
    band: ['low', 'high', 'pass', 'stop'],
    missing: ['spread', 'keep', 'fill', 'zero'],
    sample: ['uint8', 'uint32', 'float32', 'float64'],
};
const asRows = 6;  // SWEEP_BOUNDARY_AS_ROWS
const lists = ['causal', 'anticausal', 'feedforward', 'anticausal_feedforward'];

/** What the library refuses, or fails to do, in its own words. `status` is 2 where a request makes no sense, and 1 where
 * memory is short. */
class SweepError extends Error {
    constructor(message, status = 2) {
        super(message);
        this.name = 'SweepError';
        this.status = status;
    }
}

// What a WebAssembly module of this kind asks of its surroundings. It opens no file and starts no process.
function surroundings(memory) {
    const fail = what => { throw new SweepError(`the module has stopped: ${what}`, 1); };
    const known = {
        emscripten_notify_memory_growth() {},
        proc_exit: code => fail(`exit ${code}`),
        abort: () => fail('abort'),
        clock_time_get(clock, precision, at) {
            new DataView(memory().buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        },
        environ_sizes_get(count, bytes) {
            const view = new DataView(memory().buffer);
            view.setUint32(count, 0, true);
            view.setUint32(bytes, 0, true);
            return 0;
        },
        environ_get: () => 0,
    };
    const badf = 8;  // of WASI: there is no such file
    return name => known[name] ?? (() => badf);
}

async function compile(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
    const at = source ?? new URL('sweep.wasm', load.here);
    if (String(at).startsWith('file:') && typeof process === 'object') {
        const { readFile } = await import('node:fs/promises');
        return WebAssembly.compile(await readFile(new URL(at)));
    }
    const response = at instanceof Response ? at : await fetch(at);
    if (!response.ok) throw new SweepError(`no module at ${response.url}: ${response.status}`, 1);
    return WebAssembly.compile(await response.arrayBuffer());
}

/** Starts the library. source: sweep.wasm as its address, bytes, a Response or a compiled module; without: the file
 * beside this one. */
async function load(source) {
    const module = await compile(source);
    let instance = null;
    const find = surroundings(() => instance.exports.memory), imports = {};
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
        if (kind === 'function') (imports[from] ??= {})[name] = find(name);
    instance = await WebAssembly.instantiate(module, imports);
    instance.exports._initialize?.();
    return new Sweep(instance);
}

/** Pixels of whatever a page has: {data, width, height, channels}. Pictures come as bytes in red, green, blue, alpha. */
function pixels(image) {
    if (image?.data && image.width > 0 && image.height > 0) {
        const data = image.data instanceof Uint8ClampedArray
            ? new Uint8Array(image.data.buffer, image.data.byteOffset, image.data.length) : image.data;
        const channels = image.channels ?? Math.round(data.length / (image.width * image.height));
        return { data, width: image.width, height: image.height, channels };
    }
    const width = image?.displayWidth ?? image?.videoWidth ?? image?.naturalWidth ?? image?.width,
        height = image?.displayHeight ?? image?.videoHeight ?? image?.naturalHeight ?? image?.height;
    if (!(width > 0 && height > 0)) throw new SweepError('this is no image: give one with data, width and height');
    const canvas = typeof OffscreenCanvas === 'function' ? new OffscreenCanvas(width, height)
        : Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0, width, height);
    return pixels(context.getImageData(0, 0, width, height));
}

function sampleOf(data) {
    const sample = kinds.findIndex(kind => data instanceof kind);
    if (sample < 0) throw new SweepError('data is a Uint8Array, a Uint8ClampedArray, a Float32Array or a Float64Array');
    return sample;
}

class Sweep {
    constructor(instance) {
        this.exports = instance.exports;
        this.layout = JSON.parse(this.text(this.exports.sweep_web_layout()));
        this.version = this.text(this.exports.sweep_version());
        this.filters = Object.keys(this.layout.filter);
        this.boundaries = Object.keys(this.layout.boundary);
        this.derived = Object.keys(this.layout.derived);
        this.kept = new Map();  // plans of the newest requests, by what was asked
    }

    /** A plan: made once for images of one shape, run any number of times, and freed at the end. */
    plan(options) {
        return new Plan(this, options);
    }

    /** Filters one image: options.filter and what that filter reads. Plans of the newest requests are kept. */
    filter(image, options = {}) {
        const { guide, into, ...asked } = options, picture = pixels(image), sample = sampleOf(picture.data);
        const guided = guide && pixels(guide);
        const shape = { ...asked, width: picture.width, height: picture.height, channels: picture.channels,
            sample: words.sample[sample], ...guided && { guide_channels: guided.channels } };
        const key = JSON.stringify(shape);
        let plan = this.kept.get(key);
        if (plan) this.kept.delete(key);
        else plan = this.plan(shape);
        this.kept.set(key, plan);
        for (const [old, other] of this.kept) {
            if (this.kept.size <= 4) break;
            this.kept.delete(old);
            other.free();
        }
        return { data: plan.run(picture.data, into, guided?.data), width: picture.width, height: picture.height,
            channels: picture.channels };
    }

    /** The numbers with which algorithm 7 runs elsewhere, as web/gpu/plan.mjs reads them. */
    blocks(options) {
        const plan = this.plan({ ...options, sample: 'float32', algorithm: '7' }), most = 2048, at = this.allocate(8 * most + 8);
        try {
            this.check(this.exports.sweep_web_blocks(plan.handle, most, at, at + 8 * most));
            return this.view(Float64Array, at, this.view(Uint32Array, at + 8 * most, 1)[0]).slice();
        } finally {
            this.release(at);
            plan.free();
        }
    }

    gaussian(image, options) { return this.filter(image, { ...options, filter: 'gaussian' }); }
    box(image, options) { return this.filter(image, { ...options, filter: 'box' }); }
    edge(image, options) { return this.filter(image, { ...options, filter: 'edge' }); }

    /** The summed-area table of an image: sum(x, y, width, height) adds up any box in four reads. */
    table(image, options) {
        return Sweep.with_sums(this.filter(image, { ...options, filter: 'sat' }));
    }
    static with_sums(table) {
        const { data, width, channels } = table;
        const at = (x, y, k) => x < 0 || y < 0 ? 0 : data[(y * width + x) * channels + k];
        table.sum = (x, y, w, h, k = 0) =>
            at(x + w - 1, y + h - 1, k) - at(x - 1, y + h - 1, k) - at(x + w - 1, y - 1, k) + at(x - 1, y - 1, k);
        return table;
    }

    /** Gives back the memory of the plans that filter() keeps. */
    forget() {
        for (const plan of this.kept.values()) plan.free();
        this.kept.clear();
    }

    /** So many bytes of the module's memory. Room moves when memory grows: take a view of it by view() each time. */
    allocate(bytes) {
        const at = this.exports.malloc(bytes);
        if (!at) throw new SweepError('out of memory: use a smaller image', 1);
        return at;
    }
    release(at) { this.exports.free(at); }
    view(Kind, at, length) { return new Kind(this.exports.memory.buffer, at, length); }

    text(at) {
        const bytes = new Uint8Array(this.exports.memory.buffer);
        return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
    }

    check(status) {
        if (status !== 0) throw new SweepError(this.text(this.exports.sweep_last_error()), status);
    }

    number(of, word) {
        const number = this.layout[of]?.[word] ?? words[of]?.indexOf(word) ?? -1;
        if (number >= 0) return number;
        const known = this.layout[of] ? Object.keys(this.layout[of]) : words[of];
        throw new SweepError(`${of} '${word}' is none: it is ${known.join(', ')}`);
    }

    // Writes a request at `at`; what it points to lies in `taken`, which the caller releases.
    write(at, options, taken) {
        this.check(this.exports.sweep_request_init(at));
        const { members } = this.layout;
        const set = (name, value, index = 0) => {
            const [type, offset] = members[name] ?? [];
            if (!type) throw new SweepError(`there is no option '${name}'`);
            const view = new DataView(this.exports.memory.buffer);
            if (typeof value === 'boolean') value = Number(value);
            if (typeof value !== 'number' || (type !== 'd' && !Number.isInteger(value)))
                throw new SweepError(`${name} is a ${type === 'd' ? '' : 'whole '}number, not ${JSON.stringify(value)}`);
            if (type === 'd') view.setFloat64(at + offset + 8 * index, value, true);
            else if (Math.abs(value) < 2 ** 31) view.setInt32(at + offset, value, true);
            else throw new SweepError(`${name} is below ${2 ** 31}`);
        };
        const boundary = (name, value) => {
            const numbers = typeof value === 'number' || Array.isArray(value) ? [value].flat() : null;
            set(name, this.number('boundary', numbers ? 'constant' : value));
            if (!numbers) return;
            if (numbers.length > 4) throw new SweepError('boundary has one value, or one of each channel');
            numbers.forEach((one, index) => set('boundary_value', one, index));
            set('boundary_values', numbers.length);
        };
        set('engine', 2);  // the only one here beside the reference
        for (const [name, value] of Object.entries(options)) {
            if (value === undefined) continue;
            if (name === 'sample') set('input', this.number('sample', value));
            else if (name === 'filter' || name === 'derived' || words[name]) set(name, this.number(name, value));
            else if (name === 'boundary' || name === 'boundary_y') boundary(name, value);
            else if (name === 'boundary_value' || name === 'boundary_values')
                throw new SweepError('the value of a constant boundary is given as boundary: value');
            else if (lists.includes(name)) {
                const numbers = Float64Array.from(value);
                taken.push(this.allocate(8 * Math.max(1, numbers.length)));
                this.view(Float64Array, taken.at(-1), numbers.length).set(numbers);
                set(name, taken.at(-1));
                set(name + '_count', numbers.length);
            } else if (name === 'algorithm') {
                const bytes = new TextEncoder().encode(value + '\0');
                taken.push(this.allocate(bytes.length));
                this.view(Uint8Array, taken.at(-1), bytes.length).set(bytes);
                set(name, taken.at(-1));
            } else set(name, value);
        }
    }
}

class Plan {
    constructor(sweep, options) {
        this.sweep = sweep;
        const x = sweep.exports, taken = [], request = sweep.allocate(sweep.layout.size + 16), handle = request + sweep.layout.size;
        try {
            sweep.write(request, options, taken);
            sweep.check(x.sweep_plan_create(request, handle));
            this.handle = sweep.view(Uint32Array, handle & ~3, 1)[0];
            const member = name => new DataView(x.memory.buffer).getInt32(request + sweep.layout.members[name][1], true);
            this.width = member('width');
            this.height = member('height');
            this.channels = member('channels');
            this.guideChannels = member('guide_channels') || this.channels;
            this.sample = words.sample[member('input')];
            // sweep_plan_get_notes() writes one pointer, sweep_plan_get_info() four words.
            sweep.check(x.sweep_plan_get_notes(this.handle, request));
            this.notes = sweep.text(sweep.view(Uint32Array, request, 1)[0]);
            sweep.check(x.sweep_plan_get_info(this.handle, request));
            const [engine, algorithm, output, bytes] = sweep.view(Uint32Array, request, 4);
            this.engine = words.engine[engine];
            this.algorithm = sweep.text(algorithm);
            this.output = words.sample[output];
            this.workingBytes = bytes;
            this.length = this.width * this.height * this.channels;
            this.In = kinds[words.sample.indexOf(this.sample)];
            this.Out = kinds[output];
            this.rooms = {};
        } catch (error) {
            if (this.handle) this.free();
            throw error;
        } finally {
            for (const at of taken) sweep.release(at);
            sweep.release(request);
        }
    }

    /** The stages in the order in which they run, with the bytes that each reads and writes. */
    get stages() {
        const { sweep } = this, at = sweep.allocate(4);
        try {
            sweep.check(sweep.exports.sweep_web_stages(this.handle, at));
            return JSON.parse(sweep.text(sweep.view(Uint32Array, at, 1)[0])).map(([name, paper, read, written]) =>
                ({ name, paper, read, written }));
        } finally {
            sweep.release(at);
        }
    }

    /** The passes of a recursive filter, otherwise null: their coefficients d and b, and the sections K, D, C, a, g, sign
     * in which they run with all digits (docs/web.md). */
    get design() {
        const { sweep } = this, most = 512, at = sweep.allocate(8 * most + 8);
        try {
            sweep.check(sweep.exports.sweep_web_design(this.handle, most, at, at + 8 * most));
            const count = sweep.view(Uint32Array, at + 8 * most, 1)[0], all = sweep.view(Float64Array, at, most);
            if (count === 0) return null;
            let place = 0;
            const list = () => Array.from(all.subarray(place + 1, (place += 1 + all[place])));
            const pass = () => {
                const [gain, memory, reach] = list(), d = list(), b = list(), flat = list(), sections = [];
                for (let k = 0; k < flat.length; k += 6) sections.push(flat.slice(k, k + 6));
                return { d, b, gain, sections, memory, reach };
            };
            const axis = () => ({ causal: pass(), anticausal: pass() }), y = axis();
            return { x: axis(), y };
        } finally {
            sweep.release(at);
        }
    }

    room(name, bytes) {
        return this.rooms[name] ??= this.sweep.allocate(bytes);
    }

    /** The image as the plan reads it and the result as it writes it, in the module's own memory: nothing is copied by
     * run() without arguments. Take them anew after anything else was called: they are empty when memory has grown. */
    get input() {
        return this.sweep.view(this.In, this.room('in', this.length * this.In.BYTES_PER_ELEMENT), this.length);
    }
    get result() {
        return this.sweep.view(this.Out, this.room('out', this.length * this.Out.BYTES_PER_ELEMENT), this.length);
    }
    get guide() {
        const length = this.width * this.height * this.guideChannels;
        return this.sweep.view(this.In, this.room('guide', length * this.In.BYTES_PER_ELEMENT), length);
    }

    /** Filters an image, and returns the result: `into`, or a new array. */
    run(image, into, guide) {
        if (!this.handle) throw new SweepError('this plan was freed');
        const data = image === undefined ? undefined : image.data ?? image;
        if (data) this.put('input', data);
        if (guide) this.put('guide', guide.data ?? guide);
        const sweep = this.sweep, x = sweep.exports, { rooms } = this;
        this.input, this.result;
        const start = performance.now();
        sweep.check(rooms.guide
            ? x.sweep_run_guided(this.handle, rooms.in, 0, rooms.guide, 0, rooms.out, 0)
            : x.sweep_run(this.handle, rooms.in, 0, rooms.out, 0));
        this.milliseconds = performance.now() - start;
        if (!data) return this.result;
        if (!into) return this.result.slice();
        const target = into.data ?? into;
        if (target.length !== this.length) throw new SweepError(`the result has ${this.length} samples, not ${target.length}`);
        target.set(this.result);
        return target;
    }

    put(name, data) {
        const bytes = data instanceof Uint8ClampedArray, room = this[name];
        if (!bytes && !(data instanceof this.In) || bytes && this.In !== Uint8Array)
            throw new SweepError(`this plan is of ${this.sample}: give a ${this.In.name}`);
        if (data.length !== room.length)
            throw new SweepError(`this plan is of ${room.length} samples, not ${data.length}`);
        room.set(data);
    }

    free() {
        for (const at of Object.values(this.rooms ?? {})) this.sweep.release(at);
        this.rooms = {};
        if (this.handle) this.sweep.exports.sweep_plan_destroy(this.handle);
        this.handle = 0;
    }
}

// A page that holds this text as a classic script leaves the lines from here on out.
load.here = import.meta.url;
export { load, pixels, Sweep, Plan, SweepError };
