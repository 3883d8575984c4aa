import { aptosExplorerCall } from '#components/aptos/parts/aptos-calls.ts'
import { aptosPaths } from '#lib/aptos/contract/paths.ts'
import type { Candidate } from '#lib/format/recogniser.ts'
import type { Ask } from '#lib/pages/question.ts'
import type { SearchFinding } from '#lib/recognise/search-choices.ts'

/** Matches of 64 hex digits on Aptos, from the ledger and the index: one address may be several things. */
export const aptosFindings = async (ask: Ask, candidates: readonly Candidate[]): Promise<SearchFinding[]> => {
  const value = candidates.find(({ kind, value }) => kind.startsWith('aptos-') && value.length === 66)?.value
  if (value === undefined) return []
  const id = value.slice(2)
  const [account, transaction, collection, token, created] = await Promise.all([
    ask(aptosExplorerCall('aptosAccount', { address: value })),
    ask(aptosExplorerCall('aptosTransaction', { transaction_hash: value })),
    ask(aptosExplorerCall('aptosCollection', { collection_data_id_hash: id })),
    ask(aptosExplorerCall('aptosToken', { token_data_id_hash: id })),
    ask(aptosExplorerCall('aptosCreatorCollections', { address: value, limit: 1 })),
  ])
  const findings: SearchFinding[] = []
  const add = (path: string, title: string) => findings.push({ path, title, text: value })
  if (transaction.data)
    add(aptosPaths.transaction({ version: transaction.data.version }), `Aptos transaction ${transaction.data.version}`)
  if (collection.data) add(aptosPaths.collection({ id }), `Aptos collection ${collection.data.collection_name}`)
  if (token.data) add(aptosPaths.token({ id }), `Aptos token ${token.data.name}`)
  if (account.data?.exists) add(aptosPaths.account({ address: value }), 'Aptos account')
  const [newest] = created.data?.result ?? []
  if (newest) add(aptosPaths.creator({ address: value }), `Aptos creator of ${newest.collection_name}`)
  return findings
}
