import { expect, test } from 'vitest'
import { evmFamilyPages } from '#components/evm/family.ts'
import { commandsFor } from '#components/shell/command-palette.tsx'
import { evmListPaths } from '#lib/evm/api/list-paths.ts'
import type { Ask } from '#lib/pages/question.ts'

const serving = (source: 'index' | 'hosted') =>
  (async () => ({ data: { result: [{ chain: 'eth', title: 'Ethereum', source }] } })) as unknown as Ask
const pathsOf = async (source: 'index' | 'hosted') =>
  commandsFor('ethereum', [], await evmFamilyPages.chains(serving(source)), { pasted: undefined, labelled: [] }).map(
    ({ path }) => path,
  )

test('every list of an indexed chain can be opened from the command palette', async () => {
  const lists = Object.values(evmListPaths)
    .filter(({ pattern }) => !pattern.includes(':block'))
    .map((path) => path({ chain: 'eth', block: 1 }))
  expect(await pathsOf('index')).toEqual(expect.arrayContaining(lists))
})

test('a hosted chain, which lacks them, has none of these places', async () => {
  expect(await pathsOf('hosted')).not.toContain(evmListPaths.pending({ chain: 'eth' }))
})
