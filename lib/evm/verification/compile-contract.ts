import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import * as z from 'zod'
import { scriptUrl } from '#lib/process/script-url.ts'
import { plainVersion, type SolcVersions, VerificationFault } from './solc-versions.ts'
import { type ContractName, inputFor, type StandardJson } from './standard-json.ts'

/** Byte ranges within a bytecode. */
const ranges = z.array(z.object({ start: z.number().int().nonnegative(), length: z.number().int().positive() }))
const linkReferences = z.record(z.string(), z.record(z.string(), ranges)).default({})

/** Hex digits, with placeholders such as `__$…$__` where library addresses belong. */
const bytecode = z
  .string()
  .transform((text) => text.replace(/^0x/, '').toLowerCase())
  .default('')

const creation = z.object({ object: bytecode, linkReferences }).default({ object: '', linkReferences: {} })
const runtime = z
  .object({
    object: bytecode,
    linkReferences,
    immutableReferences: z
      .record(z.string(), ranges)
      .nullish()
      .transform((value) => value ?? {}),
  })
  .default({ object: '', linkReferences: {}, immutableReferences: {} })

/** One contract of a compiler's standard JSON output. */
export const compilerContract = z.object({
  abi: z.array(z.unknown()).default([]),
  metadata: z.string().default(''),
  storageLayout: z.unknown().optional(),
  devdoc: z.unknown().optional(),
  userdoc: z.unknown().optional(),
  evm: z.object({ bytecode: creation, deployedBytecode: runtime, legacyAssembly: z.unknown().optional() }),
})

export type CompilerContract = z.output<typeof compilerContract>
export type LinkReferences = z.output<typeof linkReferences>

type SolcLimits = {
  timeMs: number
  /** Memory of the compiler (WebAssembly), and of JavaScript around it. */
  memoryBytes: number
  heapBytes: number
  outputBytes: number
}

export const defaultSolcLimits: SolcLimits = {
  timeMs: 120_000,
  memoryBytes: 2 * 1024 ** 3,
  heapBytes: 512 * 1024 ** 2,
  outputBytes: 32 * 1024 ** 2,
}

const pageBytes = 64 * 1024

/** Resolved when it is needed: web bundles this module, where the file has no path. */
const scriptPath = (): string => fileURLToPath(scriptUrl('./solc-process.ts', import.meta.url))

/**
 * Runs a compiler in a process of its own, within limits. Returns its standard JSON output as text.
 * @throws VerificationFault `compiler_error` if it takes too long, needs too much memory, or crashes.
 */
export const runSolc = (
  compilerPath: string,
  input: string,
  { timeMs, memoryBytes, heapBytes, outputBytes }: SolcLimits,
  signal?: AbortSignal,
): Promise<string> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const script = scriptPath()
    const child = spawn(
      process.execPath,
      [
        '--permission',
        `--allow-fs-read=${script}`,
        `--allow-fs-read=${compilerPath}`,
        `--max-old-space-size=${Math.ceil(heapBytes / 1024 ** 2)}`,
        `--wasm-max-mem-pages=${Math.ceil(memoryBytes / pageBytes)}`,
        '--stack-size=3000',
        script,
        compilerPath,
      ],
      { env: { NODE_ENV: 'production' }, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true },
    )
    const parts: Buffer[] = []
    let bytes = 0
    let fault: string | undefined
    const end = (reason: string): void => {
      fault ??= reason
      child.kill('SIGKILL')
    }
    const late = setTimeout(() => end(`The compiler did not finish within ${timeMs / 1_000} seconds.`), timeMs)
    const abort = (): void => end('The server is shutting down.')
    signal?.addEventListener('abort', abort)
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.byteLength
      if (bytes > outputBytes) end('The output of the compiler is too large.')
      else parts.push(part)
    })
    // A compiler that crashed does not read its input to the end.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.on('error', () => end('The compiler could not be started.'))
    child.on('close', (code) => {
      clearTimeout(late)
      signal?.removeEventListener('abort', abort)
      if (fault === undefined && code === 0) return resolve(Buffer.concat(parts).toString('utf8'))
      reject(new VerificationFault('compiler_error', fault ?? 'The compiler crashed or ran out of memory.'))
    })
  })

/** Compiles untrusted sources, one at a time. */
export type Compiler = {
  /** @throws VerificationFault */
  compile(input: StandardJson, contract: ContractName, version: string, signal?: AbortSignal): Promise<Compiled>
}

type Compiled = {
  contract: CompilerContract
  /** With its commit, as the compiler says: `0.8.30+commit.73712a01`. */
  compilerVersion: string
}

const output = z.object({
  errors: z
    .array(z.object({ severity: z.string(), formattedMessage: z.string().optional(), message: z.string() }))
    .default([]),
  contracts: z.record(z.string(), z.record(z.string(), compilerContract)).default({}),
})
const metadata = z.object({ compiler: z.object({ version: z.string() }) })

const errorsMax = 5
const errorLengthMax = 2_000

export const createCompiler = (versions: SolcVersions, limits: Partial<SolcLimits> = {}): Compiler => {
  const oneAtATime = pLimit(1)
  return {
    compile: (input, contract, version, signal) =>
      oneAtATime(async () => {
        const build = await versions.find(version, signal)
        const text = await runSolc(build.path, inputFor(input, contract), { ...defaultSolcLimits, ...limits }, signal)
        const compiled = readOutput(text, contract)
        const compilerVersion = versionOf(compiled) ?? build.version
        checkCommit(version, compilerVersion)
        return { contract: compiled, compilerVersion }
      }),
  }
}

const readOutput = (text: string, { file, name }: ContractName): CompilerContract => {
  const { errors, contracts } = parseOutput(text)
  const found = contracts[file]?.[name]
  const faults = errors.filter(({ severity }) => severity === 'error')
  if (faults.length > 0) {
    const words = faults.slice(0, errorsMax).map(({ formattedMessage, message }) => formattedMessage ?? message)
    throw new VerificationFault('compiler_error', words.join('\n').slice(0, errorLengthMax).replaceAll('\0', ''))
  }
  if (found) return found
  throw new VerificationFault(
    'contract_not_found_in_compiler_output',
    `The sources have no contract ${name} in ${file}.`,
  )
}

const parseOutput = (text: string): z.output<typeof output> => {
  try {
    return output.parse(JSON.parse(text))
  } catch (cause) {
    throw Object.assign(new VerificationFault('compiler_error', 'The output of the compiler could not be read.'), {
      cause,
    })
  }
}

const versionOf = ({ metadata: text }: CompilerContract): string | undefined => {
  try {
    return metadata.parse(JSON.parse(text)).compiler.version
  } catch {
    return undefined
  }
}

/** Two builds of one version may differ: the metadata has the commit. */
const checkCommit = (wanted: string, actual: string): void => {
  const version = plainVersion(wanted)
  if (!version?.includes('+') || !actual.includes('+') || actual.startsWith(version)) return
  throw new VerificationFault(
    'unsupported_compiler_version',
    `The compiler ${version} is not available here, only ${actual}.`,
  )
}
