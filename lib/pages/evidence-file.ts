import { createHash } from 'node:crypto'
import { type Evidence, evidenceId, evidenceText } from '#lib/format/evidence.ts'
import { answerTitle, type PageContent } from './page-content.ts'

const style = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{overflow-wrap:anywhere;max-width:72rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.25rem}h2{font-size:1rem;margin-top:2rem}
.note{border:2px dashed;padding:.75rem 1rem;border-radius:.5rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.85rem}
th,td{border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent);padding:.3rem .8rem .3rem 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{font-weight:500;opacity:.75}
code,pre{font-family:ui-monospace,monospace;font-size:.8rem;overflow-wrap:anywhere}
pre{white-space:pre-wrap}
@media print{details>pre{display:none}}
`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const html = (value: unknown): string => {
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)
  return text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
}

const row = (cells: readonly unknown[], tag: 'th' | 'td' = 'td'): string =>
  `<tr>${cells.map((cell) => `<${tag}>${html(cell)}</${tag}>`).join('')}</tr>`

const table = (rows: readonly string[]): string =>
  `<div class="wide" tabindex="0"><table>${rows.join('')}</table></div>`

const listPart = (list: Evidence['list']): string => {
  if (!list || list.rows.length === 0) return ''
  const kept = list.titles.map((_, at) => list.rows.some((cells) => cells[at] !== null && cells[at] !== ''))
  const keep = (cells: readonly unknown[]) => cells.filter((_, at) => kept[at])
  const rows = [row(keep(list.titles), 'th'), ...list.rows.map((cells) => row(keep(cells)))]
  return `<h2>${html(list.name)}</h2>${table(rows)}`
}

const answerPart = ({ name, request, source, indexed, answer, error }: Evidence['data'][number]): string => {
  const from = [source && `answered by: ${source}`, indexed && `index at ${indexed}`].filter(Boolean).join(', ')
  const said = error
    ? `<p>Not answered: ${html(error.message)}</p>`
    : `<pre>${html(JSON.stringify(answer, null, 1))}</pre>`
  return `<details><summary>${html(name)} <code>GET ${html(request)}</code> ${html(from)}</summary>${said}</details>`
}

const evidenceOf = (
  { path, kind, title, place, summary, facts, list, answers }: PageContent,
  { siteUrl, savedAt }: { siteUrl: string; savedAt: Date },
): Evidence => ({
  format: 'spyglass-evidence',
  version: 1,
  site: new URL(siteUrl).origin,
  page: path,
  saved_at: savedAt.toISOString(),
  kind,
  title,
  place,
  summary,
  facts,
  list: list ? { name: list.name, titles: list.titles, rows: list.rows } : null,
  data: answers.map(({ request, source, indexed, answer, error, ...named }) => ({
    name: answerTitle(named),
    request,
    source: source ?? null,
    indexed: indexed ?? null,
    ...(error ? { error } : { answer }),
  })),
})

/**
 * A page as one file that needs nothing else: what it said, the answers that it was made from, when and how far the index stood,
 * and the SHA-256 of all that. It runs nothing. `lib/format/evidence.ts` reads it.
 */
export const evidenceFile = (page: PageContent, at: { siteUrl: string; savedAt: Date }): string => {
  const evidence = evidenceOf(page, at)
  const text = evidenceText(evidence)
  const { kind, title, place, summary, facts, list, data, site, saved_at } = evidence
  const address = site + page.path
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Snapshot: ${html(kind)} ${html(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="note"><strong>Snapshot.</strong> What <a rel="noreferrer" href="${html(address)}">${html(address)}</a> said on ${html(saved_at.slice(0, 19).replace('T', ' '))} UTC. It does not change, and may have changed there since. Drop this file on the site to check it and to see what is different now.</p>
<h1>${html(kind)} <code>${html(title)}</code></h1>
<p>${html(summary)}</p>
${table([row(['Place', place]), ...facts.map((fact) => row(fact))])}
${listPart(list)}
<h2>Answers</h2>
${data.map(answerPart).join('\n')}
<h2>Hash</h2>
<p>SHA-256 of the record below, which is one line of this file: <code id="sha256">${createHash('sha256').update(text).digest('hex')}</code></p>
<p><code>grep -A1 'id="${evidenceId}"' FILE | tail -n 1 | tr -d '\\n' | sha256sum</code></p>
</main>
<script type="application/json" id="${evidenceId}">
${text}
</script>
</body>
</html>
`
}

/** A name for the file that every system takes. */
export const evidenceName = ({ kind, title }: Pick<PageContent, 'kind' | 'title'>, savedAt: Date): string => {
  const words = `${kind} ${title}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 48)
  return `spyglass-${words}-${savedAt.toISOString().slice(0, 10)}.html`
}
