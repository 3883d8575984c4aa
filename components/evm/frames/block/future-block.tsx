import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'
import { expectedBlockSeconds } from '#lib/evm/api/expected-block.ts'
import type { Ask } from '#lib/pages/question.ts'
import { Countdown } from './countdown.tsx'

const blocksMax = 100

/** Counts down to a block that is not mined yet; nothing for any other. */
export const FutureBlock = async ({ ask, chain, block }: { ask: Ask; chain: string; block: string }) => {
  if (block.startsWith('0x')) return null
  const { data } = await ask(evmExplorerCall('evmBlocks', { chain, limit: blocksMax }))
  const [newest, older] = [data?.result[0], data?.result.at(-1)].map(
    (one) => one && { number: Number(one.block_number), seconds: Math.floor(Date.parse(one.block_timestamp) / 1_000) },
  )
  const number = Number(block)
  if (!newest || number <= newest.number) return null
  const seconds = expectedBlockSeconds(number, newest, older)
  return seconds === undefined ? null : <Countdown blocks={number - newest.number} seconds={seconds} />
}
