import { demoKey } from '#tests/support/demo-servers.ts'
import { demoLedger } from './demo-ledger.ts'

export type DescribedToken = {
  token_id: string
  normalized_metadata: { attributes: { trait_type: string; value: string }[] | null } | null
}

/** The whole collection of lanterns, as the API answers it. @throws when the document of a token was not read: traits are counted in those. */
export const describedTokens = async (url: string): Promise<DescribedToken[]> => {
  const tokens: DescribedToken[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const address: string = `${url}/api/v2/nft/${demoLedger.lanterns}?chain=demo&normalizeMetadata=true&cursor=${cursor}`
    const page = await (await fetch(address, { headers: { 'x-api-key': demoKey } })).json()
    tokens.push(...page.result)
    cursor = page.cursor
  }
  const missing = tokens.filter(({ normalized_metadata }) => !normalized_metadata)
  if (missing.length > 0) throw new Error(`${missing.length} of ${tokens.length} tokens have no metadata.`)
  return tokens
}

export const attributesOf = ({ normalized_metadata }: DescribedToken) => normalized_metadata?.attributes ?? []
