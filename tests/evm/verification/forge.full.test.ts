import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { type RunningApiServer, startApiServer } from '#tests/support/api-server.ts'
import { counterSource } from './counter.ts'
import { type FoundryHome, startFoundryHome } from './foundry-home.ts'

/* forge's own commands, as docs/verification.md shows them, against a real server, worker and node. */

const chain = '4242'
/** The first account of every anvil. */
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

let home: FoundryHome
let anvil: Anvil
let server: RunningApiServer

beforeAll(async () => {
  home = await startFoundryHome()
  anvil = await startAnvil(['--chain-id', chain])
  server = await startApiServer({ NODE_URL_LOCAL: anvil.url, SOURCIFY_URL: '', RATE_LIMIT_ANONYMOUS: '1000' })
  mkdirSync(join(home.folder, 'src'))
  writeFileSync(join(home.folder, 'src/Counter.sol'), counterSource)
}, 180_000)
afterAll(async () => {
  await server?.stop()
  await anvil?.stop()
  home?.stop()
})

test.each(['sourcify', 'etherscan', 'custom'])('forge verifies a contract by --verifier %s', async (verifier) => {
  const etherscan = `[etherscan]\nlocal = { key = "any", url = "${server.url}/etherscan/api", chain = ${chain} }\n`
  writeFileSync(
    join(home.folder, 'foundry.toml'),
    `[profile.default]\noffline = true\n\n${verifier === 'etherscan' ? etherscan : ''}`,
  )
  const node = ['--rpc-url', anvil.url]
  const created = await home.run(
    'forge',
    ...['create', 'src/Counter.sol:Counter', ...node, '--private-key', privateKey, '--broadcast'],
    ...['--constructor-args', '7'],
  )
  const address = /Deployed to: (0x[0-9a-fA-F]{40})/.exec(created)?.[1] ?? created
  const url = `${server.url}/${verifier === 'sourcify' ? 'sourcify/' : 'etherscan/api'}`
  await home.run(
    'forge',
    ...['verify-contract', '--verifier', verifier, '--verifier-url', url, '--chain', chain, ...node],
    ...(verifier === 'custom' ? ['--verifier-api-key', 'any'] : []),
    ...[
      '--compiler-version',
      home.release,
      '--constructor-args',
      '7'.padStart(64, '0'),
      address,
      'src/Counter.sol:Counter',
    ],
  )
  const found = async () => (await fetch(`${server.url}/sourcify/v2/contract/${chain}/${address}`)).json()
  await expect
    .poll(found, { timeout: 60_000 })
    .toMatchObject({ match: 'exact_match', creationMatch: 'exact_match', runtimeMatch: 'exact_match' })
})
