import { type CheerioAPI, load } from 'cheerio'
import type { AnyNode, ChildNode } from 'domhandler'
import { afterAll, beforeAll } from 'vitest'
import { demoWeb } from '#tests/support/demo-servers.ts'

/*
 * Pages as the server sends them, read without a browser: what a visitor without JavaScript, a search engine or a reader of links sees.
 */

const collapsed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export type HtmlPage = {
  status: number
  headers: Headers
  /** Where redirects ended. */
  url: string
  html: string
  $: CheerioAPI
  title: string
  /** Texts of all `h1`, of which a page has one. */
  headings: string[]
  /** The text below `main`, as one line. */
  main: string
  /** The text of the first element of a selector, as one line; `undefined` when there is none. */
  text(selector: string): string | undefined
  /** Texts of all elements of a selector. */
  texts(selector: string): string[]
  /** Where the first link with this text or label leads. @throws with all links when there is none. */
  link(name: string | RegExp, within?: string): string
  /** The text beside a term of a description list. @throws with all terms when there is none. */
  described(term: string): string
  /** A selector of the section with this name, for the other methods. @throws with all names when there is none. */
  section(name: string): string
  /** Where a plain form leads with these values, by the button with this text or its first one. @throws when a field is missing. */
  submit(form: string, values: Record<string, string>, button?: string): string
  /** Rows of the lists below a selector, without their headers: the text of each cell. */
  rows(selector?: string): string[][]
}

const parsePage = (html: string): Omit<HtmlPage, 'status' | 'headers' | 'url'> => {
  const $ = load(html)
  placeStreamedParts($)
  const matches = (name: string | RegExp, text: string): boolean =>
    typeof name === 'string' ? collapsed(text) === name : name.test(collapsed(text))
  const textOf = (element: AnyNode): string => {
    const copy = $(element).clone()
    copy.find('script, style, template, noscript').remove()
    copy.find(endsWord).append(' ')
    return collapsed(copy.text())
  }
  const all = (selector: string): string[] => $(selector).toArray().map(textOf)
  return {
    html,
    $,
    title: collapsed($('title').first().text()),
    headings: all('h1'),
    main: all('main')[0] ?? '',
    text: (selector) => all(selector)[0],
    texts: all,
    link: (name, within = 'body') => {
      const links = $(within).find('a[href]').toArray()
      const found = links.find((link) => matches(name, $(link).attr('aria-label') ?? '') || matches(name, textOf(link)))
      if (!found) throw new Error(`No link ${name} among ${links.map(textOf).join(', ')}`)
      return $(found).attr('href') ?? ''
    },
    described: (term) => {
      const terms = $('dt').toArray()
      const found = terms.find((element) => textOf(element) === term)
      if (!found) throw new Error(`No term ${term} among ${terms.map(textOf).join(', ')}`)
      return collapsed($(found).nextAll('dd').first().text())
    },
    section: (name) => {
      const named = $('section[aria-label], section[aria-labelledby]')
        .toArray()
        .map((element) => ({ label: $(element).attr('aria-label'), id: $(element).attr('aria-labelledby') }))
        .map(({ label, id }) =>
          label === undefined
            ? { name: all(`[id="${id}"]`)[0], selector: `section[aria-labelledby="${id}"]` }
            : { name: label, selector: `section[aria-label="${label}"]` },
        )
      const found = named.find((one) => one.name === name)
      if (!found) throw new Error(`No section ${name} among ${named.map((one) => one.name).join(', ')}`)
      return found.selector
    },
    submit: (form, values, button) => {
      const element = $(form).first()
      const fields = new Map(element.serializeArray().map(({ name, value }) => [name, value]))
      const pressed = element
        .find('button')
        .toArray()
        .find((one) => button === undefined || textOf(one) === button)
      for (const name of Object.keys(values))
        if (!fields.has(name)) throw new Error(`No field ${name} among ${[...fields.keys()].join(', ')}`)
      if (!pressed) throw new Error(`No button ${button} in ${form}`)
      const { name, value = '' } = pressed.attribs
      const sent = { ...Object.fromEntries(fields), ...values, ...(name && { [name]: value }) }
      return `${element.attr('action')?.split(/[?#]/, 1)}?${new URLSearchParams(sent)}`
    },
    rows: (selector = 'main') =>
      $(selector)
        .find('[role="row"], tr')
        .toArray()
        .map((row) => $(row).find('[role="cell"], td').toArray().map(textOf))
        .filter(({ length }) => length > 0),
  }
}

/**
 * Parts that were sent after the rest of the page stand at its end, and in place of what a comment and a template mark as loading: React's
 * script moves them there, as this does. Without scripts the style sheet shows them at the end.
 */
const placeStreamedParts = ($: CheerioAPI): void => {
  for (const [, segment, place] of $.html().matchAll(/\$RS\("(S:\w+)","(P:\w+)"/g)) {
    const part = $(`[id="${segment}"]`)
    $(`template[id="${place}"]`).replaceWith(part.contents())
    part.remove()
  }
  for (const [, boundary, segment] of $.html().matchAll(/\$RC\("(B:\w+)","(S:\w+)"/g)) {
    const mark = $(`template[id="${boundary}"]`)
    const part = $(`[id="${segment}"]`)
    for (let next = mark.get(0)?.nextSibling; next && !(next.type === 'comment' && next.data === '/$'); ) {
      const following: ChildNode | null = next.nextSibling
      $(next).remove()
      next = following
    }
    mark.replaceWith(part.contents())
    part.remove()
  }
}

/** Elements after which a word ends. */
const endsWord =
  'p, div, li, dt, dd, td, th, tr, h1, h2, h3, h4, section, header, footer, [role="cell"], [role="row"], br, option'

/** Reads a page from any server. Redirects are followed unless `init` says otherwise. */
export const readPage = async (url: string, init?: RequestInit): Promise<HtmlPage> => {
  const response = await fetch(url, init)
  const { status, headers } = response
  return { status, headers, url: response.url, ...parsePage(await response.text()) }
}

/** The demo ledger's pages by their paths: of the web server that all files share, or of this file's own. */
export const demoPages = () => {
  let server: Awaited<ReturnType<typeof demoWeb>>
  beforeAll(async () => {
    server = await demoWeb()
  }, 240_000)
  afterAll(async () => {
    await server?.stop()
  })
  return {
    get url(): string {
      return server.url
    },
    read: (path: string, init?: RequestInit): Promise<HtmlPage> => readPage(server.url + path, init),
  }
}
