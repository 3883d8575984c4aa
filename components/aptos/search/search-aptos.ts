import { type AptosNetwork, aptosPath } from '#components/aptos/parts/aptos-path.ts'
import { aptosHitItem } from '#components/aptos/parts/hit-item.tsx'
import { aptosHitPath, hitTitle } from '#components/aptos/parts/hit-path.ts'
import type { FamilyPages } from '#components/family.ts'
import { aptosAccountApi } from '#lib/aptos/account/sent-contract.ts'
import { aptosChainNames } from '#lib/aptos/api/chain-names.ts'
import { aptosPaths } from '#lib/aptos/api/paths.ts'
import { aptosBlockApi } from '#lib/aptos/block/contract.ts'
import { aptosNameApi } from '#lib/aptos/names/contract.ts'
import { aptosNftExplorerApi } from '#lib/aptos/nft/contract.ts'
import { aptosSearchApi } from '#lib/aptos/search/contract.ts'
import { aptosTransactionApi } from '#lib/aptos/transaction/contract.ts'
import { aptosLedgerApi } from '#lib/aptos/transaction/ledger-contract.ts'
import type { Candidate } from '#lib/format/recogniser.ts'
import { shortHexDigits } from '#lib/format/written.ts'
import { callTo, type Question } from '#lib/pages/question.ts'

/** One reading of a text is waited for this long: the others are shown without it. */
const defaultWaitMs = 4_000

type Found = { path: string; title: string }
type Finder = { question: Question; find: (data: unknown) => Found | undefined }

const finder = <T>(question: Question<T>, found: (data: T) => Found | undefined): Finder => ({
  question,
  find: (data) => found(data as T),
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
    return finder(callTo(aptosLedgerApi.aptosTransaction, { transaction_hash: value, network }), ({ version }) =>
      transaction(version, network),
    )
  // A node may have a transaction without its block.
  if (kind === 'aptos-transaction')
    return finder(callTo(aptosTransactionApi.aptosVersion, { version: value, network }), () =>
      transaction(value, network),
    )
  if (kind === 'aptos-block')
    return finder(callTo(aptosBlockApi.blockByHeight, { block_height: value, network }), () => ({
      path: onNetwork(aptosPaths.block({ height: value })),
      title: `Aptos block ${value}`,
    }))
  if (kind === 'aptos-collection')
    return finder(
      callTo(aptosNftExplorerApi.aptosCollection, { collection_data_id_hash: id, network }),
      ({ collection_name }) => ({
        path: onNetwork(aptosPaths.collection({ id })),
        title: `Aptos collection ${collection_name}`,
      }),
    )
  if (kind === 'aptos-token')
    return finder(callTo(aptosNftExplorerApi.aptosToken, { token_data_id_hash: id, network }), ({ name }) => ({
      path: onNetwork(aptosPaths.token({ id })),
      title: `Aptos token ${name}`,
    }))
  if (kind === 'aptos-name')
    return finder(callTo(aptosNameApi.aptosName, { name: value, network }), ({ name, address }) => ({
      path: onNetwork(aptosPaths.account({ address })),
      title: `Aptos account ${name}`,
    }))
  if (kind === 'aptos-account')
    return finder(callTo(aptosAccountApi.aptosAccount, { address: value, network }), ({ exists }) =>
      exists ? { path: onNetwork(aptosPaths.account({ address: value })), title: 'Aptos account' } : undefined,
    )
  if (kind !== 'aptos-creator') return undefined
  return finder(
    callTo(aptosNftExplorerApi.aptosCreatorCollections, { address: value, limit: 1, network }),
    ({ result: [newest] }) =>
      newest && {
        path: onNetwork(aptosPaths.creator({ address: value })),
        title: `Aptos creator of ${newest.collection_name}`,
      },
  )
}

/** Names and beginnings of ids, for a text that is no id of Aptos. */
const searchNames = (text: string) => callTo(aptosSearchApi.aptosSearch, { q: text })

const queryLengthMax = 128

/** Looks up every reading of the text in the ledger and the index, and any other text as a name. */
export const searchAptos: FamilyPages['search'] = ({ text, candidates, waitMs = defaultWaitMs }) => {
  const own = candidates.filter(({ kind }) => kind.startsWith('aptos-'))
  const creators = own
    .filter(({ kind, value }) => kind === 'aptos-account' && value.length === 66)
    .map((account) => ({ ...account, kind: 'aptos-creator' }))
  const finders = [...own, ...creators].flatMap((candidate) => {
    const found = finderOf(candidate)
    return found ? [{ ...found, ...candidate, question: { ...found.question, deadlineMs: waitMs } }] : []
  })
  const mayBeName = candidates.length === 0 || shortHexDigits(text) !== undefined
  const names =
    mayBeName && text !== '' && text.length <= queryLengthMax ? { ...searchNames(text), deadlineMs: waitMs } : undefined
  const questions = [...finders.map(({ question }) => question), ...(names ? [names] : [])]
  return {
    questions: {
      ...Object.fromEntries(finders.map(({ kind, question }) => [kind, question])),
      ...(names && { aptosNames: names }),
    },
    findings: async (ask) => {
      const named = names && (await ask(names)).data
      const found = await Promise.all(
        finders.map(async ({ question, find, value }) => {
          const { data } = await ask(question)
          const one = data === undefined ? undefined : find(data)
          return one ? [{ ...one, text: value }] : []
        }),
      )
      return [
        ...found.flat(),
        ...(named?.result ?? []).map((hit) => ({
          path: aptosHitPath(hit),
          title: `${hitTitle(hit)} on Aptos${hit.warnings.length > 0 ? ' (suspicious name)' : ''}`,
          text: hit.value,
          item: aptosHitItem(hit),
        })),
      ]
    },
    silence: async (ask) => {
      const answers = await Promise.all(questions.map((question) => ask(question as Question)))
      return answers.some(({ fault }) => fault?.code === 'upstream_timeout') ? ['Aptos'] : []
    },
  }
}
