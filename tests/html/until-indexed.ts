import { expect, vi } from 'vitest'

const indexedWithinMs = 120_000

/** Until the worker has stored the head of each chain, as far as it knows it. */
export const untilIndexed = (url: string): Promise<void> =>
  vi.waitFor(
    async () => {
      const { chains } = await (await fetch(`${url}/api/health`)).json()
      expect(chains.map(({ lag }: { lag: number | null }) => lag)).toEqual(chains.map(() => 0))
      expect(chains).not.toEqual([])
    },
    { timeout: indexedWithinMs },
  )
