import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import pLimit from 'p-limit'
import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '#lib/api/client/call.ts'
import { exportAddress } from '#lib/api/export-address.ts'
import { referenceOf } from '#lib/api/reference.ts'
import { servedApis } from '#lib/server/served-apis.ts'
import { demoLedger } from '#tests/pages/demo-ledger.ts'
import { builtPages } from '#tests/support/built-process.ts'
import { demoKey } from '#tests/support/demo-servers.ts'
import { dataPages, everyKindOfPage, everyPage } from '#tests/support/every-page.ts'
import { isFull, sample } from '#tests/support/tier.ts'
import { demoPages, type HtmlPage } from './html-page.ts'

/* What holds for every page. Each is read once; every rule is checked on what was read. */

const readMs = 280_000
const pageBytesMax = 300_000
/** Of a page with a list of 50 rows, all of them in its HTML. */
const listPageBytesMax = 200_000
/** First-load JavaScript of a page that only reads, gzip. */
const scriptBytesMax = 170_000
/** Every endpoint has a page of its own in the reference, all rendered alike. */
const referencePages = 20

const demo = demoPages()
const atOnce = pLimit(4)

/** Each path with what `ask` returns for it, a few at a time. */
const askAll = async <Answer>(paths: readonly string[], ask: (path: string) => Promise<Answer>) =>
  new Map(await atOnce.map(paths, async (path): Promise<[string, Answer]> => [path, await ask(path)]))

let pages: ReadonlyMap<string, HtmlPage>
beforeAll(async () => {
  pages = await askAll([...everyPage(), '/nosuch/page'], (path) => demo.read(path))
}, readMs)

/** Each page that breaks a rule, with what the rule says about it. */
const faults = (faultOf: (page: HtmlPage, path: string) => string | false | undefined): string[] =>
  [...pages].flatMap(([path, page]) => {
    const fault = faultOf(page, path)
    return fault ? `${path}: ${fault}` : []
  })

test('every page responds with 200, and an unknown one with 404', () => {
  const expected = (path: string) => (path === '/nosuch/page' ? 404 : 200)
  expect(faults(({ status }, path) => status !== expected(path) && `${status}`)).toEqual([])
})

test('every page has one heading of the first level', () => {
  expect(faults(({ headings }) => headings.length !== 1 && headings.join(', '))).toEqual([])
})

test('every link, button and menu has a name', () => {
  const nameless = ({ $ }: HtmlPage) =>
    $('a[href], button, summary')
      .toArray()
      .filter((one) => {
        const control = $(one)
        const images = control.find('img[alt]:not([alt=""]), [aria-label], title')
        const named = control.attr('aria-label') ?? control.attr('aria-labelledby') ?? control.attr('title') ?? ''
        return named === '' && control.text().trim() === '' && images.length === 0
      })
      .map((one) => $.html(one).slice(0, 120))
  expect(faults((page) => nameless(page).join(', '))).toEqual([])
})

test('every page has a title of its own', () => {
  expect(faults(({ title }) => title === '' && 'no title')).toEqual([])
  const kinds = everyKindOfPage().flatMap((path) => pages.get(path) ?? [])
  const same = [...Map.groupBy(kinds, ({ title }) => title)].map(
    // Two examples may redirect to the same page.
    ([title, all]) => [title, new Set(all.map(({ url }) => url))] as const,
  )
  expect(same.filter(([, urls]) => urls.size > 1)).toEqual([])
})

