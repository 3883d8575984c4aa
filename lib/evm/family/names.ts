import type { FamilyBase } from '#lib/config/family.ts'
import { demoNames } from '#lib/demo/evm/names.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { createCcipRead } from '#lib/evm/ens/ccip-read.ts'
import { mainnetEns } from '#lib/evm/ens/ens-contracts.ts'
import { createEnsReader, type EnsReader } from '#lib/evm/ens/ens-reader.ts'
import { createListedNames } from '#lib/evm/ens/listed-names.ts'
import { createStoredNames } from '#lib/evm/ens/stored-names.ts'
import { createWalletNames } from '#lib/evm/ens/wallet-names.ts'
import { createOutbound, type Outbound } from '#lib/outbound/outbound.ts'
import { type EvmSource, servedDemoChainId } from './sources.ts'

/** About 100 bytes each. */
const rowsMax = 200_000
const gatewaysAtOnce = 8

/** ENS names by the Ethereum node of the operator, or the invented ones of the demo ledger. Undefined without either. */
export const createNames = (base: FamilyBase, nodes: readonly EvmSource[]) => {
  const { config, stores, log } = base
  const { demo, outside, families } = config
  const chain = nodes.find(({ chain }) => chain === (demo ? 'demo' : 'eth'))
  if (!chain || families.evm.ens === 'off') return undefined
  const outbound: Outbound | undefined =
    demo || families.evm.ens === 'onchain'
      ? undefined
      : createOutbound({ allow: outside.outboundAllow, concurrency: gatewaysAtOnce, concurrencyPerHost: 2 })
  const reader: EnsReader = demo
    ? createListedNames(chain.pool, demoNames)
    : createEnsReader(chain.pool, { contracts: mainnetEns, ccipRead: outbound && createCcipRead(outbound) })
  const chainId = demo ? servedDemoChainId : (chain.expectedId ?? 0)
  const names = createWalletNames({
    reader,
    stored: createStoredNames(stores.of(chain.chain).withTables<EvmTables>(), chainId, rowsMax),
    log,
  })
  return {
    ...names,
    close: async () => {
      await names.close()
      await outbound?.close()
    },
  }
}
