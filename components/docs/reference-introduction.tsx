import { Panel } from '#components/ui/panel.tsx'
import { RawText } from '#components/ui/raw-text.tsx'
import type { SystemReference } from '#lib/api/reference.ts'
import { keyPlaceholder } from './example-code.ts'
import { Prose } from './prose.tsx'

const rules = [
  [
    'Keys',
    `Send your key as \`X-API-Key: ${keyPlaceholder}\`, or as \`Authorization: Bearer ${keyPlaceholder}\`. The operator of this server sets keys, or you make one on the account page. Try-it forms on these pages need none: they use your visit.`,
  ],
  [
    'Pages',
    'A paged answer has a `cursor`. Pass it back unchanged, with the same parameters, to get the next page; it is null on the last one. Lists run from newest to oldest, so what arrives meanwhile does not shift the pages that follow.',
  ],
  [
    'Lists',
    'A list parameter is written as `a=1&a=2`, `a[]=1&a[]=2` or `a[0]=1&a[1]=2`, with or without percent-encoding. Parameters that an endpoint does not know are ignored, empty ones count as left out.',
  ],
  [
    'Exports',
    'Every paged answer is to be had whole, as a stream: `/api/export/csv/…` or `/api/export/jsonl/…`, followed by the path after `/api` and its parameters. `limit` means nothing there. CSV has the columns of the record, times in UTC, JSON text for lists, and an apostrophe before text that a spreadsheet would run as a formula; JSON Lines has every record as it is. If it fails on the way, CSV breaks off and JSON Lines ends with `{"error":…}`. Two may run at once for a key.',
  ],
  [
    'Headers',
    '`X-Spyglass-Source` says who answered: `index`, `hosted` or `demo`. `X-Spyglass-Indexed` says how far the index of this server stood, as `block 1082` or `version 816`: the answer holds that much or more. `Server-Timing` is the time in the server.',
  ],
  [
    'Pages as data',
    'A page of the explorer is also data: `.json`, `.csv` or `.md` after its address, or `Accept: text/markdown`. Its JSON names the request behind each answer. Of a wallet on all chains it is the newest rows of these together, up to `limit`, as `rows`; each chain has as long to answer as the page gives it, and `facts` and `data` say of each whether it answered, failed or is missing, and why. It needs no key, and has the limits of a visitor.',
  ],
  [
    'Numbers',
    'Amounts, block numbers and other numbers of chain size are decimal text; small counts and indexes are JSON numbers. Addresses and hashes are lower-case hex. Times are ISO 8601 in UTC.',
  ],
  [
    'Errors',
    'An error has its HTTP status, a `message` to read, a `code` to branch on, and in `details` every parameter at fault. `X-Request-Id` names the request in the log of the server. 429, 502, 503 and 504 may pass when asked again; `Retry-After` says when.',
  ],
] as const

/** What holds for all endpoints, and how to begin. */
export const ReferenceIntroduction = ({ systems, origin }: { systems: readonly SystemReference[]; origin: string }) => (
  <div className="grid grid-cols-1 gap-4">
    <Panel title="Begin">
      <div className="grid grid-cols-1 gap-3 p-4 text-sm">
        <RawText
          label="Copy command"
          value={`curl '${origin}/api/explorer/evm/chains' -H 'X-API-Key: ${keyPlaceholder}'`}
        />
        <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[auto_1fr]">
          {systems.map(({ name, title, basePath }) => (
            <div key={name} className="contents">
              <dt className="text-muted">{title}</dt>
              <dd className="min-w-0 break-all font-mono text-xs leading-5">{origin + basePath}</dd>
            </div>
          ))}
        </dl>
        <p className="text-muted">
          The same as a machine reads it:{' '}
          <a href="/api/openapi.json" className="text-accent underline">
            OpenAPI 3.1 document
          </a>
        </p>
      </div>
    </Panel>
    <Panel title="What holds everywhere">
      <dl className="divide-y divide-line text-sm">
        {rules.map(([title, rule]) => (
          <div key={title} className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[6rem_1fr]">
            <dt className="font-medium">{title}</dt>
            <dd className="max-w-prose">
              <Prose>{rule}</Prose>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  </div>
)
