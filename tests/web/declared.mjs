// What a .d.mts of web/ declares, read by its layout: a declaration starts a line, and a member has four spaces before it.
import { readFileSync } from 'node:fs';

export class Declared {
    constructor(file) {
        this.text = readFileSync(file, 'utf8').replace(/\/\*\*[^]*?\*\//g, '').replace(/\/\/.*/g, '');
    }
    /** The names of what is there when a page runs: classes and functions. */
    get values() {
        return [...new Set([...this.text.matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name))].sort();
    }
    /** The members of a class, an interface or a namespace, and of what it extends in this file. */
    members(name) {
        const found = [];
        for (const [, bases, body] of this.text.matchAll(
            new RegExp(`^export (?:class|interface|namespace) ${name}(?: extends ([\\w, ]+))? \\{([^]*?)\\}$`, 'gm'))) {
            for (const base of bases?.split(', ') ?? []) found.push(...this.members(base));
            for (const [, member] of body.matchAll(/^ {4}(?:readonly |let )?(\w+)\??[<(:]/gm)) found.push(member);
        }
        return [...new Set(found)].filter(member => member !== 'constructor').sort();
    }
    /** The words of a type that is one of some words. */
    words(name) {
        const [, text] = this.text.match(new RegExp(`^export type ${name} = ([^;]*);`, 'm')) ?? [];
        return [...text.matchAll(/'([^']*)'/g)].map(([, word]) => word).sort();
    }
}
