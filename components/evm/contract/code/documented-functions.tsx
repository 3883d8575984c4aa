import { SourceLink } from '#components/source/source-link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { EvmContractFunction } from '#lib/evm/contract/calls-contract.ts'
import { counted } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Call } from '#lib/pages/question.ts'

const functionsMax = 200
const signatureMax = 300
const docMax = 600

const isDocumented = ({ notice, details, inputs, outputs }: EvmContractFunction): boolean =>
  Boolean(notice ?? details) || [...inputs, ...outputs].some(({ description }) => description)

/** What verified sources say about the functions of a contract (NatSpec); nothing where they say nothing. */
export const DocumentedFunctions = ({ functions, call }: { functions: readonly EvmContractFunction[]; call: Call }) => {
  const documented = functions.filter(isDocumented)
  if (documented.length === 0) return null
  const shown = documented.slice(0, functionsMax)
  return (
    <Panel
      title="Documentation"
      aside={
        <>
          {counted(documented.length, 'function')}
          <SourceLink title="Functions" call={call} />
        </>
      }
    >
      <p className="border-line border-b px-4 py-2.5 text-muted text-sm">
        From the authors’ NatSpec comments. Not verified.
      </p>
      <ul className="divide-y divide-line">
        {shown.map(({ selector, signature, mutability, notice, details, inputs, outputs }) => (
          <li key={selector} className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-2.5 text-sm">
            <p className="wrap-anywhere font-mono text-xs leading-5">
              {cutText(signature ?? selector, signatureMax)}
              {mutability && mutability !== 'nonpayable' && <span className="text-muted"> {mutability}</span>}
            </p>
            {notice && <p className="wrap-anywhere">{cutText(notice, docMax)}</p>}
            {details && <p className="wrap-anywhere text-muted text-xs">{cutText(details, docMax)}</p>}
            <Described title="Takes" values={inputs} />
            <Described title="Returns" values={outputs} />
          </li>
        ))}
      </ul>
      {documented.length > shown.length && (
        <p className="border-line border-t px-4 py-2.5 text-muted text-sm">
          {counted(documented.length - shown.length, 'more function')} in the API.
        </p>
      )}
    </Panel>
  )
}

const Described = ({ title, values }: { title: string; values: EvmContractFunction['inputs'] }) =>
  values.map(
    ({ name, type, description }, index) =>
      description && (
        // biome-ignore lint/suspicious/noArrayIndexKey: arguments have places, and names may repeat
        <p key={index} className="wrap-anywhere text-muted text-xs">
          {title} <span className="font-mono">{cutText(name === '' ? type : name, signatureMax)}</span>:{' '}
          {cutText(description, docMax)}
        </p>
      ),
  )
