import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allChains } from '#components/family-chains.ts'
import { readLabel } from '#components/labels/stored/label.ts'
import { labelPath, linkKey } from '#components/labels/stored/label-path.ts'
import { pages } from '#components/pages.ts'
import { Providers } from '#components/providers.tsx'
import { Page as HomePage } from '#components/server/home-page.tsx'
import { Page as SearchPage } from '#components/server/search-page.tsx'
import { Page as StatusPage } from '#components/server/status-page.tsx'
import { commandsFor } from '#components/shell/command-palette.tsx'
import { Footer } from '#components/shell/footer.tsx'
import { Header } from '#components/shell/header.tsx'
import { searchOptions } from '#components/shell/search/search-options.ts'
import { calledUrl } from '#components/source/called-endpoint.ts'
import { createLogger } from '#lib/base/logger.ts'
import { parseConfig } from '#lib/config/config.ts'
import { callTo } from '#lib/pages/question.ts'
import { openDatabases } from '#lib/server/open-database.ts'
import { type Systems, systems } from '#lib/server/systems.ts'
import { lampApi, lampFamily } from './lamp-family.ts'
import { lamp, lamps } from './lamp-pages.tsx'

/*
 * The dry run of a further chain family, its pages: the files lamp-*.ts(x) and one line in each list that is mocked here. Header,
 * home, search, status, labels and the page as data are the product's own code.
 */

vi.mock('#lib/server/families.ts', async (original) => (await import('./with-lamps.ts')).familiesWithLamps(original))
vi.mock('#lib/config/family-configs.ts', async (original) =>
  (await import('./with-lamps.ts')).configsWithLamps(original),
)
vi.mock('#lib/recognise/recognisers.ts', async (original) =>
  (await import('./with-lamps.ts')).recognisersWithLamps(original),
)
vi.mock('#lib/pages/family-paths.ts', async (original) => {
  const { familyPaths } = await original<typeof import('#lib/pages/family-paths.ts')>()
  const { lampPaths } = await import('./lamp-routes.ts')
  return { familyPaths: [...familyPaths, lampPaths] }
})
vi.mock('#components/pages.ts', async (original) => {
  const { pages } = await original<typeof import('#components/pages.ts')>()
  const { lamp, lamps } = await import('./lamp-pages.tsx')
  return { pages: new Map([...pages, ...[lamp, lamps].map(({ entry }) => [entry.path.pattern, entry] as const)]) }
})
vi.mock('#components/families.ts', async (original) => {
  const { familiesOfPages } = await original<typeof import('#components/families.ts')>()
  const { lampInMenus } = await import('./lamp-components.tsx')
  return { familiesOfPages: [...familiesOfPages, lampInMenus] }
})
vi.mock('#components/family-sections.ts', async (original) => {
  const { familySections } = await original<typeof import('#components/family-sections.ts')>()
  const { lampSections } = await import('./lamp-components.tsx')
  return { familySections: [...familySections, lampSections] }
})
vi.mock('#components/browser-families.ts', async (original) => {
  const { browserFamilies } = await original<typeof import('#components/browser-families.ts')>()
  const { lampInBrowser } = await import('./lamp-components.tsx')
  return { browserFamilies: [...browserFamilies, lampInBrowser] }
})
// Next gives these from the request that is rendered.
vi.mock('next/navigation', async (original) => ({
  ...(await original<typeof import('next/navigation')>()),
  usePathname: () => '/lamps/lamp/7',
  useRouter: () => ({}),
}))

const folder = mkdtempSync(join(tmpdir(), 'lamps-'))
let composed: Systems

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', `sqlite:${join(folder, 'lamps.db')}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
  const config = parseConfig({ DATABASE_URL: `sqlite:${join(folder, 'lamps.db')}` })
  const log = createLogger({ level: 'silent' })
  const stores = await openDatabases(config, { applicationName: 'test', log })
  const work = await lampFamily.prepareWork({ config, stores, log })
  await Promise.all(work.start())
  await stores.close()
  composed = await systems('web')
})

