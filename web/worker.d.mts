import type { Filtered, FilterName, Picture, Pixels, PlanInfo, PlanOptions, Result, RunOptions, Samples, Source, Table } from './sweep.mjs';

export interface Asked {
    /** A name: of the requests of one name that wait, the newest alone is kept. The others reject with an AbortError. */
    newest?: string;
    /** Hands the samples over to the worker in place of a copy. The caller has them no longer then. */
    transfer?: boolean;
}
export type RemoteOptions = Omit<RunOptions, 'into'> & Asked;

export interface RemotePlan extends PlanInfo {
    run(image: Samples | Pixels, options?: Asked & { guide?: Samples | Pixels }): Promise<{ data: Result; milliseconds: number }>;
    free(): Promise<void>;
}

export class Client {
    constructor(worker: Worker);
    readonly version: string;
    readonly filters: FilterName[];
    readonly boundaries: string[];
    readonly derived: string[];
    filter(image: Picture, options?: RemoteOptions & { filter?: FilterName }): Promise<Filtered>;
    gaussian(image: Picture, options?: RemoteOptions): Promise<Filtered>;
    box(image: Picture, options?: RemoteOptions): Promise<Filtered>;
    edge(image: Picture, options?: RemoteOptions): Promise<Filtered>;
    table(image: Picture, options?: RemoteOptions): Promise<Table>;
    plan(options: PlanOptions): Promise<RemotePlan>;
    forget(): Promise<void>;
    /** Ends the worker. What was asked rejects. */
    stop(): void;
}

/** Starts the library in a worker. worker: one of your own, which calls serve(self). */
export function start(source?: Source, worker?: Worker): Promise<Client>;
export function serve(scope: { postMessage(message: unknown, transfer?: Transferable[]): void; onmessage: unknown }): void;
