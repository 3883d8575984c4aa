import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { RpcTransport } from '#lib/evm/chain/rpc/transport/classify.ts'
import { type HttpTransportOptions, httpTransport } from '#lib/evm/chain/rpc/transport/http-transport.ts'
import { freePort } from './spyglass.ts'

export type Anvil = {
  url: string
  port: number
  /** Sends one call; throws on an error of the node. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>
  transport(options?: HttpTransportOptions): RpcTransport
  stop(): Promise<void>
}

/** Starts a real anvil on a free loopback port and waits until it responds. `args` are its command-line options. */
export async function startAnvil(args: readonly string[] = []): Promise<Anvil> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(foundryBinary('anvil'), ['--quiet', '--host', '127.0.0.1', '--port', String(port), ...args], {
    stdio: 'ignore',
  })
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const failed = new Promise<never>((_, fail) => child.once('error', fail))
  const own = httpTransport(url, { connections: 2, timeoutMs: 60_000 })
  const rpc = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    const [answer] = await own.send([{ method, params }])
    if (!answer || 'error' in answer) throw new Error(`${method}: ${answer?.error.message ?? 'no answer'}`)
    return answer.result
  }
  await Promise.race([
    failed,
    untilAnswering(
      () => rpc('eth_chainId'),
      () => child.exitCode !== null,
    ),
  ])
  let stopped: Promise<unknown> | undefined
  return {
    url,
    port,
    rpc,
    transport: (options) => httpTransport(url, options),
    stop: async () => {
      child.kill('SIGKILL')
      stopped ??= Promise.all([exited, own.close()])
      await stopped
    },
  }
}

/** A program of Foundry, from this platform's package: it needs no launcher and no install step. */
export function foundryBinary(program: 'anvil' | 'cast' | 'forge'): string {
  const name = `@foundry-rs/${program}-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  const file = process.platform === 'win32' ? `${program}.exe` : program
  const places = (createRequire(import.meta.url).resolve.paths(name) ?? []).map((folder) =>
    join(folder, name, 'bin', file),
  )
  const found = places.find((place) => existsSync(place))
  if (!found) throw new Error(`${program} is not installed for this machine: the package ${name} is missing`)
  return found
}

async function untilAnswering(ask: () => Promise<unknown>, hasExited: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const isUp = await ask().then(
      () => true,
      () => false,
    )
    if (isUp) return
    if (hasExited()) throw new Error('anvil ended before it answered')
    await new Promise((done) => setTimeout(done, 25))
  }
  throw new Error('anvil did not answer within 10 s')
}
