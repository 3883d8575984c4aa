import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

const answer = z.union([
  z.object({ result: z.unknown() }),
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }),
])

export type DevNode = { rpc(method: string, params?: readonly unknown[]): Promise<unknown>; stop(): void }

/** Starts a real anvil on a free loopback port, mining only when told. */
export async function startDevNode(args: readonly string[]): Promise<DevNode> {
  const port = await freePort()
  const child = spawn(anvilBinary(), ['--quiet', '--no-mining', '--order', 'fifo', '--port', String(port), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const rpc = async (method: string, params: readonly unknown[] = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const said = answer.parse(await response.json())
    if ('error' in said) throw new RpcFailure(method, said.error)
    return said.result
  }
  for (let tries = 0; ; tries++) {
    const isUp = await rpc('eth_chainId').then(
      () => true,
      () => false,
    )
    if (isUp) return { rpc, stop: () => child.kill() }
    if (tries > 200) throw new Error('anvil did not answer within 10 s')
    await wait(50)
  }
}

/** npm carries the binary in one package for each platform. */
function anvilBinary(): string {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil${suffix}`)
}

export type NodeError = { code: number; message: string; data?: unknown }

/** The node's own error object, kept as it was said. */
export class RpcFailure extends Error {
  readonly said: NodeError

  constructor(method: string, said: NodeError) {
    super(`${method}: ${said.message}`)
    this.said = said
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.on('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))))
    })
  })
}
