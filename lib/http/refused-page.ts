import type { IncomingMessage } from 'node:http'
import type { ServiceError } from '#lib/base/errors.ts'
import { currentSite } from '#lib/site/site.ts'

/** An error page that is sent instead of a rendered page. */
export type RefusedPage = { html: string; contentSecurityPolicy: string }

export type RefusedPageParts = {
  error: ServiceError
  request: Pick<IncomingMessage, 'url' | 'headers'>
  requestId: string
  nonce: string
}

const titles: Partial<Record<ServiceError['code'], string>> = {
  rate_limited: 'Too many requests',
  not_available: 'Temporarily unavailable',
  invalid_request: 'This address cannot be read',
  method_not_allowed: 'This method is not allowed',
  internal: 'Something went wrong on our side',
}

const ownAccent = { light: '#0a6570', onLight: '#ffffff', dark: '#63c8cc', onDark: '#04211f' }

/** The visitor's choice; otherwise the system decides. */
const themeOf = ({ headers: { cookie = '' } }: RefusedPageParts['request']): string =>
  /(?:^|;\s*)theme=(light|dark)\b/.exec(cookie)?.[1] ?? 'light dark'

/** The colours of the explorer's own pages (app/globals.css). */
const style = (theme: string, accent = ownAccent): string => `
:root { color-scheme: ${theme} }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif;
  background: light-dark(#f6f7f5, #0c131a); color: light-dark(#17212b, #e3e9ef) }
main { max-width: 32rem; padding: 2rem 1.25rem; text-align: center }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 .5rem }
p { margin: .5rem 0 }
.id { font-size: .8125rem; color: light-dark(#56616c, #94a3b2) }
code { overflow-wrap: anywhere }
a { display: inline-block; margin-top: .75rem; padding: .5rem 1rem; border-radius: .5rem; text-decoration: none;
  font-weight: 500; background: light-dark(${accent.light}, ${accent.dark}); color: light-dark(${accent.onLight}, ${accent.onDark}) }
a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px }`

/** A small page without scripts: it costs the server no rendering, so that a flood of requests stays cheap to refuse. */
export const refusedPage = ({ error, request, requestId, nonce }: RefusedPageParts): RefusedPage => {
  const { code, message, retryAfterSeconds } = error
  const title = titles[code] ?? 'This page cannot be shown'
  const text = code === 'rate_limited' ? tooMany(message) : message
  const when = retryAfterSeconds === undefined ? '' : `<p>Try again in ${seconds(retryAfterSeconds)}.</p>`
  const link =
    retryAfterSeconds === undefined
      ? '<a href="/">Go to the home page</a>'
      : `<a href="${escaped(localTarget(request.url ?? '/'))}">Try again</a>`
  return {
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${escaped(currentSite().name)}</title>
<style nonce="${nonce}">${style(themeOf(request), currentSite().accent)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escaped(text)}</p>
${when}
${link}
<p class="id">Request <code>${escaped(requestId)}</code></p>
</main>
</body>
</html>
`,
    contentSecurityPolicy: `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

/**
 * What a visitor without scripts reads of a page that failed while it was rendered: Next.js sends a document whose body only scripts fill.
 */
export const failedPageText = ({ request, nonce }: Pick<RefusedPageParts, 'request' | 'nonce'>): string =>
  `<noscript><style nonce="${nonce}">${style(themeOf(request), currentSite().accent)}</style><main><h1>${titles.internal}</h1><p>The server log has the details.</p><a href="/">Go to the home page</a></main></noscript>`

/** The API's text is fixed for its clients; pages show a longer one. */
const tooMany = (message: string): string =>
  message === 'Rate Limit exceeded'
    ? 'Your network address has sent more requests than this server allows at once.'
    : message

const seconds = (count: number): string => (count === 1 ? '1 second' : `${Math.ceil(count)} seconds`)

/** Never leads to another site, as `//evil.example` would. */
const localTarget = (target: string): string => `/${target.replace(/^[/\\]+/, '')}`

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
