import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { dataPages, everyKindOfPage } from './every-page.ts'

export type MixedRequest = { path: string; headers?: Record<string, string> }

const forms = ['json', 'csv', 'md', 'png', 'html'] as const

const withEnding = (path: string, ending: string): string => {
  const [address = '/', query] = path.split('?')
  return `${address === '/' ? '/index' : address}.${ending}${query === undefined ? '' : `?${query}`}`
}

/** Every page of the demo ledger as a document and as a soft navigation, and in one of its other formats by turns. */
const knownPages = (round: number): MixedRequest[] => [
  ...everyKindOfPage().map((path) => ({ path })),
  ...everyKindOfPage().map((path) => ({ path: `${path}${path.includes('?') ? '&' : '?'}_rsc`, headers: { rsc: '1' } })),
  ...dataPages().map((path, index) => ({ path: withEnding(path, forms[(index + round) % forms.length] ?? 'json') })),
]

/** Names that were never requested before: anything cached by name grows with each of them. */
const freshPages = (round: number): MixedRequest[] => {
  const word = round.toString(16).padStart(8, '0')
  const address = `0x${word.repeat(5)}`
  const hash = `0x${word.repeat(8)}`
  return [
    `/demo/address/${address}`,
    `/demo/address/${address}/erc20`,
    `/demo/token/${address}`,
    `/demo/nft/${address}/${round}`,
    `/demo/nft/${demoLedger.lanterns}/${1_000_000 + round}`,
    `/demo/tx/${hash}`,
    `/demo/tx/${hash}/logs`,
    `/demo/block/${900_000_000 + round}`,
    `/wallet/${address}`,
    `/aptos/account/0x${word.repeat(8)}`,
    `/aptos/collection/${word.repeat(8)}`,
    `/aptos/token/${word.repeat(8)}`,
    `/aptos/txn/${900_000_000 + round}`,
    `/search?q=word${word}`,
    `/demo/nft/search?q=${word}`,
    `/compare?a=/demo/address/${address}&b=${demoLedger.busiestWallet}`,
    `/no-chain-${word}`,
    `/no/such/page/${word}`,
    `/docs/evm/${word}`,
    `/media/${word.repeat(8)}/preview`,
    `/demo/address/${address}.json`,
    `/api/v2/${address}?chain=demo`,
  ].map((path) => ({ path }))
}

/** Requests of every kind that web serves, including some that differ in each round. */
export const mixedRequests = (round: number): MixedRequest[] => [...knownPages(round), ...freshPages(round)]

/** Sends them, a few at a time, and reads every response to its end. Returns the number of responses by status. */
export const sendAll = async (
  url: string,
  requests: readonly MixedRequest[],
  atOnce = 4,
): Promise<Record<string, number>> => {
  const statuses: Record<string, number> = {}
  const queue = [...requests]
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const response = await fetch(url + next.path, { headers: next.headers, redirect: 'manual' })
      await response.arrayBuffer()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return statuses
}
