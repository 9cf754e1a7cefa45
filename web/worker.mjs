// Sweep in a worker, so that a page never waits: the functions of sweep.mjs, each of which returns a promise.
//
//     const sweep = await start();
//     const blurred = await sweep.gaussian(image, { sigma: 12, newest: 'preview' });
//
// This file is both ends: the page imports start() from it, and the worker is made from it.
import { load, pixels, Sweep, SweepError } from './sweep.mjs';

const workerName = 'sweep-filters';

// The worker's end. Answers messages {id, call, ...} by {id, value} or {id, error}.
function serve(scope) {
    let sweep = null;
    const plans = new Map();
    const told = plan => ({ width: plan.width, height: plan.height, channels: plan.channels, sample: plan.sample,
        output: plan.output, engine: plan.engine, algorithm: plan.algorithm, notes: plan.notes,
        workingBytes: plan.workingBytes, stages: plan.stages, design: plan.design });
    const calls = {
        async load({ source }) {
            sweep = await load(source);
            const { version, filters, boundaries, derived } = sweep;
            return { version, filters, boundaries, derived };
        },
        filter: ({ image, options }) => sweep.filter(image, options),
        plan({ id, options }) {
            const plan = sweep.plan(options);
            plans.set(id, plan);
            return told(plan);
        },
        run({ plan, image, guide }) {
            const known = plans.get(plan);
            if (!known) throw new SweepError('this plan was freed');
            const data = known.run(image, undefined, guide);
            return { data, milliseconds: known.milliseconds };
        },
        free({ plan }) {
            plans.get(plan)?.free();
            plans.delete(plan);
        },
        forget: () => sweep.forget(),
    };
    scope.onmessage = async ({ data: message }) => {
        const { id } = message;
        try {
            const value = await calls[message.call](message);
            scope.postMessage({ id, value }, value?.data ? [value.data.buffer] : []);
        } catch (error) {
            scope.postMessage({ id, error: { message: error.message, status: error.status ?? 1 } });
        }
    };
}

// The page's end. One request is at the worker at a time; the others wait here, where a newer one can take their place.
class Client {
    constructor(worker) {
        this.worker = worker;
        this.waiting = [];
        this.current = null;
        this.last = 0;
        worker.onmessage = ({ data }) => this.settle(data);
        worker.onerror = event => this.fail(new SweepError(`the worker has stopped: ${event.message ?? 'unknown'}`, 1));
    }

    // newest: a name. A request of that name that waits is given up: its promise rejects with an AbortError.
    ask(message, newest, transfer = []) {
        if (this.stopped) return Promise.reject(this.stopped);
        if (newest !== undefined) {
            const given_up = this.waiting.filter(one => one.newest === newest);
            this.waiting = this.waiting.filter(one => one.newest !== newest);
            for (const one of given_up) one.reject(aborted());
        }
        return new Promise((resolve, reject) => {
            this.waiting.push({ message: { ...message, id: ++this.last }, newest, transfer, resolve, reject });
            this.next();
        });
    }
    next() {
        if (this.current || this.waiting.length === 0) return;
        this.current = this.waiting.shift();
        try {
            this.worker.postMessage(this.current.message, this.current.transfer);
        } catch (error) {
            this.settle({ error });
        }
    }
    settle({ value, error }) {
        const { resolve, reject } = this.current;
        this.current = null;
        if (error) reject(error instanceof Error ? error : new SweepError(error.message, error.status));
        else resolve(value);
        this.next();
    }
    fail(error) {
        this.stopped = error;
        for (const one of [this.current, ...this.waiting]) one?.reject(error);
        this.current = null;
        this.waiting = [];
    }

    // What crosses to a worker is copied; transfer: true hands the samples over, which the caller has no longer then.
    filter(image, { newest, transfer, ...options } = {}) {
        const picture = pixels(image), guide = options.guide && pixels(options.guide);
        return this.ask({ call: 'filter', image: picture, options: { ...options, ...guide && { guide } } }, newest,
            transfer ? [picture.data.buffer] : []);
    }
    gaussian(image, options) { return this.filter(image, { ...options, filter: 'gaussian' }); }
    box(image, options) { return this.filter(image, { ...options, filter: 'box' }); }
    edge(image, options) { return this.filter(image, { ...options, filter: 'edge' }); }
    async table(image, options) { return Sweep.with_sums(await this.filter(image, { ...options, filter: 'sat' })); }

    async plan(options) {
        const asked = this.ask({ call: 'plan', options }), plan = this.last, about = await asked;
        return {
            ...about,
            run: async (image, { newest, transfer, guide } = {}) => {
                const data = pixels({ width: about.width, height: about.height, channels: about.channels,
                    data: image.data ?? image }).data;
                const other = guide && (guide.data ?? guide);
                return this.ask({ call: 'run', plan, image: data, guide: other }, newest, transfer ? [data.buffer] : []);
            },
            free: () => this.ask({ call: 'free', plan }),
        };
    }

    forget() { return this.ask({ call: 'forget' }); }
    stop() {
        this.worker.terminate();
        this.fail(new SweepError('the worker was stopped', 1));
    }
}

function aborted() {
    return Object.assign(new Error('a newer request took the place of this one'), { name: 'AbortError' });
}

/** Starts the library in a worker. source: as of load(). worker: one of your own, which calls serve(self). */
async function start(source, worker = new Worker(start.here, { type: 'module', name: workerName })) {
    const client = new Client(worker);
    return Object.assign(client, await client.ask({ call: 'load', source }));
}

// A page that holds this text as a classic script leaves the lines from here on out.
start.here = import.meta.url;
if (typeof WorkerGlobalScope === 'function' && self.name === workerName) serve(self);
export { start, serve, Client };
