import { type Hex, wordOf } from '#lib/base/hex.ts'
import { type CallAnswer, type CallsOptions, callContracts } from '#lib/evm/chain/rpc/state/calls.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { NftStandard } from '#lib/evm/chain/tables/token-tables.ts'
import { readText } from '#lib/evm/token-metadata/read-answers.ts'

export type TokenToRead = { address: Hex; tokenId: string; standard: NftStandard }

/** `none` if the contract returns no URI for the token, `failed` if the node could not tell. */
export type TokenUri = { uri: string } | 'none' | 'failed'

/** `tokenURI(uint256)` of ERC-721 and `uri(uint256)` of ERC-1155. */
const tokenUriSelector = '0xc87b56dd'
const uriSelector = '0x0e89341c'

/**
 * The current URIs of these tokens according to their contracts, in request order. If a contract does not respond to
 * its standard's function, the other one is called. Contracts older than both (CryptoPunks) have none. Throws the
 * pool's ServiceErrors if the nodes fail, or the signal's reason.
 */
export const readTokenUris = async (
  pool: NodePool,
  tokens: readonly TokenToRead[],
  options: CallsOptions = {},
): Promise<TokenUri[]> => {
  const uris: TokenUri[] = tokens.map(() => 'none')
  const ask = async (indexes: readonly number[], isOther: boolean): Promise<void> => {
    const calls = indexes.flatMap((index) => {
      const token = tokens[index]
      return token ? [{ to: token.address, data: callData(token, isOther) }] : []
    })
    const answers = await callContracts(pool, calls, options)
    for (const [place, index] of indexes.entries()) uris[index] = readUriAnswer(answers[place] ?? 'failed')
  }
  const asked = [...tokens.keys()].filter((index) => tokens[index]?.standard !== 0)
  await ask(asked, false)
  const left = asked.filter((index) => uris[index] === 'none')
  if (left.length > 0) await ask(left, true)
  return uris
}

const callData = ({ standard, tokenId }: TokenToRead, isOther: boolean): Hex => {
  const selector = (standard === 1155) === isOther ? tokenUriSelector : uriSelector
  return `${selector}${wordOf(BigInt(tokenId))}`
}

const readUriAnswer = (answer: CallAnswer): TokenUri => {
  if (answer === 'failed') return 'failed'
  const bytes = answer === 'refused' ? null : readText(answer)
  // NUL cannot be stored; bytes that are not UTF-8 become U+FFFD, so that the text can always be sent.
  const uri = bytes && new TextDecoder().decode(bytes).replaceAll('\0', '')
  return uri?.trim() ? { uri } : 'none'
}
