import { structName } from '#lib/aptos/api/format/move-type.ts'
import type { AptosAssetControl, AptosAssetPower } from '#lib/aptos/asset/asset-control-contract.ts'
import type { FoundReference } from './find-references.ts'

const evidenceMax = 10
const pairedRefs = '0x1::coin::PairedFungibleAssetRefs'

type State = {
  references: readonly FoundReference[]
  isCoin: boolean
  /** Undefined for an asset without a maximum. */
  supply: { current: bigint; maximum: bigint | undefined } | undefined
}

/** What may be done with an asset, in one sentence each. A reference that was not found may exist elsewhere. */
export const assetPowers = ({
  references,
  isCoin,
  supply,
}: State): Pick<AptosAssetControl, 'mint' | 'burn' | 'freeze'> => {
  const noun = isCoin ? 'capability' : 'reference'
  const powerOf = (kinds: readonly FoundReference['kind'][], can: string, word: string): AptosAssetPower => {
    const found = references.filter(({ kind }) => kinds.includes(kind))
    // The framework keeps these to convert the coin, and lends them to whoever has the coin's capability.
    const held = found.filter(({ resource }) => resource !== pairedRefs)
    if (held.length === 0)
      return { possible: null, reason: `Not known: no ${word} ${noun} was found where it was searched.`, evidence: [] }
    return {
      possible: true,
      reason: `Code of ${modulesText(held)} can ${can}.`,
      evidence: held.slice(0, evidenceMax).map(({ address, resource }) => ({ address, resource })),
    }
  }
  const canMove = references.some(({ kind, resource }) => kind === 'transfer' && resource !== pairedRefs)
  const freeze = canMove ? 'freeze any store and move its balance' : 'freeze any store'
  const isFull = supply?.maximum !== undefined && supply.current >= supply.maximum
  const mint = powerOf(['mint'], 'mint more of it', 'mint')
  return {
    mint: isFull
      ? { ...mint, possible: false, reason: 'Not now: the supply has reached its maximum. Burning would make room.' }
      : mint,
    burn: powerOf(['burn'], 'burn it in any store', 'burn'),
    freeze: powerOf(['transfer', 'freeze'], freeze, isCoin ? 'freeze' : 'transfer'),
  }
}

const namedMax = 3
const addressMax = 14

/** The evidence has the whole address. */
const shortHex = (address: string): string =>
  address.length > addressMax ? `${address.slice(0, 8)}…${address.slice(-6)}` : address

/** Only the code of a resource's module can use what it contains. */
const modulesText = (references: readonly FoundReference[]): string => {
  const names = new Set(
    references.map(({ resource }) => {
      const place = structName(resource.replace(/<.*/s, ''))
      return place ? `${shortHex(place.address)}::${place.module}` : resource
    }),
  )
  const shown = [...names].slice(0, namedMax).join(', ')
  return names.size > namedMax ? `${shown} and ${names.size - namedMax} more` : shown
}
