import { readFileSync } from 'node:fs'

/*
 * A process that runs a Solidity compiler once: standard JSON on stdin, its output on stdout. The sources are untrusted, so
 * the parent starts it without environment, file access (but for the compiler itself), child processes or threads, and with
 * limits of memory and time. This file imports nothing of ours: it could not be read.
 */

type Exports = { cwrap?: (name: string, returned: string, parameters: string[]) => (...values: unknown[]) => string }

/** Node's permissions of version 24 do not cover sockets: the compiler gets no module that opens one. */
const allowedModules = new Set(['fs', 'path', 'crypto'])
for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'navigator'])
  Reflect.deleteProperty(globalThis, name)

const load = (path: string): Required<Exports> => {
  const module: { exports: Exports } = { exports: {} }
  const require = (name: string): unknown => {
    if (!allowedModules.has(name)) throw new Error(`A compiler may not use ${name}.`)
    return process.getBuiltinModule(name)
  }
  new Function('module', 'exports', 'require', '__filename', '__dirname', readFileSync(path, 'utf8'))(
    module,
    module.exports,
    require,
    path,
    '/',
  )
  const { cwrap } = module.exports
  if (cwrap === undefined) throw new Error('The file is not a Solidity compiler.')
  return { cwrap }
}

/** `compileStandard` is the name before 0.5. The last two parameters read imports: there are none to read. */
const compile = ({ cwrap }: Required<Exports>, input: string): string => {
  try {
    return cwrap('solidity_compile', 'string', ['string', 'number', 'number'])(input, 0, 0)
  } catch (error) {
    if (!(error instanceof Error) || !/not exported|unknown function|Cannot call/i.test(error.message)) throw error
    return cwrap('compileStandard', 'string', ['string', 'number'])(input, 0)
  }
}

const [, , compilerPath = ''] = process.argv
process.stdout.write(compile(load(compilerPath), readFileSync(0, 'utf8')))
