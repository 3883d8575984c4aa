import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { createCompiler } from '#lib/evm/verification/compile-contract.ts'
import { createVerifiedAbis } from '#lib/evm/verification/given-abis.ts'
import { createKnownSources } from '#lib/evm/verification/known-sources.ts'
import { runVerifications } from '#lib/evm/verification/run-verifications.ts'
import { bundledSolc, createSolcVersions } from '#lib/evm/verification/solc-versions.ts'
import { createVerifyDesk } from '#lib/evm/verification/verify-desk.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { dialects } from '#tests/store/test-stores.ts'
import { type Anvil, startAnvil } from '#tests/support/anvil.ts'
import { content, type Deployed, deployAll, file, inputWith, settingsByName } from './deployments.ts'

const chain = 31_337
const served = createServedChains([{ name: 'local', id: chain }])
let anvil: Anvil
let vault: Deployed
beforeAll(async () => {
  anvil = await startAnvil()
  const deployed = (await deployAll(anvil, settingsByName.optimised)).get('Vault')
  if (!deployed) throw new Error('Vault is not deployed')
  vault = deployed
}, 60_000)
afterAll(() => anvil?.stop())

describe.each(dialects)('a verification that is stored on %s', (dialect) => {
  const createStore = evmStores(dialect)

  test('is compiled, compared, and known with its sources', { timeout: 120_000 }, async () => {
    const store = await createStore()
    const readCodes = async () => new Map([[vault.address, vault.runtime]])
    const desk = createVerifyDesk({
      storeOf: () => store,
      served,
      hasNode: () => true,
      quota: { take: async () => 1, giveBack: async () => {} },
      cellOf: (caller) => caller,
      readCodes,
    })
    const ended = new AbortController()
    const compiler = createCompiler(createSolcVersions())
    const pool = createPool([anvil.transport()])
    const log = { info: () => {}, warn: () => {} }
    const running = runVerifications(store, chain, { pool, compiler }, log, ended.signal, { pollMs: 50 })
    const submit = async (text: string) => {
      const request = {
        address: vault.address,
        input: inputWith(settingsByName.optimised, text),
        contract: { file, name: 'Vault' },
        compilerVersion: bundledSolc().version,
        by: 'page' as const,
        creationTransaction: vault.hash,
      }
      const { id } = await desk.submit(chain, request, undefined)
      await expect.poll(async () => (await desk.find(id))?.finishedAt, { timeout: 60_000 }).toBeDefined()
      return (await desk.find(id))?.fault?.code
    }
    expect(await submit(content.replace('10_000', '10_001'))).toBe('no_match')
    expect(await submit(content)).toBeUndefined()
    ended.abort()
    await running

    const sources = createKnownSources({ store, artifacts: undefined })
    const asked = { address: vault.address, code: vault.runtime }
    expect(await sources.find(served.resolve('local'), asked)).toMatchObject({
      by: 'server',
      verifiedThrough: 'page',
      match: { runtime: 'exact_match', creation: 'exact_match' },
      files: { [file]: content },
      storageLayout: { storage: [expect.objectContaining({ label: 'label' })] },
    })
    expect(await sources.find(served.resolve('local'), { ...asked, code: '0x00' })).toBeUndefined()
    const abis = createVerifiedAbis(store, { readCodes })
    expect(await abis.read(chain, vault.address)).toMatchObject({ by: 'server', match: 'exact_match' })
  })
})