describe('weight', () => {
  const rowsOf = ({ html }: HtmlPage): number => html.match(/aria-rowindex="/g)?.length ?? 0
  const hasList = ({ html }: HtmlPage): boolean => html.includes('role="table"')

  test('pages with lists are at most 200 kB with their full first page, and all pages 300 kB', () => {
    const weigh = (page: HtmlPage) => {
      const size = Buffer.byteLength(page.html)
      return size > (hasList(page) ? listPageBytesMax : pageBytesMax) && `${size} bytes with ${rowsOf(page)} rows`
    }
    expect(faults(weigh)).toEqual([])
  })

  test('lists have their first fifty rows without JavaScript', () => {
    expect([...pages.values()].filter((page) => rowsOf(page) > 50).length).toBeGreaterThan(10)
    const wallet = pages.get(`/demo/address/${demoLedger.busiestWallet}/transactions`)
    expect(wallet && rowsOf(wallet)).toBe(51)
  })
})

test('the first-load JavaScript of every page is at most 170 kB, without the code of wallets', () => {
  /** Loaded by the buttons that connect a wallet, and by nothing else. */
  const walletCode = /wallet-standard|wallet-adapter|aptoslabs\.com|eip6963/
  const scripts = new Map<string, { bytes: number; isOfWallets: boolean }>()
  const readScript = (source: string) => {
    const file = readFileSync(source.replace(/^\/_next/, builtPages()))
    const script = { bytes: gzipSync(file, { level: 9 }).byteLength, isOfWallets: walletCode.test(file.toString()) }
    scripts.set(source, script)
    return script
  }
  const weigh = ({ $ }: HtmlPage) => {
    // What the document itself asks for: scripts, and modules that it preloads. Old browsers' polyfills are no module's part.
    const sources = [
      ...$('script[src^="/_next/"]:not([nomodule])')
        .toArray()
        .map((one) => $(one).attr('src') ?? ''),
      ...$('link[rel="modulepreload"], link[as="script"]')
        .toArray()
        .map((one) => $(one).attr('href') ?? ''),
    ]
    const first = [...new Set(sources.map((source) => source.replace(/\?.*/, '')))]
    const read = first.map((source) => scripts.get(source) ?? readScript(source))
    const bytes = read.reduce((sum, script) => sum + script.bytes, 0)
    if (read.length === 0) return 'no scripts'
    if (read.some(({ isOfWallets }) => isOfWallets)) return 'code of wallets'
    return bytes > scriptBytesMax && `${bytes} bytes`
  }
  expect(faults(weigh)).toEqual([])
})

describe('security', () => {
  test('every page has a content security policy with a nonce of its own, which all of its scripts have', () => {
    const nonces = new Set<string>()
    const check = ({ headers, $ }: HtmlPage) => {
      const policy = headers.get('content-security-policy') ?? ''
      const [, nonce = ''] = /script-src 'nonce-([\w-]{22})' 'strict-dynamic'/.exec(policy) ?? []
      if (nonce === '' || nonces.has(nonce)) return policy
      nonces.add(nonce)
      const others = $(`script:not([nonce="${nonce}"])`)
      return others.length > 0 && $.html(others.first())
    }
    expect(faults(check)).toEqual([])
  })

  test('every page forbids frames, sniffing and foreign referrers, and does not name its software', () => {
    const check = ({ headers }: HtmlPage) => {
      const facts = {
        ...{ sniffing: headers.get('x-content-type-options'), frames: headers.get('x-frame-options') },
        ...{ referrer: headers.get('referrer-policy'), software: headers.get('x-powered-by') },
        ancestors: /frame-ancestors '\w+'/.exec(headers.get('content-security-policy') ?? '')?.[0],
      }
      return JSON.stringify(facts)
    }
    const right = {
      ...{ sniffing: 'nosniff', frames: 'DENY' },
      ...{ referrer: 'strict-origin-when-cross-origin', software: null },
      ancestors: "frame-ancestors 'none'",
    }
    expect(faults((page) => check(page) !== JSON.stringify(right) && check(page))).toEqual([])
  })
})

test('every link of every page works', { timeout: readMs }, async () => {
  /** One of each kind is enough: `/demo/tx/0x…` stands for all transactions. */
  const kindOf = (path: string) => path.replaceAll(/\b(0x)?[0-9a-f]{40,}\b|0x[0-9a-f]+|\d+/g, '…')
  /** The demo ledger has three modules of the Aptos framework; a node has them all. */
  const isUnrecorded = (path: string) => /^\/aptos\/account\/0x0+[13]\/modules\//.test(path) && !pages.has(path)
  const links = new Map<string, string>()
  for (const { $ } of pages.values())
    for (const link of $('a[href^="/"]').toArray()) {
      const path = $(link).attr('href')?.replace(/#.*/, '') ?? ''
      if (!path.startsWith('/api/') && !isUnrecorded(path)) links.set(kindOf(path), path)
    }
  expect(links.size).toBeGreaterThan(100)
  const read = new Set([...pages.keys()].map(kindOf))
  const unread = [...links].flatMap(([kind, path]) => (read.has(kind) && !isFull ? [] : path))
  const reference = unread.filter((path) => path.startsWith('/docs/'))
  const chosen = [...unread.filter((path) => !reference.includes(path)), ...sample(reference, referencePages)]
  const statuses = await askAll(chosen, async (path) => {
    const { status, body } = await fetch(demo.url + path)
    await body?.cancel()
    return status
  })
  expect([...statuses].filter(([, status]) => status >= 400)).toEqual([])
})

test('every list can be exported', { timeout: readMs }, async () => {
  /** Lists of what is one answer, or of several chains. */
  const isNoList = (path: string) => /^\/(demo\/tx|aptos\/block|wallet)\//.test(path)
  const exportsOf = ({ $ }: HtmlPage) =>
    $('main [data-opens="export"]')
      .toArray()
      .map((button) => JSON.parse($(button).attr('data-value') ?? '').address as string)
  const hasNone = (page: HtmlPage) => page.$('[role="table"]').length > 0 && exportsOf(page).length === 0
  expect(faults((page, path) => !isNoList(path) && hasNone(page) && 'no export')).toEqual([])
  const addresses = [...new Set([...pages.values()].flatMap(exportsOf))]
  expect(addresses.length).toBeGreaterThan(50)
  const statuses = await askAll(addresses, async (address) => {
    const url = demo.url + exportAddress(address, 'jsonl')
    return (await fetch(url, { method: 'HEAD', headers: { 'x-api-key': demoKey } })).status
  })
  expect([...statuses].filter(([, status]) => status !== 200)).toEqual([])
})

describe('pages with data', () => {
  type PageData = {
    status: number
    body: { summary: string; data: Record<string, { request: string; error?: unknown }>; links: { page: string } }
  }
  let data: ReadonlyMap<string, PageData>
  const inFormat = (path: string, format: string): string => {
    const [stem = '', query] = path.split('?')
    return `${stem === '/' ? '/index' : stem}.${format}${query ? `?${query}` : ''}`
  }
  const descriptionOf = (path: string) => pages.get(path)?.$('meta[name="description"]').attr('content')
  beforeAll(async () => {
    data = await askAll(dataPages(), async (path) => {
      const response = await fetch(demo.url + inFormat(path, 'json'))
      return { status: response.status, body: await response.json() }
    })
  }, readMs)

  test('every page with data is available as JSON: its summary, the response to each request, and its address', () => {
    for (const [path, { status, body }] of data) {
      expect.soft(status, path).toBe(200)
      expect.soft(body.summary, path).toMatch(/\.$/)
      expect.soft(body.links.page, path).toBe(path)
      for (const [name, { request, error }] of Object.entries(body.data)) {
        expect.soft(error, `${path} ${name}`).toBeUndefined()
        expect.soft(request, path).toMatch(/^\/api\//)
      }
    }
  })

  /** What a wallet's page says of itself when counting takes longer than the head of a page waits. */
  const late = /^Holdings and transactions of the address 0x[0-9a-f]{40}\.$/

  test('every page with data links to a picture of itself, and its description is its summary', () => {
    for (const [path, { body }] of data) {
      const picture = pages.get(path)?.$('meta[property="og:image"]').attr('content')
      expect.soft(picture, path).toBe(demo.url + inFormat(path, 'png'))
      const description = descriptionOf(path) ?? ''
      if (path !== '/' && !late.test(description)) expect.soft(description, path).toBe(body.summary)
    }
  })

  test('every page with data is available as CSV and as Markdown', { timeout: readMs }, async () => {
    await askAll(dataPages(), async (path) => {
      const csv = await fetch(demo.url + inFormat(path, 'csv'))
      expect
        .soft([csv.status, csv.headers.get('content-type')], path)
        .toEqual([200, 'text/csv; charset=utf-8; header=present'])
      const { errors } = Papa.parse(await csv.text())
      expect
        .soft(
          errors.filter(({ type }) => type === 'Quotes'),
          path,
        )
        .toEqual([])
      const markdown = await fetch(demo.url + path, { headers: { accept: 'text/markdown' } })
      expect.soft(markdown.headers.get('content-type'), path).toBe('text/markdown; charset=utf-8')
      expect.soft(await markdown.text(), path).toMatch(/^# .+\n\n/)
    })
  })

  test('every part of a page links to its endpoint in the reference, and is in the data of the page', () => {
    const endpoints = servedApis
      .map(referenceOf)
      .flatMap(({ name, endpoints }) => endpoints.map((one) => `/docs/${name}/${one.name}`))
    // A wallet on all chains is asked of each chain, and its data say how; no part of it comes from one question.
    for (const [path, { body }] of data) {
      if (/^\/(search|wallet)\b/.test(path)) continue
      const requests = Object.values(body.data).map(({ request }) => request)
      const $ = pages.get(path)?.$
      const sources = $?.('a[data-opens="source"]').toArray() ?? []
      expect.soft(sources.length, path).toBeGreaterThan(0)
      for (const source of sources) {
        const { href = '', 'data-path': path = '', 'data-input': input = '' } = source.attribs
        expect.soft(endpoints, path).toContain(href)
        expect.soft(requests, path).toContain(addressOf({ method: 'GET', path }, JSON.parse(input)))
      }
    }
  })
})
