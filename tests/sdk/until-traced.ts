import { apiKey } from '#tests/support/api-server.ts'

/** Histories contain internal transfers, which are traced in the background: until then, two answers differ. */
export const untilTraced = async (url: string): Promise<void> => {
  const headers = { 'x-api-key': apiKey }
  for (
    const giveUpAt = Date.now() + 60_000;
    Date.now() < giveUpAt;
    await new Promise((done) => setTimeout(done, 100))
  ) {
    const response = await fetch(`${url}/api/explorer/evm/chains`, { headers })
    const { result: chains } = (await response.json()) as { result: { internal_transfers?: { blocks_left: number } }[] }
    if (chains.every(({ internal_transfers }) => internal_transfers?.blocks_left === 0)) return
  }
  throw new Error('The demo ledger is not traced.')
}
