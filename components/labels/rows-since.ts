import { aptosExplorerClient } from '#components/aptos/parts/aptos-queries.ts'
import { evmClient } from '#components/evm/parts/evm-queries.ts'

/** The number of a wallet's rows newer than a position, and the position of its newest; `isMore` if one response is too short. */
export type RowsSince = { count: number; isMore: boolean; newest: string }

const answerMax = 100

type Wallet = { chain: string; subject: string }

/** Newest first; without a position only the newest. */
const evmPositions = async ({ chain, subject }: Wallet, position: string | undefined) => {
  const from_block = position === undefined ? undefined : String(BigInt(position) + 1n)
  const limit = position === undefined ? 1 : answerMax
  const { result, cursor } = await evmClient.walletTransactions({ chain, address: subject, from_block, limit })
  return { positions: result.map(({ block_number }) => block_number), goesOn: cursor !== null }
}

const aptosPositions = async ({ chain, subject }: Wallet) => {
  const network = chain === 'aptos-testnet' ? ('testnet' as const) : undefined
  const { result, cursor } = await aptosExplorerClient.aptosAccountTransactions({
    address: subject,
    network,
    limit: answerMax,
  })
  return { positions: result.map(({ version }) => version), goesOn: cursor !== null }
}

/** Without a position nothing is new: only the current position is requested. */
export const rowsSince = async (wallet: Wallet, position: string | undefined): Promise<RowsSince> => {
  const isAptos = wallet.chain.startsWith('aptos')
  const { positions, goesOn } = isAptos ? await aptosPositions(wallet) : await evmPositions(wallet, position)
  const [newest = position ?? '0'] = positions
  if (position === undefined) return { count: 0, isMore: false, newest }
  const count = positions.filter((one) => BigInt(one) > BigInt(position)).length
  return { count, isMore: count === answerMax && goesOn, newest }
}
