// The filters in a worker, which the page never waits for. Of one kind of work the newest request wins.

const simdProbe = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

// What the browser lacks, as a sentence, or nothing.
function lackOfBrowser() {
  if (typeof WebAssembly !== 'object' || !WebAssembly.validate(new Uint8Array(simdProbe)))
    return 'This browser has no WebAssembly with SIMD: Chrome 91, Firefox 113 and Safari 16.4 have it.';
  if (typeof DecompressionStream !== 'function')
    return 'This browser cannot unpack the filter: Chrome 80, Firefox 113 and Safari 16.4 can.';
  if (typeof Worker !== 'function' || typeof createImageBitmap !== 'function')
    return 'This browser has no workers or no image bitmaps, which this page needs.';
  return '';
}

class Engine {
  constructor() {
    this.waiting = new Map();
    this.current = undefined;
  }
  // Resolves once the filter is ready; rejects with a sentence.
  load() {
    const lack = lackOfBrowser();
    if (lack) return Promise.reject(new Error(lack));
    const source = URL.createObjectURL(new Blob([document.getElementById('worker').textContent], {type: 'text/javascript'}));
    return new Promise((resolve, reject) => {
      this.worker = new Worker(source);
      this.worker.onmessage = ({data: answer}) => {
        if (answer.ready) resolve(answer);
        else if (this.current) this.settle(answer);
        else reject(new Error(answer.fault));
      };
      this.worker.onerror = event => {
        const error = new Error(`The filter has stopped: ${event.message || 'this browser refuses it'}.`);
        reject(error);
        this.current?.reject(error);
        this.current = undefined;
      };
      this.worker.postMessage({packed: document.getElementById('module').textContent});
    });
  }
  // The answer to one request; undefined where a newer one of its kind took its place.
  ask(kind, facts = {}, transfer = []) {
    return new Promise((resolve, reject) => {
      this.waiting.get(kind)?.resolve(undefined);  // whose place it takes
      this.waiting.set(kind, {kind, facts, transfer, resolve, reject});
      this.next();
    });
  }
  get isBusy() {
    return this.current !== undefined;
  }
  next() {
    if (this.current || !this.waiting.size) return;
    // A new picture comes before what is asked of it.
    const kind = this.waiting.has('picture') ? 'picture' : this.waiting.keys().next().value;
    this.current = this.waiting.get(kind);
    this.waiting.delete(kind);
    const {facts, transfer} = this.current;
    this.worker.postMessage({kind, ...facts}, transfer);
  }
  settle({fault, answer}) {
    const {resolve, reject} = this.current;
    this.current = undefined;
    if (fault) reject(new Error(fault));
    else resolve(answer);
    this.next();
  }
}

const engine = new Engine();
