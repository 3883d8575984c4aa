import { aptosCall, aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import type { Family } from '#components/family.ts'
import { aptosChainNames } from '#lib/aptos/contract/chain-names.ts'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import type { Candidate } from '#lib/format/recogniser.ts'
import type { Ask, Question } from '#lib/pages/question.ts'

/** One reading of a text is waited for this long: the others are shown without it. */
const deadlineMs = 4_000

type Found = { path: string; title: string }
type Finder = { question: Question; find: (ask: Ask) => Promise<Found | undefined> }

const finder = <T>(question: Question<T>, found: (data: T) => Found | undefined): Finder => ({
  question: { ...question, deadlineMs },
  find: async (ask) => {
    const { data } = await ask({ ...question, deadlineMs })
    return data === undefined ? undefined : found(data)
  },
})

const transaction = (version: string, network: AptosNetwork = 'mainnet'): Found => ({
  path: aptosPath(aptosPaths.transaction({ version }), network),
  title: `Aptos transaction ${version}`,
})

const isHex = (value: string): boolean => value.startsWith('0x')

/** Checks that a candidate exists. One address can be several things: account, creator, collection. */
const finderOf = ({ kind, value, chain }: Candidate): Finder | undefined => {
  const network = chain === aptosChainNames.testnet ? 'testnet' : undefined
  const onNetwork = (path: string) => aptosPath(path, network ?? 'mainnet')
  const id = value.slice(2)
  if (kind === 'aptos-transaction' && isHex(value))
    return finder(aptosExplorerCall('aptosTransaction', { transaction_hash: value, network }), ({ version }) =>
      transaction(version, network),
    )
  if (kind === 'aptos-transaction') {
    const found = () => transaction(value, network)
    const block = finder(aptosCall('blockByVersion', { version: value, network }), found)
    // A node may have a transaction without its block.
    const alone = finder(aptosExplorerCall('aptosVersion', { version: value, network }), found)
    return { ...block, find: async (ask) => (await block.find(ask)) ?? (await alone.find(ask)) }
  }
  if (kind === 'aptos-block')
    return finder(aptosCall('blockByHeight', { block_height: value, network }), () => ({
      path: onNetwork(aptosPaths.block({ height: value })),
      title: `Aptos block ${value}`,
    }))
  if (kind === 'aptos-collection')
    return finder(
      aptosExplorerCall('aptosCollection', { collection_data_id_hash: id, network }),
      ({ collection_name }) => ({
        path: onNetwork(aptosPaths.collection({ id })),
        title: `Aptos collection ${collection_name}`,
      }),
    )
  if (kind === 'aptos-token')
    return finder(aptosExplorerCall('aptosToken', { token_data_id_hash: id, network }), ({ name }) => ({
      path: onNetwork(aptosPaths.token({ id })),
      title: `Aptos token ${name}`,
    }))
  if (kind === 'aptos-name')
    return finder(aptosExplorerCall('aptosName', { name: value, network }), ({ name, address }) => ({
      path: onNetwork(aptosPaths.account({ address })),
      title: `Aptos account ${name}`,
    }))
  if (kind === 'aptos-account')
    return finder(aptosExplorerCall('aptosAccount', { address: value, network }), ({ exists }) =>
      exists ? { path: onNetwork(aptosPaths.account({ address: value })), title: 'Aptos account' } : undefined,
    )
  if (kind !== 'aptos-creator') return undefined
  return finder(
    aptosExplorerCall('aptosCreatorCollections', { address: value, limit: 1, network }),
    ({ result: [newest] }) =>
      newest && {
        path: onNetwork(aptosPaths.creator({ address: value })),
        title: `Aptos creator of ${newest.collection_name}`,
      },
  )
}

/** Looks up every reading of the text in the ledger and the index. */
export const searchAptos: Family['search'] = ({ candidates }) => {
  const own = candidates.filter(({ kind }) => kind.startsWith('aptos-'))
  const creators = own
    .filter(({ kind, value }) => kind === 'aptos-account' && value.length === 66)
    .map((account) => ({ ...account, kind: 'aptos-creator' }))
  const finders = [...own, ...creators].flatMap((candidate) => {
    const found = finderOf(candidate)
    return found ? [{ ...found, ...candidate }] : []
  })
  return {
    questions: Object.fromEntries(finders.map(({ kind, question }) => [kind, question])),
    findings: async (ask) =>
      (
        await Promise.all(
          finders.map(async ({ find, value }) => {
            const found = await find(ask)
            return found ? [{ ...found, text: value }] : []
          }),
        )
      ).flat(),
    silence: async (ask) => {
      const answers = await Promise.all(finders.map(({ question }) => ask(question)))
      return answers.some(({ fault }) => fault?.code === 'upstream_timeout') ? ['Aptos'] : []
    },
  }
}
