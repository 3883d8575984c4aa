import { bundledFile } from '#lib/evm/bundled-file.ts'

type Named = readonly [address: string, name: string]

const everyChain = '*'
let byChain: ReadonlyMap<string, readonly Named[]> | undefined

/**
 * Contracts of a chain (EIP-155 id) with their names, those of every chain first. The file is read once, on first use;
 * `tests/contract-collector` creates it.
 */
export const wellKnownContracts = (chain: number): readonly Named[] => {
  byChain ??= readContracts(bundledFile('labels/well-known-contracts.csv').toString('utf8'))
  return [...(byChain.get(everyChain) ?? []), ...(byChain.get(String(chain)) ?? [])]
}

/** Lines of `chain,address,kind,name,source`; those that start with `#` are comments. */
const readContracts = (file: string): Map<string, Named[]> => {
  const contracts = new Map<string, Named[]>()
  for (const line of file.split('\n')) {
    const [chain = '', address = '', , name = ''] = line.split(',')
    if (line.startsWith('#') || name === '') continue
    const known = contracts.get(chain)
    if (known) known.push([address, name])
    else contracts.set(chain, [[address, name]])
  }
  return contracts
}
