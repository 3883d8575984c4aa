import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Hex } from '#lib/base/hex.ts'
import { freePort } from '#tests/support/spyglass.ts'
import { cpuSecondsOf, peakMemoryMegabytesOf } from './process-usage.ts'
import type { TokenChain } from './token-chain.ts'

/** Kept as text, so that nothing of the app counts as a part of this repository. */
const files = {
  'package.json': 'package.json.txt',
  'ponder.config.ts': 'ponder.config.ts.txt',
  'ponder.schema.ts': 'ponder.schema.ts.txt',
  'src/index.ts': 'handlers.ts.txt',
  'src/api/index.ts': 'api.ts.txt',
}

/** Writes the app into `folder` and installs what it needs, unless it is there from an earlier run. */
export const installPonderApp = (folder: string): void => {
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    copyFileSync(join(import.meta.dirname, '../peer', source), join(folder, name))
  }
  if (existsSync(join(folder, 'node_modules/ponder'))) return
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, stdio: 'inherit' })
}

const logLine = z.object({ time: z.number(), msg: z.string() })

const kept = z.object({
  coins: z.number(),
  nfts: z.number(),
  balances: z.array(z.tuple([z.string(), z.string()])),
  owners: z.array(z.tuple([z.string(), z.string()])),
})

export type PonderRun = {
  /** From the first line about its historical sync until its historical indexing is complete. */
  seconds: number
  /** From starting the process. */
  secondsFromStart: number
  peakMemoryMegabytes: number
  cpuSeconds: number
  transfers: number
  balances: Map<Hex, bigint>
  owners: Map<string, Hex>
}

/** Runs the app over the chain until it says that it is complete, and reads back what it keeps. */
export const runPonderApp = async (
  folder: string,
  nodeUrl: string,
  chain: TokenChain,
  databaseUrl?: string,
): Promise<PonderRun> => {
  const port = await freePort()
  const startedAt = Date.now()
  const child = spawn(
    process.execPath,
    [
      'node_modules/ponder/dist/esm/bin/ponder.js',
      'start',
      '--log-format',
      'json',
      '--port',
      String(port),
      '--schema',
      'peer',
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        HOME: folder,
        PONDER_TELEMETRY_DISABLED: 'true',
        NODE_URL: nodeUrl,
        ERC20: chain.erc20,
        ERC721: chain.erc721,
        FIRST_BLOCK: String(chain.firstBlock),
        LAST_BLOCK: String(chain.lastBlock),
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
    },
  )
  const { pid } = child
  if (!pid) throw new Error('Ponder did not start')
  const times: { began?: number; complete?: number } = {}
  const said: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line)
    if (!line.startsWith('{')) return
    const parsed = logLine.safeParse(JSON.parse(line))
    if (!parsed.success) return
    const { time, msg } = parsed.data
    if (/^Started .* historical sync/.test(msg)) times.began ??= time
    if (/^Completed historical indexing/.test(msg)) times.complete ??= time
  })
  try {
    while (!times.complete) {
      if (child.exitCode !== null) throw new Error(`Ponder ended:\n${said.slice(-20).join('\n')}`)
      await wait(20)
    }
    const peakMemoryMegabytes = peakMemoryMegabytesOf(pid)
    const cpuSeconds = cpuSecondsOf(pid)
    const answer = kept.parse(await (await fetch(`http://127.0.0.1:${port}/kept`)).json())
    return {
      seconds: (times.complete - (times.began ?? startedAt)) / 1_000,
      secondsFromStart: (times.complete - startedAt) / 1_000,
      peakMemoryMegabytes,
      cpuSeconds,
      transfers: answer.coins + answer.nfts,
      balances: new Map(answer.balances.map(([account, amount]) => [account as Hex, BigInt(amount)])),
      owners: new Map(answer.owners.map(([id, owner]) => [id, owner as Hex])),
    }
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
}
