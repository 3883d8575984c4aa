import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { VerificationFault } from '#lib/evm/verification/verification-fault.ts'
import { scriptUrl } from '#lib/process/script-url.ts'

export type SolcLimits = {
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
