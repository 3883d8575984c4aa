import type { Movement } from '#components/evm/frames/transaction/movement-of.ts'
import { type TransferLine, zeroAddress } from '#components/evm/parts/transfers/transfer-line.ts'
import type { DecodedTransaction } from '#lib/evm/api/records/transactions.ts'
import { type Move, tokenMoves } from '#lib/evm/summary/moves.ts'

const kindOf = ({ from, to }: Move): TransferLine['kind'] => {
  if (from === zeroAddress) return 'mint'
  return to === zeroAddress ? 'burn' : 'transfer'
}

/** The movements of one transaction as rows of the list that shows token events everywhere. */
export const moveLines = (
  { hash, block_number, block_timestamp }: DecodedTransaction,
  { moves, tokens, labels }: Movement,
  /** The transaction's own page. */
  path: string,
): TransferLine[] =>
  tokenMoves(moves).map((move, index) => {
    const { token, tokenId, from, to, amount, standard, logIndex } = move
    const words = tokens.get(token)
    const side = (address: string) => ({ address, label: labels.get(address) ?? undefined })
    return {
      key: `${logIndex}-${index}`,
      transactionHash: hash,
      blockNumber: block_number,
      timestamp: block_timestamp,
      kind: kindOf(move),
      from: side(from),
      to: side(to),
      token: { address: token, name: words?.name ?? null, symbol: words?.symbol ?? null, id: tokenId },
      amount: standard === 'ERC721' ? null : amount.toString(),
      decimals: tokenId === null ? (words?.decimals ?? null) : 0,
      isSpam: words?.isSpam ?? false,
      isVerified: words?.isVerified ?? false,
      log: { index: logIndex, href: `${path}/logs?log=${logIndex}#log-${logIndex}` },
    }
  })
