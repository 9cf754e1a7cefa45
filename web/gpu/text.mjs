// Text of WGSL, which has no macros: lines are written out, because an index that is no constant costs a clamp and may send
// an array to memory.

/** The side of a block. */
const T = 32;

const count = n => Array.from({ length: n }, (_, i) => i);
const each = (n, f) => count(n).map(f).join('\n');
const inLine = (n, f) => count(n).map(f).join(' ');
const back = (n, f) => count(n).reverse().map(f).join('\n');

/** WGSL declares one name a statement: `let a = 1, b = 2;` becomes two. */
function separate(text) {
    return text.replace(/\blet ([^;]*);/g, (_, names) => {
        const parts = [''];
        let depth = 0;
        for (const letter of names) {
            if ('([{'.includes(letter)) ++depth;
            else if (')]}'.includes(letter)) --depth;
            if (letter === ',' && depth === 0) parts.push('');
            else parts[parts.length - 1] += letter;
        }
        return parts.map(part => `let ${part.trim()};`).join(' ');
    });
}

/** Number i of an array of vectors of four. i is a number. */
const packed = (array, i) => `${array}[${i >> 2}].${'xyzw'[i & 3]}`;

/** How samples are read and written. A sample is a number, or of 2 to 4 channels a vector of them. source and target are
 * 'buffer' or a texture: target is its format. light: textures are sRGB, and are filtered as light.
 * A vector of three has the room of four in an array, so that a buffer of three channels is one of numbers. */
class Samples {
    constructor({ channels, source = 'buffer', target = 'buffer', light = false }) {
        Object.assign(this, { channels, source, target, light });
        this.type = channels === 1 ? 'f32' : `vec${channels}f`;
        this.element = channels === 3 ? 'f32' : this.type;
    }
    get functions() {
        if (!this.light) return '';
        return `
fn decoded(p: vec4f) -> vec4f {
  return vec4f(select(pow((p.rgb + 0.055) / 1.055, vec3f(2.4)), p.rgb / 12.92, p.rgb <= vec3f(0.04045)), 1.0);
}
fn encoded(p: vec4f) -> vec4f {
  let x = clamp(p.rgb, vec3f(0.0), vec3f(1.0));
  return vec4f(select(1.055 * pow(x, vec3f(1.0 / 2.4)) - 0.055, 12.92 * x, x <= vec3f(0.0031308)), 1.0);
}`;
    }
    /** With quads rows are whole vectors of four numbers, and are read and written as such. */
    input(quads = false) {
        if (this.source === 'texture') return '@group(0) @binding(1) var in: texture_2d<f32>;';
        return `@group(0) @binding(1) var<storage, read> in: array<${quads ? 'vec4f' : this.element}>;`;
    }
    output(quads = false) {
        if (this.target !== 'buffer') return `@group(0) @binding(4) var out: texture_storage_2d<${this.target}, write>;`;
        return `@group(0) @binding(4) var<storage, read_write> out: array<${quads ? 'vec4f' : this.element}>;`;
    }
    read(y, x) {
        const { channels } = this, at = `(${y}) * picture.size.x + ${x}`;
        if (this.source === 'buffer')
            return channels === 3 ? `vec3f(${count(3).map(k => `in[3 * (${at}) + ${k}]`).join(', ')})` : `in[${at}]`;
        const pixel = `textureLoad(in, vec2i(${x}, ${y}), 0)`, light = this.light ? `decoded(${pixel})` : pixel;
        return channels === 4 ? light : `${light}.${'xyz'.slice(0, channels)}`;
    }
    write(y, x, value) {
        const { channels } = this, at = `(${y}) * picture.size.x + ${x}`;
        if (this.target === 'buffer') return channels === 3
            ? `let to = 3 * (${at}); let pixel = ${value}; ${inLine(3, k => `out[to + ${k}] = pixel[${k}];`)}` : `out[${at}] = ${value};`;
        const pixel = [`vec4f(vec3f(${value}), 1.0)`, `vec4f(${value}, 0.0, 1.0)`, `vec4f(${value}, 1.0)`, value][channels - 1];
        return `textureStore(out, vec2i(${x}, ${y}), ${this.light ? `encoded(${pixel})` : pixel});`;
    }
    /** a b + c, where a may be a number beside vectors. */
    fma(a, b, c) { return this.channels > 1 ? `(${a}) * (${b}) + ${c}` : `fma(${a}, ${b}, ${c})`; }
    /** The number of one channel k, which is an expression. */
    part(value) { return this.channels > 1 ? `${value}[k]` : value; }
    // Numbers of the channels lie in planes, one behind the other.
    load(buffer, at, plane) {
        if (this.channels === 1) return `${buffer}[${at}]`;
        return `${this.type}(${count(this.channels).map(k => `${buffer}[${at} + ${k} * ${plane}]`).join(', ')})`;
    }
    store(buffer, at, plane, value) {
        if (this.channels === 1) return `${buffer}[${at}] = ${value};`;
        return inLine(this.channels, k => `${buffer}[${at} + ${k} * ${plane}] = ${value}[${k}];`);
    }
}

export { T, count, each, inLine, back, separate, packed, Samples };