afterAll(async () => {
  await composed?.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const htmlOf = async (node: ReactNode): Promise<string> => {
  const { prelude } = await prerender(
    <Providers timeFormat="age" now={Date.now()}>
      {node}
    </Providers>,
  )
  return (await new Response(prelude).text()).replaceAll('<!-- -->', '')
}

const open = (Page: typeof HomePage, query: Record<string, string> = {}, params: Record<string, string> = {}) =>
  Page({ params: Promise.resolve(params), searchParams: Promise.resolve(query) })

const dataOf = async (path: string) => {
  const request = new Request(`http://localhost/api/page/json${path}`)
  return (await composed.pages(request, { registry: pages, draw: async () => new Uint8Array() })).json()
}

test('its chain is in the chain switcher, its lists in the palette and its name in the footer', async () => {
  const chains = await allChains(composed.createAsk())
  const header = await htmlOf(<Header chains={chains} demo site={{ name: 'x' }} account={undefined} />)
  expect(header).toMatch(/<a[^>]*aria-current="true"[^>]*href="\/lamps"|<a[^>]*href="\/lamps"[^>]*aria-current="true"/)
  expect(commandsFor('all lamps', [], chains, { pasted: undefined, labelled: [] })[0]).toMatchObject({ path: '/lamps' })
  expect(await htmlOf(<Footer demo siteName="Spyglass" />)).toContain('Aptos, and lamps')
})

test('the home page and the status page contain its sections and send its queries', async () => {
  expect(await htmlOf(await open(HomePage))).toContain('Lamps at 7')
  expect(await htmlOf(await open(StatusPage))).toContain('Newest lamp: 7')
  for (const path of ['/index', '/status']) {
    const { facts, data } = await dataOf(path)
    expect(facts.Lamps, path).toBe('on')
    expect(data.lampHead.answer, path).toEqual({ height: '7' })
  }
})

test('search finds and suggests its items, and reports missing ones', async () => {
  const { rows, data } = await dataOf('/search?q=lamp7')
  expect(rows).toEqual([{ path: '/lamps/lamp/7', title: 'Lamp 7', text: '7' }])
  expect(data.lampHead.request).toBe('/api/lamp/head')
  expect((await dataOf('/search?q=lamp8')).rows).toEqual([])
  await expect(open(SearchPage, { q: 'lamp7' })).rejects.toThrow('NEXT_REDIRECT')
  expect(searchOptions({ text: 'lamp7', recent: [], chains: [] })).toMatchObject([
    { title: 'Lamp', path: '/lamps/lamp/7' },
  ])
})

test('its page and its list have HTML and data, and name their source', async () => {
  expect(await htmlOf(await open(lamp.Page, {}, { height: '7' }))).toContain('Lamp 7')
  expect(await dataOf('/lamps/lamp/7')).toMatchObject({ kind: 'Lamp', facts: { Height: '7' } })
  expect((await dataOf('/lamps/lamp/none')).code).toBe('not_found')
  const list = await htmlOf(await open(lamps.Page))
  expect(list).toMatch(/role="row".*href="\/lamps\/lamp\/7"/s)
  expect(list).toContain('Data source: Lamps')
  expect((await dataOf('/lamps')).data.lampList.answer.result).toEqual([{ height: '7' }])
  expect(calledUrl(callTo(lampApi.lampHead, {}))).toBe('/api/lamp/head')
})

test('its items can be labelled', () => {
  const label = readLabel({ kind: 'token', chain: 'lamps', subject: 'LAMP7', label: 'Desk' })
  expect(label).toMatchObject({ subject: 'lamp7' })
  expect(labelPath({ kind: 'token', chain: 'lamps', subject: 'lamp7' })).toBe('/lamps/lamp/7')
  expect(linkKey({ pathname: '/lamps/lamp/7', search: '' })).toBe('lamps lamp7')
  expect(linkKey({ pathname: `/eth/address/0x${'ab'.repeat(20)}`, search: '' })).toBe(`eth 0x${'ab'.repeat(20)}`)
})
