import { ask } from '#components/ask.ts'
import type { Client } from '#lib/api/endpoint.ts'
import type { AptosExplorerApi } from '#lib/aptos/contract/explorer.ts'
import { explorerPath } from '#lib/format/explorer-path.ts'
import type { Candidate } from '#lib/format/recogniser.ts'
import type { SearchFinding } from '#lib/recognise/search-choices.ts'

/** What a text of 64 hex digits is on Aptos, asked of the ledger and of the index: several may be true of one address. */
export const aptosFindings = async (
  explorer: Client<AptosExplorerApi>,
  candidates: readonly Candidate[],
): Promise<SearchFinding[]> => {
  const value = candidates.find(({ kind, value }) => kind.startsWith('aptos-') && value.length === 66)?.value
  if (value === undefined) return []
  const id = value.slice(2)
  const [account, transaction, collection, token, created] = await Promise.all([
    ask(explorer.aptosAccount({ address: value })),
    ask(explorer.aptosTransaction({ transaction_hash: value })),
    ask(explorer.aptosCollection({ collection_data_id_hash: id })),
    ask(explorer.aptosToken({ token_data_id_hash: id })),
    ask(explorer.aptosCreatorCollections({ address: value, limit: 1 })),
  ])
  const findings: SearchFinding[] = []
  const add = (path: string, title: string) => findings.push({ path, title, text: value })
  if (transaction.data)
    add(explorerPath.aptosTransaction(transaction.data.version), `Aptos transaction ${transaction.data.version}`)
  if (collection.data) add(explorerPath.aptosCollection(id), `Aptos collection ${collection.data.collection_name}`)
  if (token.data) add(explorerPath.aptosToken(id), `Aptos token ${token.data.name}`)
  if (account.data?.exists) add(explorerPath.aptosAccount(value), 'Aptos account')
  const [newest] = created.data?.result ?? []
  if (newest) add(explorerPath.aptosCreator(value), `Aptos creator of ${newest.collection_name}`)
  return findings
}
