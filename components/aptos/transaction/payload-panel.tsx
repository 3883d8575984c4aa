import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { moduleHref } from '#components/aptos/parts/move/module-href.ts'
import { fieldsOf, listOf, textOf } from '#components/aptos/parts/values/move-json.ts'
import { SourceLink } from '#components/source/source-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { structName } from '#lib/aptos/contract/format/move-type.ts'
import type { Call } from '#lib/pages/question.ts'
import { JsonBlock } from './json-block.tsx'

/** The payload of a user transaction; unknown kinds are shown as they are. */
export const PayloadPanel = ({ payload, call, network }: { payload: unknown; call: Call; network: AptosNetwork }) => {
  const fields = fieldsOf(payload)
  const inner = fields.type === 'multisig_payload' ? fieldsOf(fields.transaction_payload) : fields
  const called = textOf(inner.function)
  return (
    <Panel
      title="Payload"
      aside={
        <>
          {textOf(fields.type)?.replaceAll('_', ' ')}
          <SourceLink title="Payload" call={call} />
        </>
      }
    >
      {called === undefined ? (
        <JsonBlock value={payload} className="m-4" />
      ) : (
        <Facts>
          <Fact label="Function" wide>
            <CalledFunction name={called} network={network} />
          </Fact>
          {textOf(fields.multisig_address) !== undefined && (
            <Fact label="Multisig account" wide>
              <code className="break-all font-mono">{textOf(fields.multisig_address)}</code>
            </Fact>
          )}
          <List label="Type arguments" values={listOf(inner.type_arguments)} />
          <List label="Arguments" values={listOf(inner.arguments)} />
        </Facts>
      )}
    </Panel>
  )
}

/** A function, which links to the page of its module. */
const CalledFunction = ({ name, network }: { name: string; network: AptosNetwork }) => {
  const parts = structName(name)
  const text = <code className="break-all font-mono">{name}</code>
  return parts ? (
    <Link
      href={`${moduleHref(parts, network)}#${parts.struct}`}
      className="text-accent underline decoration-line underline-offset-2"
    >
      {text}
    </Link>
  ) : (
    text
  )
}

const valuesShown = 20

const List = ({ label, values }: { label: string; values: readonly unknown[] }) => (
  <Fact label={label} wide>
    {values.length === 0 ? (
      <span className="text-muted">none</span>
    ) : (
      <ol className="space-y-1" start={0}>
        {values.slice(0, valuesShown).map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a transaction never changes
          <li key={index} className="flex gap-2">
            <span className="shrink-0 text-muted">{index}</span>
            <JsonBlock value={value} className="min-w-0 grow py-0.5" />
          </li>
        ))}
        {values.length > valuesShown && <li className="text-muted">and {values.length - valuesShown} more</li>}
      </ol>
    )}
  </Fact>
)
