// What the tests of the web read and write: random images, .npy files, and results of the native program.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// The same numbers in every run (mulberry32).
export function random(seed) {
    return () => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
}

export function image(Kind, width, height, channels, seed = 1) {
    const next = random(seed), data = new Kind(width * height * channels);
    for (let i = 0; i < data.length; ++i) data[i] = Kind === Uint8Array ? 256 * next() : next();
    return { data, width, height, channels };
}

const descriptions = new Map([[Uint8Array, '|u1'], [Float32Array, '<f4'], [Float64Array, '<f8'], [Uint32Array, '<u4']]);

export function writeNpy(path, { data, width, height, channels }) {
    const shape = channels > 1 ? `(${height}, ${width}, ${channels})` : `(${height}, ${width})`;
    const text = `{'descr': '${descriptions.get(data.constructor)}', 'fortran_order': False, 'shape': ${shape}, }`;
    const header = Buffer.from('\x93NUMPY\x01\x00' + '  ' + text.padEnd(117) + '\n', 'latin1');
    header.writeUInt16LE(118, 8);
    writeFileSync(path, Buffer.concat([header, Buffer.from(data.buffer, data.byteOffset, data.byteLength)]));
}

export function readNpy(path) {
    const bytes = readFileSync(path), begin = 10 + bytes.readUInt16LE(8);
    const description = /'descr': '([^']*)'/.exec(bytes.toString('latin1', 10, begin))[1];
    const Kind = [...descriptions].find(([, text]) => text === description)[0];
    return new Kind(bytes.buffer.slice(bytes.byteOffset + begin, bytes.byteOffset + bytes.length));
}

// The names that an option has on the command line, where they differ.
const names = { sigma_y: 'sigma-y', boundary_y: 'boundary-y', derived: 'derive', range: 'edge-range' };

/** What `sweep filter` makes of the image, on the CPU. */
export function native(program, folder, picture, options) {
    const from = join(folder, 'in.npy'), to = join(folder, 'out.npy');
    writeNpy(from, picture);
    const words = ['filter', from, to, '--engine', 'cpu', '--no-linear', '--no-premultiply'];
    for (const [name, value] of Object.entries(options))
        words.push(`--${names[name] ?? name}`, name.startsWith('boundary') && typeof value === 'number' ? `constant:${value}` : String(value));
    execFileSync(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    return readNpy(to);
}

/** The largest difference, in units of the largest number, of which 1 is the least. */
export function difference(a, b) {
    if (a.length !== b.length) return Infinity;
    let largest = 1, most = 0;
    for (let i = 0; i < a.length; ++i) {
        largest = Math.max(largest, Math.abs(b[i]));
        const one = Math.abs(a[i] - b[i]);
        if (!(one <= most)) most = one;  // NaN, too
    }
    return most / largest;
}
