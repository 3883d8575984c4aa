import { aptosExplorerQueries, aptosQueries } from '#components/aptos/parts/aptos-queries.ts'
import type { Ask } from '#components/kit/paced-queries.ts'
import { isKeyOf } from '#lib/api/typed-keys.ts'
import { isoOfMicroseconds } from '#lib/aptos/contract/format/iso-of-microseconds.ts'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import type { Candidate } from '#lib/format/recogniser.ts'
import type { Finding } from './finding.ts'

type Finder = (ask: Ask, value: string) => Promise<Finding[]>

const place = 'Aptos'
const idOf = (hex: string): string => hex.slice(2)
const one = (finding: Omit<Finding, 'place'>): Finding[] => [{ ...finding, place }]

/** The block of a version provides its time; the transaction itself is on its own page. */
const versionFinding = async (ask: Ask, version: string): Promise<Finding[]> => {
  const block = await ask(aptosQueries.one.blockByVersion({ version }))
  if (!block) return []
  return one({
    title: 'Aptos transaction',
    path: aptosPaths.transaction({ version }),
    words: `Version ${groupedNumber(version)}, block ${groupedNumber(block.block_height)}`,
    iso: isoOfMicroseconds(block.block_timestamp),
  })
}

/** By kind of candidate. */
const finders = {
  'aptos-transaction': async (ask, value) => {
    if (!value.startsWith('0x')) return versionFinding(ask, value)
    const found = await ask(aptosExplorerQueries.one.aptosTransaction({ transaction_hash: value }))
    return found ? versionFinding(ask, found.version) : []
  },
  'aptos-block': async (ask, value) => {
    const block = await ask(aptosQueries.one.blockByHeight({ block_height: value }))
    if (!block) return []
    const count = BigInt(block.last_version) - BigInt(block.first_version) + 1n
    return one({
      title: 'Aptos block',
      path: aptosPaths.block({ height: value }),
      words: `Block ${groupedNumber(value)}, ${groupedNumber(count)} transaction${count === 1n ? '' : 's'}`,
      iso: isoOfMicroseconds(block.block_timestamp),
    })
  },
  'aptos-collection': async (ask, value) => {
    const found = await ask(aptosExplorerQueries.one.aptosCollection({ collection_data_id_hash: idOf(value) }))
    if (!found) return []
    const tokens = found.token_count === null ? 'over 10,000' : groupedNumber(found.token_count)
    return one({
      title: 'Aptos collection',
      path: aptosPaths.collection({ id: idOf(value) }),
      words: `${found.collection_name}: ${tokens} token${tokens === '1' ? '' : 's'}`,
      when: 'first seen',
      iso: found.first_timestamp,
    })
  },
  'aptos-token': async (ask, value) => {
    const found = await ask(aptosExplorerQueries.one.aptosToken({ token_data_id_hash: idOf(value) }))
    if (!found) return []
    return one({
      title: 'Aptos token',
      path: aptosPaths.token({ id: idOf(value) }),
      words: `${found.name} of ${found.collection_name}`,
      when: 'first seen',
      iso: found.first_timestamp,
    })
  },
  'aptos-account': async (ask, value) => {
    const found = await ask(aptosExplorerQueries.one.aptosAccount({ address: value }))
    if (!found?.exists) return []
    const sent = found.sequence_number ?? '0'
    return one({
      title: 'Aptos account',
      path: aptosPaths.account({ address: value }),
      words: `${groupedNumber(sent)} transaction${sent === '1' ? '' : 's'} sent`,
    })
  },
  'aptos-creator': async (ask, value) => {
    const found = await ask(aptosExplorerQueries.one.aptosCreatorCollections({ address: value, limit: 1 }))
    const newest = found?.result[0]
    if (!newest) return []
    return one({
      title: 'Aptos creator',
      path: aptosPaths.creator({ address: value }),
      words: `Of ${newest.collection_name}`,
      when: 'first seen',
      iso: newest.first_timestamp,
    })
  },
} satisfies Record<string, Finder>

export const aptosFindingsOf = (ask: Ask, { kind, value }: Candidate): Promise<Finding[]> =>
  isKeyOf(finders, kind) ? finders[kind](ask, value) : Promise.resolve([])
