// node types.mjs: the types of web/ against what its modules export, without the library and without a compiler. web.mjs
// compares the words and the options that the library itself has.
import assert from 'node:assert/strict';
import { Declared } from './declared.mjs';

const web = new URL('../../web/', import.meta.url);
const has = (object, member) => member in object;

for (const name of ['sweep', 'worker', 'gpu/device', 'gpu/plan', 'gpu/table', 'gpu/blur']) {
    const declared = new Declared(new URL(`${name}.d.mts`, web)), module = await import(new URL(`${name}.mjs`, web));
    assert.deepEqual(declared.values, Object.keys(module).sort(), `${name}.d.mts: what is exported`);
}

// Members that stand on an instance are there without a device: Steps asks one for buffers only.
const { Steps } = await import(new URL('gpu/device.mjs', web));
const { GpuPlan } = await import(new URL('gpu/plan.mjs', web));
const { GpuTable } = await import(new URL('gpu/table.mjs', web));
const shape = { width: 8, height: 8, channels: 4 };
const device = new Declared(new URL('gpu/device.d.mts', web)), steps = device.members('Steps');
assert.ok(steps.length >= 10, `too few members of Steps were read: ${steps}`);
for (const [file, made] of [['device', new Steps({})], ['plan', new GpuPlan({}, shape)], ['table', new GpuTable({}, shape)]]) {
    const name = made.constructor.name, own = new Declared(new URL(`gpu/${file}.d.mts`, web)).members(name);
    for (const member of [...steps, ...own]) assert.ok(has(made, member), `${name} has no ${member}`);
    for (const member of Object.getOwnPropertyNames(made.constructor.prototype))
        if (!['constructor', 'buffer', 'storage', 'uniform', 'compile'].includes(member))  // these four serve the modules alone
            assert.ok(own.includes(member), `gpu/${file}.d.mts lacks ${name}.${member}`);
}

// Options: those that a function takes apart in its head.
const taken = (f, start) => {
    const text = f.toString(), at = text.indexOf('{', text.indexOf(start));
    return text.slice(at + 1, text.indexOf('}', at)).split(',').map(part => part.trim().match(/^[.\w]+/)[0])
        .filter(name => !name.startsWith('.')).sort();
};
const { Samples } = await import(new URL('gpu/text.mjs', web)), { blur } = await import(new URL('gpu/blur.mjs', web));
const both = [...new Set([...taken(GpuPlan, 'constructor'), ...taken(Samples, 'constructor')])].sort();
for (const [file, name, options] of [['plan', 'GpuPlanOptions', both], ['table', 'GpuTableOptions', taken(GpuTable, 'constructor')],
    ['blur', 'BlurOptions', taken(blur, 'blur(')]])
    assert.deepEqual(new Declared(new URL(`gpu/${file}.d.mts`, web)).members(name), options, `${name} in gpu/${file}.d.mts`);
assert.deepEqual(new Declared(new URL('gpu/blur.d.mts', web)).members('blur'), Object.keys(blur));
